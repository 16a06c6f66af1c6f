"""The tables that are watched in this process: their watchers are notified of every change."""

import asyncio
from collections.abc import Callable, Iterable

from tinplate.lobby.rules import handle_absence
from tinplate.lobby.values import Guest
from tinplate.server.background import BackgroundTasks
from tinplate.server.log_cache import AnyReplica, LogCache
from tinplate.server.presence import PresenceTracker
from tinplate.server.replicas import LEASE, MatchReplica
from tinplate.server.tables import TableService, conceding_seats, seats_owing_for_others
from tinplate.server.watchers import WatchedTable, Watcher
from tinplate.store.log import Moment
from tinplate.wire.incoming import Hello


class Hub:
    """All watched tables of this process.

    It also counts how long owners of chairs have been absent. After the grace period, the rules
    of the lobby decide what happens to their chairs.
    """

    def __init__(
        self,
        log_cache: LogCache,
        tables: TableService,
        tracker: PresenceTracker,
        *,
        grace: float,
        heartbeat: float,
    ) -> None:
        self._log_cache = log_cache
        self._tables = tables
        self._tracker = tracker
        self._grace = grace
        self._heartbeat = heartbeat
        self._watched: dict[str, WatchedTable] = {}
        self._background = BackgroundTasks()
        self._somebody_left = asyncio.Event()
        self._listeners: list[Callable[[WatchedTable], None]] = []
        log_cache.subscribe(self._log_changed)
        tracker.subscribe(self._presence_elsewhere_changed, self._count_absences)

    @property
    def watched_logs(self) -> list[str]:
        """The logs of all tables with watchers here, and of their matches."""
        tables = [watched for watched in self._watched.values() if watched.watchers]
        matches = (watched.match for watched in tables)
        return [
            *(watched.log for watched in tables),
            *(match.log for match in matches if match is not None),
        ]

    @property
    def table_count(self) -> int:
        """How many tables have watchers here."""
        return sum(1 for watched in self._watched.values() if watched.watchers)

    def subscribe(self, listener: Callable[[WatchedTable], None]) -> None:
        """Call the listener whenever a watched table or its match has changed."""
        self._listeners.append(listener)

    async def join(self, table: str, guest: Guest | None, hello: Hello) -> Watcher:
        """Add a watcher. UnknownLog if there is no such table."""
        watched = await self._watch(table)
        watcher = Watcher(watched, guest, hello, self._log_cache.clock)
        watched.add(watcher)
        if guest is not None:
            watched.absent_for.pop(guest.id, None)
        self._presence_changed(watched)
        try:
            await self._sync(watched)
            if watched.match is not None:  # never show less than another process has shown
                await self._log_cache.refresh(watched.match)
        except BaseException:
            self.leave(watcher)
            raise
        return watcher

    async def adopt(self, table: str) -> None:
        """Look after a table that no process looks after.

        Nobody is known to be there. The owners of its chairs have one grace period to come back.
        """
        await self._watch(table)

    async def renew_leases(self) -> None:
        """Tell the store that we look after our tables: for each of them once a minute."""
        now = self._log_cache.clock()
        until = Moment(now + LEASE)
        expiring = [
            watched
            for watched in self._watched.values()
            if watched.leased_until - now <= LEASE // 2
        ]
        await self._log_cache.store.postpone([watched.log for watched in expiring], until)
        for watched in expiring:
            watched.leased_until = until

    def leave(self, watcher: Watcher) -> None:
        watcher.watched.discard(watcher)
        self._presence_changed(watcher.watched)
        self._somebody_left.set()

    async def run(self) -> None:
        """Send a presence report with each heartbeat."""
        while True:
            self.report_presence()
            await asyncio.sleep(self._heartbeat)

    def report_presence(self) -> None:
        """Report who is here. When we receive our own report, we count who is absent."""
        present = {log: table.present for log, table in self._watched.items() if table.watchers}
        self._tracker.report(present, is_complete=True)

    def reconcile(self) -> None:
        """Retry what failed or was missed earlier."""
        for watched in self._watched.values():
            if watched.watchers and not _is_consistent(watched):
                self._background.detach(self._sync(watched))

    async def drain(self) -> None:
        """Notify all watchers, so that they notice the shutdown, and wait until they are gone."""
        for watched in self._watched.values():
            watched.notify()
        while self.table_count:
            self._somebody_left.clear()
            await self._somebody_left.wait()

    async def close(self) -> None:
        await self._background.cancel()

    async def _watch(self, table: str) -> WatchedTable:
        replica = await self._log_cache.table(table)
        await self._log_cache.refresh(replica)
        return self._watched.setdefault(table, WatchedTable(replica, self._tracker))

    def _log_changed(self, replica: AnyReplica) -> None:
        table = replica.opening.table if isinstance(replica, MatchReplica) else replica.log
        watched = self._watched.get(table)
        if watched is None:
            return
        if replica is watched.match and watched.match.outcome is None:
            self._notify(watched)
        else:
            self._background.detach(self._sync(watched))

    async def _sync(self, watched: WatchedTable) -> None:
        """Bring bots, match and promises in line with the table, then notify everybody."""
        for guest in _returned_owners(watched):
            await self._tables.handle_return(watched.replica, guest)
        watched.match = await self._tables.match_at(watched.replica)
        await self._tables.forfeit_of_others(watched.replica)
        await self._tables.resign_conceded(watched.replica)
        self._notify(watched)

    def _notify(self, watched: WatchedTable) -> None:
        watched.notify()
        for listener in self._listeners:
            listener(watched)

    # Presence

    def _presence_changed(self, watched: WatchedTable) -> None:
        self._tracker.report({watched.log: watched.present}, is_complete=False)
        watched.notify()

    def _presence_elsewhere_changed(self, tables: Iterable[str]) -> None:
        for table in tables:
            watched = self._watched.get(table)
            if watched is not None:
                watched.forget_presence()
                self._notify(watched)

    def _count_absences(self) -> None:
        """Add a heartbeat to the absence of each owner of a chair who is connected nowhere."""
        for log, watched in list(self._watched.items()):
            present = watched.presence().guests
            before = watched.absent_for
            watched.absent_for = {
                guest: before.get(guest, 0) + self._heartbeat
                for guest in watched.table.owners
                if guest not in present
            }
            for guest, seconds in watched.absent_for.items():
                if seconds >= self._grace and handle_absence(watched.table, guest, present):
                    watched.absent_for[guest] = 0  # if it fails, retry after another grace period
                    absence = self._tables.handle_absence(watched.replica, guest, present)
                    self._background.detach(absence)
                elif seconds >= self._grace:  # they keep their chair, but nobody waits for them
                    self._go_on_without(watched, guest)
            is_settled = all(seconds >= self._grace for seconds in watched.absent_for.values())
            if not watched.watchers and is_settled:
                del self._watched[log]

    def _go_on_without(self, watched: WatchedTable, guest: str) -> None:
        """Give up what an absent player has promised, or else their voice."""
        match, seat = watched.match, watched.table.seat_of(guest)
        if match is None or seat is None:
            return

        def is_gone() -> bool:
            return guest not in watched.presence().guests

        if match.is_owed(seat):
            self._background.detach(self._tables.forfeit(match, seat, is_gone))
        elif match.is_awaited(seat) and not watched.is_deserted:
            self._background.detach(self._tables.abstain(match, seat, is_gone))


def _returned_owners(watched: WatchedTable) -> list[str]:
    """Owners who are connected to this process while a bot still plays for them."""
    chairs = watched.table.chairs
    owners = [chair.owner.id for chair in chairs if chair.owner and chair.is_away]
    return [owner for owner in owners if watched.is_connected_here(owner)]


def _is_consistent(watched: WatchedTable) -> bool:
    """Whether there is nothing to sync.

    The loaded match is the one of the table, the table knows when it is over, nobody who is here
    is played by a bot, nobody owes what another has promised, and who conceded has resigned.
    """
    table, match = watched.table, watched.match
    if (match.log if match else None) != table.match or _returned_owners(watched):
        return False
    if match is not None and (
        seats_owing_for_others(watched.replica, match) or conceding_seats(table, match)
    ):
        return False
    return match is None or match.outcome is None or not table.is_playing
