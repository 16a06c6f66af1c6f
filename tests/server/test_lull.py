"""What can wait begins when the event loop has little to do, and never waits for long."""

import asyncio

import pytest

from tests.server.processes import ANN, Process, WallClock, match_begun
from tests.waiting import PATIENCE, others_run
from tinplate.ending import Resign
from tinplate.lobby.values import Start, Terms
from tinplate.server.lull import LONGEST, SHORT, Lull
from tinplate.store.memory import MemoryStore


class BusyLoop:
    """Something else takes its time in each of so many passes of the event loop."""

    def __init__(self, passes: int, seconds: float) -> None:
        self.now = 0.0
        self.left = passes
        self._seconds = seconds
        asyncio.get_running_loop().call_soon(self._work)

    def _work(self) -> None:
        self.now += self._seconds
        self.left -= 1
        if self.left:
            asyncio.get_running_loop().call_soon(self._work)


async def test_whatever_can_wait_begins_in_a_quiet_moment() -> None:
    busy = BusyLoop(passes=20, seconds=2 * SHORT)
    async with asyncio.timeout(PATIENCE):
        await Lull(lambda: busy.now).come()

    assert 0 == busy.left


@pytest.mark.parametrize("seconds", [2 * SHORT, LONGEST])
async def test_nothing_waits_for_long(seconds: float) -> None:
    """However busy we are; not those either who come while others wait."""
    busy = BusyLoop(passes=10_000, seconds=seconds)
    lull = Lull(lambda: busy.now)
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(lull.come() for _ in range(3)))

    assert busy.left > 0
    assert busy.now < 2 * LONGEST + 5 * seconds


async def test_they_begin_one_after_the_other() -> None:
    """Many at once would be what they wait for."""
    busy = BusyLoop(passes=100, seconds=SHORT / 2)
    lull, began = Lull(lambda: busy.now), list[int]()

    async def begin() -> None:
        await lull.come()
        began.append(busy.left)

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(begin() for _ in range(5)))

    assert sorted(set(began), reverse=True) == began


class Held(Lull):
    """No quiet moment comes until the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.is_quiet = asyncio.Event()

    async def come(self) -> None:
        await self.is_quiet.wait()


async def test_matches_begin_and_are_recorded_in_quiet_moments() -> None:
    """A match that ends is over at once, whenever it is rated and in profiles."""
    process = Process(MemoryStore(), WallClock())
    rated = Terms("ricochet", {}, is_rated=True, speed="usual")
    table = await match_begun(process, rated)
    held = process.log_cache.lull = Held()
    await process.play(table, ANN, Resign(), "resign")
    await process.match(table)
    starting = asyncio.create_task(process.act(table, ANN, Start(), "again"))
    await others_run(50)
    ended = (await process.replica(table)).table
    held.is_quiet.set()
    async with asyncio.timeout(PATIENCE):
        await starting
        await process.ratings._background.join()
        await process.records._background.join()
    after = (await process.replica(table)).table

    assert (False, 1, 1) == (ended.is_playing, len(ended.to_rate), len(ended.to_record))
    assert (True, 0, 0) == (after.is_playing, len(after.to_rate), len(after.to_record))
