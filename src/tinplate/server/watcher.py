"""Those who look at a table: what each was told, and so what each has yet to be told.

A watcher is stirred when something may have changed; it then compares what its client knows with
what is so. Nothing queues up but answers: a client that reads slowly gets fewer, longer messages.
"""

import asyncio
from collections.abc import Iterator

from msgspec.structs import replace

from tinplate.lobby.values import Guest, Room
from tinplate.server.attendance import Attendance
from tinplate.server.books import Clock
from tinplate.server.bus import Here
from tinplate.server.ledger import ENTRIES_KEPT, MatchLedger, RoomLedger
from tinplate.server.telling import entries_since, view_of
from tinplate.store.log import Moment
from tinplate.wire.incoming import Hello, Seen
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

MOST_ANSWERS = 100  # that wait to be sent; who asks for more is not listened to meanwhile
Answer = Done | Refused | Trouble | Pong


class Gathering:
    """All who look at one table in this process, and who is known to do so in others."""

    def __init__(self, room: RoomLedger, attendance: Attendance) -> None:
        self.room = room
        self.match: MatchLedger | None = None
        self.watchers: set[Watcher] = set()
        self.here = Here()  # the same, as others are told
        self.missing: dict[str, float] = {}  # for how many seconds the owner of a chair is
        self.leased_until = Moment(0)  # until then no process but this one has to look after it
        self._attendance = attendance

    def add(self, watcher: "Watcher") -> None:
        self.watchers.add(watcher)
        self._count()

    def discard(self, watcher: "Watcher") -> None:
        self.watchers.discard(watcher)
        self._count()

    @property
    def rank(self) -> int:
        """How many other processes come first where one is enough."""
        return self._attendance.rank(self.room.log)

    def presence(self) -> Presence:
        """Of everybody, in whichever process."""
        everywhere = [self.here, *self._attendance.elsewhere(self.room.log)]
        named = {guest for here in everywhere for guest in here.guests}
        return Presence(tuple(sorted(named)), sum(here.nameless for here in everywhere))

    def is_here(self, guest: str) -> bool:
        """Whether somebody is connected to this process."""
        return guest in self.here.guests

    def stir(self) -> None:
        for watcher in self.watchers:
            watcher.stir()

    def _count(self) -> None:
        named = {watcher.guest.id for watcher in self.watchers if watcher.guest}
        nameless = sum(watcher.guest is None for watcher in self.watchers)
        self.here = Here(tuple(sorted(named)), nameless)


class Watcher:
    """Somebody, named or not, who looks at a table."""

    def __init__(
        self, gathering: Gathering, guest: Guest | None, hello: Hello, clock: Clock
    ) -> None:
        self.guest = guest
        self.gathering = gathering
        self._seen = hello.seen  # of the match
        self._with_views = hello.with_views
        self._clock = clock
        self._room: Room | None = None  # as it was told, without the chat
        self._presence: Presence | None = None
        self._line = 0
        self._answers: asyncio.Queue[Answer] = asyncio.Queue(MOST_ANSWERS)
        self._stirred = asyncio.Event()
        self._stirred.set()

    def stir(self) -> None:
        self._stirred.set()

    def start_again(self, hello: Hello) -> None:
        """The client says anew how far it has got."""
        self._seen, self._with_views = hello.seen, hello.with_views
        self.stir()

    async def answer(self, answer: Answer) -> None:
        await self._answers.put(answer)
        self.stir()

    async def wait(self) -> None:
        """Until there may be something to tell."""
        await self._stirred.wait()
        self._stirred.clear()

    def news(self) -> Iterator[Outgoing]:
        """All that the client has yet to be told. Answers come last: behind what they tell of."""
        answers = self._answers.qsize()
        if self._room is None:
            yield Welcome(self.guest)
        yield from self._news_of_room()
        yield from self._news_of_match()
        for _ in range(answers):
            yield self._answers.get_nowait()

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
        match, room = self.gathering.match, self.gathering.room.room
        if match is None or match.log != room.match:
            return  # the match that has just begun is being fetched
        seat = room.seat_of(self.guest.id) if self.guest else None
        seen, self._seen = self._seen, Seen(match.log, seat, match.version)
        if seen is None or not _can_go_on(seen, self._seen):
            yield view_of(match, seat, self._clock())
        elif seen.version < match.version:
            yield entries_since(
                match, seen.version, seat, self._clock(), with_view=self._with_views
            )


def _can_go_on(seen: Seen, now: Seen) -> bool:
    """Whether what is missing can be told entry by entry."""
    is_same = (seen.match, seen.seat) == (now.match, now.seat)
    return is_same and max(0, now.version - ENTRIES_KEPT) <= seen.version <= now.version
