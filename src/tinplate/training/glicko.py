"""Glicko-2, for games with partial scores: an attempt is a game of a person against a puzzle.

The formulas are those of Mark Glickman, "Example of the Glicko-2 system" (2022), by the numbers of
his steps. Every game is a rating period of its own.
"""

import math
from typing import NamedTuple

from msgspec import Struct

from tinplate.ratings.results import ShownRating

SCALE = 400 / math.log(10)  # points for one unit of the formulas: step 2
MIDDLE = 1500.0
TAU = 0.3  # how much a volatility may change
TOLERANCE = 1e-6
DECIMALS = 6  # that are kept, so that all machines compute the same
INTERVAL = 1.96  # deviations to each side: 95 %
PROVISIONAL = 150  # points to each side; a rating that is less sure is provisional
MOST_LEFT = 50  # attempts: whoever is that unsteady may take longer
FOUND = 350  # points to each side: a number that is less sure would say more than anybody knows


class GlickoRating(Struct, frozen=True, array_like=True):
    """How strong a person is, or how hard a puzzle. Stored: fields never change."""

    mean: float = MIDDLE
    deviation: float = 350.0
    volatility: float = 0.06


class Sides(NamedTuple):
    """A person and a puzzle."""

    person: GlickoRating
    puzzle: GlickoRating


NEWCOMER = GlickoRating()
FIRST_DEVIATION = 200.0  # of a puzzle: the effort model says a lot, not all
FIRST_VOLATILITY = 0.02  # puzzles do not learn
FEWEST_POINTS, MOST_POINTS = 100.0, 4000.0
LEAST_DEVIATION = 30.0  # or nothing would move any more


def puzzle_rating(first: float) -> GlickoRating:
    """Of a puzzle that nobody has tried, by its first estimate."""
    return GlickoRating(float(first), FIRST_DEVIATION, FIRST_VOLATILITY)


def expected(person: GlickoRating, puzzle: GlickoRating) -> float:
    """The score to expect, from 0 to 1, as far as both are known."""
    both = math.hypot(person.deviation, puzzle.deviation) / SCALE
    return 1 / (1 + math.exp(-_g(both) * (person.mean - puzzle.mean) / SCALE))


def after_attempt(sides: Sides, score: float) -> Sides:
    """What a score tells of both."""
    return Sides(
        updated(sides.person, sides.puzzle, score),
        updated(sides.puzzle, sides.person, 1 - score),
    )


def updated(one: GlickoRating, other: GlickoRating, score: float) -> GlickoRating:
    """The rating of one after a game against the other."""
    mu, phi = (one.mean - MIDDLE) / SCALE, one.deviation / SCALE
    g = _g(other.deviation / SCALE)
    e = 1 / (1 + math.exp(-g * (mu - (other.mean - MIDDLE) / SCALE)))
    v = 1 / (g * g * e * (1 - e))  # step 3
    delta = v * g * (score - e)  # step 4
    sigma = _volatility(one.volatility, phi, v, delta)  # step 5
    before = math.hypot(phi, sigma)  # step 6
    phi = 1 / math.sqrt(1 / before**2 + 1 / v)  # step 7
    mean = MIDDLE + SCALE * (mu + phi * phi * g * (score - e))  # step 8
    return GlickoRating(
        round(min(MOST_POINTS, max(FEWEST_POINTS, mean)), DECIMALS),
        round(min(NEWCOMER.deviation, max(LEAST_DEVIATION, phi * SCALE)), DECIMALS),
        round(sigma, DECIMALS + 2),
    )


def shown(rating: GlickoRating) -> ShownRating:
    """A rating as one number with its interval of 95 %."""
    margin = round(INTERVAL * rating.deviation)
    return ShownRating(round(rating.mean), margin, margin > PROVISIONAL)


def attempts_until(rating: GlickoRating, margin: int) -> int:
    """About how many attempts at new puzzles of one's level make a rating that sure."""
    for attempts in range(MOST_LEFT):
        if shown(rating).margin <= margin:
            return attempts
        rating = updated(rating, puzzle_rating(rating.mean), 0.5)
    return MOST_LEFT


def _g(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """Step 5: the root of f, by the Illinois algorithm."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        power = math.exp(x)
        total = phi * phi + v + power
        return power * (delta * delta - total) / (2 * total * total) - (x - a) / TAU**2

    left, right = a, math.log(max(delta * delta - phi * phi - v, 1e-12))
    if delta * delta <= phi * phi + v:
        steps = 1
        while f(a - steps * TAU) < 0:
            steps += 1
        right = a - steps * TAU
    at_left, at_right = f(left), f(right)
    while abs(right - left) > TOLERANCE:
        middle = left + (left - right) * at_left / (at_right - at_left)
        at_middle = f(middle)
        if at_middle * at_right <= 0:
            left, at_left = right, at_right
        else:
            at_left /= 2
        right, at_right = middle, at_middle
    return math.exp(left / 2)
