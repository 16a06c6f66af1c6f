"""Long computations, in threads of their own: the loop, which serves everybody, never waits.

The compiled searches let go of the interpreter, so threads will do. So many think at a time, so
many may wait, and nobody has more than their share.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from litestar import Litestar, Request

from tinplate.ricochet.solver import prepare
from tinplate.server.errands import Errands

THREADS = 2
MOST_AT_ONCE = 16  # that think or wait
MOST_EACH = 2  # of them for one asker
RETRY_AFTER = 5  # seconds

ThoughtT = TypeVar("ThoughtT")
Cancel = Callable[[], bool]  # whether nobody waits for the answer any more
Work = Callable[[Cancel], ThoughtT]


class Busy(Exception):
    """There is too much to think about; the sentence is fit to be shown."""


class Gone(Exception):
    """Nobody is there any more to hear the answer."""


class Thinkers:
    """A few threads, and a bound on those who wait for them."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="thinker")
        self._askers: Counter[str] = Counter()
        self._errands = Errands()
        self._is_closed = threading.Event()

    @asynccontextmanager
    async def at_work(self, _: Litestar) -> AsyncIterator[None]:
        """From the beginning, when the solver is loaded in nobody's time, until all is stopped."""
        self._errands.send_off(self.think("the house", _load_solver))
        try:
            yield
        finally:
            self._is_closed.set()
            await self._errands.cancel()
            self._threads.shutdown(wait=False, cancel_futures=True)

    async def think(self, asker: str, work: Work[ThoughtT]) -> ThoughtT:
        """What comes of the work; Busy if too much is asked for. Who stops waiting stops it."""
        self._admit(asker)
        is_stopped = threading.Event()
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._threads, work, lambda: is_stopped.is_set() or self._is_closed.is_set()
            )
        finally:
            is_stopped.set()
            self._askers -= Counter([asker])

    async def think_for(
        self, request: Request[Any, Any, Any], asker: str, work: Work[ThoughtT]
    ) -> ThoughtT:
        """The same for who sent the request, and only as long as they are there; else Gone."""
        thinking = asyncio.create_task(self.think(asker, work))
        leaving = asyncio.create_task(_disconnect(request))
        try:
            await asyncio.wait({thinking, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not thinking.done():
                raise Gone
            return thinking.result()
        finally:
            thinking.cancel()
            leaving.cancel()

    def _admit(self, asker: str) -> None:
        if self._askers[asker] >= MOST_EACH:
            raise Busy("You have asked for something to be thought about already; wait for it.")
        if self._askers.total() >= MOST_AT_ONCE:
            raise Busy("Too many ask for something to be thought about; try again in a moment.")
        self._askers[asker] += 1


async def _disconnect(request: Request[Any, Any, Any]) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass  # the rest of a body nobody asked for


def _load_solver(cancel: Cancel) -> None:
    for _ in prepare.steps():
        if cancel():
            return
