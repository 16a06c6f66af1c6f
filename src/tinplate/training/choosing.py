"""Which puzzle comes next, where somebody is weak, and for how many days they came: pure."""

import math
from bisect import bisect
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from tinplate.training.standings import PersonTraining

SPREAD = 100.0  # points about one's own rating: always the same would be dull
NEAREST = 12  # puzzles among which chance decides
MOST_LOOKED_AT = 5_000  # puzzles on each side; who has done all these waits for new ones
FEWEST_ATTEMPTS = 8  # at a theme, before we call it weak
WEAK = -1.0  # standard errors below what is expected
VARIANCE = 0.2  # of one score about what is expected
WEEK = 7  # days
LONG_AGO = -WEEK  # a day before all others


class ThemeRecord(NamedTuple):
    """How somebody does with one theme."""

    attempts: int
    score: float  # the mean
    expected: float

    @property
    def is_weak(self) -> bool:
        return self.attempts >= FEWEST_ATTEMPTS and self.error < WEAK

    @property
    def error(self) -> float:
        """How far they are above what is expected, in standard errors."""
        return (self.score - self.expected) * math.sqrt(self.attempts / VARIANCE)


def near(
    by_rating: Sequence[tuple[int, str]],
    target: float,
    is_wanted: Callable[[str], bool],
    count: int = NEAREST,
) -> list[str]:
    """The ids of puzzles about a rating, the nearest first."""
    found = list[str]()
    for puzzle in _outwards(by_rating, target):
        if is_wanted(puzzle):
            found.append(puzzle)
            if len(found) == count:
                break
    return found


def choose(
    by_rating: Sequence[tuple[int, str]],
    person: PersonTraining,
    is_wanted: Callable[[str], bool],
    dice: Random,
) -> str | None:
    """One at somebody's level that they have not seen; None if there is none left."""
    target = person.rating.mean + dice.gauss(0, SPREAD)
    seen = frozenset(person.records)
    found = near(by_rating, target, lambda one: one not in seen and is_wanted(one))
    return dice.choice(found) if found else None


def themes_of(
    person: PersonTraining, themes: Callable[[str], Collection[str]]
) -> dict[str, ThemeRecord]:
    """How somebody does with each theme, by their attempts that counted."""
    sums = dict[str, tuple[int, float, float]]()
    for puzzle, record in person.records.items():
        first = record.first
        if first is None or first.score is None or first.expected is None:
            continue
        for theme in themes(puzzle):
            attempts, score, expected = sums.get(theme, (0, 0.0, 0.0))
            sums[theme] = attempts + 1, score + first.score, expected + first.expected
    return {
        theme: ThemeRecord(attempts, score / attempts, expected / attempts)
        for theme, (attempts, score, expected) in sums.items()
    }


def weak_themes(records: Mapping[str, ThemeRecord]) -> list[str]:
    """Those where somebody does worse than their rating says, the worst first."""
    weak = [theme for theme, record in records.items() if record.is_weak]
    return sorted(weak, key=lambda theme: records[theme].error)


class Streak(NamedTuple):
    """Days on which somebody solved a daily puzzle."""

    days: int  # in the row that runs
    longest: int
    week: tuple[bool, ...]  # whether they did, on each of the last seven days; today comes last


def streak(days: Collection[int], today: int) -> Streak:
    """Count days in a row up to today, or yesterday while today may still come.

    One missed day in any seven does not break the row, and does not count in it.
    """
    longest = current = 0
    before = missed = LONG_AGO
    for day in sorted(days):
        forgiven = _forgiven(before, day, missed)
        current = 1 if forgiven is None else current + 1
        missed = LONG_AGO if forgiven is None else forgiven
        longest, before = max(longest, current), day
    is_running = before >= today or _forgiven(before, today, missed) is not None
    week = tuple(today - back in days for back in reversed(range(WEEK)))
    return Streak(current if is_running else 0, longest, week)


def _forgiven(before: int, day: int, missed: int) -> int | None:
    """The last day that was missed, if the row goes on; None if it is broken."""
    if before == day - 1:
        return missed
    is_one = before == day - 2
    return day - 1 if is_one and day - 1 >= missed + WEEK else None


def _outwards(by_rating: Sequence[tuple[int, str]], target: float) -> Iterator[str]:
    """From the target to both sides, the nearer one first."""
    above = bisect(by_rating, (round(target), ""))
    below = above - 1
    for _ in range(2 * MOST_LOOKED_AT):
        is_up = above < len(by_rating)
        is_down = below >= 0
        if not is_up and not is_down:
            return
        if is_up and (not is_down or by_rating[above][0] - target <= target - by_rating[below][0]):
            yield by_rating[above][1]
            above += 1
        else:
            yield by_rating[below][1]
            below -= 1
