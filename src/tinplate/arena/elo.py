"""Elo from places: Bradley-Terry by maximum likelihood, intervals by bootstrap.

Every match is a matrix: how often the bot of the row ranked above the bot of the column; a tie is
half for each. Bots are compared with other bots only, never with themselves.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
ELO = 400 / math.log(10)  # points per factor of e in the odds
DRAWN = 0.5  # of a win each, added to every pair: keeps the rating of an unbeaten bot finite
RESAMPLES = 1000
INTERVAL = (2.5, 97.5)  # percent
NORMAL = 1.96  # standard deviations to each side for the same interval
_MOST_STEPS = 200
_CLOSE = 1e-9


class Estimate(NamedTuple):
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


class Ratings(NamedTuple):
    """Elo by bot, with a mean of 0, and how far each bot is above each other one."""

    bots: tuple[Estimate, ...]
    differences: tuple[tuple[Estimate, ...], ...]


def compared(seats: Iterable[int], places: Iterable[int], bots: int) -> Matrix:
    """Return the matrix of a match, from the bot in each seat and the place of each seat."""
    wins = np.zeros((bots, bots))
    results = list(zip(seats, places, strict=True))
    for bot, place in results:
        for other, other_place in results:
            if bot != other:
                wins[bot, other] += 1 if place < other_place else 0.5 * (place == other_place)
    return wins


def rate(matches: Matrix, seed: int) -> Ratings:
    """Rate the bots from at least one match.

    The bootstrap draws whole matches with replacement, because results within one are correlated.
    When every match has the same result it has no spread; the likelihood's interval is the minimum.
    """
    count, bots = len(matches), matches.shape[-1]
    flat = matches.reshape(count, -1)
    dice = np.random.default_rng(seed)
    drawn = (
        np.bincount(dice.integers(count, size=count), minlength=count) for _ in range(RESAMPLES)
    )
    resampled = np.array([times @ flat for times in drawn]).reshape(-1, bots, bots)
    wins = matches.sum(axis=0)
    best, others = likeliest(wins), likeliest(resampled)
    spread = covariance(wins, best)

    def estimate(weights: Matrix) -> Estimate:
        value = float(best @ weights)
        margin = NORMAL * math.sqrt(weights @ spread @ weights)
        low, high = np.percentile(others @ weights, INTERVAL)
        return Estimate(value, min(float(low), value - margin), max(float(high), value + margin))

    alone = np.eye(bots)
    return Ratings(
        tuple(estimate(alone[bot] - 1 / bots) for bot in range(bots)),
        tuple(
            tuple(estimate(alone[bot] - alone[other]) for other in range(bots))
            for bot in range(bots)
        ),
    )


def likeliest(wins: Matrix) -> Matrix:
    """Return the Elo that maximises the likelihood, one row per matrix, by Newton's method."""
    wins = wins + DRAWN * (1 - np.eye(wins.shape[-1]))
    times, won = wins + wins.swapaxes(-1, -2), wins.sum(axis=-1)
    strength = np.zeros(wins.shape[:-1])
    for _ in range(_MOST_STEPS):
        surprise = won - (times * _chances(strength)).sum(axis=-1)
        slope = _slope(times, strength)
        step = np.linalg.solve(slope, surprise[..., None])[..., 0].clip(-1, 1)
        strength += step
        if np.abs(step).max() < _CLOSE:
            break
    centred: Matrix = (strength - strength.mean(axis=-1, keepdims=True)) * ELO
    return centred


def covariance(wins: Matrix, elo: Matrix) -> Matrix:
    """Return the covariance of that Elo, as if every comparison were independent."""
    wins = wins + DRAWN * (1 - np.eye(len(wins)))
    inverse = np.linalg.inv(_slope(wins + wins.T, elo / ELO))
    return np.asarray(inverse * ELO**2, np.float64)


def _chances(strength: Matrix) -> Matrix:
    """Return the chance that the bot of the row ranks above the bot of the column."""
    chances: Matrix = 1 / (1 + np.exp(strength[..., None, :] - strength[..., :, None]))
    return chances


def _slope(times: Matrix, strength: Matrix) -> Matrix:
    """Return the derivative of the residuals by the strengths.

    Only differences of strengths matter; the ones at the end pin the mean.
    """
    bots = times.shape[-1]
    chances = _chances(strength)
    weight = times * chances * (1 - chances)
    slope: Matrix = np.eye(bots) * weight.sum(axis=-1)[..., None] - weight + np.ones((bots, bots))
    return slope
