"""The puzzles of a day, by a rule that everybody can check.

The seed is the date as a number, 20261117. Of the candidates 0, 1, 2 and so on, the first that is
a puzzle with a rating in the band of its slot is the one; a slot may want one of some kinds only.
"""

from datetime import date
from itertools import count

from tinplate.puzzles.making import NumberedPuzzle, checked
from tinplate.puzzles.values import DailySlot, PuzzleMaker

FIRST_DAY = date(2026, 1, 1)  # there are none before


def seed_of(day: date) -> int:
    """Return the seed of a date."""
    return day.year * 10_000 + day.month * 100 + day.day


def is_seed_of_a_day(seed: int) -> bool:
    """Whether the puzzles of a day may come from it, past or to come: nothing else uses it."""
    year, rest = divmod(seed, 10_000)
    try:
        return date(year, *divmod(rest, 100)) >= FIRST_DAY
    except (ValueError, OverflowError):
        return False


def find_daily(maker: PuzzleMaker, day: date, slot: DailySlot) -> NumberedPuzzle:
    """Find the puzzle of a slot, with the number of its candidate."""
    maker.prepare()
    made = ((number, maker.make(seed_of(day), number)) for number in count())
    return next(
        checked(maker, number, puzzle)
        for number, puzzle in made
        if puzzle is not None and slot.takes(puzzle)
    )
