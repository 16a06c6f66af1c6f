"""The solver on a fixed set of positions, warm, in one thread, best of three.

Twice: the time inside the kernels, which is what peers publish, and the whole of `solve()` with
what is prepared in Python and the replay through the rules. `python -m bench.solver` prints only
what is measured as a ratio, in one run: it means something on a busy machine, too.
"""

import resource
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from statistics import mean, median
from time import perf_counter, thread_time
from typing import Any, NamedTuple
from unittest.mock import patch

from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from tinplate.games.ricochet.board import Position, random_board, random_robots
from tinplate.games.ricochet.notation import format_position, parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.solver import kernels, search, solutions, solve, solve_many
from tinplate.games.ricochet.solver.search import tables_of

POSITIONS = Path(__file__).with_name("positions.txt")
MEASURED = ("free", "ricochet")
HARDEST = "stress"  # the kind of the hardest known positions; they count for themselves
TIMES = 3
SOME, BATCH = 60, 1_000  # positions for ratios: one by one, and together
# What a search asks of the kernels, but for a board's tables, which are built once.
KERNELS = ("target_tables", "turned_within", "advance")


class Sample(NamedTuple):
    """One position, solved: milliseconds inside the kernels and in all."""

    kind: str
    reading: str
    position: Position
    moves: int
    inside: float
    whole: float


def main(console: Console) -> None:
    """Print how long it takes, by kind of position and by length, and what the rule costs."""
    at_rest = peak_megabytes()
    samples = [sample for reading in MEASURED for sample in measured(reading, console)]
    usual = [sample for sample in samples if sample.kind != HARDEST]
    console.print(by_kind(usual), by_length(usual))
    for sample in samples:
        if sample.kind == HARDEST:
            console.print(
                f"{format_position(sample.position)}, {sample.reading}, {sample.moves} moves: "
                f"{sample.inside / 1000:.2f} s in the kernels, {sample.whole / 1000:.2f} s in all."
            )
    console.print(f"The rule where it does not matter: {cost_of_the_rule(usual):.2f} times free.")
    tell_ratios(console)
    console.print(f"Memory: {at_rest:.0f} MB at rest, {peak_megabytes():.0f} MB at most.")


def measured(reading: str, console: Console) -> Iterator[Sample]:
    with watched_kernels() as spent:
        for kind, text in track([*lines()], f"Solving, {reading} ...", console=console):
            if kind != HARDEST or reading == "free":
                yield best_of_three(kind, reading, parse_position(text), spent)


def best_of_three(
    kind: str, reading: str, position: Position, spent: Callable[[], float]
) -> Sample:
    tables_of(position.board)
    solve(position, READINGS[reading], max_moves=4)  # warm
    moves, inside, whole = 0, list[float](), list[float]()
    for _ in range(TIMES):
        before = spent()
        solution = solve(position, READINGS[reading])
        moves = solution.at_least
        inside.append(1000 * (spent() - before))
        whole.append(1000 * solution.seconds)
    return Sample(kind, reading, position, moves, min(inside), min(whole))


@contextmanager
def watched_kernels() -> Iterator[Callable[[], float]]:
    """Tells how many seconds were spent in them so far."""
    spent = 0.0

    def watched(kernel: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:  # noqa: ANN401 - whatever kernels take
            nonlocal spent
            began = perf_counter()
            result = kernel(*arguments)
            spent += perf_counter() - began
            return result

        return call

    with ExitStack() as patches:
        for name in KERNELS:
            patches.enter_context(patch.object(kernels, name, watched(getattr(kernels, name))))
        yield lambda: spent


def by_kind(samples: list[Sample]) -> Grid:
    grid = Grid("", "positions", "median", "mean", "99 %", "max", title="milliseconds by kind")
    for reading in MEASURED:
        for kind in dict.fromkeys(sample.kind for sample in samples):
            some = [each for each in samples if (each.kind, each.reading) == (kind, reading)]
            add_times(grid, f"{kind}, {reading}, kernels", [sample.inside for sample in some])
            add_times(grid, f"{kind}, {reading}, solve()", [sample.whole for sample in some])
    return grid


def add_times(grid: Grid, name: str, times: list[float]) -> None:
    ranked = sorted(times)
    worst_hundredth = ranked[int(0.99 * (len(ranked) - 1))]
    values = (median(ranked), mean(ranked), worst_hundredth, ranked[-1])
    grid.add_row(name, str(len(ranked)), *(f"{value:.3f}" for value in values))


def by_length(samples: list[Sample]) -> Grid:
    grid = Grid(
        "moves",
        *(f"{reading}, {what}" for reading in MEASURED for what in ("kernels", "solve()")),
        title="mean milliseconds by length",
    )
    times = defaultdict[tuple[int, str], list[Sample]](list)
    for sample in samples:
        times[sample.moves, sample.reading].append(sample)
    for moves in sorted({sample.moves for sample in samples}):
        row = list[str]()
        for reading in MEASURED:
            some = times[moves, reading]
            row += [
                f"{mean(sample.inside for sample in some):.3f}" if some else "",
                f"{mean(sample.whole for sample in some):.3f}" if some else "",
            ]
        grid.add_row(str(moves), *row)
    return grid


def cost_of_the_rule(samples: list[Sample]) -> float:
    """How much longer RC10 takes, in the kernels, where it makes no solution longer."""
    free, ruled = ([each for each in samples if each.reading == reading] for reading in MEASURED)
    alike = [
        (one, other) for one, other in zip(free, ruled, strict=True) if one.moves == other.moves
    ]
    return sum(other.inside for _, other in alike) / sum(one.inside for one, _ in alike)


def tell_ratios(console: Console) -> None:
    """What other calls cost, in times of a `solve()` on a known board."""
    some = [parse_position(text) for kind, text in lines() if kind == "classic"][:SOME]
    measured = [calls_of(each) for each in track(some, "Calls ...", console=console)]
    for name in measured[0]:
        ratio = median(calls[name] / calls["solve()"] for calls in measured)
        least = median(1000 * calls[name] for calls in measured)
        console.print(f"{name}: {ratio:.2f} times a solve() in the median, {least:.3f} ms.")
    console.print(
        f"solve_many() on two threads: {threads_ratio(console):.2f} times as fast as one."
    )


def calls_of(position: Position) -> dict[str, float]:
    """Seconds of CPU on this thread, the least of several calls that take turns."""

    def solve_anew() -> None:
        for cached in (search.tables_of, search.target_tables, search.goal_of):
            cached.cache_clear()
        solve(position)

    calls: dict[str, Callable[[], object]] = {
        "solve()": lambda: solve(position),
        "solve() on a new board": solve_anew,
        "solutions(best=1)": lambda: solutions(position, best=1),
        "solutions()": lambda: solutions(position),
    }
    times = defaultdict[str, list[float]](list)
    for name in (*calls, "solve()", *calls, *calls, *calls):
        if name == "solve()":
            solve(position)  # the tables may have been cleared
        began = thread_time()
        calls[name]()
        times[name].append(thread_time() - began)
    return {name: min(spent) for name, spent in times.items()}


def threads_ratio(console: Console) -> float:
    """Batches on one thread and on two take turns; the least of each counts."""
    dice = Random(1)
    positions = [dealt(dice) for _ in range(BATCH)]
    times = defaultdict[int, list[float]](list)
    for _ in track(range(TIMES), "Batches ...", console=console):
        for threads in (1, 2):
            began = perf_counter()
            solve_many(positions, threads=threads)
            times[threads].append(perf_counter() - began)
    return min(times[1]) / min(times[2])


def dealt(dice: Random) -> Position:
    board = random_board(dice)
    return Position(board, random_robots(board, dice), dice.choice(tuple(Target)))


def lines() -> Iterator[tuple[str, str]]:
    """The kind of each position, and its notation."""
    for line in POSITIONS.read_text().splitlines():
        if not line.startswith("#"):
            kind, text = line.split(maxsplit=1)
            yield kind, text


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    tell_ratios(Console())
