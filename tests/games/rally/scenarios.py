"""Random crowded scenarios: small dense courses, up to eight robots in every state, all rules."""

from random import Random
from typing import NamedTuple

from msgspec import structs

from tests.games.rally.strategies import random_belt, random_course
from tinplate.games.rally.cards import REGISTERS, Card, deck
from tinplate.games.rally.course import Course, Pusher, Square
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.settings import HouseRules
from tinplate.grid import Cell, Heading


class Scenario(NamedTuple):
    """A course, what was agreed, robots and their programs."""

    course: Course
    settings: HouseRules
    robots: tuple[Robot, ...]
    programs: tuple[tuple[Card, ...] | None, ...]


def random_scenario(dice: Random) -> Scenario:
    course = crowded_course(dice)
    settings = random_settings(dice)
    least = 10 - settings.deadly_hit  # D46
    cells = [cell for cell in course.cells() if not course.square(cell).pit]
    free = dice.sample(cells, k=len(cells))
    robots = [random_robot(dice, course, cells, free, least) for _ in range(dice.randint(1, 8))]
    cards = dice.sample(deck(84), k=REGISTERS * len(robots))
    programs = [
        None if robot.off else tuple(cards[REGISTERS * seat : REGISTERS * (seat + 1)])
        for seat, robot in enumerate(robots)
    ]
    return Scenario(course, settings, tuple(robots), tuple(programs))


def crowded_course(dice: Random) -> Course:
    """Any small board; some are carpets of belts, some of pushers."""
    course = random_course(dice, dice.randint(2, 6), dice.randint(2, 5))
    carpet = dice.choice([as_it_is, as_it_is, laid_with_belt, laid_with_belt, laid_with_pusher])
    return structs.replace(
        course,
        squares=tuple(tuple(carpet(dice, square) for square in row) for row in course.squares),
    )


def as_it_is(dice: Random, square: Square) -> Square:  # noqa: ARG001 - as the others
    return square


def laid_with_belt(dice: Random, square: Square) -> Square:
    return square if square.pit else structs.replace(square, belt=random_belt(dice))


def laid_with_pusher(dice: Random, square: Square) -> Square:
    pusher = Pusher(dice.choice(list(Heading)), (1, 2, 3, 4, 5))
    return square if square.pit else structs.replace(square, belt=None, pusher=pusher)


def random_robot(
    dice: Random, course: Course, cells: list[Cell], free: list[Cell], least: int
) -> Robot:
    """One in any state; the cell of a real one is taken from those that are free."""
    robot = Robot(
        cell=dice.choice(cells),
        facing=dice.choice(list(Heading)),
        armour=dice.choice([least, 1, 2, 3, 9, 9]),
        lives=dice.randint(1, 3),
        next_flag=dice.randint(1, len(course.flags)),
        save=dice.choice(cells),
        virtual=dice.random() < 0.25 or not free,
        off=dice.random() < 0.2,
    )
    if dice.random() < 0.06:
        return structs.replace(robot, cell=None, armour=0, lives=robot.lives - 1)
    return robot if robot.virtual else structs.replace(robot, cell=free.pop())


def random_settings(dice: Random) -> HouseRules:
    """Everything that matters in a register, either way."""
    return HouseRules(
        edge=dice.choice(["pit", "wall"]),
        virtual_fire=dice.random() < 0.5,
        beam_blocked=dice.random() < 0.5,
        flags_save=dice.random() < 0.5,
        flags_repair=dice.choice([0, 1, 3]),
        pd_saves=dice.random() < 0.5,
        deadly_hit=dice.choice([9, 10]),
        last_standing_wins=dice.random() < 0.5,
    )
