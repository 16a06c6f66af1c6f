"""Many positions at once, on all cores."""

import os
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import chain
from math import inf
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from time import perf_counter
from typing import NamedTuple

from tinplate.ricochet.board import Position
from tinplate.ricochet.proof import READINGS, Rule
from tinplate.ricochet.solver.shortest import Solution, solve

_CHUNK = 16  # positions that travel to a process together
_SOON = 1.0  # seconds that are not worth the start of other processes
_PATIENCE = 0.02  # seconds between two looks at whether to stop


def solve_many(  # noqa: PLR0913 - all but the first two are chosen by name
    positions: Iterable[Position],
    rule: Rule = READINGS["ricochet"],
    *,
    max_moves: int | None = None,
    seconds: float | None = None,
    cancel: Callable[[], bool] | None = None,
    progress: Callable[[int, int], None] | None = None,
    processes: int | None = None,
) -> list[Solution]:
    """A shortest solution of each, in the order given; the limits hold for each of them.

    `progress(done, all)` is called every now and then. What does not take long is solved here;
    otherwise as many processes as there are cores help, or as many as you say. So a script that
    calls this has to keep the habit of multiprocessing: `if __name__ == "__main__":`.
    """
    everything = [*positions]
    job = _Job(rule, max_moves, seconds)
    processes = processes or os.cpu_count() or 1
    solved = dict[int, Solution]()
    for places, solutions in chain(
        _solve_here(everything, job, inf if processes == 1 else _SOON, cancel),
        # What is left then.
        _solve_elsewhere(everything, solved, job, processes, cancel),
    ):
        solved.update(zip(places, solutions, strict=True))
        if progress is not None:
            progress(len(solved), len(everything))
    return [solved[place] for place in range(len(everything))]


class _Job(NamedTuple):
    rule: Rule
    max_moves: int | None
    seconds: float | None

    def solve(self, position: Position, cancel: Callable[[], bool] | None) -> Solution:
        return solve(
            position, self.rule, max_moves=self.max_moves, seconds=self.seconds, cancel=cancel
        )


Answers = Iterator[tuple[Sequence[int], list[Solution]]]  # places and solutions


def _solve_here(
    positions: Sequence[Position],
    job: _Job,
    at_most: float,
    cancel: Callable[[], bool] | None,
) -> Answers:
    """One after the other, for so many seconds."""
    began = perf_counter()
    for place, position in enumerate(positions):
        if perf_counter() - began >= at_most:
            return
        yield [place], [job.solve(position, cancel)]


def _solve_elsewhere(
    positions: Sequence[Position],
    solved: Container[int],
    job: _Job,
    processes: int,
    cancel: Callable[[], bool] | None,
) -> Answers:
    """All that is not solved, chunk by chunk as they come back."""
    left = [place for place in range(len(positions)) if place not in solved]
    if not left:
        return
    context = get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(processes, context, _begin, (stop,)) as pool:
        chunks = [left[first : first + _CHUNK] for first in range(0, len(left), _CHUNK)]
        waiting = {
            pool.submit(_solve_chunk, [positions[place] for place in chunk], job): chunk
            for chunk in chunks
        }
        try:
            while waiting:
                done, _ = wait(waiting, _PATIENCE if cancel else None, FIRST_COMPLETED)
                if cancel is not None and cancel():
                    stop.set()
                for task in done:
                    yield waiting.pop(task), task.result()
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


_stop: Event | None = None  # of a process that solves for another one


def _begin(stop: Event) -> None:
    global _stop  # noqa: PLW0603 - events cannot travel with a task
    _stop = stop


def _solve_chunk(positions: Sequence[Position], job: _Job) -> list[Solution]:
    return [job.solve(each, _stop.is_set if _stop else None) for each in positions]
