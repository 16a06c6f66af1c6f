"""Thinking never holds up the loop, is bounded, and ends when nobody waits for it."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable

import pytest
from litestar import Litestar

from tinplate.server import thinking
from tinplate.server.compute import (
    MOST_AT_ONCE,
    MOST_EACH,
    THREADS,
    Busy,
    Cancel,
    ComputePool,
    Requester,
    most_an_address,
)
from tinplate.server.rate_limits import PEOPLE_AT_AN_ADDRESS

PATIENCE = 30  # seconds
ANN = Requester("ann", "192.0.2.1")


def somebody(number: int) -> Requester:
    """Each at an address of their own."""
    return Requester(f"guest {number}", f"198.51.100.{number}")


@pytest.fixture
async def compute(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ComputePool]:
    monkeypatch.setattr(thinking, "_load_solver", lambda cancel: None)  # noqa: ARG005
    some = ComputePool()
    async with some.at_work(Litestar()):
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


async def test_the_loop_goes_on(compute: ComputePool) -> None:
    """What is thought about is in another thread: here everything else happens meanwhile."""
    puzzle = Puzzle()
    thought = asyncio.create_task(compute.think(ANN, puzzle))
    await wait_for(puzzle.is_begun)
    puzzle.is_solved.set()

    assert "solved" == await thought


async def test_who_stops_waiting_stops_it(compute: ComputePool) -> None:
    """Nobody thinks for somebody who is gone."""
    puzzle = Puzzle()
    thought = asyncio.create_task(compute.think(ANN, puzzle))
    await wait_for(puzzle.is_begun)
    thought.cancel()
    await wait_for(puzzle.is_left)

    assert thought.cancelled()


async def test_nobody_has_more_than_their_share(compute: ComputePool) -> None:
    """The next may ask as soon as one of them is done."""
    puzzles = [Puzzle() for _ in range(MOST_EACH)]
    thoughts = [asyncio.create_task(compute.think(ANN, puzzle)) for puzzle in puzzles]
    await asyncio.gather(*(wait_for(puzzle.is_begun) for puzzle in puzzles))
    with pytest.raises(Busy, match="You have asked for something to be thought about already"):
        await compute.think(ANN, lambda _: "one more")
    for puzzle in puzzles:
        puzzle.is_solved.set()
    await asyncio.gather(*thoughts)

    assert "one more" == await compute.think(ANN, lambda _: "one more")


async def test_no_address_has_more_than_its_share(compute: ComputePool) -> None:
    """Guests are free: whoever makes many of them gets no more, and others are served."""
    most = most_an_address(PEOPLE_AT_AN_ADDRESS)
    puzzles = [Puzzle() for _ in range(most)]
    thoughts = [
        asyncio.create_task(
            compute.think(Requester(f"guest {number}", f"2001:db8::{number}"), puzzle)
        )
        for number, puzzle in enumerate(puzzles)
    ]
    await asyncio.gather(*(wait_for(puzzle.is_begun) for puzzle in puzzles[:THREADS]))
    with pytest.raises(Busy, match="Too many at your address"):
        await compute.think(Requester("one more", "2001:db8::ffff"), lambda _: "one more")
    other = asyncio.create_task(compute.think(ANN, lambda _: "from elsewhere"))
    for puzzle in puzzles:
        puzzle.is_solved.set()
    await asyncio.gather(*thoughts)

    assert "from elsewhere" == await other
    assert "one more" == await compute.think(Requester("a", "2001:db8::1"), lambda _: "one more")


def test_a_share_grows_with_the_people_of_an_address() -> None:
    """Half of what can wait is never one's own, unless who runs the house wants it so."""
    shares = [most_an_address(people) for people in (1, PEOPLE_AT_AN_ADDRESS, 200, 0)]

    assert [MOST_EACH, 4, 8, MOST_AT_ONCE] == shares


async def test_not_all_can_wait(compute: ComputePool) -> None:
    """There is a bound; those within it are served in the end, those who left are not."""
    puzzles = [Puzzle() for _ in range(MOST_AT_ONCE)]
    thoughts = [
        asyncio.create_task(compute.think(somebody(number), puzzle))
        for number, puzzle in enumerate(puzzles)
    ]
    await asyncio.gather(*(wait_for(puzzle.is_begun) for puzzle in puzzles[:THREADS]))
    with pytest.raises(Busy, match="Too many ask for something to be thought about"):
        await compute.think(somebody(MOST_AT_ONCE), lambda _: None)
    thoughts[-1].cancel()
    await asyncio.wait([thoughts[-1]])
    for puzzle in puzzles:
        puzzle.is_solved.set()
    answers = await asyncio.gather(*thoughts[:-1])

    assert ["solved"] * (MOST_AT_ONCE - 1) == answers
    assert not puzzles[-1].is_begun.is_set()


async def test_at_the_end_all_of_it_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what nobody has cancelled, and the loading of the solver."""
    loading, puzzle = Puzzle(), Puzzle()
    monkeypatch.setattr(thinking, "_load_solver", loading)
    compute = ComputePool()
    async with compute.at_work(Litestar()):
        thought = asyncio.create_task(compute.think(ANN, puzzle))
        await asyncio.gather(wait_for(loading.is_begun), wait_for(puzzle.is_begun))
    await asyncio.gather(wait_for(loading.is_left), wait_for(puzzle.is_left))

    assert "left" == await thought


async def test_what_goes_wrong_is_heard_of(compute: ComputePool) -> None:
    """By who asked; the next is served."""

    def fail(_: Cancel) -> str:
        raise ZeroDivisionError

    works: list[Callable[[Cancel], str]] = [fail, lambda _: "fine"]
    answers = [
        await asyncio.gather(compute.think(ANN, work), return_exceptions=True) for work in works
    ]

    assert [[ZeroDivisionError], [str]] == [[*map(type, answer)] for answer in answers]
