"""Applies deadlines: on time at the tables watched here, within seconds everywhere else.

Deadlines are data in the store, so any process may apply one, and all of them may try: the version
key makes sure that each is applied once. To spare the store, the processes that look after a table
know its deadline by heart: the first of them applies it on time, the next one later, if it has to.

What nobody looks after is found in the store. The processes take turns to search: one each second.
If it is dead, the next one is not. The lease of a table is a deadline too. When it runs out, the
process that finds it adopts the table.
"""

import asyncio
import heapq
import logging

from tinplate.server.hub import Hub
from tinplate.server.log_cache import LogCache
from tinplate.server.presence import PresenceTracker
from tinplate.server.replicas import LEASE, TABLE
from tinplate.server.watchers import WatchedTable
from tinplate.store.log import Head, Moment, Unavailable

MAX_SLEEP = 1.0  # seconds
SECOND = 1_000  # milliseconds
TURN = 2_000  # milliseconds that we leave to a process before us
MAX_AT_ONCE = 1_000
log = logging.getLogger(__name__)


class DeadlineRunner:
    """Knows the deadlines of the tables at hand, and searches the store for those of others."""

    def __init__(self, log_cache: LogCache, hub: Hub, tracker: PresenceTracker) -> None:
        self._log_cache = log_cache
        self._hub = hub
        self._tracker = tracker
        self._expected: list[tuple[Moment, str]] = []  # a heap of times and tables
        self._next: dict[str, Moment] = {}  # by table: the one that counts of those in the heap
        self._sooner = asyncio.Event()
        self._swept = -1  # the second in which we last searched the store
        hub.subscribe(self._note)

    async def run(self) -> None:
        is_failing = False
        while True:
            await self._sleep()
            try:
                await self.apply_expected()
                if self._is_our_turn():
                    await self.sweep()
                is_failing = False
            except Unavailable as error:
                if not is_failing:
                    log.warning("cannot apply deadlines: %s", error)
                is_failing = True

    async def apply_expected(self) -> None:
        """Apply what is due at the tables at hand, unless another process comes first."""
        now = self._log_cache.clock()
        tables = list[WatchedTable]()
        while self._expected and self._expected[0][0] <= now:
            when, table = heapq.heappop(self._expected)
            if self._next.get(table) == when:
                del self._next[table]
                watched = self._hub.find(table)
                if watched is not None and self._is_ours(watched, now):
                    tables.append(watched)
        await asyncio.gather(*(self._apply_at(table) for table in tables))

    async def sweep(self) -> None:
        """Apply everything that is due, and that those who should have done it did not."""
        now = self._log_cache.clock()
        latest = Moment(now - TURN) if self._tracker.peers else now
        heads = await self._log_cache.store.due(latest, limit=MAX_AT_ONCE)
        tables = [head.log for head in heads if head.kind == TABLE]
        await self._log_cache.store.postpone(tables, Moment(now + LEASE))  # we take the lease
        await asyncio.gather(*(self._apply(head) for head in heads))

    def _is_our_turn(self) -> bool:
        """Whether this is a second in which we search the store, and have not done so yet."""
        second = self._log_cache.clock() // SECOND
        place, processes = self._tracker.turn
        if second == self._swept or second % processes != place:
            return False
        self._swept = second
        return True

    def _is_ours(self, watched: WatchedTable, now: Moment) -> bool:
        """Whether we are to apply the deadline now. If not now, we look again when we are."""
        due = watched.match.due if watched.match is not None else None
        if due is None:
            return False
        ours = Moment(due + watched.rank * TURN)
        if ours > now:
            self._expect(watched.log, ours)
        return ours <= now

    async def _apply_at(self, watched: WatchedTable) -> None:
        if watched.match is not None:
            try:
                await self._log_cache.apply_due(watched.match)
            except Unavailable:
                raise
            except Exception:  # one bad log must not hold up the others
                log.exception("cannot apply the deadline of %s", watched.match.log)

    async def _apply(self, head: Head) -> None:
        try:
            if head.kind == TABLE:
                await self._hub.adopt(head.log)
            else:
                await self._log_cache.apply_due(await self._log_cache.match(head.log))
        except Unavailable:
            raise
        except Exception:  # one bad log must not hold up the others
            log.exception("cannot apply the deadline of %s", head.log)

    def _note(self, watched: WatchedTable) -> None:
        due = watched.match.due if watched.match is not None else None
        if due is not None and due != self._next.get(watched.log):
            self._expect(watched.log, due)

    def _expect(self, table: str, when: Moment) -> None:
        is_next = not self._expected or when < self._expected[0][0]
        self._next[table] = when
        heapq.heappush(self._expected, (when, table))
        if is_next:
            self._sooner.set()

    async def _sleep(self) -> None:
        """Until the next known deadline, but at most a second."""
        loop = asyncio.get_running_loop()
        latest = loop.time() + MAX_SLEEP
        while (left := min(latest - loop.time(), self._seconds_left())) > 0:
            self._sooner.clear()
            try:
                await asyncio.wait_for(self._sooner.wait(), left)
            except TimeoutError:
                return

    def _seconds_left(self) -> float:
        if not self._expected:
            return MAX_SLEEP
        return (self._expected[0][0] - self._log_cache.clock()) / 1000
