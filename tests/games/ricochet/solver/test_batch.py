"""Many positions at once, on one thread and on several."""

import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.games.ricochet.solver.known import HARDEST, known
from tests.games.ricochet.solver.test_solve import (
    BOXED_IN,
    EIGHT,
    FREE,
    RED,
    on_open_board,
    timeless,
)
from tests.waiting import block_until
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.solver import Solution, batch, solve, solve_each, solve_many


def some_positions(every: int = 4) -> list[Position]:
    """Of all kinds and lengths, and two on boards that were never printed."""
    return [
        *(puzzle.position for puzzle in list(known("solver-lengths.jsonl"))[:280:every]),
        on_open_board(RED, "f6", walls=BOXED_IN),
        on_open_board(RED, "c2", walls="c2n c2w", barriers="ge5/ ge2\\", red="c5"),
    ]


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other threads are asked from the first position on."""
    monkeypatch.setattr(batch, "_SOON", 0)


def answers(solutions: list[Solution]) -> list[Solution]:
    return [timeless(solution) for solution in solutions]


def test_here() -> None:
    """RC13: in the order given, each the answer it gets alone."""
    positions = some_positions()

    assert answers([solve(position) for position in positions]) == answers(solve_many(positions))


@pytest.mark.usefixtures("at_once")
def test_on_several_threads() -> None:
    """RC13: the same, wherever it is solved, also on boards that were never printed."""
    positions = some_positions()

    assert answers([solve(position) for position in positions]) == answers(
        solve_many(positions, threads=2)
    )


@pytest.mark.usefixtures("at_once")
def test_threads_are_told_the_rule_and_the_limits() -> None:
    """RC10, RC13: what is asked of each position is asked there, too."""
    positions = some_positions(20)
    rule = READINGS["no-deflection"]

    assert answers([solve(position, rule, max_moves=6) for position in positions]) == answers(
        solve_many(positions, rule, max_moves=6, threads=2)
    )
    assert {None} == {solution.moves for solution in solve_many(positions, seconds=0, threads=2)}


@pytest.mark.usefixtures("at_once")
def test_one_thread_is_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread means no other thread."""
    monkeypatch.setattr(batch, "_solve_on_threads", None)
    positions = some_positions(40)

    assert len(positions) == len(solve_many(positions, threads=1))


def test_what_is_quick_is_solved_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few positions are solved before a thread has begun."""
    monkeypatch.setattr(batch, "_SOON", 1000)
    monkeypatch.setattr(batch, "_solve_on_threads", None)
    positions = some_positions(40)

    assert len(positions) == len(solve_many(positions, threads=2))


def test_the_rest_is_solved_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """RC13: what others take over is what is not solved yet, and nothing of it twice."""
    monkeypatch.setattr(batch, "_SOON", 1e-9)
    positions = some_positions(20)
    taken_over = []

    def solve_elsewhere(
        rest: list[Position], options: batch._SolveOptions, *_: object
    ) -> list[Solution]:
        taken_over.append(rest)
        return [options.solve(position, None) for position in rest]

    monkeypatch.setattr(batch, "_solve_on_threads", solve_elsewhere)

    assert answers([solve(position) for position in positions]) == answers(
        solve_many(positions, threads=2)
    )
    assert [positions[1:]] == taken_over


@pytest.mark.parametrize("soon", [0, 1000])
def test_progress(monkeypatch: pytest.MonkeyPatch, soon: float) -> None:
    """Whoever waits is told after each position how many are done, and of how many."""
    monkeypatch.setattr(batch, "_SOON", soon)
    told = list[tuple[int, int]]()
    positions = some_positions(14)
    solve_many(positions, progress=lambda *done: told.append(done), threads=2)
    everything = len(positions)

    assert [(done, everything) for done in range(1, everything + 1)] == told


def test_each_as_soon_as_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """A caller who takes the first answer does not wait for the others."""
    asked = list[Position]()

    def watched(position: Position, *arguments: Any, **limits: Any) -> Solution:  # noqa: ANN401
        asked.append(position)
        return solve(position, *arguments, **limits)

    monkeypatch.setattr(batch, "solve", watched)
    positions = some_positions(40)
    next(solve_each(positions))

    assert positions[:1] == asked


@pytest.mark.parametrize("soon", [0, 1000])
def test_nothing_to_solve(monkeypatch: pytest.MonkeyPatch, soon: float) -> None:
    """No positions, no answers, no progress."""
    monkeypatch.setattr(batch, "_SOON", soon)

    assert [] == solve_many([], progress=lambda *_: pytest.fail("nothing was done"))


def test_positions_that_come_one_by_one() -> None:
    """Any iterable will do."""
    positions = some_positions(40)

    assert answers(solve_many(positions)) == answers(solve_many(iter(positions)))


@pytest.mark.parametrize("soon", [0, 1000])
def test_cancelled(monkeypatch: pytest.MonkeyPatch, soon: float) -> None:
    """RC18: whoever cancels gets what was found so far; nobody waits for the rest."""
    monkeypatch.setattr(batch, "_SOON", soon)
    easy, hard = some_positions()[0], parse_position(HARDEST)
    positions = [easy, *[hard] * 15, *[hard] * 100]
    done = threading.Event()

    def progress(number: int, _: int) -> None:
        if number == 1:
            done.set()

    threading.Timer(2, done.set).start()  # on other threads the first chunk takes a while
    solved = solve_many(positions, FREE, cancel=done.is_set, progress=progress, threads=2)

    assert len(positions) == len(solved)
    assert (None, None, False) == (solved[-1].moves, solved[-1].solvable, solved[-1].proven)
    assert 100 <= sum(1 for solution in solved if not solution.proven)


@pytest.mark.parametrize("soon", [0, 1000])
def test_a_mistake_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch, soon: float) -> None:
    """What goes wrong on another thread goes wrong here; robots are taken away behind our back."""
    monkeypatch.setattr(batch, "_SOON", soon)
    spoilt = parse_position(HARDEST)
    object.__setattr__(spoilt, "robots", spoilt.robots[:2])
    with pytest.raises((IndexError, KeyError, ValueError)):
        solve_many([*some_positions(40), spoilt], threads=2)


@pytest.mark.usefixtures("at_once")
def test_whoever_has_seen_enough_waits_for_nothing() -> None:
    """RC18: threads stop in the middle of a search when nobody asks for the rest."""
    positions = [some_positions()[0], *[parse_position(HARDEST)] * 200]
    with closing(solve_each(positions, FREE, threads=2)) as answered:
        next(answered)

    assert not [each for each in threading.enumerate() if each.name.startswith("solver")]


@pytest.mark.usefixtures("at_once")
def test_interrupted_while_threads_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C between the first thread and the second: the first does not go on to the end."""
    stopped = list[Position]()
    begin = ThreadPoolExecutor.submit
    has_begun = threading.Event()

    def endless(position: Position, *_: object, cancel: Callable[[], bool], **__: object) -> None:
        has_begun.set()
        block_until(cancel)
        stopped.append(position)

    def interrupted(pool: ThreadPoolExecutor, work: Callable[[], None]) -> "Future[None]":
        if has_begun.is_set():
            raise KeyboardInterrupt
        future = begin(pool, work)
        has_begun.wait()
        return future

    monkeypatch.setattr(batch, "solve", endless)
    monkeypatch.setattr(ThreadPoolExecutor, "submit", interrupted)
    positions = some_positions()
    with pytest.raises(KeyboardInterrupt):
        solve_many(positions, threads=2)

    assert positions[:1] == stopped


SCRIPT = """
from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.solver import batch

batch._SOON = 0
positions = [parse_position({text!r})] * 40
print([solution.length for solution in batch.solve_many(positions, threads=2)])
"""


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    """Nothing is started that would run the script again."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(text=EIGHT))
    ran = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, str(script)], capture_output=True, check=True, text=True
    )

    assert (f"{[8] * 40}\n", "") == (ran.stdout, ran.stderr)
