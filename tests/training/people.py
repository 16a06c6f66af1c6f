"""Simulated people and programs at puzzles: honest ones, quick ones, and cheaters.

`python -m tests.training.people` measures how many of each are not ranked, for docs/puzzles.md.
"""

import math
import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from tinplate.training.plausible import BEST_PERSON, Solve, findings

ATTEMPTS = 200  # of each
HARDEST = 2400.0  # puzzle in the collection
EASIEST = 700.0


class Puzzle(NamedTuple):
    """What matters of a puzzle here."""

    rating: float
    length: int


Chooses = Callable[[Random, float], Puzzle]  # by the rating of the person


def puzzle(dice: Random, rating: float) -> Puzzle:
    """Harder ones are longer, more or less."""
    bounded = min(HARDEST, max(EASIEST, rating))
    length = round(3 + (bounded - EASIEST) / 250 + dice.gauss(0, 1))
    return Puzzle(bounded, max(3, length))


def at_own_level(dice: Random, skill: float) -> Puzzle:
    return puzzle(dice, dice.gauss(skill, 120))


def rising(dice: Random, skill: float) -> Puzzle:
    """As in streaks and races: from easy ones to somewhat above one's level."""
    return puzzle(dice, dice.uniform(EASIEST, min(HARDEST, skill + 150)))


def easy_ones(dice: Random, skill: float) -> Puzzle:
    """As in the first minute of a race, again and again."""
    del skill
    return puzzle(dice, dice.uniform(EASIEST, 1100))


class Person(NamedTuple):
    """Somebody honest."""

    skill: float
    pace: float  # seconds to find a puzzle of their own level, usually
    spread: float  # of the logarithm of that
    hand: float  # seconds to enter a step

    def solve(self, dice: Random, at: Puzzle) -> Solve:
        usual = self.pace * 10 ** ((at.rating - self.skill) / 800)
        thinking = usual * math.exp(dice.gauss(0, self.spread))
        looking = dice.uniform(0.5, 0.9)  # before one has seen anything
        entering = sum(self.hand * math.exp(dice.gauss(0, 0.25)) for _ in range(at.length))
        chance = 1 / (1 + 10 ** ((at.rating - self.skill) / 400))
        is_solved = dice.random() < chance
        return Solve(is_solved, looking + thinking + entering, at.length, at.rating)


def usual_person(dice: Random) -> Person:
    skill = min(2500.0, max(600.0, dice.gauss(1500, 350)))
    hand = dice.uniform(0.3, 0.8)
    return Person(skill, dice.lognormvariate(math.log(25), 0.5), dice.uniform(0.4, 0.8), hand)


def quick_person(dice: Random) -> Person:
    """One of the best, with the quickest hands."""
    skill = dice.uniform(2100, 2500)
    return Person(skill, dice.uniform(4, 10), dice.uniform(0.35, 0.6), dice.uniform(0.22, 0.3))


def best_person(dice: Random) -> Person:
    """As good as we think that anybody can be."""
    return quick_person(dice)._replace(skill=BEST_PERSON)


class Program(NamedTuple):
    """Somebody who has a solver answer."""

    seconds: Callable[[Random, Puzzle], float]
    right: float = 1.0  # how often they let it be right

    def solve(self, dice: Random, at: Puzzle) -> Solve:
        return Solve(dice.random() < self.right, self.seconds(dice, at), at.length, at.rating)


def at_once(dice: Random, at: Puzzle) -> float:
    del at
    return dice.uniform(0.05, 0.4)


def constant(dice: Random, at: Puzzle) -> float:
    del at
    return 8 + dice.uniform(0, 0.3)


def with_jitter(dice: Random, at: Puzzle) -> float:
    del at
    return dice.uniform(4, 16)


def like_a_person(dice: Random, at: Puzzle) -> float:
    """As a good person of 1900 would need."""
    return Person(1900, 12, 0.5, 0.35).solve(dice, at).seconds


def attempts(solver: Person | Program, chooses: Chooses, skill: float, dice: Random) -> list[Solve]:
    return [solver.solve(dice, chooses(dice, skill)) for _ in range(ATTEMPTS)]


HONEST = {
    "honest, at their own level": (usual_person, at_own_level),
    "honest, streaks and races": (usual_person, rising),
    "quick, at their own level": (quick_person, at_own_level),
    "quick, streaks and races": (quick_person, rising),
    "quick, easy ones only": (quick_person, easy_ones),
    "as good as anybody can be": (best_person, at_own_level),
}
CHEATERS = {
    "a solver, at once": (Program(at_once), at_own_level),
    "a solver, always after 8 s": (Program(constant), at_own_level),
    "a solver, after 4 to 16 s": (Program(with_jitter), at_own_level),
    "a solver, in the time of a person": (Program(like_a_person), at_own_level),
    "the same, with 3 % mistakes": (Program(like_a_person, 0.97), at_own_level),
    "the same, in streaks and races": (Program(like_a_person), rising),
}
CLIMBED = 2400.0  # the rating that a perfect solver soon has


def share_found(cases: Iterator[list[Solve]]) -> float:
    found = [bool(findings(each)) for each in cases]
    return sum(found) / len(found)


def honest_cases(name: str, count: int, dice: Random) -> Iterator[list[Solve]]:
    makes, chooses = HONEST[name]
    for _ in range(count):
        person = makes(dice)
        yield attempts(person, chooses, person.skill, dice)


def cheater_cases(name: str, count: int, dice: Random) -> Iterator[list[Solve]]:
    program, chooses = CHEATERS[name]
    for _ in range(count):
        yield attempts(program, chooses, CLIMBED, dice)


def until_found(name: str, dice: Random) -> int:
    """After how many attempts a cheater is found; one more than all if never."""
    [solves] = cheater_cases(name, 1, dice)
    numbers = range(1, len(solves) + 1)
    return next((number for number in numbers if findings(solves[:number])), len(solves) + 1)


def main() -> None:
    """Print the tables."""
    dice = Random(3)  # none that was looked at while the numbers were chosen
    for name in HONEST:
        share = share_found(honest_cases(name, 2000, dice))
        sys.stdout.write(f"| {name} | {100 * share:.2f} % |\n")
    for name in CHEATERS:
        share = share_found(cheater_cases(name, 200, dice))
        waits = sorted(until_found(name, dice) for _ in range(51))
        sys.stdout.write(f"| {name} | {100 * share:.1f} % | {waits[25]} |\n")


if __name__ == "__main__":
    main()
