"""Thinking never holds up the loop, is bounded, and ends when nobody waits for it."""

import asyncio
import resource
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from litestar import Litestar

from tests.waiting import PATIENCE
from tinplate.server.compute import (
    MAX_PER_GUEST,
    MAX_TOTAL,
    THREADS,
    Busy,
    Cancel,
    ComputePool,
    Requester,
    max_per_address,
)
from tinplate.server.rate_limits import PEOPLE_PER_ADDRESS

ANN = Requester("ann", "192.0.2.1")


def somebody(number: int) -> Requester:
    """Each at an address of their own."""
    return Requester(f"guest {number}", f"198.51.100.{number}")


@pytest.fixture
async def pool() -> AsyncIterator[ComputePool]:
    some = ComputePool()
    async with some.lifespan(Litestar()):
        yield some


class Puzzle:
    """Something to think about until it is told to end, or that nobody waits any more."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.is_begun = asyncio.Event()
        self.is_left = asyncio.Event()
        self.is_solved = threading.Event()

    def __call__(self, cancel: Cancel) -> str:
        self.loop.call_soon_threadsafe(self.is_begun.set)
        while not self.is_solved.wait(0.001):
            if cancel():
                self.loop.call_soon_threadsafe(self.is_left.set)
                return "left"
        return "solved"


async def wait_for(event: asyncio.Event) -> None:
    await asyncio.wait_for(event.wait(), PATIENCE)


async def test_the_loop_goes_on(pool: ComputePool) -> None:
    """What is thought about is in another thread: here everything else happens meanwhile."""
    puzzle = Puzzle()
    thought = asyncio.create_task(pool.run(ANN, puzzle))
    await wait_for(puzzle.is_begun)
    puzzle.is_solved.set()

    assert "solved" == await thought


async def test_whoever_stops_waiting_stops_it(pool: ComputePool) -> None:
    """Nobody thinks for somebody who is gone."""
    puzzle = Puzzle()
    thought = asyncio.create_task(pool.run(ANN, puzzle))
    await wait_for(puzzle.is_begun)
    thought.cancel()
    await wait_for(puzzle.is_left)

    assert thought.cancelled()


async def test_nobody_has_more_than_their_share(pool: ComputePool) -> None:
    """The next may ask as soon as one of them is done."""
    puzzles = [Puzzle() for _ in range(MAX_PER_GUEST)]
    thoughts = [asyncio.create_task(pool.run(ANN, puzzle)) for puzzle in puzzles]
    await asyncio.gather(*(wait_for(puzzle.is_begun) for puzzle in puzzles))
    with pytest.raises(Busy, match="We are still working on your last request"):
        await pool.run(ANN, lambda _: "one more")
    for puzzle in puzzles:
        puzzle.is_solved.set()
    await asyncio.gather(*thoughts)

    assert "one more" == await pool.run(ANN, lambda _: "one more")


async def test_no_address_has_more_than_its_share(pool: ComputePool) -> None:
    """Guests are free: whoever makes many of them gets no more, and others are served."""
    most = max_per_address(PEOPLE_PER_ADDRESS)
    puzzles = [Puzzle() for _ in range(most)]
    thoughts = [
        asyncio.create_task(pool.run(Requester(f"guest {number}", f"2001:db8::{number}"), puzzle))
        for number, puzzle in enumerate(puzzles)
    ]
    await asyncio.gather(*(wait_for(puzzle.is_begun) for puzzle in puzzles[:THREADS]))
    with pytest.raises(Busy, match="Too many people at your address"):
        await pool.run(Requester("one more", "2001:db8::ffff"), lambda _: "one more")
    other = asyncio.create_task(pool.run(ANN, lambda _: "from elsewhere"))
    for puzzle in puzzles:
        puzzle.is_solved.set()
    await asyncio.gather(*thoughts)

    assert "from elsewhere" == await other
    assert "one more" == await pool.run(Requester("a", "2001:db8::1"), lambda _: "one more")


def test_a_share_grows_with_the_people_of_an_address() -> None:
    """Half of what can wait is never one's own, unless who runs the server wants it so."""
    shares = [max_per_address(people) for people in (1, PEOPLE_PER_ADDRESS, 200, 0)]

    assert [MAX_PER_GUEST, 4, 8, MAX_TOTAL] == shares


async def test_not_all_can_wait(pool: ComputePool) -> None:
    """There is a bound; those within it are served in the end, those who left are not."""
    puzzles = [Puzzle() for _ in range(MAX_TOTAL)]
    thoughts = [
        asyncio.create_task(pool.run(somebody(number), puzzle))
        for number, puzzle in enumerate(puzzles)
    ]
    await asyncio.gather(*(wait_for(puzzle.is_begun) for puzzle in puzzles[:THREADS]))
    with pytest.raises(Busy, match="The server is busy"):
        await pool.run(somebody(MAX_TOTAL), lambda _: None)
    thoughts[-1].cancel()
    await asyncio.wait([thoughts[-1]])
    for puzzle in puzzles:
        puzzle.is_solved.set()
    answers = await asyncio.gather(*thoughts[:-1])

    assert ["solved"] * (MAX_TOTAL - 1) == answers
    assert not puzzles[-1].is_begun.is_set()


async def test_at_the_end_all_of_it_stops() -> None:
    """Also what nobody has cancelled."""
    puzzle, pool = Puzzle(), ComputePool()
    async with pool.lifespan(Litestar()):
        thought = asyncio.create_task(pool.run(ANN, puzzle))
        await wait_for(puzzle.is_begun)
    await wait_for(puzzle.is_left)

    assert "left" == await thought


async def test_what_goes_wrong_is_heard_of(pool: ComputePool) -> None:
    """By who asked; the next is served."""

    def fail(_: Cancel) -> str:
        raise ZeroDivisionError

    works: list[Callable[[Cancel], str]] = [fail, lambda _: "fine"]
    answers = [await asyncio.gather(pool.run(ANN, work), return_exceptions=True) for work in works]

    assert [[ZeroDivisionError], [str]] == [[*map(type, answer)] for answer in answers]


def resident() -> int:
    """The megabytes of memory that this process occupies."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() // 1_000_000


async def test_memory_is_given_back_after_a_search(pool: ComputePool) -> None:
    """However much a search has used, the server does not stay that large."""

    def use_much(_: Cancel) -> bytes:
        return [b"x" * 60_000 for _ in range(3_000)][-1]  # the last holds the rest in place

    before = resident()
    kept = [await pool.run(somebody(number), use_much) for number in range(THREADS)]

    assert resident() - before < 60
    assert THREADS == len(kept)
