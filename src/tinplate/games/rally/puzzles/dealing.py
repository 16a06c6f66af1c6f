"""Candidates by number: a course of the shelf or a made one, robots on it, a goal and a hand."""

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

import numpy as np

from tinplate.game import Seat
from tinplate.games.rally.cards import Card, deck
from tinplate.games.rally.course import Course, cell_name
from tinplate.games.rally.course_text import format_course
from tinplate.games.rally.floor import HEADINGS, KINDS, cell_of, floor_of, robot_rows, rules_of
from tinplate.games.rally.kernel import QUARTERS
from tinplate.games.rally.making import MOST_SEED, CourseWish, make_course
from tinplate.games.rally.puzzles.task import Goal, RallyTask, set_up_task
from tinplate.games.rally.puzzles.ways import RallyScene
from tinplate.games.rally.reach import reach_on, registers_to
from tinplate.games.rally.resolve import Entrant, Scenario
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.settings import HouseRules, agreed
from tinplate.games.rally.shelf import course_named, course_names
from tinplate.grid import Cell, Heading

ON_ONE_COURSE = 16  # candidates with consecutive numbers: making a course takes time
FROM_SHELF = 0.5
MADE_SIDES = range(6, 13)
MADE_TURNS = (1, 2, 3)
GOAL_WEIGHTS: dict[Goal, float] = {"flag": 0.4, "survive": 0.3, "pit": 0.3}
HANDS: dict[Goal, tuple[int, ...]] = {  # R18: as many cards as armour; with five none is locked
    "flag": (6, 7, 8, 9),
    "survive": (5, 5, 6, 7),
    "pit": (6, 7, 8, 9),
}
REGISTERS_TO_FLAG = range(3, 6)  # with any cards
TRIES: dict[Goal, int] = {"flag": 1, "survive": 16, "pit": 1}  # survival is rarely in doubt
COMPANY = 0.35  # how often another robot stands about
NEAR = 4  # cells, from robot to robot
BRINK = 2  # cells, from a robot to where it would fall


class DealtTask(NamedTuple):
    """A task that may turn out to be a puzzle."""

    goal: Goal
    task: RallyTask
    scene: RallyScene
    source: str


class _Ground(NamedTuple):
    """A course, and what is worth knowing of it once."""

    course: Course
    text: str
    settings: HouseRules
    source: str
    start: Cell
    flags: tuple[Cell, ...]
    floor: tuple[Cell, ...]  # where robots can stand
    brinks: tuple[Cell, ...]  # from where they may fall


def deals(seed: int, number: int) -> Iterator[DealtTask]:
    """Yield what is tried under this number; nothing, if the course has no room for its goal."""
    ground = _ground(seed, number // ON_ONE_COURSE)
    dice = Random(f"rally {seed} {number}")  # noqa: S311 - for a game
    [goal] = dice.choices([*GOAL_WEIGHTS], [*GOAL_WEIGHTS.values()])
    for _ in range(TRIES[goal]):
        dealt = _deal(ground, goal, dice)
        if dealt is not None:
            yield dealt


def _deal(ground: _Ground, goal: Goal, dice: Random) -> DealtTask | None:
    armour = dice.choice(HANDS[goal])
    robots = _robots(ground, goal, armour, dice)
    if robots is None:
        return None
    hand = tuple(dice.sample(deck(ground.settings.deck), k=armour))
    scenario = Scenario(ground.text, tuple(map(_entrant, robots)))
    scene = _scene(ground.course, ground.settings, robots, hand)
    return DealtTask(goal, RallyTask(scenario, hand), scene, ground.source)


def scene_of(task: RallyTask) -> RallyScene:
    """What the kernel needs of a task; Malformed if it is none."""
    return _scene(*set_up_task(task), task.hand)


def _scene(
    course: Course, settings: HouseRules, robots: list[Robot], hand: tuple[Card, ...]
) -> RallyScene:
    return RallyScene(
        floor_of(course, settings.edge),
        rules_of(course, settings),
        robot_rows(course, robots),
        np.array([sum(card.kind is kind for card in hand) for kind in KINDS], np.int64),
    )


# The course


@lru_cache(maxsize=4)
def _ground(seed: int, block: int) -> _Ground:
    dice = Random(f"rally course {seed} {block}")  # noqa: S311 - for a game
    if dice.random() < FROM_SHELF:
        name = dice.choice(course_names())
        course, source = course_named(name), f"shelf {name}"
    else:
        sides = dice.choice(MADE_SIDES), dice.choice(MADE_SIDES)
        wish = CourseWish(dice.choice(MADE_TURNS), *sides)
        course, source = make_course(dice.randrange(MOST_SEED), wish), "made"
    settings = agreed(course, {})
    floor = tuple(cell for cell in course.cells() if not course.square(cell).pit)
    brinks = tuple(cell for cell in floor if _is_brink(course, settings, cell))
    text, start = format_course(course), course.start_of(Seat(0))
    return _Ground(course, text, settings, source, start, course.flags, floor, brinks)


def _is_brink(course: Course, settings: HouseRules, cell: Cell) -> bool:
    return any(_falls_soon(course, settings, cell, heading) for heading in Heading)


def _falls_soon(course: Course, settings: HouseRules, cell: Cell, heading: Heading) -> bool:
    """Whether a few steps that way lead into a pit or off the board (R4, D3)."""
    for _ in range(BRINK):
        if course.has_wall(cell, heading):
            return False
        cell = cell.towards(heading)
        if not course.contains(cell):
            return settings.edge == "pit"
        if course.square(cell).pit:
            return True
    return False


# The robots


def _robots(ground: _Ground, goal: Goal, armour: int, dice: Random) -> list[Robot] | None:
    if goal == "flag":
        return _before_a_flag(ground, armour, dice)
    if not ground.brinks:
        return None
    cell = dice.choice(ground.brinks)
    facing = dice.choice(HEADINGS)
    next_flag = dice.randint(1, len(ground.flags))
    if goal == "survive":
        return _with_company(ground, _robot(ground, cell, facing, armour, next_flag), dice)
    near = _near(ground, cell)
    if not near:
        return None
    own = _robot(ground, dice.choice(near), facing, armour, next_flag)
    return [own, _off(ground, cell, dice)]


def _before_a_flag(ground: _Ground, armour: int, dice: Random) -> list[Robot] | None:
    """A robot that could touch its next flag in this turn, if it had any cards it liked."""
    course = ground.course
    number = dice.randint(1, len(ground.flags))
    reach = reach_on(course, ground.settings.edge)
    fewest = registers_to(reach, [ground.flags[number - 1]])[0].tolist()
    places = [
        place
        for place, registers in enumerate(fewest)
        if registers in REGISTERS_TO_FLAG
        and not course.square(cell_of(course, place // QUARTERS)).pit
    ]
    if not places:
        return None
    at, facing = divmod(dice.choice(places), QUARTERS)
    own = _robot(ground, cell_of(course, at), HEADINGS[facing], armour, number)
    return _with_company(ground, own, dice)


def _with_company(ground: _Ground, own: Robot, dice: Random) -> list[Robot]:
    near = () if own.cell is None else _near(ground, own.cell)
    if not near or dice.random() >= COMPANY:
        return [own]
    return [own, _off(ground, dice.choice(near), dice)]


def _near(ground: _Ground, cell: Cell) -> tuple[Cell, ...]:
    return tuple(
        other for other in ground.floor if 0 < abs(other.x - cell.x) + abs(other.y - cell.y) <= NEAR
    )


def _robot(ground: _Ground, cell: Cell, facing: Heading, armour: int, next_flag: int) -> Robot:
    return Robot(cell=cell, facing=facing, armour=armour, next_flag=next_flag, save=ground.start)


def _off(ground: _Ground, cell: Cell, dice: Random) -> Robot:
    return Robot(cell=cell, facing=dice.choice(HEADINGS), save=ground.start, off=True)


def _entrant(robot: Robot) -> Entrant:
    return Entrant(
        cell=None if robot.cell is None else cell_name(robot.cell),
        facing=robot.facing,
        armour=robot.armour,
        lives=robot.lives,
        next_flag=robot.next_flag,
        save=cell_name(robot.save),
        off=robot.off,
    )
