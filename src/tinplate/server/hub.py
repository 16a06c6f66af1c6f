"""The tables that are watched in this process: their watchers are notified of every change."""

import asyncio
from collections.abc import Callable, Iterable

from tinplate.lobby.rules import handle_absence, speaker
from tinplate.lobby.values import Guest, Reaction, Table
from tinplate.server.background import BackgroundTasks
from tinplate.server.bus import AccountChanged, Bus, BusMessage, GuestReacted
from tinplate.server.forgotten import ForgottenPeople
from tinplate.server.log_cache import AnyReplica, LogCache
from tinplate.server.presence import MAX_MISSED_HEARTBEATS, PresenceListener, PresenceTracker
from tinplate.server.private_people import PrivatePeople
from tinplate.server.replicas import LEASE
from tinplate.server.tables import TableService, conceding_seats, seats_owing_for_others
from tinplate.server.watchers import WatchedTable, Watcher
from tinplate.store.log import Moment
from tinplate.wire.incoming import Hello
from tinplate.wire.outgoing import Reacted


class Hub:
    """All watched tables of this process.

    It also counts how long owners of chairs have been absent. After the grace period, the rules
    of the lobby decide what happens to their chairs.
    """

    def __init__(  # noqa: PLR0913 - what it needs, each by name
        self,
        log_cache: LogCache,
        tables: TableService,
        tracker: PresenceTracker,
        bus: Bus,
        forgotten: ForgottenPeople,
        *,
        private_people: PrivatePeople,
        grace: float,
        heartbeat: float,
    ) -> None:
        self._log_cache = log_cache
        self._tables = tables
        self._tracker = tracker
        self._bus = bus
        self._forgotten = forgotten
        self._private_people = private_people
        self._grace = grace
        self._heartbeat = heartbeat
        self._watched: dict[str, WatchedTable] = {}
        self.doubtful = set[str]()  # tables of which we may have missed something
        self._background = BackgroundTasks(log_cache.on_fault)
        self._somebody_left = asyncio.Event()
        self._listeners: list[Callable[[WatchedTable], None]] = []
        log_cache.subscribe(self._log_changed)
        bus.subscribe(self._show_reaction)
        bus.subscribe(self._note_privacy)
        forgotten.subscribe(self._show_all)
        tracker.subscribe(
            PresenceListener(
                on_change=self._presence_elsewhere_changed,
                on_heartbeat=self._count_absences,
                on_follow=self._ask_who_is_there,
                on_question=self._answer_who_is_here,
                on_death=self.doubtful.update,
            )
        )

    @property
    def watched_tables(self) -> set[str]:
        """All tables with watchers here."""
        return {table for table, watched in self._watched.items() if watched.watchers}

    def logs_of(self, wanted: Iterable[str]) -> list[str]:
        """The logs of those of these tables that have watchers here, and of their matches."""
        known = (self._watched.get(table) for table in wanted)
        tables = [watched for watched in known if watched is not None and watched.watchers]
        matches = (watched.match for watched in tables)
        return [
            *(watched.log for watched in tables),
            *(match.log for match in matches if match is not None),
        ]

    @property
    def watched(self) -> list[WatchedTable]:
        """The tables with watchers here."""
        return [watched for watched in self._watched.values() if watched.watchers]

    @property
    def table_count(self) -> int:
        """How many tables have watchers here."""
        return len(self.watched)

    def find(self, table: str) -> WatchedTable | None:
        """A table that this process looks after."""
        return self._watched.get(table)

    def subscribe(self, listener: Callable[[WatchedTable], None]) -> None:
        """Call the listener whenever a watched table or its match has changed."""
        self._listeners.append(listener)

    async def join(self, table: str, guest: Guest | None, hello: Hello) -> Watcher:
        """Add a watcher. UnknownLog if there is no such table."""
        watched = await self._watch(table)
        watcher = Watcher(watched, guest, hello, self._grace, self._log_cache.clock)
        watched.add(watcher)
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

    def react(self, watched: WatchedTable, guest: Guest, reaction: Reaction) -> None:
        """Show everybody at the table, in all processes. Rejected if this guest may not."""
        shown = speaker(watched.table, guest)
        self._bus.publish(GuestReacted(watched.log, shown, reaction))

    async def run(self) -> None:
        """Send heartbeats."""
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            self.beat()
            await asyncio.sleep(self._heartbeat)
            if loop.time() - began > MAX_MISSED_HEARTBEATS * self._heartbeat:
                self._come_back()

    def beat(self) -> None:
        """Send a heartbeat. When we receive it ourselves, we count who is absent."""
        for table in self._tracker.beat():
            self._announce(self._watched[table])

    def end(self) -> None:
        """Tell the other processes that this one has ended."""
        self._tracker.end()

    def _come_back(self) -> None:
        """We were frozen: the others may have forgotten us, and have told us in vain."""
        for watched in self._watched.values():
            self._announce(watched, asks=True)

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
        if table not in self._watched:
            self._watched[table] = WatchedTable(
                replica, self._tracker, self._forgotten, self._log_cache.clock
            )
            self._tracker.follow(table)
        return self._watched[table]

    def _log_changed(self, replica: AnyReplica) -> None:
        watched = self._watched.get(replica.table_log)
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
        await self._learn_privacy(watched)
        self._notify(watched)

    async def _learn_privacy(self, watched: WatchedTable) -> None:
        """Find out whose ratings are nobody's business, where ratings are shown."""
        private = await self._private_people.with_steps_at(watched.table)
        if private != watched.private:
            watched.private = private

    def _notify(self, watched: WatchedTable) -> None:
        watched.notify()
        for listener in self._listeners:
            listener(watched)

    def _show_all(self) -> None:
        """A name may have to go."""
        for watched in self._watched.values():
            watched.notify()

    def _show_reaction(self, message: BusMessage) -> None:
        if isinstance(message, GuestReacted) and message.table in self._watched:
            shown = Reacted(message.guest, message.reaction)
            self._watched[message.table].show(shown)

    def _note_privacy(self, message: BusMessage) -> None:
        """An account has changed, and may be private now, or no longer."""
        if not isinstance(message, AccountChanged):
            return
        for watched in self._watched.values():
            if watched.table.steps and message.person in watched.table.guests:
                self._background.detach(self._sync(watched))

    # Presence

    def _presence_changed(self, watched: WatchedTable) -> None:
        self._tracker.report(watched.log, watched.present)
        watched.notify()

    def _ask_who_is_there(self, table: str) -> None:
        """Messages about this table come through from now on; we may have missed earlier ones."""
        self.doubtful.add(table)
        self._announce(self._watched[table], asks=True)

    def _answer_who_is_here(self, table: str) -> None:
        self._announce(self._watched[table])

    def _announce(self, watched: WatchedTable, *, asks: bool = False) -> None:
        """Tell the others who is here, and what we know of the table."""
        self._tracker.report(watched.log, watched.present, asks=asks)
        self._log_cache.announce(watched.replica)
        if watched.match is not None:
            self._log_cache.announce(watched.match)

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
            watched.count_absences(self._heartbeat)
            self._count_stall(watched)
            for guest, seconds in watched.absentees.items():
                if seconds >= self._grace and handle_absence(watched.table, guest, present):
                    watched.absent_for[guest] = 0  # if it fails, retry after another grace period
                    absence = self._tables.handle_absence(watched.replica, guest, present)
                    self._background.detach(absence)
                # They keep their chair, but nobody waits for them, nor again once a bot plays.
                elif seconds >= self._grace or _is_replaced(watched.table, guest):
                    self._go_on_without(watched, guest)
            is_settled = all(seconds >= self._grace for seconds in watched.absentees.values())
            if not watched.watchers and is_settled:
                del self._watched[log]
                self._tracker.unfollow(log)

    def _count_stall(self, watched: WatchedTable) -> None:
        """Start a clock where everybody has waited long enough for people who are there."""
        match, stall = watched.match, watched.count_stall(self._heartbeat)
        if match is None or stall is None:
            return
        (_, seconds), patience = watched.stalled, self._tables.patience(watched.table)
        if patience is not None and seconds >= patience:
            self._background.detach(self._tables.hurry(match, stall))

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


def _is_replaced(table: Table, guest: str) -> bool:
    chair = table.chair_of(guest)
    return chair is not None and table.chairs[chair].is_away


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
