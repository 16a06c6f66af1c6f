"""What really happened in a match of Rally, as its log tells when it is over."""

from typing import Any, NamedTuple

import httpx
import msgspec

from tinplate.game import Seat
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.values import State
from tinplate.match import Numbering
from tinplate.wire.codec import Codec
from tinplate.wire.resources import MatchLog

GAME = Rally()


class Truth(NamedTuple):
    """The whole state at each version, and how everybody counts them."""

    states: dict[int, State]
    numbering: Numbering

    def seen_by(self, seat: Seat | None) -> dict[int, State]:
        """The whole state at each number that a seat, or a spectator, counts."""
        versions = range(len(self.states))
        return {self.numbering.number(each, seat): self.states[each] for each in versions}


async def truth(address: str, match: str | None) -> Truth:
    """From the log that can be read after the end."""
    async with httpx.AsyncClient(base_url=address) as http:
        answer = await http.get(f"/api/matches/{match}/log")
    log = msgspec.json.decode(answer.content, type=MatchLog)
    codec: Codec[Any, State, Any, Any] = Codec(GAME)
    state = codec.decode_state(bytes(log.opening))
    states, numbering = {0: state}, Numbering(GAME, len(log.players))
    for text in msgspec.json.decode(bytes(log.entries), type=list[msgspec.Raw]):
        entry = codec.decode_entry(bytes(text))
        for event in entry.events:
            state = GAME.evolve(state, event)
        states[entry.version] = state
        numbering.add(entry)
    return Truth(states, numbering)
