"""Long computations, in threads of their own: the loop, which serves everybody, never waits.

The compiled searches let go of the interpreter, so threads will do. So many think at a time, so
many may wait, and nobody has more than their share.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeVar

from litestar import Litestar, Request

from tinplate.game import Told
from tinplate.pack import GamePack
from tinplate.server.budget import PEOPLE_AT_AN_ADDRESS, household
from tinplate.server.errands import Errands

THREADS = 2
MOST_AT_ONCE = 16  # that think or wait
MOST_EACH = 2  # of them for one guest
PEOPLE_A_THOUGHT = 25  # of them for one address: guests are free, so they are counted together

ThoughtT = TypeVar("ThoughtT")
Cancel = Callable[[], bool]  # whether nobody waits for the answer any more
Work = Callable[[Cancel], ThoughtT]


class Busy(Told):
    """There is too much to think about; the sentence is fit to be shown."""

    wait = 5  # seconds


class Gone(Exception):
    """Nobody is there any more to hear the answer."""


class Who(NamedTuple):
    """Somebody who wants something to be thought about."""

    guest: str  # or whatever tells one of an address from the others
    address: str


THE_HOUSE = Who("the house", "the house")


class Thinkers:
    """A few threads, and a bound on those who wait for them."""

    def __init__(self, people: int = PEOPLE_AT_AN_ADDRESS, packs: Iterable[GamePack] = ()) -> None:
        self._packs = tuple(packs)  # warmed up in the background
        self._most_an_address = most_an_address(people)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="thinker")
        self._guests: Counter[str] = Counter()
        self._homes: Counter[str] = Counter()
        self._errands = Errands()
        self._is_closed = threading.Event()

    @asynccontextmanager
    async def at_work(self, _: Litestar) -> AsyncIterator[None]:
        """From the start, when the games warm up, until all is stopped."""
        self._errands.send_off(self.think(THE_HOUSE, self._warm_up))
        try:
            yield
        finally:
            self._is_closed.set()
            await self._errands.cancel()
            self._threads.shutdown(wait=False, cancel_futures=True)

    async def think(self, who: Who, work: Work[ThoughtT]) -> ThoughtT:
        """What comes of the work; Busy if too much is asked for. Who stops waiting stops it."""
        home = household(who.address)
        self._admit(who.guest, home)
        is_stopped = threading.Event()
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._threads, work, lambda: is_stopped.is_set() or self._is_closed.is_set()
            )
        finally:
            is_stopped.set()
            self._guests -= Counter([who.guest])
            self._homes -= Counter([home])

    async def think_for(
        self, request: Request[Any, Any, Any], who: Who, work: Work[ThoughtT]
    ) -> ThoughtT:
        """The same for who sent the request, and only as long as they are there; else Gone."""
        thinking = asyncio.create_task(self.think(who, work))
        leaving = asyncio.create_task(_disconnect(request))
        try:
            await asyncio.wait({thinking, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not thinking.done():
                raise Gone
            return thinking.result()
        finally:
            thinking.cancel()
            leaving.cancel()
            await asyncio.wait({thinking, leaving})  # what is answered takes nobody's place

    def _warm_up(self, cancel: Cancel) -> None:
        for pack in self._packs:
            for _ in pack.warm_up():
                if cancel():
                    return

    def _admit(self, guest: str, home: str) -> None:
        if self._guests[guest] >= MOST_EACH:
            because = "You have asked for something to be thought about already; wait for it."
            raise Busy(because, "you-wait-already")
        if self._homes[home] >= self._most_an_address:
            because = "Too many at your address ask for that; try again in a moment."
            raise Busy(because, "address-is-busy")
        if self._guests.total() >= MOST_AT_ONCE:
            because = "Too many ask for something to be thought about; try again in a moment."
            raise Busy(because, "house-is-busy")
        self._guests[guest] += 1
        self._homes[home] += 1


def most_an_address(people: int) -> int:
    """How much is thought about at a time for one address; for no number, nothing is counted."""
    return max(MOST_EACH, people // PEOPLE_A_THOUGHT) if people else MOST_AT_ONCE


async def _disconnect(request: Request[Any, Any, Any]) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass  # the rest of a body nobody asked for
