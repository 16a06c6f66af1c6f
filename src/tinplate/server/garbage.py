"""When Python looks for garbage: everybody waits meanwhile."""

import asyncio
import gc
from collections.abc import Awaitable, Callable

INTERVAL = 600.0  # seconds between two looks at everything
NEVER = 1_000_000_000
THRESHOLDS = 1_000, 5, NEVER  # for what is new: often, and in small steps

Pause = Callable[[], Awaitable[None]]


async def collect_garbage(pause: Pause = lambda: asyncio.sleep(INTERVAL)) -> None:
    """Keep the pauses of the garbage collector short and rare. Runs until it is cancelled.

    Most garbage is new, and found within a moment. To find the rest, the collector looks at
    everything that is alive, which takes half a second with 2,000 sockets. Left alone, it would do
    so whenever a quarter has been added. What exists at the start lives until the end.
    """
    gc.set_threshold(*THRESHOLDS)
    gc.collect()
    gc.freeze()
    while True:
        await pause()
        gc.collect()
