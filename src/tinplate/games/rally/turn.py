"""Registers and the end of a turn over values: prepares the kernel's input, reads its output.

Importing this imports Numba: do it only where a register is played.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tinplate.game import Seat
from tinplate.games.rally import kernel as k
from tinplate.games.rally.cards import REGISTERS
from tinplate.games.rally.course import Course
from tinplate.games.rally.floor import (
    HEADINGS,
    KINDS,
    Program,
    card_rows,
    cell_of,
    floor_of,
    robot_rows,
    rules_of,
)
from tinplate.games.rally.happenings import (
    BeltBlocked,
    Blocked,
    Burnt,
    CardPlayed,
    Carried,
    Cause,
    Damaged,
    Died,
    FlagTouched,
    Happening,
    Materialised,
    Moved,
    Pushed,
    PushedByPusher,
    Repaired,
    Saved,
    Shot,
    Turned,
    TurnedByBelt,
    TurnedByGear,
)
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.settings import HouseRules
from tinplate.grid import Cell

_CAUSES: tuple[Cause, ...] = ("pit", "edge", "press", "laser")  # by number
_ROTATIONS = {k.TURNED: Turned, k.BELT_TURNED: TurnedByBelt, k.GEAR_TURNED: TurnedByGear}
_WAYS = {k.MOVED: Moved, k.CARRIED: Carried, k.SHOVED: PushedByPusher}


class TurnPlayed(NamedTuple):
    """The robots after it, who won, and what happened."""

    robots: tuple[Robot, ...]
    winners: tuple[Seat, ...]
    stopped_at: int  # the last register played
    happenings: tuple[Happening, ...]


def play_registers(  # noqa: PLR0913 - all of this is a turn
    course: Course,
    settings: HouseRules,
    robots: Sequence[Robot],
    programs: Sequence[Program | None],
    *,
    first: int = 1,
    last: int = REGISTERS,
    end_of_turn: bool = True,
) -> TurnPlayed:
    """Play registers first to last, none if first comes after last, until somebody wins (R46).

    The end of the turn, which comes only if nobody won, repairs robots and makes virtual ones
    real. Robots that are off or destroyed need no program.
    """
    rows = robot_rows(course, robots)
    trace = k.new_trace(len(robots))
    won, stopped_at = k.play_turn(
        floor_of(course, settings.edge),
        rules_of(course, settings),
        rows,
        card_rows(programs),
        first,
        last,
        end_of_turn,
        trace,
    )
    return TurnPlayed(
        robots=tuple(_robot(course, row) for row in rows.tolist()),
        winners=tuple(Seat(seat) for seat in range(len(robots)) if won >> seat & 1),
        stopped_at=int(stopped_at),
        happenings=tuple(_happening(course, row) for row in trace[1 : trace[0, 0] + 1].tolist()),
    )


def _robot(course: Course, row: Sequence[int]) -> Robot:
    cell, facing, armour, lives, next_flag, save, virtual, off = row
    return Robot(
        cell=_cell(course, cell),
        facing=HEADINGS[facing],
        save=cell_of(course, save),
        armour=armour,
        lives=lives,
        next_flag=next_flag,
        virtual=bool(virtual),
        off=bool(off),
    )


def _cell(course: Course, number: int) -> Cell | None:
    return None if number == k.OUT else cell_of(course, number)


def _happening(course: Course, row: Sequence[int]) -> Happening:
    """Convert a row of the trace to a value."""
    what, register, robot, start, end, detail, other = row
    who = (None if register == k.NO_REGISTER else register, Seat(robot))
    here = cell_of(course, start)
    match what:
        case k.PLAYED:
            return CardPlayed(*who, KINDS[detail], other)
        case k.TURNED | k.BELT_TURNED | k.GEAR_TURNED:
            return _ROTATIONS[what](*who, HEADINGS[detail])
        case k.MOVED | k.CARRIED | k.SHOVED:
            return _WAYS[what](*who, here, _cell(course, end), HEADINGS[detail])
        case k.PUSHED:
            return Pushed(*who, here, _cell(course, end), HEADINGS[detail], Seat(other))
        case k.BLOCKED:
            return Blocked(*who, here, HEADINGS[detail], None if other == k.NOBODY else Seat(other))
        case k.BELT_BLOCKED:
            return BeltBlocked(*who, here, HEADINGS[detail], "robots" if other else "wall")
        case k.BURNT:
            return Burnt(*who, here, detail)
        case k.SHOT:
            return Shot(*who, here, cell_of(course, end), Seat(other))
        case k.DAMAGED:
            return Damaged(*who, detail, other)
        case k.TOUCHED:
            return FlagTouched(*who, here, detail)
        case k.SAVED:
            return Saved(*who, here)
        case k.DIED:
            return Died(*who, here, _CAUSES[detail], other)
        case k.REPAIRED:
            return Repaired(*who, detail, other)
        case k.MATERIALISED:
            return Materialised(*who, here)
    raise AssertionError(f"the kernel noted something unknown: {what}")
