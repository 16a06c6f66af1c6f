"""Everybody who has the page open, in all processes: their pages ask for news now and then.

Nothing of it is stored. Each process tells the others whom it has heard of; that is repeated, and
forgotten when it is not.
"""

import asyncio
import time
from collections.abc import Callable

from tinplate.server.bus import Bus, BusMessage, PeopleSeen

INTERVAL = 10.0  # seconds between two reports
BELIEVED = 45.0  # seconds; pages ask more often


class OnlinePeople:
    """Knows who was heard of lately."""

    def __init__(self, bus: Bus, process: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._bus = bus
        self._process = process
        self._clock = clock
        self._here: dict[str, float] = {}
        self._elsewhere: dict[str, float] = {}
        bus.subscribe(self._receive)

    def note(self, person: str) -> None:
        """Their page has asked for something."""
        self._here[person] = self._clock()

    def has(self, person: str) -> bool:
        seen = max(self._here.get(person, 0.0), self._elsewhere.get(person, 0.0))
        return bool(seen) and seen > self._clock() - BELIEVED

    async def run(self) -> None:
        while True:
            await asyncio.sleep(INTERVAL)
            self.report()

    def report(self) -> None:
        """Forget who is gone, and tell the others who is here."""
        since = self._clock() - BELIEVED
        self._here = {one: at for one, at in self._here.items() if at > since}
        self._elsewhere = {one: at for one, at in self._elsewhere.items() if at > since}
        lately = self._clock() - 2 * INTERVAL
        people = tuple(one for one, at in self._here.items() if at > lately)
        if people:
            self._bus.publish(PeopleSeen(self._process, people))

    def _receive(self, message: BusMessage) -> None:
        if isinstance(message, PeopleSeen) and message.process != self._process:
            now = self._clock()
            self._elsewhere |= dict.fromkeys(message.people, now)
