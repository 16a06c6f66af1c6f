"""How fast puzzles are made, on one core: CPU time, since everything that counts is computed.

`python -m bench.puzzles` measures it alone. The answers are replayed, as the command does it.
"""

from time import process_time
from typing import NamedTuple

from rich.console import Console
from rich.table import Table as Grid

from tinplate.games import packs
from tinplate.puzzles.making import BATCH, make_batch
from tinplate.puzzles.values import PuzzleMaker

SEED = 1
BATCHES = 24
WANTED = {"ricochet": 50_000, "rally": 5_000}
CORES = 2


class Rate(NamedTuple):
    """What was made, and in how many seconds of one core."""

    puzzles: int
    seconds: float


def main(console: Console) -> None:
    """Print how many puzzles a second a core makes, and how long the data set takes."""
    console.print("Measuring how puzzles are made ...", highlight=False)
    grid = Grid(
        "", "candidates", "puzzles", "ms a puzzle", "a second and core", "minutes for all",
        title=f"puzzles make, {CORES} cores",
    )  # fmt: skip
    for game, wanted in WANTED.items():
        maker = packs()[game].puzzles()
        if maker is not None:
            rate = measured(maker)
            grid.add_row(
                game,
                str(BATCHES * BATCH),
                str(rate.puzzles),
                f"{1000 * rate.seconds / rate.puzzles:.1f}",
                f"{rate.puzzles / rate.seconds:.1f}",
                f"{wanted:,}: {wanted * rate.seconds / rate.puzzles / CORES / 60:.1f}",
            )
    console.print(grid)


def measured(maker: PuzzleMaker) -> Rate:
    make_batch(maker, SEED, BATCHES)  # warm
    began = process_time()
    puzzles = sum(len(make_batch(maker, SEED, batch)) for batch in range(BATCHES))
    return Rate(puzzles, process_time() - began)


if __name__ == "__main__":
    main(Console())
