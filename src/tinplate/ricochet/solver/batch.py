"""Many positions at once, on all cores."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from os import cpu_count

from tinplate.ricochet.board import Position
from tinplate.ricochet.proof import READINGS, Rule
from tinplate.ricochet.solver.shortest import Solution, solve


def solve_many(  # noqa: PLR0913 - all but the first two are chosen by name
    positions: Iterable[Position],
    rule: Rule = READINGS["ricochet"],
    *,
    max_moves: int | None = None,
    seconds: float | None = None,
    cancel: Callable[[], bool] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Solution]:
    """A shortest solution of each, in the order given; limits hold for each one.

    `progress(done, all)` is called after each, by whoever called this. The kernels let other
    threads run, so threads are enough.
    """
    everything = [*positions]
    with ThreadPoolExecutor(cpu_count()) as pool:
        tasks = [
            pool.submit(solve, position, rule, max_moves=max_moves, seconds=seconds, cancel=cancel)
            for position in everything
        ]
        try:
            for done, task in enumerate(as_completed(tasks), start=1):
                task.result()
                if progress is not None:
                    progress(done, len(tasks))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [task.result() for task in tasks]
