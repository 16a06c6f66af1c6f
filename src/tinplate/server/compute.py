"""Long computations run in threads of their own, so that the event loop never waits for them.

Compiled searches release the GIL, so threads are enough. The number of running and waiting
computations is limited in total, for each guest and for each address.
"""

import asyncio
import ctypes
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeVar

from litestar import Litestar, Request

from tinplate.game import ExplainedError
from tinplate.server.rate_limits import PEOPLE_PER_ADDRESS, network_of

THREADS = 2
MAX_TOTAL = 16  # computations that run or wait
MAX_PER_GUEST = 2
PEOPLE_PER_COMPUTATION = 25  # for each address, because anyone can become many guests

ResultT = TypeVar("ResultT")
Cancel = Callable[[], bool]  # whether nobody waits for the result any more
Work = Callable[[Cancel], ResultT]


class Busy(ExplainedError):
    """Too many computations run or wait."""

    wait = 5  # seconds


class ClientGone(Exception):
    """The client has disconnected, so nobody needs the result."""


class Requester(NamedTuple):
    """Who asks for a computation."""

    guest: str  # an id, or whatever distinguishes clients of one address
    address: str


_trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # other systems lack it


class ComputePool:
    """A few threads, and limits on how many computations wait for them."""

    def __init__(self, people: int = PEOPLE_PER_ADDRESS) -> None:
        self._max_per_address = max_per_address(people)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="compute")
        self._guests: Counter[str] = Counter()
        self._networks: Counter[str] = Counter()
        self._is_closed = threading.Event()

    @asynccontextmanager
    async def lifespan(self, _: Litestar) -> AsyncIterator[None]:
        """Stop all computations at the end."""
        try:
            yield
        finally:
            self._is_closed.set()
            self._threads.shutdown(wait=False, cancel_futures=True)

    async def run(self, requester: Requester, work: Work[ResultT]) -> ResultT:
        """The result of the work. Busy if a limit is reached. Cancelling this stops the work."""
        network = network_of(requester.address)
        self._admit(requester.guest, network)
        is_stopped = threading.Event()
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._threads,
                _work_and_tidy_up,
                work,
                lambda: is_stopped.is_set() or self._is_closed.is_set(),
            )
        finally:
            is_stopped.set()
            self._guests -= Counter([requester.guest])
            self._networks -= Counter([network])

    async def run_for_request(
        self, request: Request[Any, Any, Any], requester: Requester, work: Work[ResultT]
    ) -> ResultT:
        """The same, but stop with ClientGone as soon as the client disconnects."""
        running = asyncio.create_task(self.run(requester, work))
        leaving = asyncio.create_task(disconnect(request))
        try:
            await asyncio.wait({running, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not running.done():
                raise ClientGone
            return running.result()
        finally:
            running.cancel()
            leaving.cancel()
            await asyncio.wait({running, leaving})  # so that it no longer counts

    def _admit(self, guest: str, network: str) -> None:
        if self._guests[guest] >= MAX_PER_GUEST:
            because = "We are still working on your last request. Wait for the answer."
            raise Busy(because, "you-wait-already")
        if self._networks[network] >= self._max_per_address:
            because = "Too many people at your address are asking. Try again in a moment."
            raise Busy(because, "address-is-busy")
        if self._guests.total() >= MAX_TOTAL:
            because = "The server is busy. Try again in a moment."
            raise Busy(because, "server-is-busy")
        self._guests[guest] += 1
        self._networks[network] += 1


def _work_and_tidy_up(work: Work[ResultT], cancel: Cancel) -> ResultT:
    """Search, and then give the memory that hard searches have used back to the system.

    glibc would keep most of it for each thread, and the server would grow with every search.
    """
    try:
        return work(cancel)
    finally:
        if _trim is not None:
            _trim(0)


def max_per_address(people: int) -> int:
    """How many computations one address may have at a time. With `people` = 0, no limit."""
    return max(MAX_PER_GUEST, people // PEOPLE_PER_COMPUTATION) if people else MAX_TOTAL


async def disconnect(request: Request[Any, Any, Any]) -> None:
    """Returns when the client is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass  # the rest of a body that we do not need
