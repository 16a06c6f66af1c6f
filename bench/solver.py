"""The solver on a fixed set of positions, warm, in one thread."""

import resource
from collections import defaultdict
from pathlib import Path
from statistics import mean, median

from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from tinplate.ricochet.notation import parse_position
from tinplate.ricochet.proof import READINGS
from tinplate.ricochet.solver import Solution, solve
from tinplate.ricochet.solver.search import ways_of

POSITIONS = Path(__file__).with_name("positions.txt")
MEASURED = ("free", "ricochet")


def main(console: Console) -> None:
    """Print how long it takes, by kind of position and by length."""
    at_rest = peak_megabytes()
    grid = Grid("", "positions", "median ms", "mean ms", "99 % ms", "max ms", title="solve()")
    lengths = Grid("moves", *MEASURED, title="mean ms by length, all kinds but stress")
    by_length: dict[int, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for reading in MEASURED:
        for kind, solutions in solved(reading, console).items():
            times = sorted(1000 * solution.seconds for solution in solutions)
            grid.add_row(
                f"{kind}, {reading}",
                str(len(times)),
                *(f"{value:.2f}" for value in (median(times), mean(times))),
                f"{times[int(0.99 * (len(times) - 1))]:.1f}",
                f"{times[-1]:.1f}",
            )
            for solution in solutions:
                if kind != "stress" and solution.moves is not None:
                    by_length[len(solution.moves)][reading].append(1000 * solution.seconds)
    for length, times_of in sorted(by_length.items()):
        means = (f"{mean(times_of[each]):.2f}" if times_of[each] else "" for each in MEASURED)
        lengths.add_row(str(length), *means)
    console.print(grid, lengths)
    console.print(f"Memory: {at_rest:.0f} MB at rest, {peak_megabytes():.0f} MB at most.")


def solved(reading: str, console: Console) -> dict[str, list[Solution]]:
    solutions = defaultdict(list)
    lines = [line for line in POSITIONS.read_text().splitlines() if not line.startswith("#")]
    for line in track(lines, description=f"Solving, {reading} ...", console=console):
        kind, text = line.split(maxsplit=1)
        position = parse_position(text)
        ways_of(position.board)  # a board's tables are built once, however many positions it has
        if kind != "stress" or reading == "free":
            solve(position, READINGS[reading], max_moves=4)  # warm
            solutions[kind].append(solve(position, READINGS[reading]))
    return solutions


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
