"""What really happened in a match, as its log tells when it is over."""

from typing import Any, NamedTuple

import httpx
import msgspec

from tests.catalogues import GAMES
from tinplate.game import Seat
from tinplate.games.rally.rules import Rally
from tinplate.match import Entry, Numbering
from tinplate.match.match import witnessed
from tinplate.wire.codec import Codec
from tinplate.wire.resources import MatchLog

GAME = Rally()


class Truth(NamedTuple):
    """The whole state at each version, and how everybody counts them."""

    game: Any
    entries: list[Entry[Any]]
    states: dict[int, Any]
    numbering: Numbering

    def seen_by(self, seat: Seat | None) -> dict[int, Any]:
        """The whole state at each number that a seat, or a spectator, counts."""
        versions = range(len(self.states))
        return {self.numbering.number(each, seat): self.states[each] for each in versions}

    def told_to(self, seat: Seat | None) -> dict[int, tuple[Any, ...]]:
        """What they may witness, by their numbers."""
        seen = (witnessed(self.game, entry, seat) for entry in self.entries)
        return {
            self.numbering.number(each.version, seat): each.events for each in seen if each.events
        }


async def truth(address: str, match: str | None) -> Truth:
    """From the log that can be read after the end."""
    async with httpx.AsyncClient(base_url=address) as http:
        answer = await http.get(f"/api/matches/{match}/log")
    return read_truth(answer.content)


def read_truth(text: bytes) -> Truth:
    log = msgspec.json.decode(text, type=MatchLog)
    game = GAMES[log.game]
    codec: Codec[Any, Any, Any, Any] = Codec(game)
    state = codec.decode_state(bytes(log.opening))
    states, numbering = {0: state}, Numbering(game, len(log.players))
    entries = list[Entry[Any]]()
    for each in msgspec.json.decode(bytes(log.entries), type=list[msgspec.Raw]):
        entry = codec.decode_entry(bytes(each))
        for event in entry.events:
            state = game.evolve(state, event)
        states[entry.version] = state
        numbering.add(entry)
        entries.append(entry)
    return Truth(game, entries, states, numbering)
