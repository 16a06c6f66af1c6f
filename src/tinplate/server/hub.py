"""Who looks at which table in this process: they are stirred when something changes."""

import asyncio
from collections.abc import Callable
from weakref import WeakValueDictionary

from tinplate.lobby.values import Guest
from tinplate.server.books import AnyLedger, Books
from tinplate.server.errands import Errands
from tinplate.server.ledger import MatchLedger
from tinplate.server.tables import Tables
from tinplate.server.watcher import Gathering, Watcher
from tinplate.wire.incoming import Hello


class Hub:
    """All gatherings of this process. Who stays away for longer than the grace is given up."""

    def __init__(self, books: Books, tables: Tables, grace: float) -> None:
        self._books = books
        self._tables = tables
        self._grace = grace
        self._gatherings: WeakValueDictionary[str, Gathering] = WeakValueDictionary()
        self._graces: dict[tuple[str, str], asyncio.TimerHandle] = {}  # by table and guest
        self._errands = Errands()
        self._listeners: list[Callable[[Gathering], None]] = []
        books.listen(self._changed)

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
        gathering = self._gatherings.setdefault(table, Gathering(room))
        watcher = Watcher(gathering, guest, hello, self._books.clock)
        if not gathering.watchers:
            self._wait_for_owners(gathering)
        gathering.watchers.add(watcher)
        try:
            if guest is not None:
                self._stop_waiting_for(gathering, guest.id)
            await self._follow(gathering)
        except BaseException:
            self.leave(watcher)
            raise
        return watcher

    def leave(self, watcher: Watcher) -> None:
        gathering = watcher.gathering
        gathering.watchers.discard(watcher)
        if watcher.guest and not gathering.is_here(watcher.guest.id):
            self._wait_for(gathering, watcher.guest.id)
        gathering.stir()

    async def close(self) -> None:
        for grace in self._graces.values():
            grace.cancel()
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
        for chair in gathering.room.room.chairs:
            # Another process, where they have no socket, may have taken them for absent.
            if chair.owner and chair.is_away and gathering.is_here(chair.owner.id):
                await self._tables.come_back(gathering.room, chair.owner.id)
        gathering.match = await self._tables.match_at(gathering.room)
        self._tell(gathering)

    def _tell(self, gathering: Gathering) -> None:
        gathering.stir()
        for listener in self._listeners:
            listener(gathering)

    def _wait_for_owners(self, gathering: Gathering) -> None:
        """Who was here when a process ended, or nobody looked, gets the grace from now on."""
        for chair in gathering.room.room.chairs:
            if chair.owner and (gathering.room.log, chair.owner.id) not in self._graces:
                self._wait_for(gathering, chair.owner.id)

    def _wait_for(self, gathering: Gathering, guest: str) -> None:
        self._stop_waiting_for(gathering, guest)
        self._graces[gathering.room.log, guest] = asyncio.get_running_loop().call_later(
            self._grace, self._give_up, gathering, guest
        )

    def _stop_waiting_for(self, gathering: Gathering, guest: str) -> None:
        grace = self._graces.pop((gathering.room.log, guest), None)
        if grace is not None:
            grace.cancel()

    def _give_up(self, gathering: Gathering, guest: str) -> None:
        del self._graces[gathering.room.log, guest]
        self._errands.send_off(self._stay_away(gathering, guest))

    async def _stay_away(self, gathering: Gathering, guest: str) -> None:
        if not gathering.is_here(guest):  # they may have come at the last moment
            await self._tables.stay_away(gathering.room, guest)
