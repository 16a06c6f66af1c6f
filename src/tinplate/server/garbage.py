"""When Python looks for garbage: everybody waits meanwhile."""

import asyncio
import gc
import itertools
from collections.abc import Awaitable, Callable

MINUTE = 60.0  # seconds
MINUTES_FROZEN = 60
THRESHOLDS = 1_000, 5, 100  # often, and in small steps

Pause = Callable[[], Awaitable[None]]


async def collect_garbage(pause: Pause = lambda: asyncio.sleep(MINUTE)) -> None:
    """Keep the pauses of the garbage collector short. Runs until it is cancelled.

    A full collection looks at everything that is alive: a third of a second with 2,000 sockets.
    What is alive after a minute is likely to stay, so from then on the collector ignores it; only
    once an hour it looks at everything.
    """
    gc.set_threshold(*THRESHOLDS)
    for minute in itertools.count(1):
        gc.collect()
        gc.freeze()
        await pause()
        if minute % MINUTES_FROZEN == 0:
            gc.unfreeze()
