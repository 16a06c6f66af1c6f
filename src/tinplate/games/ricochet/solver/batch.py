"""Solve many positions on all cores."""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from threading import Event
from typing import NamedTuple

from tinplate.games.ricochet.answers import Solution
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.proof import READINGS, Rule
from tinplate.games.ricochet.solver.shortest import solve

_SOON = 0.005  # seconds of work before threads are worth starting
_POLL = 0.005  # seconds between two looks for answers, and for cancellation


def solve_many(  # noqa: PLR0913 - all but the first two are keywords
    positions: Iterable[Position],
    rule: Rule = READINGS["ricochet"],
    *,
    max_moves: int | None = None,
    seconds: float | None = None,
    cancel: Callable[[], bool] | None = None,
    progress: Callable[[int, int], None] | None = None,
    threads: int | None = None,
) -> list[Solution]:
    """A shortest solution of each position, in order; calls `progress(done, total)` after each.

    Everything else is as in `solve_each`.
    """
    everything, solved = [*positions], list[Solution]()
    for solution in solve_each(
        everything,
        rule,
        max_moves=max_moves,
        seconds=seconds,
        cancel=cancel,
        threads=threads,
    ):
        solved.append(solution)
        if progress is not None:
            progress(len(solved), len(everything))
    return solved


def solve_each(  # noqa: PLR0913 - all but the first two are keywords
    positions: Iterable[Position],
    rule: Rule = READINGS["ricochet"],
    *,
    max_moves: int | None = None,
    seconds: float | None = None,
    cancel: Callable[[], bool] | None = None,
    threads: int | None = None,
) -> Generator[Solution, None, None]:
    """A shortest solution of each position, in order, as soon as it is known.

    The limits apply to each position. After `cancel()` returns True, the remaining positions get a
    `Solution` without moves. Unless there is little to do, `threads` share the work, by default one
    per core: the search runs without Python's lock.
    """
    everything = [*positions]
    options = _SolveOptions(rule, max_moves, seconds)
    threads = threads or os.cpu_count() or 1
    spent = 0.0
    for number, position in enumerate(everything):
        if threads > 1 and spent >= _SOON:
            yield from _solve_on_threads(everything[number:], options, threads, cancel)
            return
        solution = options.solve(position, cancel)
        spent += solution.seconds
        yield solution


class _SolveOptions(NamedTuple):
    """What is the same for all positions."""

    rule: Rule
    max_moves: int | None
    seconds: float | None

    def solve(self, position: Position, cancel: Callable[[], bool] | None) -> Solution:
        return solve(
            position, self.rule, max_moves=self.max_moves, seconds=self.seconds, cancel=cancel
        )


def _solve_on_threads(
    positions: Sequence[Position],
    options: _SolveOptions,
    threads: int,
    cancel: Callable[[], bool] | None,
) -> Iterator[Solution]:
    todo, stop = deque(range(len(positions))), Event()
    answers: list[Solution | None] = [None] * len(positions)

    def work() -> None:
        while True:
            try:
                number = todo.popleft()
            except IndexError:
                return
            answers[number] = options.solve(positions[number], stop.is_set)

    with ThreadPoolExecutor(threads, "solver") as pool:
        try:  # also while they start: leaving the pool waits for whatever has begun
            workers = [pool.submit(work) for _ in range(threads)]
            for number in range(len(positions)):
                while (answer := answers[number]) is None:
                    _wait(workers, stop, cancel)
                yield answer
        finally:
            todo.clear()
            stop.set()


def _wait(
    workers: Sequence["Future[None]"], stop: Event, cancel: Callable[[], bool] | None
) -> None:
    """Rest a little; `cancel` is called on the thread of whoever passed it."""
    # Being woken for each answer would cost the workers more of Python's lock than it is worth.
    done, _ = wait(workers, _POLL, FIRST_EXCEPTION)
    for worker in done:
        worker.result()  # raises what went wrong there
    if cancel is not None and cancel():
        stop.set()
