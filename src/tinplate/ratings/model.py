"""How strong somebody is, as far as their matches tell: a number, and how sure it is.

The model is Plackett and Luce's, with the updates of Weng and Lin (library `openskill`). It ranks
tables of any size. We count in Elo: of two who are 400 points apart, the stronger comes in first in
ten of eleven matches, whoever else plays.
"""

import math
from collections.abc import Sequence
from functools import cache

from msgspec import Struct
from openskill.models import PlackettLuce

from tinplate.ratings.results import ShownRating

ELO = 400 / math.log(10)  # points per factor of e in the odds
START = 1500.0
START_SPREAD = 300.0  # of people, before we know anything about one
DRIFT = 3.0  # that we know less of somebody, for each match: people learn
INTERVAL = 1.96  # standard deviations to each side: 95 %
PROVISIONAL = 150  # points to each side; a rating that is less sure is provisional
DECIMALS = 6  # that are kept, so that all machines compute the same


class Skill(Struct, frozen=True, array_like=True):
    """How strong somebody is: the most likely value, and its standard deviation.

    Stored: fields never change.
    """

    mean: float = START
    spread: float = START_SPREAD


NEWCOMER = Skill()


def shown(skill: Skill) -> ShownRating:
    """A skill as one number with its interval of 95 %."""
    margin = round(INTERVAL * skill.spread)
    return ShownRating(round(skill.mean), margin, margin > PROVISIONAL)


def updated(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """What a match tells of everybody in it. 1 is the best place; equals share one."""
    model = _model(len(skills))
    before = [[model.rating(skill.mean, skill.spread)] for skill in skills]
    after = model.rate(before, ranks=[float(place) for place in places])
    return [Skill(round(one.mu, DECIMALS), round(one.sigma, DECIMALS)) for [one] in after]


@cache
def _model(players: int) -> PlackettLuce:
    """The model for so many players, adjusted by what bench/ratings.py measures.

    The library takes larger tables for noisier ones: it adds `beta` up for everybody. We divide it,
    so that a point is worth the same at every table. By default it also learns more slowly than its
    own likelihood says (`gamma`), and then ratings spread wider than people do.
    """
    learning = 1 + 1 / players
    return PlackettLuce(
        mu=START,
        sigma=START_SPREAD,
        beta=ELO / math.sqrt(players),
        tau=DRIFT,
        gamma=lambda *_: learning,
    )
