"""Solve many positions on all cores."""

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

_CHUNK = 16  # positions that are sent to a process together
_SOON = 1.0  # seconds of work before other processes are worth starting
_POLL = 0.02  # seconds between two checks for cancellation


def solve_many(  # noqa: PLR0913 - all but the first two are keywords
    positions: Iterable[Position],
    rule: Rule = READINGS["ricochet"],
    *,
    max_moves: int | None = None,
    seconds: float | None = None,
    cancel: Callable[[], bool] | None = None,
    progress: Callable[[int, int], None] | None = None,
    processes: int | None = None,
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
        processes=processes,
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
    processes: int | None = None,
) -> Generator[Solution, None, None]:
    """A shortest solution of each position, in order, as soon as it is known.

    The limits apply to each position. After `cancel()` returns True, the remaining positions get a
    `Solution` without moves. The first second of work is done in this process, the rest in
    `processes` others, by default one per core, so a script that calls this needs the usual
    `if __name__ == "__main__":` of multiprocessing.
    """
    everything = [*positions]
    options = _SolveOptions(rule, max_moves, seconds)
    processes = processes or os.cpu_count() or 1
    spent = 0.0
    for number, position in enumerate(everything):
        if processes > 1 and spent >= _SOON:
            yield from _solve_in_pool(everything[number:], options, processes, cancel)
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


def _solve_in_pool(
    positions: Sequence[Position],
    options: _SolveOptions,
    processes: int,
    cancel: Callable[[], bool] | None,
) -> Iterator[Solution]:
    context = get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(processes, context, _start_worker, (stop,)) as pool:
        try:
            with _interrupts_blocked():
                tasks = [
                    pool.submit(_solve_chunk, positions[first : first + _CHUNK], options)
                    for first in range(0, len(positions), _CHUNK)
                ]
            for task in tasks:
                _await(task, stop, cancel)
                yield from task.result()
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Processes that are started meanwhile ignore Ctrl-C: it is for the one that started them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _await(task: "Future[list[Solution]]", stop: Event, cancel: Callable[[], bool] | None) -> None:
    while not task.done():
        wait([task], None if cancel is None else _POLL)
        if cancel is not None and cancel():
            stop.set()


_stop: Event | None = None  # only in a worker process


def _start_worker(stop: Event) -> None:
    global _stop  # noqa: PLW0603 - events cannot be sent along with a task
    _stop = stop
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    """If the parent process is killed, nobody needs the results."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _solve_chunk(positions: Sequence[Position], options: _SolveOptions) -> list[Solution]:
    return [options.solve(each, _stop.is_set if _stop else None) for each in positions]
