"""What no person could do: pure. Whatever is found here is not ranked.

`docs/puzzles.md` gives the reasons for each number, and what they lead to.
"""

import math
from collections.abc import Iterable, Sequence
from statistics import pstdev
from typing import Literal, NamedTuple

from tinplate.training.glicko import GlickoRating

Reason = Literal["too-fast", "same-timing", "like-a-solver", "above-rating"]

MOST_TOO_FAST = 3  # of the last solves; more are no accident
VERY_GOOD = 1800.0  # a rating that shows it

FEWEST_TIMES = 20  # solves, before we look at their times
LEAST_SPREAD = 0.12  # of the logarithm of seconds, less those that anybody needs

BEST_PERSON = 2500.0  # we take nobody for better
SOLVER = 0.99  # how often a program is right, however hard it is
SURE = math.log(10_000)  # so many times likelier a program than the best person
FEWEST_CLIMBED = 40  # solves, before we look whether harder ones take longer
FLAT = 0.05  # the rank correlation of rating and time
FEW_MISSES = 0.05  # the share of them
WIDE = 150.0  # points: how far their ratings have to be spread


class Solve(NamedTuple):
    """A first attempt by the server's clock."""

    is_solved: bool  # with the fewest moves, without a hint
    seconds: float
    least: float  # seconds: nobody is quicker at this puzzle
    rating: float  # of the puzzle
    is_run: bool = False  # in a streak or a race, which are not rated
    good: float = 0.0  # seconds: only the very good are quicker


def is_too_fast(solve: Solve) -> bool:
    """Whether nobody can see it and enter it in that time."""
    return solve.is_solved and solve.seconds < solve.least


def is_too_quick_for(rating: GlickoRating, solve: Solve) -> bool:
    """Whether only the very good are that quick, and somebody has not shown that they are."""
    return solve.is_solved and solve.seconds < solve.good and rating.mean < VERY_GOOD


def findings(solves: Sequence[Solve], rating: GlickoRating) -> tuple[Reason, ...]:
    """What the last attempts of somebody say about them; nothing: they are ranked.

    Most puzzles of a run are so easy that nobody very good misses one. So whoever does not miss any
    has to show elsewhere, at their own level, that they are that good.
    """
    found = list[Reason]()
    solved = [each for each in solves if each.is_solved]
    if sum(map(is_too_fast, solved)) > MOST_TOO_FAST:
        found.append("too-fast")
    if len(solved) >= FEWEST_TIMES and _spread(solved) < LEAST_SPREAD:
        found.append("same-timing")
    if _evidence(solves, BEST_PERSON) > SURE or _is_flat(solves, solved):
        found.append("like-a-solver")
    if _evidence((each for each in solves if each.is_run), best_guess(rating)) > SURE:
        found.append("above-rating")
    return tuple(found)


def best_guess(rating: GlickoRating) -> float:
    """How good we take somebody for at best, by their rating; newcomers for 1850."""
    return min(BEST_PERSON, rating.mean + rating.deviation)


def _spread(solved: Iterable[Solve]) -> float:
    """Of the time to think: what anybody needs to read and to enter it is always the same."""
    return pstdev(math.log(max(0.1, each.seconds - each.least)) for each in solved)


def _evidence(solves: Iterable[Solve], best: float) -> float:
    """The highest evidence for a program, as a logarithm, over attempts in a row.

    Wald's test of each attempt: a person as good as that solves as ratings expect, a program nearly
    always.
    """
    highest = evidence = 0.0
    for each in solves:
        person = 1 / (1 + 10 ** ((each.rating - best) / 400))
        program = max(SOLVER, person)
        odds = program / person if each.is_solved else (1 - program) / (1 - person)
        evidence = max(0.0, evidence + math.log(odds))
        highest = max(highest, evidence)
    return highest


def _is_flat(solves: Sequence[Solve], solved: Sequence[Solve]) -> bool:
    """Whether hardly any is missed, and hard ones take no longer than easy ones."""
    if len(solved) < FEWEST_CLIMBED or len(solves) - len(solved) > FEW_MISSES * len(solves):
        return False
    ratings = [each.rating for each in solved]
    if pstdev(ratings) < WIDE:
        return False
    return _correlation(_ranks(ratings), _ranks([each.seconds for each in solved])) < FLAT


def _ranks(values: Sequence[float]) -> list[float]:
    """Those that are alike share the middle of their places."""
    order = sorted(values)
    first = dict[float, int]()
    count = dict[float, int]()
    for place, value in enumerate(order):
        first.setdefault(value, place)
        count[value] = count.get(value, 0) + 1
    return [first[value] + (count[value] - 1) / 2 for value in values]


def _correlation(left: Sequence[float], right: Sequence[float]) -> float:
    mean_left, mean_right = sum(left) / len(left), sum(right) / len(right)
    pairs = [(a - mean_left, b - mean_right) for a, b in zip(left, right, strict=True)]
    size = math.sqrt(sum(a * a for a, _ in pairs) * sum(b * b for _, b in pairs))
    return sum(a * b for a, b in pairs) / size if size else 0.0
