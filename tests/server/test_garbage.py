"""The garbage collector looks at little, and in the end finds everything."""

import asyncio
import gc
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from tinplate.server.garbage import collect_garbage


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


async def run_for(pauses: int, meanwhile: Callable[[], None] = lambda: None) -> None:
    left = iter(range(pauses))

    async def pause() -> None:
        if next(left, None) is None:
            raise asyncio.CancelledError
        meanwhile()

    with suppress(asyncio.CancelledError):
        await collect_garbage(pause)


async def test_what_is_there_at_the_start_is_not_looked_at_again() -> None:
    """So a collection is short, however much there is."""
    kept = [Knot() for _ in range(1_000)]
    await run_for(0)

    assert gc.get_freeze_count() > len(kept) > len(gc.get_objects())


async def test_nobody_waits_for_a_look_at_everything_in_between() -> None:
    """However much is added."""
    await run_for(0)
    before = gc.get_stats()[2]["collections"]
    added = [Knot() for _ in range(200_000)]

    assert gc.get_stats()[2]["collections"] == before
    assert gc.get_stats()[0]["collections"] > len(added) / 10_000  # the new ones are looked at


async def test_what_dies_old_is_freed_in_the_end() -> None:
    """At the next look at everything."""
    old = list[Knot]()
    ends = list[weakref.ref[Knot]]()

    def come_and_go() -> None:
        old.append(Knot())
        ends.append(weakref.ref(old[0]))
        gc.collect(1)  # now it is old
        old.clear()

    await run_for(1, meanwhile=come_and_go)

    assert [None] == [end() for end in ends]
