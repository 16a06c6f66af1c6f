"""A search for secrets in all that was told to somebody."""

import re

from tests.games.rally.test_laws import hidden_cards
from tests.server.client import Client
from tests.server.truth import Truth
from tinplate.game import Seat
from tinplate.wire.outgoing import Changes, Entries, read_outgoing


def deals(text: str) -> bool:
    """Whether hands are dealt in this message: cards of the turn before may be dealt again."""
    message = read_outgoing(text)
    return isinstance(message, Entries | Changes) and b"HandDealt" in bytes(message.entries)


def leaks(client: Client, truth: Truth, seat: Seat | None) -> list[str]:
    """Hidden cards that stand in what crossed the socket while they were hidden from a seat."""
    states = truth.seen_by(client.seat)
    return [
        f"version {version}: {secret} in {text[:300]}"
        for version, text in client.told
        if version in states and not deals(text)
        for secret in hidden_cards(states[version], seat)
        if re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", text)
    ]
