"""Applies deadlines: on time at the tables watched here, within a second everywhere else.

Deadlines are data in the store, so any process may apply one, and all of them may try: the version
key makes sure that each is applied once. The lease of a table is a deadline too. When it runs out,
this process adopts the table.
"""

import asyncio
import heapq
import logging

from tinplate.server.hub import Hub
from tinplate.server.log_cache import AnyReplica, LogCache
from tinplate.server.replicas import LEASE, TABLE, MatchReplica
from tinplate.store.log import Head, Moment, Unavailable

MAX_SLEEP = 1.0  # seconds
MAX_AT_ONCE = 1_000
log = logging.getLogger(__name__)


class DeadlineRunner:
    """Queries the store whenever something may be due."""

    def __init__(self, log_cache: LogCache, hub: Hub) -> None:
        self._log_cache = log_cache
        self._hub = hub
        self._expected: list[Moment] = []  # a heap
        self._sooner = asyncio.Event()
        log_cache.subscribe(self._note)

    async def run(self) -> None:
        is_failing = False
        while True:
            await self._sleep()
            try:
                await self.sweep()
                is_failing = False
            except Unavailable as error:
                if not is_failing:
                    log.warning("cannot apply deadlines: %s", error)
                is_failing = True

    async def sweep(self) -> None:
        """Apply everything that is due."""
        now = self._log_cache.clock()
        while self._expected and self._expected[0] <= now:
            heapq.heappop(self._expected)
        heads = await self._log_cache.store.due(now, limit=MAX_AT_ONCE)
        tables = [head.log for head in heads if head.kind == TABLE]
        await self._log_cache.store.postpone(tables, Moment(now + LEASE))  # we take the lease
        await asyncio.gather(*(self._apply(head) for head in heads))

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

    def _note(self, replica: AnyReplica) -> None:
        due = replica.due if isinstance(replica, MatchReplica) else None
        if due is not None:
            is_next = not self._expected or due < self._expected[0]
            heapq.heappush(self._expected, due)
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
        return (self._expected[0] - self._log_cache.clock()) / 1000
