"""Do ratings find the truth? People of known strength play matches that quick match arranges.

`python -m bench.ratings`: 2,000 people, 40 matches each, for tables of both games. It prints how
well the order is found, and how often the truth is inside the interval that people are shown.
"""

import argparse
import math
from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean, pstdev
from typing import NamedTuple

from rich.console import Console
from rich.table import Table as Grid

from tinplate.games import packs
from tinplate.lobby.values import Guest
from tinplate.quick.rules import parties
from tinplate.quick.values import QuickWish, Ticket
from tinplate.ratings.model import ELO, INTERVAL, NEWCOMER, START, Skill, updated
from tinplate.ratings.results import BOT_SPREAD

PEOPLE, MATCHES, SEED = 2_000, 40, 20
SPREAD = 300.0  # of the people's true strength
COMING = 20  # people who begin to look for a game in a second
BOTS_AFTER = 20  # seconds
EQUAL = 40.0  # points of performance within which players share a place
SIZES = {"ricochet": range(2, 5), "rally": range(2, 9)}


class Figures(NamedTuple):
    """What a simulation says."""

    order: float  # Spearman's correlation of ratings and truth
    covered: float  # the share of people whose interval has the truth in it
    error: float  # root of the mean square, in points
    margin: float  # of the intervals, to each side
    spread: float  # of the ratings
    matches: int
    with_bots: float  # the share of matches


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--people", type=int, default=PEOPLE)
    options.add_argument("--matches", type=int, default=MATCHES)
    options.add_argument("--seed", type=int, default=SEED)
    options.add_argument("--spread", type=float, default=SPREAD, help="of the true strengths")
    chosen = options.parse_args()
    grid = Grid("", "matches", "with bots", "Spearman", "covered", "error", "interval", "spread")
    for name, sizes in SIZES.items():
        bots = packs()[name].bot_ratings
        found = simulate(sizes, bots, chosen.people, chosen.matches, chosen.seed, chosen.spread)
        grid.add_row(
            f"{packs()[name].title}, {sizes[0]} to {sizes[-1]}",
            f"{found.matches}",
            f"{found.with_bots:.0%}",
            f"{found.order:.3f}",
            f"{found.covered:.1%}",
            f"{found.error:.0f}",
            f"± {found.margin:.0f}",
            f"{found.spread:.0f}",
        )
    Console().print(grid)


def simulate(  # noqa: PLR0913, PLR0917 - what varies
    sizes: Sequence[int],
    bots: Mapping[str, float],
    people: int,
    matches: int,
    seed: int,
    spread: float = SPREAD,
) -> Figures:
    """Let everybody play so many matches, at tables of their choice."""
    world = _World(sizes, bots, people, spread, Random(seed))
    while world.is_busy(matches):
        world.second(matches)
    return world.figures()


class _World:
    """People who come, wait, play and go."""

    def __init__(
        self,
        sizes: Sequence[int],
        bots: Mapping[str, float],
        people: int,
        spread: float,
        dice: Random,
    ) -> None:
        self._sizes = sizes
        self._bots = bots
        self._dice = dice
        self._truth = [dice.gauss(START, spread) for _ in range(people)]
        self._skills = [NEWCOMER] * people
        self._played = [0] * people
        self._waiting: dict[int, Ticket] = {}
        self._now = 0
        self._tables = 0
        self._with_bots = 0

    def is_busy(self, matches: int) -> bool:
        return min(self._played) < matches

    def second(self, matches: int) -> None:
        """Some come, and all who are matched play at once."""
        self._now += 1000
        idle = [
            one
            for one, played in enumerate(self._played)
            if played < matches and one not in self._waiting
        ]
        for one in self._dice.sample(idle, min(COMING, len(idle))):
            self._waiting[one] = self._ticket(one)
        usual = self._sizes[len(self._sizes) // 2]
        for party in parties(
            list(self._waiting.values()), self._now, self._bots, usual, lambda *_: True
        ):
            people = [int(ticket.guest.id) for ticket in party.tickets]
            for one in people:
                del self._waiting[one]
            self._play(people, party.bots)

    def _ticket(self, one: int) -> Ticket:
        size = self._dice.choice([*self._sizes, 0, 0])
        sizes = (size,) if size else tuple(self._sizes)
        wish = QuickWish("any", "any", sizes, BOTS_AFTER)
        strength = self._skills[one].mean
        return Ticket(Guest(str(one), str(one)), wish, strength, self._now, self._now)

    def _play(self, people: Sequence[int], bots: Sequence[str]) -> None:
        strengths = [self._bots[bot] for bot in bots]
        truth = [*(self._truth[one] for one in people), *strengths]
        shown = [self._performance(strength) for strength in truth]
        places = [1 + sum(other > own for other in shown) for own in shown]
        skills = [
            *(self._skills[one] for one in people),
            *(Skill(strength, BOT_SPREAD) for strength in strengths),
        ]
        for one, skill in zip(people, updated(skills, places), strict=False):
            self._skills[one] = skill
            self._played[one] += 1
        self._tables += 1
        self._with_bots += bool(bots)

    def _performance(self, strength: float) -> int:
        """By Plackett and Luce: strength and luck, of which a table sees no small differences."""
        luck = -math.log(-math.log(self._dice.random()))
        return round((strength + ELO * luck) / EQUAL)

    def figures(self) -> Figures:
        pairs = list(zip(self._truth, self._skills, strict=True))
        return Figures(
            _spearman(self._truth, [skill.mean for skill in self._skills]),
            fmean(abs(truth - skill.mean) <= INTERVAL * skill.spread for truth, skill in pairs),
            math.sqrt(fmean((truth - skill.mean) ** 2 for truth, skill in pairs)),
            fmean(INTERVAL * skill.spread for skill in self._skills),
            pstdev(skill.mean for skill in self._skills),
            self._tables,
            self._with_bots / self._tables,
        )


def _spearman(one: Sequence[float], other: Sequence[float]) -> float:
    count = len(one)
    gaps = sum((a - b) ** 2 for a, b in zip(_ranks(one), _ranks(other), strict=True))
    return 1 - 6 * gaps / (count * (count**2 - 1))


def _ranks(values: Sequence[float]) -> list[int]:
    ranks = [0] * len(values)
    for rank, at in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        ranks[at] = rank
    return ranks


if __name__ == "__main__":
    main()
