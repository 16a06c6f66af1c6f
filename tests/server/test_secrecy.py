"""The laws over a real socket: what crossed it is what may be seen, and nothing else."""

import asyncio
import re
from typing import Any

import httpx
import msgspec
import pytest

from tests.games.rally.test_laws import hidden_cards
from tests.server.client import Client, begin, introduced, nameless
from tests.server.players import A_SHORT_RALLY, play_at_random
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.values import HandDealt, State
from tinplate.lobby.values import Sit
from tinplate.wire.codec import Codec
from tinplate.wire.outgoing import Entries, read_outgoing
from tinplate.wire.resources import MatchLog

GAME = Rally()


async def truth(address: str, match: str) -> dict[int, State]:
    """The whole state at each version, from the log that can be read after the end."""
    async with httpx.AsyncClient(base_url=address) as http:
        answer = await http.get(f"/api/matches/{match}/log")
    log = msgspec.json.decode(answer.content, type=MatchLog)
    codec: Codec[Any, State, Any, Any] = Codec(GAME)
    state = codec.decode_state(bytes(log.opening))
    states = {0: state}
    for text in msgspec.json.decode(bytes(log.entries), type=list[msgspec.Raw]):
        entry = codec.decode_entry(bytes(text))
        for event in entry.events:
            state = GAME.evolve(state, event)
        states[entry.version] = state
    return states


def deals(text: str) -> bool:
    """Whether hands are dealt in this message: cards of the turn before may be dealt again."""
    message = read_outgoing(text)
    return isinstance(message, Entries) and b"HandDealt" in bytes(message.entries)


def leaks(client: Client, states: dict[int, State]) -> list[str]:
    """Hidden cards that stand in what crossed the socket while they were hidden."""
    return [
        f"version {version}: {secret} in {text[:300]}"
        for version, text in client.told
        if version in states and not deals(text)
        for secret in hidden_cards(states[version], client.seat)
        if re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", text)
    ]


@pytest.fixture
async def evening(address: str) -> tuple[list[Client], dict[int, State]]:
    """A match of Ann and Bob; Cleo sits down to wait, and somebody without a name looks on."""
    people = [await introduced(address, name) for name in ("Ann", "Bob", "Cleo")]
    table = await people[0].open(A_SHORT_RALLY, 3)
    ann, bob, cleo = (person.at(table) for person in people)
    async with ann as hers, bob as his, cleo as third, nameless(address).at(table) as other:
        await begin(hers, his)
        await third.act(Sit(2))
        await asyncio.gather(play_at_random(hers, 1), play_at_random(his, 2))
        clients = [hers, his, third, other]
        for client in clients:
            await client.until(lambda client=client: client.ending)  # type: ignore[misc]
        assert hers.match is not None
        return clients, await truth(address, hers.match)


async def test_what_crossed_the_socket_folds_to_the_view(
    evening: tuple[list[Client], dict[int, State]],
) -> None:
    """For each seat and for spectators, after every message."""
    clients, states = evening
    for client in clients:
        folded = {version: state for version, state in client.states.items() if state is not None}

        assert folded == {version: GAME.view(states[version], client.seat) for version in folded}
        assert len(folded) > 20
        assert len(states) - 1 == client.version


async def test_nobody_is_sent_a_hidden_card(
    evening: tuple[list[Client], dict[int, State]],
) -> None:
    """No other hand, no other draft, in no byte that crossed the socket."""
    clients, states = evening

    assert [0, 1, None, None] == [client.seat for client in clients]
    assert [] == [leak for client in clients for leak in leaks(client, states)]


async def test_the_search_for_hidden_cards_can_find_one(
    evening: tuple[list[Client], dict[int, State]],
) -> None:
    """Each sees their own: taken for somebody else, they have seen hidden cards."""
    (ann, bob, *_), states = evening
    ann.seat, bob.seat = bob.seat, ann.seat

    assert len(leaks(ann, states)) > 20
    assert len(leaks(bob, states)) > 20


async def test_others_see_that_something_happened_but_not_what(
    evening: tuple[list[Client], dict[int, State]],
) -> None:
    """Versions have no holes; a hand that is dealt to somebody else has no cards."""
    (ann, bob, _, other), _ = evening
    hands = [
        (client.seat == event.seat, event.cards is not None)
        for client in (ann, bob, other)
        for entry in client.entries
        for event in entry.events
        if isinstance(event, HandDealt)
    ]

    assert {(True, True), (False, False)} == set(hands)
    assert any(not entry.events for entry in other.entries)
    assert list(range(1, other.version + 1)) == [entry.version for entry in other.entries]


async def test_the_log_of_a_match_that_goes_on_is_closed(address: str) -> None:
    """It holds all hands."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RALLY, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        answer = await ann.get(f"/api/matches/{hers.match}/log")

    assert 409 == answer.status_code
    assert (
        "The log shows what is hidden. Come back when the match is over."
        == answer.json()["because"]
    )
