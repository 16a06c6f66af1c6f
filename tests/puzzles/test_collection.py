"""Which puzzles of a collection are for training: none of a day, past or to come."""

from datetime import date

import pytest

from tests.puzzles.toy import ToyPuzzles
from tinplate.puzzles.collection import PuzzleCollection, StoredPuzzle
from tinplate.puzzles.daily import FIRST_DAY, is_seed_of_a_day, seed_of
from tinplate.puzzles.values import MadePuzzle, puzzle_id

DAY = date(2026, 11, 17)


def toy(number: int, seed: int = 1) -> MadePuzzle:
    puzzle = ToyPuzzles().make(seed, number)
    assert puzzle is not None
    return puzzle


def stored(puzzle: MadePuzzle, seed: int = 1, day: str = "") -> StoredPuzzle:
    return StoredPuzzle(1, puzzle, 0, seed, "toy 7", day, "daily" if day else "")


def for_training(*rows: StoredPuzzle) -> list[str]:
    collection = PuzzleCollection("toy")
    for row in rows:
        collection.add(row)
    return [name for _, name in collection.by_rating]


def test_a_puzzle_of_a_day_is_not_for_training() -> None:
    usual, daily = toy(6), toy(12)
    rows = stored(usual), stored(daily, seed_of(DAY), DAY.isoformat())
    assert for_training(*rows) == [puzzle_id("toy", usual)]


def test_one_that_becomes_a_daily_one_is_withdrawn() -> None:
    """It was in training before its day was made; the themes are counted without it, too."""
    usual, daily = toy(6), toy(12)
    rows = [stored(usual), stored(daily), stored(daily, seed_of(DAY), DAY.isoformat())]
    assert for_training(*rows[:2]) == [puzzle_id("toy", usual), puzzle_id("toy", daily)]
    assert for_training(*rows) == [puzzle_id("toy", usual)]
    collection = PuzzleCollection("toy")
    for row in rows:
        collection.add(row)
    assert collection.theme_counts() == {"even": 1}
    assert len(collection) == 2


def test_a_data_set_with_the_seed_of_a_day_is_kept_for_it() -> None:
    """Nobody loads the puzzles of tomorrow into the training of today."""
    assert for_training(stored(toy(6), seed_of(DAY))) == []


@pytest.mark.parametrize(
    ("seed", "is_one"),
    [
        (seed_of(DAY), True),
        (seed_of(FIRST_DAY), True),
        (20251231, False),
        (20261301, False),
        (20260230, False),
        (1, False),
        (10**30, False),
        (-20261117, False),
    ],
)
def test_seeds_of_days(seed: int, *, is_one: bool) -> None:
    assert is_seed_of_a_day(seed) == is_one
