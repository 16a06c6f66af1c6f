"""Deadlines fall: those of the tables at hand on time, all others within a second.

They are data in the store, so it does not matter which process lets one fall, or whether all of
them try: the version of the entry makes it fall once. A table that no process looks after is due,
too: then this one does.
"""

import asyncio
import heapq
import logging

from tinplate.server.books import AnyLedger, Books
from tinplate.server.hub import Hub
from tinplate.server.ledger import LEASE, ROOM, MatchLedger
from tinplate.store.log import Head, Moment, Unavailable

LONGEST_SLEEP = 1.0  # seconds
MOST_AT_ONCE = 1_000
log = logging.getLogger(__name__)


class Timekeeper:
    """Looks into the store whenever something may be due."""

    def __init__(self, books: Books, hub: Hub) -> None:
        self._books = books
        self._hub = hub
        self._expected: list[Moment] = []  # a heap
        self._sooner = asyncio.Event()
        books.listen(self._note)

    async def run(self) -> None:
        is_blind = False
        while True:
            await self._sleep()
            try:
                await self.sweep()
                is_blind = False
            except Unavailable as error:
                if not is_blind:
                    log.warning("deadlines cannot fall: %s", error)
                is_blind = True

    async def sweep(self) -> None:
        """Let fall all that is due."""
        now = self._books.clock()
        while self._expected and self._expected[0] <= now:
            heapq.heappop(self._expected)
        heads = await self._books.store.due(now, limit=MOST_AT_ONCE)
        tables = [head.log for head in heads if head.kind == ROOM]
        await self._books.store.postpone(tables, Moment(now + LEASE))  # we look after them now
        await asyncio.gather(*(self._let_fall(head) for head in heads))

    async def _let_fall(self, head: Head) -> None:
        try:
            if head.kind == ROOM:
                await self._hub.look_after(head.log)
            else:
                await self._books.let_fall(await self._books.match(head.log))
        except Unavailable:
            raise
        except Exception:  # one bad log must not hold up the others
            log.exception("the deadline of %s cannot fall", head.log)

    def _note(self, ledger: AnyLedger) -> None:
        due = ledger.due if isinstance(ledger, MatchLedger) else None
        if due is not None:
            heapq.heappush(self._expected, due)
            self._sooner.set()

    async def _sleep(self) -> None:
        """Until the next deadline that is known, or for a second."""
        loop = asyncio.get_running_loop()
        latest = loop.time() + LONGEST_SLEEP
        while (left := min(latest - loop.time(), self._seconds_left())) > 0:
            self._sooner.clear()
            try:
                await asyncio.wait_for(self._sooner.wait(), left)
            except TimeoutError:
                return

    def _seconds_left(self) -> float:
        if not self._expected:
            return LONGEST_SLEEP
        return (self._expected[0] - self._books.clock()) / 1000
