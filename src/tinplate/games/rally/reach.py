"""Where a robot can go that is alone on the board, with full armour and any cards.

A place is a cell and a facing; the next register matters too, because presses and pushers act
only in some. Everything is computed by the kernel, so that no rule is written twice.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tinplate.games.rally import kernel as k
from tinplate.games.rally.cards import Kind
from tinplate.games.rally.course import Course, Edge
from tinplate.games.rally.floor import floor_of, number_of, rules_of
from tinplate.games.rally.settings import agreed
from tinplate.grid import Cell

NEVER = 1_000_000  # registers
_KINDS = len(Kind)
_LOST = -1  # not a place: the robot has lost a life


class CourseReach(NamedTuple):
    """The place after a register, [register, place, kind of card], or _LOST."""

    course: Course
    after: k.Ints

    def place(self, cell: Cell, facing: int = 0) -> int:
        return number_of(self.course, cell) * k.QUARTERS + facing

    def places(self, cell: Cell) -> slice:
        """Return the places of a cell, one for each facing."""
        return slice(self.place(cell), self.place(cell) + k.QUARTERS)


@lru_cache(maxsize=16)
def reach_on(course: Course, edge: Edge | None = None) -> CourseReach:
    """Play every card from every place in every register, optionally with another edge (D3)."""
    places = course.width * course.height * k.QUARTERS
    settings = agreed(course, {})
    floor, rules = floor_of(course, edge or settings.edge), rules_of(course, settings)
    after = np.empty((k.REGISTERS, places, _KINDS), np.int64)
    for register in range(k.REGISTERS):
        robots = _one_robot_a_game(places)
        cards = np.zeros((len(robots), 1, k.REGISTERS, 2), np.int64)
        cards[:, 0, register, k.KIND] = np.tile(np.arange(_KINDS), places)
        k.play_batch(floor, rules, robots, cards, register + 1, register + 1, False)  # noqa: FBT003 - compiled
        cells, facings = robots[:, 0, k.CELL], robots[:, 0, k.FACING]
        ends = np.where(cells == k.OUT, _LOST, cells * k.QUARTERS + facings)
        after[register] = ends.reshape(places, _KINDS)
    return CourseReach(course, after)


def _one_robot_a_game(places: int) -> k.Ints:
    """Make a robot for each place and kind of card, each alone on its board."""
    robots = np.zeros((places * _KINDS, 1, k.FIELDS), np.int64)
    place = np.repeat(np.arange(places), _KINDS)
    robots[:, 0, k.CELL], robots[:, 0, k.FACING] = place // k.QUARTERS, place % k.QUARTERS
    robots[:, 0, k.ARMOUR], robots[:, 0, k.LIVES] = k.MOST_ARMOUR, 1
    return robots


def registers_to(reach: CourseReach, goals: Sequence[Cell]) -> k.Ints:
    """Return [register, place]: the fewest registers to end on each goal, in their order.

    NEVER where that is impossible.
    """
    fewest = np.zeros(reach.after.shape[:2], np.int64)
    for goal in reversed(goals):
        fewest = registers_over(reach, goal, fewest)
    return fewest


def registers_over(reach: CourseReach, goal: Cell, beyond: k.Ints) -> k.Ints:
    """Return the fewest registers to the goal and then on, given what it takes from there."""
    after = reach.after
    is_lost, arrives = after == _LOST, after // k.QUARTERS == number_of(reach.course, goal)
    fewest = np.full(beyond.shape, NEVER)
    while True:
        onward = np.where(arrives, _next(reach, beyond), _next(reach, fewest))
        improved = np.minimum(np.where(is_lost, NEVER, onward + 1).min(axis=2), NEVER)
        if (improved == fewest).all():
            return fewest
        fewest = improved


def _next(reach: CourseReach, values: k.Ints) -> k.Ints:
    """Look up values [register, place] where each card leads."""
    following = np.roll(values, -1, axis=0)
    return np.stack([row[ends] for row, ends in zip(following, reach.after, strict=True)])


def places_from(reach: CourseReach, starts: Iterable[Cell]) -> k.Ints:
    """Return [register, place]: where robots can get that begin a turn on these cells, any facing.

    The register is the next one to play.
    """
    reached = np.zeros(reach.after.shape[:2], np.bool_)
    for start in starts:
        reached[0, reach.places(start)] = True
    while True:
        grown = reached.copy()
        for register in range(k.REGISTERS):
            ends = reach.after[register][reached[register]]
            grown[(register + 1) % k.REGISTERS, ends[ends != _LOST]] = True
        if (grown == reached).all():
            return reached
        reached = grown


def registers_from(reach: CourseReach, starts: Iterable[Cell]) -> k.Ints:
    """Return by cell: the fewest registers until a robot ends one there, NEVER if it cannot.

    It begins a turn on any of these cells, with any facing; they take none.
    """
    seen = np.zeros(reach.after.shape[:2], np.bool_)
    fewest = np.full(seen.shape[1] // k.QUARTERS, NEVER)
    for start in starts:
        seen[0, reach.places(start)] = True
    front, played = np.flatnonzero(seen[0]), 0
    while front.size:
        cells = front // k.QUARTERS
        fewest[cells] = np.minimum(fewest[cells], played)
        ends = np.unique(reach.after[played % k.REGISTERS][front])
        played += 1
        seen_then = seen[played % k.REGISTERS]
        front = np.array([end for end in ends if end != _LOST and not seen_then[end]], np.int64)
        seen_then[front] = True
    return fewest
