"""Simulated people and programs at puzzles: honest ones, quick ones, and cheaters.

`python -m tests.training.people` measures how many of each are not ranked, for docs/puzzles.md.
"""

import math
import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from tinplate.games.rally.puzzles import difficulty as rally
from tinplate.games.ricochet.puzzles import difficulty as ricochet
from tinplate.puzzles.values import QuickestPace
from tinplate.training.choosing import SPREAD
from tinplate.training.glicko import NEWCOMER, GlickoRating, updated
from tinplate.training.plausible import BEST_PERSON, Solve, findings, is_too_quick_for
from tinplate.training.runs import SERIES

ATTEMPTS = 200  # of each
HARDEST = 2400.0  # puzzle that anybody makes
EASIEST = 700.0
RACE = 180.0  # seconds
# First ratings of 400 puzzles of Ricochet (seed 7): of the easiest, of 5 %, 10 % and so on.
SHARES = (0.0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1.0)
RATINGS = (1255, 1319, 1319, 1403, 1487, 1616, 1732, 1829, 2036, 2203)


class Task(NamedTuple):
    """What people have to do at the puzzles of a game, besides thinking."""

    quickest: QuickestPace
    reading: tuple[float, float]  # seconds before one has seen all that matters
    longest: int  # solution
    entered: int | None = None  # steps of every answer; None: as many as the solution has
    imagining: tuple[float, float] = (0.0, 0.0)  # seconds for each step, however easy it is


RICOCHET = Task(ricochet.QUICKEST, (0.5, 0.9), 16)
# Five to nine cards, 0.22 to 0.33 s each, and 1.2 to 2 s for the course; five cards are laid.
RALLY = Task(rally.QUICKEST, (2.3, 5.0), 5, 5, (0.25, 0.45))


class Puzzle(NamedTuple):
    """What matters of a puzzle here."""

    rating: float
    length: int
    task: Task

    @property
    def least(self) -> float:
        return self.task.quickest.seconds(self.length)

    def solve(self, seconds: float, *, is_solved: bool) -> Solve:
        good = self.least * self.task.quickest.good
        return Solve(is_solved, seconds, self.least, self.rating, good=good)


def puzzle(dice: Random, rating: float, task: Task) -> Puzzle:
    """Harder ones are longer, more or less."""
    bounded = min(HARDEST, max(EASIEST, rating))
    length = round(3 + (bounded - EASIEST) / 250 + dice.gauss(0, 1))
    return Puzzle(bounded, min(task.longest, max(3, length)), task)


def series(dice: Random, task: Task) -> Iterator[Puzzle]:
    """Of a run: one puzzle of each hundredth part of the collection, from easy to hard."""
    for part in range(SERIES):
        share = (part + dice.random()) / SERIES
        above = next(number for number, each in enumerate(SHARES) if each >= share and number)
        (low, high), (first, last) = SHARES[above - 1 : above + 1], RATINGS[above - 1 : above + 1]
        yield puzzle(dice, first + (last - first) * (share - low) / (high - low), task)


class Person(NamedTuple):
    """Somebody honest."""

    skill: float
    pace: float  # seconds to find a puzzle of their own level, usually
    spread: float  # of the logarithm of that
    hand: float  # seconds to enter a step
    task: Task = RICOCHET

    def solve(self, dice: Random, at: Puzzle) -> Solve:
        usual = self.pace * 10 ** ((at.rating - self.skill) / 800)
        thinking = usual * math.exp(dice.gauss(0, self.spread))
        looking = dice.uniform(*at.task.reading)
        thinking += sum(dice.uniform(*at.task.imagining) for _ in range(at.length))
        steps = at.task.entered or at.length
        entering = sum(self.hand * math.exp(dice.gauss(0, 0.25)) for _ in range(steps))
        chance = 1 / (1 + 10 ** ((at.rating - self.skill) / 400))
        is_solved = dice.random() < chance
        return at.solve(looking + thinking + entering, is_solved=is_solved)


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


def quick_at_rally(dice: Random) -> Person:
    """The best and quickest again: they lay a card in a third of a second."""
    return quick_person(dice)._replace(task=RALLY, hand=dice.uniform(0.28, 0.36))


def usual_at_rally(dice: Random) -> Person:
    return usual_person(dice)._replace(task=RALLY)


class Program(NamedTuple):
    """Somebody who has a solver answer."""

    seconds: Callable[[Random, Puzzle], float]
    right: float = 1.0  # how often they let it be right
    task: Task = RICOCHET

    def solve(self, dice: Random, at: Puzzle) -> Solve:
        is_solved = dice.random() < self.right
        return at.solve(self.seconds(dice, at), is_solved=is_solved)


def at_once(dice: Random, at: Puzzle) -> float:
    del at
    return dice.uniform(0.05, 0.4)


def as_fast_as_hands(dice: Random, at: Puzzle) -> float:
    """The cards are laid from another screen, and nobody reads anything: about 3 s."""
    return 1.0 + sum(dice.uniform(0.2, 0.6) for _ in range(at.task.entered or at.length))


def constant(dice: Random, at: Puzzle) -> float:
    del at
    return 8 + dice.uniform(0, 0.3)


def with_jitter(dice: Random, at: Puzzle) -> float:
    del at
    return dice.uniform(4, 16)


def like_a_person(dice: Random, at: Puzzle) -> float:
    """As a good person of 1900 would need."""
    return Person(1900, 12, 0.5, 0.35).solve(dice, at).seconds


Solver = Person | Program
Plays = Callable[[Solver, float, Random], list[Solve]]  # by the rating of the person


def at_own_level(solver: Solver, skill: float, dice: Random) -> list[Solve]:
    return [
        solver.solve(dice, puzzle(dice, dice.gauss(skill, 120), solver.task))
        for _ in range(ATTEMPTS)
    ]


def easy_ones(solver: Solver, skill: float, dice: Random) -> list[Solve]:
    """As in the first minute of a race, again and again."""
    del skill
    return [
        solver.solve(dice, puzzle(dice, dice.uniform(EASIEST, 1100), solver.task))
        for _ in range(ATTEMPTS)
    ]


def in_streaks(solver: Solver, skill: float, dice: Random) -> list[Solve]:
    """One streak after the other, each until the first miss."""
    del skill
    found = list[Solve]()
    while len(found) < ATTEMPTS:
        for each in series(dice, solver.task):
            found.append(solver.solve(dice, each)._replace(is_run=True))
            if not found[-1].is_solved:
                break
    return found[:ATTEMPTS]


def in_races(solver: Solver, skill: float, dice: Random) -> list[Solve]:
    """One race after the other."""
    del skill
    found = list[Solve]()
    while len(found) < ATTEMPTS:
        seconds = 0.0
        for each in series(dice, solver.task):
            found.append(solver.solve(dice, each)._replace(is_run=True))
            seconds += found[-1].seconds
            if seconds > RACE:
                break
    return found[:ATTEMPTS]


def rated_after(attempts: int, skill: float, dice: Random) -> GlickoRating:
    """Of somebody honest, after so many rated attempts at what the server chose."""
    rating = NEWCOMER
    for _ in range(attempts):
        at = min(RATINGS[-1], max(RATINGS[0], dice.gauss(rating.mean, SPREAD)))
        is_solved = dice.random() < 1 / (1 + 10 ** ((at - skill) / 400))
        rating = updated(rating, GlickoRating(at, 100.0, 0.02), float(is_solved))
    return rating


FEW, MANY = 10, 50  # rated attempts, besides what is simulated here
HONEST: dict[str, tuple[Callable[[Random], Person], Plays, int]] = {
    "honest, at their own level": (usual_person, at_own_level, MANY),
    "honest, streaks": (usual_person, in_streaks, FEW),
    "honest, races": (usual_person, in_races, FEW),
    "quick, at their own level": (quick_person, at_own_level, MANY),
    "quick, streaks": (quick_person, in_streaks, FEW),
    "quick, races": (quick_person, in_races, FEW),
    "quick, easy ones only": (quick_person, easy_ones, FEW),
    "honest, Rally": (usual_at_rally, at_own_level, MANY),
    "quick, Rally": (quick_at_rally, at_own_level, MANY),
    "quick, easy ones of Rally only": (quick_at_rally, easy_ones, FEW),
    "as good as anybody can be": (best_person, at_own_level, MANY),
    "as good as anybody can be, streaks": (best_person, in_streaks, FEW),
}
# Without a rated attempt. Some of them have to make a few first.
NEWCOMERS: dict[str, tuple[Callable[[Random], Person], Plays, int]] = {
    "honest newcomers, streaks": (usual_person, in_streaks, 0),
    "honest newcomers, races": (usual_person, in_races, 0),
    "quick newcomers, streaks": (quick_person, in_streaks, 0),
    "quick newcomers, races": (quick_person, in_races, 0),
}
CHEATERS: dict[str, tuple[Program, Plays, int]] = {
    "a solver, at once": (Program(at_once), at_own_level, 0),
    "a solver, cards laid at once": (Program(as_fast_as_hands, task=RALLY), easy_ones, 0),
    "a solver, always after 8 s": (Program(constant), at_own_level, 0),
    "a solver, after 4 to 16 s": (Program(with_jitter), at_own_level, 0),
    "a solver, in the time of a person": (Program(like_a_person), at_own_level, 0),
    "the same, with 3 % mistakes": (Program(like_a_person, 0.97), at_own_level, 0),
    "the same without mistakes, streaks, no rating": (Program(like_a_person), in_streaks, 0),
    "the same, streaks, rated as they are": (Program(like_a_person), in_streaks, FEW),
    "the same, races, no rating": (Program(like_a_person), in_races, 0),
    "the same, races, rated as they are": (Program(like_a_person), in_races, FEW),
}
CHEATER = 1500.0  # how good they are alone
CLIMBED = 2400.0  # the rating that a perfect solver soon has


class Case(NamedTuple):
    """What is known of somebody."""

    solves: list[Solve]
    rating: GlickoRating


def share_found(cases: Iterator[Case]) -> float:
    found = [bool(findings(*each)) for each in cases]
    return sum(found) / len(found)


def honest_cases(name: str, count: int, dice: Random) -> Iterator[Case]:
    makes, plays, rated = (HONEST | NEWCOMERS)[name]
    for _ in range(count):
        person = makes(dice)
        rating = rated_after(rated, person.skill, dice)
        yield Case(plays(person, person.skill, dice), rating)


def cheater_cases(name: str, count: int, dice: Random) -> Iterator[Case]:
    """Where they are rated, they did that alone, as the people they are."""
    program, plays, rated = CHEATERS[name]
    for _ in range(count):
        rating = rated_after(rated, CHEATER, dice)
        yield Case(plays(program, CLIMBED, dice), rating)


def until_found(name: str, dice: Random) -> int:
    """After how many attempts a cheater is found; one more than all if never."""
    [(solves, rating)] = cheater_cases(name, 1, dice)
    numbers = range(1, len(solves) + 1)
    return next((number for number in numbers if findings(solves[:number], rating)), ATTEMPTS + 1)


# Results of one day: how good they are, how they answer, and rated attempts before.
DAYS: dict[str, tuple[Callable[[Random], Solver], int]] = {
    "honest": (usual_person, 0),
    "honest, Rally": (usual_at_rally, 0),
    "quick": (quick_person, FEW),
    "quick, Rally": (quick_at_rally, FEW),
    "quick newcomers": (quick_person, 0),
    "a script, three moves in 2 s": (lambda _: Program(lambda *_: 2.0), 0),
    "a script, three moves in 3 s": (lambda _: Program(lambda *_: 3.0), 0),
}


def share_too_quick(name: str, count: int, dice: Random) -> float:
    """How many of their solved easy daily puzzles are not ranked, since they were too quick."""
    makes, rated = DAYS[name]
    refused = solved = 0
    for _ in range(count):
        solver = makes(dice)
        skill = solver.skill if isinstance(solver, Person) else CHEATER
        at = Puzzle(dice.uniform(RATINGS[0], 1400), dice.randint(3, 5), solver.task)
        if isinstance(solver, Program):
            at = at._replace(length=3)
        solve = solver.solve(dice, at)
        solved += solve.is_solved
        refused += is_too_quick_for(rated_after(rated, skill, dice), solve)
    return refused / solved


def main() -> None:
    """Print the tables."""
    dice = Random(3)  # none that was looked at while the numbers were chosen
    for name in HONEST | NEWCOMERS:
        share = share_found(honest_cases(name, 1000, dice))
        sys.stdout.write(f"| {name} | {100 * share:.2f} % |\n")
    for name in DAYS:
        share = share_too_quick(name, 10_000, dice)
        sys.stdout.write(f"| {name} | {100 * share:.2f} % |\n")
    for name in CHEATERS:
        share = share_found(cheater_cases(name, 200, dice))
        waits = sorted(until_found(name, dice) for _ in range(21))
        sys.stdout.write(f"| {name} | {100 * share:.1f} % | {waits[10]} |\n")


if __name__ == "__main__":
    main()
