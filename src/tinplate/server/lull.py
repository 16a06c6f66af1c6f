"""Lets tables go first: whatever can wait a moment begins when the event loop has little to do."""

import asyncio
from collections.abc import Callable
from time import monotonic

SHORT = 0.003  # seconds that a pass of the event loop takes when it has little to do
LONGEST = 0.5  # seconds that anything waits, however busy we are


class Lull:
    """Tells its callers when to begin: one after the other, each in a quiet moment."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._turn = asyncio.Lock()

    async def come(self) -> None:
        """Return after a short pass of the event loop. On a server with little to do, at once."""
        latest = self._clock() + LONGEST
        async with self._turn:
            while (began := self._clock()) < latest:
                await asyncio.sleep(0)  # a pass: everybody else has a turn
                if self._clock() - began < SHORT:
                    return
