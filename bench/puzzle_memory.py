"""What attempts at puzzles take: every process keeps those of all people in memory.

`python -m bench.puzzle_memory` folds the rows of made-up attempts, as they are read from a store.
"""

import tracemalloc
from collections.abc import Iterator
from time import perf_counter

from rich.console import Console

from tinplate.training.glicko import GlickoRating
from tinplate.training.standings import GameTraining
from tinplate.training.values import (
    Answered,
    AttemptOutcome,
    AttemptRow,
    GivenUp,
    Started,
    decode_row,
    encode_row,
)

PEOPLE, EACH, PUZZLES = 1_000, 50, 5_000
BEGAN = 1_763_000_000_000  # milliseconds since 1970


def main(console: Console) -> float:
    """Return the bytes that an attempt takes."""
    bodies = [encode_row(row) for row in _rows()]
    attempts, began = PEOPLE * EACH, perf_counter()
    _fold(bodies)
    seconds = perf_counter() - began
    tracemalloc.start()
    training = _fold(bodies)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    console.print(
        f"{attempts:,} attempts in {len(bodies):,} rows: {size / attempts:.0f} bytes each, read in "
        f"{seconds:.1f} s. {len(training.people):,} people",
        highlight=False,
    )
    return size / attempts


def _fold(bodies: list[bytes]) -> GameTraining:
    training = GameTraining()
    for body in bodies:
        training.add(decode_row(body))
    return training


def _rows() -> Iterator[AttemptRow]:
    """Each attempt is begun and answered; every second answer is too long, and then given up."""
    for number in range(EACH):
        for person in range(PEOPLE):
            puzzle = (person * 7 + number * 13) % PUZZLES
            who = f"person-{person:015d}", f"{puzzle:016x}"
            at = BEGAN + 1000 * (number * PEOPLE + person)
            yield Started(*who, at, "mix", is_rated=True, name="Ann")
            extra = (number + person) % 2
            outcome = AttemptOutcome(
                1.0 - extra / 2,
                0.5123,
                GlickoRating(1500.123456 + person, 100.123456, 0.06),
                GlickoRating(1500.123456 + puzzle, 60.123456, 0.02),
            )
            answer = f"rn re bs yw {puzzle} {'' if extra == 0 else person}"
            yield Answered(*who, at + 900, answer, extra, 9.123 + person, outcome)
            if extra:
                yield GivenUp(*who, at + 1900, 19.5)


if __name__ == "__main__":
    main(Console())
