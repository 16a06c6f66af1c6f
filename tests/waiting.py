"""How tests wait: for something to happen, never for time to pass.

That nothing happens cannot be seen by waiting. It follows from an order: something that comes later
has come, or a clock that the test sets has passed the time.
"""

import asyncio
import time
from collections.abc import Callable

# Seconds. Ends a test that hangs, and nothing else: what works needs a fraction of it, also on a
# machine that is ten times slower than ours.
PATIENCE = 120.0
A_MOMENT = 0.01  # seconds between two looks


async def until(is_so: Callable[[], object]) -> None:
    """Look again and again, for what happens in a thread or process that has no event for us."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await a_moment()


def block_until(is_so: Callable[[], object]) -> None:
    """The same without an event loop."""
    give_up = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < give_up, "it does not happen"
        time.sleep(A_MOMENT)


async def a_moment() -> None:
    """Between two tries of something that is tried until it works. It proves nothing."""
    await asyncio.sleep(A_MOMENT)


async def others_run(turns: int = 1) -> None:
    """Let the other tasks of this loop go as far as they can in so many turns; takes no time."""
    for _ in range(turns):
        await asyncio.sleep(0)
