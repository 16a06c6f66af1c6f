"""The solver on a fixed set of positions, warm, in one thread, best of three.

Twice: the time inside the kernels, which is what peers publish, and the whole of `solve()` with
what is prepared in Python and the replay through the rules.
"""

import resource
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import Any, NamedTuple
from unittest.mock import patch

from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.notation import format_position, parse_position
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.solver import kernels, solve
from tinplate.games.ricochet.solver.search import tables_of

POSITIONS = Path(__file__).with_name("positions.txt")
MEASURED = ("free", "ricochet")
HARDEST = "stress"  # the kind of the hardest known positions; they count for themselves
TIMES = 3
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
    console.print(f"Memory: {at_rest:.0f} MB at rest, {peak_megabytes():.0f} MB at most.")


def measured(reading: str, console: Console) -> Iterator[Sample]:
    lines = [line for line in POSITIONS.read_text().splitlines() if not line.startswith("#")]
    with watched_kernels() as spent:
        for line in track(lines, description=f"Solving, {reading} ...", console=console):
            kind, text = line.split(maxsplit=1)
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


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
