"""Tells pages at once that there is news for somebody, in whichever process it came up.

A page asks for its news and says which it has; the answer waits until there is other news, or for a
while. Nothing depends on the bus: what it loses is found when the page asks again.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar import Request

from tinplate.server.bus import Bus, BusMessage, NewsCame
from tinplate.server.compute import ClientGone, disconnect
from tinplate.server.rate_limits import max_sockets, network_of

PAGES_EACH = 4  # of one person that wait at a time


class NewsDesk:
    """The pages of this process that wait for news, by person."""

    def __init__(self, bus: Bus, people: int) -> None:
        """For so many people behind one address; 0: there is no limit for addresses."""
        self._bus = bus
        self._most = max_sockets(people)
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._networks = Counter[str]()
        self._is_closed = False
        bus.subscribe(self._receive)

    def tell(self, person: str) -> None:
        """There may be other news for somebody: their pages ask for it now."""
        self._bus.publish(NewsCame(person))

    @contextmanager
    def attend(self, person: str, address: str) -> Iterator[asyncio.Event]:
        """What is set when there may be other news; at once, where too many pages wait already."""
        news, network = asyncio.Event(), network_of(address)
        if self._is_closed or not self._has_room(person, network):
            news.set()
            yield news
            return
        self._waiting.setdefault(person, set()).add(news)
        self._networks[network] += 1
        try:
            yield news
        finally:
            self._networks -= Counter([network])
            self._waiting[person].discard(news)
            if not self._waiting[person]:
                del self._waiting[person]

    def close(self) -> None:
        """Let nobody wait any more: the process ends, and pages ask another one."""
        self._is_closed = True
        for pages in self._waiting.values():
            for news in pages:
                news.set()

    def _has_room(self, person: str, network: str) -> bool:
        is_crowded = self._most and self._networks[network] >= self._most
        return not is_crowded and len(self._waiting.get(person, ())) < PAGES_EACH

    def _receive(self, message: BusMessage) -> None:
        if isinstance(message, NewsCame):
            for news in self._waiting.get(message.person, ()):
                news.set()


async def has_come(request: Request[Any, Any, Any], news: asyncio.Event, seconds: float) -> bool:
    """Whether there is news within so many seconds. ClientGone if the page is."""
    coming, leaving = asyncio.create_task(news.wait()), asyncio.create_task(disconnect(request))
    both = {coming, leaving}
    try:
        done, _ = await asyncio.wait(both, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in both:
            task.cancel()
        await asyncio.wait(both)
    if leaving in done:
        raise ClientGone
    return coming in done
