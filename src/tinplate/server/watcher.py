"""One socket: what its client was told, and so what it has yet to be told.

A watcher is stirred when something may have changed; it then compares what its client knows with
what is so. Nothing queues up but answers: a client that reads slowly gets fewer, longer messages.
"""

import asyncio
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tinplate.lobby.values import Guest, Room
from tinplate.server.books import Clock
from tinplate.server.telling import LONGEST_GAP, entries_since, view_of
from tinplate.wire.incoming import Seen
from tinplate.wire.outgoing import (
    Chat,
    Done,
    Entries,
    Outgoing,
    Pong,
    Presence,
    Refused,
    Trouble,
    View,
    Welcome,
    table_message,
)

if TYPE_CHECKING:
    from tinplate.server.hub import Gathering

MOST_ANSWERS = 100  # that wait to be read; who asks for more and does not read is closed
Answer = Done | Refused | Trouble | Pong


class TooSlow(Exception):
    """The client does not read what it is sent."""


class Watcher:
    """Somebody, named or not, who looks at a table."""

    def __init__(
        self, gathering: "Gathering", guest: Guest | None, seen: Seen | None, clock: Clock
    ) -> None:
        self.guest = guest
        self.gathering = gathering
        self._seen = seen  # of the match
        self._clock = clock
        self._room: Room | None = None  # as it was told, without the chat
        self._presence: Presence | None = None
        self._line = 0
        self._answers: deque[Answer] = deque()
        self._stirred = asyncio.Event()
        self._stirred.set()

    def stir(self) -> None:
        self._stirred.set()

    def start_again(self, seen: Seen | None) -> None:
        """The client says anew how far it has got."""
        self._seen = seen
        self.stir()

    def answer(self, answer: Answer) -> None:
        if len(self._answers) >= MOST_ANSWERS:
            raise TooSlow
        self._answers.append(answer)
        self.stir()

    async def wait(self) -> None:
        """Until there may be something to tell."""
        await self._stirred.wait()
        self._stirred.clear()

    def news(self) -> Iterator[Outgoing]:
        """All that the client has yet to be told. Answers come last: behind what they brought."""
        if self._room is None:
            yield Welcome(self.guest)
        yield from self._news_of_room()
        yield from self._news_of_match()
        while self._answers:
            yield self._answers.popleft()

    def _news_of_room(self) -> Iterator[Outgoing]:
        ledger = self.gathering.room
        room = replace(ledger.room, lines=())
        if room != self._room:
            self._room = room
            yield table_message(ledger.version, room)
        presence = self.gathering.presence()
        if presence != self._presence:
            self._presence = presence
            yield presence
        lines = tuple(line for line in ledger.room.lines if line.number > self._line)
        if lines:
            self._line = lines[-1].number
            yield Chat(lines)

    def _news_of_match(self) -> Iterator[View | Entries]:
        match = self.gathering.match
        if match is None:
            return
        seat = self.gathering.room.room.seat_of(self.guest.id) if self.guest else None
        seen, self._seen = self._seen, Seen(match.log, seat, match.version)
        if seen is None or not _can_go_on(seen, self._seen):
            yield view_of(match, seat, self._clock())
        elif seen.version < match.version:
            yield entries_since(match, seen.version, seat, self._clock())


def _can_go_on(seen: Seen, now: Seen) -> bool:
    """Whether what is missing can be told entry by entry."""
    is_same = (seen.match, seen.seat) == (now.match, now.seat)
    return is_same and max(0, now.version - LONGEST_GAP) <= seen.version <= now.version
