"""The garbage collector looks at little, and in the end finds everything."""

import asyncio
import gc
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from tinplate.server.garbage import MINUTES_FROZEN, collect_garbage


class Knot:
    """Something that only the garbage collector can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)
    gc.unfreeze()


async def run_for(minutes: int, meanwhile: Callable[[], None] = lambda: None) -> None:
    left = iter(range(minutes - 1))

    async def pause() -> None:
        meanwhile()
        if next(left, None) is None:
            raise asyncio.CancelledError

    with suppress(asyncio.CancelledError):
        await collect_garbage(pause)


async def test_what_stays_is_not_looked_at_again() -> None:
    """So a collection is short, however much there is."""
    kept = [Knot() for _ in range(1_000)]
    await run_for(1)

    assert gc.get_freeze_count() > len(kept) > len(gc.get_objects())


async def test_what_dies_young_is_freed_within_a_minute() -> None:
    """The next time that the collector looks."""
    gone = weakref.ref(Knot())
    await run_for(1)

    assert gone() is None


async def test_what_dies_old_is_freed_within_an_hour() -> None:
    """When the collector looks at everything."""
    old = [Knot()]
    gone = weakref.ref(old[0])
    await run_for(MINUTES_FROZEN, meanwhile=old.clear)
    is_there_until_then = gone() is not None
    old.append(Knot())
    gone_too = weakref.ref(old[0])
    await run_for(MINUTES_FROZEN + 1, meanwhile=old.clear)

    assert is_there_until_then
    assert gone_too() is None
