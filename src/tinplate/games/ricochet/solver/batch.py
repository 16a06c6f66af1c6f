"""Many positions at once, on all cores."""

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from threading import Thread
from typing import NamedTuple

from tinplate.games.ricochet.answers import Solution
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.proof import READINGS, Rule
from tinplate.games.ricochet.solver.shortest import solve

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
    """A shortest solution of each, in the order given; `progress(done, all)` is called after each.

    The rest is as in `solve_each`.
    """
    everything, solved = [*positions], list[Solution]()
    for solution in solve_each(
        everything,
        rule,
        max_moves=max_moves,
        seconds=seconds,
        cancel=cancel,
        processes=processes,
    ):
        solved.append(solution)
        if progress is not None:
            progress(len(solved), len(everything))
    return solved


def solve_each(  # noqa: PLR0913 - all but the first two are chosen by name
    positions: Iterable[Position],
    rule: Rule = READINGS["ricochet"],
    *,
    max_moves: int | None = None,
    seconds: float | None = None,
    cancel: Callable[[], bool] | None = None,
    processes: int | None = None,
) -> Generator[Solution, None, None]:
    """A shortest solution of each, in the order given, as soon as it is known.

    The limits hold for each position; who cancels gets an answer for the others, too, but without a
    solution. What does not take long is solved here; then as many processes as there are cores
    help, or as many as you say. So a script that calls this has to keep the habit of
    multiprocessing: `if __name__ == "__main__":`.
    """
    everything = [*positions]
    job = _Job(rule, max_moves, seconds)
    processes = processes or os.cpu_count() or 1
    spent = 0.0
    for number, position in enumerate(everything):
        if processes > 1 and spent >= _SOON:
            yield from _solve_elsewhere(everything[number:], job, processes, cancel)
            return
        solution = job.solve(position, cancel)
        spent += solution.seconds
        yield solution


class _Job(NamedTuple):
    rule: Rule
    max_moves: int | None
    seconds: float | None

    def solve(self, position: Position, cancel: Callable[[], bool] | None) -> Solution:
        return solve(
            position, self.rule, max_moves=self.max_moves, seconds=self.seconds, cancel=cancel
        )


def _solve_elsewhere(
    positions: Sequence[Position],
    job: _Job,
    processes: int,
    cancel: Callable[[], bool] | None,
) -> Iterator[Solution]:
    context = get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(processes, context, _begin, (stop,)) as pool:
        try:
            with _deaf_to_interrupts():
                tasks = [
                    pool.submit(_solve_chunk, positions[first : first + _CHUNK], job)
                    for first in range(0, len(positions), _CHUNK)
                ]
            for task in tasks:
                _await(task, stop, cancel)
                yield from task.result()
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """For processes that are started meanwhile: Ctrl-C is for the one that started them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _await(task: "Future[list[Solution]]", stop: Event, cancel: Callable[[], bool] | None) -> None:
    while not task.done():
        wait([task], None if cancel is None else _PATIENCE)
        if cancel is not None and cancel():
            stop.set()


_stop: Event | None = None  # of a process that solves for another one


def _begin(stop: Event) -> None:
    global _stop  # noqa: PLW0603 - events cannot travel with a task
    _stop = stop
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Who asked may be killed without a word; then nobody wants the answers."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _solve_chunk(positions: Sequence[Position], job: _Job) -> list[Solution]:
    return [job.solve(each, _stop.is_set if _stop else None) for each in positions]
