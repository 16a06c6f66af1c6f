"""Who looks at which table in this process: they are stirred when something changes."""

import asyncio
from collections.abc import Callable, Iterable

from tinplate.lobby.rules import stay_away
from tinplate.lobby.values import Guest
from tinplate.server.attendance import Attendance
from tinplate.server.books import AnyLedger, Books
from tinplate.server.errands import Errands
from tinplate.server.ledger import LEASE, MatchLedger
from tinplate.server.tables import Tables, owed_by_stand_ins
from tinplate.server.watcher import Gathering, Watcher
from tinplate.store.log import Moment
from tinplate.wire.incoming import Hello


class Hub:
    """All gatherings of this process. Who stays away for longer than the grace is given up."""

    def __init__(
        self, books: Books, tables: Tables, attendance: Attendance, *, grace: float, beat: float
    ) -> None:
        self._books = books
        self._tables = tables
        self._attendance = attendance
        self._grace = grace
        self._beat = beat
        self._gatherings: dict[str, Gathering] = {}
        self._errands = Errands()
        self._somebody_left = asyncio.Event()
        self._listeners: list[Callable[[Gathering], None]] = []
        books.listen(self._changed)
        attendance.listen(self._others_changed, self._count_absences)

    @property
    def logs(self) -> list[str]:
        """The logs of all tables that somebody looks at here, and of their matches."""
        looked_at = [gathering for gathering in self._gatherings.values() if gathering.watchers]
        matches = (gathering.match for gathering in looked_at)
        return [
            *(gathering.room.log for gathering in looked_at),
            *(match.log for match in matches if match is not None),
        ]

    @property
    def tables(self) -> int:
        """How many tables somebody looks at here."""
        return sum(1 for gathering in self._gatherings.values() if gathering.watchers)

    def listen(self, listener: Callable[[Gathering], None]) -> None:
        """Call it whenever a table that somebody looks at, or its match, has changed."""
        self._listeners.append(listener)

    async def join(self, table: str, guest: Guest | None, hello: Hello) -> Watcher:
        """Somebody comes to look; Unknown if there is no such table."""
        room = await self._books.room(table)
        await self._books.refresh(room)
        gathering = self._gatherings.setdefault(table, Gathering(room, self._attendance))
        watcher = Watcher(gathering, guest, hello, self._books.clock)
        gathering.add(watcher)
        if guest is not None:
            gathering.missing.pop(guest.id, None)
        self._came_or_went(gathering)
        try:
            await self._follow(gathering)
            if gathering.match is not None:  # nobody is shown less than another process has told
                await self._books.refresh(gathering.match)
        except BaseException:
            self.leave(watcher)
            raise
        return watcher

    async def look_after(self, table: str) -> None:
        """Nobody is known to be there: who sits there has one more grace to come."""
        room = await self._books.room(table)
        await self._books.refresh(room)
        self._gatherings.setdefault(table, Gathering(room, self._attendance))

    async def renew_leases(self) -> None:
        """Say in the store that these tables are looked after: of each, once a minute."""
        now = self._books.clock()
        until = Moment(now + LEASE)
        expiring = [
            gathering
            for gathering in self._gatherings.values()
            if gathering.leased_until - now <= LEASE // 2
        ]
        await self._books.store.postpone([gathering.room.log for gathering in expiring], until)
        for gathering in expiring:
            gathering.leased_until = until

    def leave(self, watcher: Watcher) -> None:
        watcher.gathering.discard(watcher)
        self._came_or_went(watcher.gathering)
        self._somebody_left.set()

    async def run(self) -> None:
        """Call the roll, beat by beat."""
        while True:
            self.call_the_roll()
            await asyncio.sleep(self._beat)

    def call_the_roll(self) -> None:
        """Say who is here; when that is heard here too, those are counted who are nowhere."""
        here = {table: there.here for table, there in self._gatherings.items() if there.watchers}
        self._attendance.tell(here, is_whole=True)

    def put_in_order(self) -> None:
        """Make up for what could not be done when it was time."""
        for gathering in self._gatherings.values():
            if gathering.watchers and not _is_in_order(gathering):
                self._errands.send_off(self._follow(gathering))

    async def empty(self) -> None:
        """Stir everybody, so that they see that it is time to go; wait until all are gone."""
        for gathering in self._gatherings.values():
            gathering.stir()
        while self.tables:
            self._somebody_left.clear()
            await self._somebody_left.wait()

    async def close(self) -> None:
        await self._errands.cancel()

    def _changed(self, ledger: AnyLedger) -> None:
        log = ledger.opening.room if isinstance(ledger, MatchLedger) else ledger.log
        gathering = self._gatherings.get(log)
        if gathering is None:
            return
        if ledger is gathering.match and gathering.match.outcome is None:
            self._tell(gathering)
        else:
            self._errands.send_off(self._follow(gathering))

    async def _follow(self, gathering: Gathering) -> None:
        """See to it that all is as the table says, and tell everybody."""
        for guest in _back_again(gathering):
            await self._tables.come_back(gathering.room, guest)
        gathering.match = await self._tables.match_at(gathering.room)
        await self._tables.forfeit_stood_in(gathering.room)
        self._tell(gathering)

    def _tell(self, gathering: Gathering) -> None:
        gathering.stir()
        for listener in self._listeners:
            listener(gathering)

    # Coming and going

    def _came_or_went(self, gathering: Gathering) -> None:
        self._attendance.tell({gathering.room.log: gathering.here}, is_whole=False)
        gathering.stir()

    def _others_changed(self, tables: Iterable[str]) -> None:
        for table in tables:
            gathering = self._gatherings.get(table)
            if gathering is not None:
                self._tell(gathering)

    def _count_absences(self) -> None:
        """Who sits at a table and is nowhere has been away for a beat longer."""
        for table, gathering in list(self._gatherings.items()):
            present = gathering.presence().guests
            before = gathering.missing
            gathering.missing = {
                guest: before.get(guest, 0) + self._beat
                for guest in gathering.room.room.owners
                if guest not in present
            }
            for guest, away in gathering.missing.items():
                if away >= self._grace and stay_away(gathering.room.room, guest, present):
                    gathering.missing[guest] = 0  # if it fails, it is tried after another grace
                    self._errands.send_off(self._tables.stay_away(gathering.room, guest, present))
                elif away >= self._grace:  # the chair is kept; what was promised is not
                    self._forfeit(gathering, guest)
            is_settled = all(away >= self._grace for away in gathering.missing.values())
            if not gathering.watchers and is_settled:
                del self._gatherings[table]

    def _forfeit(self, gathering: Gathering, guest: str) -> None:
        match, seat = gathering.match, gathering.room.room.seat_of(guest)
        if match is None or seat is None or not match.is_owed(seat):
            return

        def is_gone() -> bool:
            return guest not in gathering.presence().guests

        self._errands.send_off(self._tables.forfeit(match, seat, is_gone))


def _back_again(gathering: Gathering) -> list[str]:
    """For whom a bot plays though they are here, where their socket is."""
    chairs = gathering.room.room.chairs
    owners = [chair.owner.id for chair in chairs if chair.owner and chair.is_away]
    return [owner for owner in owners if gathering.is_here(owner)]


def _is_in_order(gathering: Gathering) -> bool:
    """Whether the match is the one of the table, the table knows its end, and nobody is missed.

    Nor has a bot taken over what somebody promised.
    """
    room, match = gathering.room.room, gathering.match
    if (match.log if match else None) != room.match or _back_again(gathering):
        return False
    if match is not None and owed_by_stand_ins(room, match):
        return False
    return match is None or match.outcome is None or not room.is_playing
