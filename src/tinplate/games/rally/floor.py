"""A course, the settings, robots and cards in the numbers the kernel wants."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from tinplate.games.rally import kernel as k
from tinplate.games.rally.cards import REGISTERS, Card, Kind
from tinplate.games.rally.course import Course, Edge, Gear, Square
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.settings import HouseRules, least_armour
from tinplate.grid import Cell, Heading

HEADINGS = tuple(Heading)  # clockwise from north: a heading's number is its index
KINDS = tuple(Kind)  # a kind's number is its index
Program = Sequence[Card]  # one card per register
_QUARTERS = {Gear.RIGHT: 1, Gear.LEFT: 3}


def rules_of(course: Course, settings: HouseRules) -> k.Rules:
    return k.Rules(
        virtual_fire=settings.virtual_fire,
        beam_blocked=settings.beam_blocked,
        flags_save=settings.flags_save,
        flags_repair=settings.flags_repair,
        pd_saves=settings.pd_saves,
        last_standing_wins=settings.last_standing_wins,
        least_armour=least_armour(settings),
        last_flag=last_flag(course),
    )


@lru_cache(maxsize=256)
def last_flag(course: Course) -> int:
    """Return the highest number of a flag; 0 if there is none."""
    return max(course.square(cell).flag or 0 for cell in course.cells())


@lru_cache(maxsize=256)
def floor_of(course: Course, edge: Edge) -> k.Ints:
    """Build the floor, once per course: the array is shared and must not be changed."""
    floor = np.zeros((course.width * course.height, k.SQUARE), np.int64)
    for cell in course.cells():
        row, square = floor[number_of(course, cell)], course.square(cell)
        for place, heading in enumerate(HEADINGS):
            row[k.SIGHT + place] = _seen(course, cell, heading)
            row[k.STEP + place] = _stepped(course, edge, cell, heading)
        _print_square(row, square)
        for laser in square.lasers:
            row[k.EMITTERS + HEADINGS.index(laser.heading)] = laser.beams
            for lit in course.beam(cell, laser.heading):
                floor[number_of(course, lit), k.BEAMS] += laser.beams  # D40
    return floor


def _print_square(row: k.Ints, square: Square) -> None:
    """Write what depends on the square alone, not on its neighbours."""
    if square.belt is not None:
        row[k.BELT] = k.EXPRESS if square.belt.is_express else k.NORMAL
        row[k.WAY_OUT] = HEADINGS.index(square.belt.exit)
        row[k.MOUTHS] = _bits(HEADINGS.index(heading) for heading in square.belt.mouths)
    if square.pusher is not None:
        row[k.PUSHER] = HEADINGS.index(square.pusher.heading)
        row[k.PUSHES_IN] = _bits(square.pusher.registers)
    if square.gear is not None:
        row[k.GEAR] = _QUARTERS[square.gear]
    row[k.PRESSES_IN] = _bits(square.press)
    row[k.FLAG] = square.flag or 0
    row[k.REPAIR] = square.repair


def number_of(course: Course, cell: Cell) -> int:
    return cell.y * course.width + cell.x


def cell_of(course: Course, number: int) -> Cell:
    y, x = divmod(number, course.width)
    return Cell(x, y)


def _seen(course: Course, cell: Cell, heading: Heading) -> int:
    """R14, R19: walls stop shots, and so does the edge of the board."""
    ahead = cell.towards(heading)
    if course.has_wall(cell, heading) or not course.contains(ahead):
        return k.OUT
    return number_of(course, ahead)


def _stepped(course: Course, edge: Edge, cell: Cell, heading: Heading) -> int:
    """R4, R14, D3."""
    ahead = cell.towards(heading)
    if course.has_wall(cell, heading):
        return k.STAY
    if not course.contains(ahead):
        return k.STAY if edge == "wall" else k.EDGE
    return k.PIT if course.square(ahead).pit else number_of(course, ahead)


def _bits(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def robot_rows(course: Course, robots: Sequence[Robot]) -> k.Ints:
    """Return the robots as rows for the kernel."""
    return np.array(
        [
            (
                k.OUT if robot.cell is None else number_of(course, robot.cell),
                HEADINGS.index(robot.facing),
                robot.armour,
                robot.lives,
                robot.next_flag,
                number_of(course, robot.save),
                robot.virtual,
                robot.off,
            )
            for robot in robots
        ],
        np.int64,
    )


def card_rows(programs: Sequence[Program | None]) -> k.Ints:
    """Return the programs as rows for the kernel; rows without a program are never read."""
    rows = np.zeros((len(programs), REGISTERS, 2), np.int64)
    for row, program in zip(rows, programs, strict=True):
        if program is not None:
            row[:] = [(KINDS.index(card.kind), card.priority) for card in program]
    return rows
