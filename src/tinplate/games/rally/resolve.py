# ruff: noqa: PLC0415 - what needs Numba is imported when it is called
"""Play the registers of a scenario as a pure function, JSON in and out, for tools.

`tinplate rally resolve --help` describes scenarios.
"""

import re
from collections import Counter
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict

from tinplate.game import Malformed
from tinplate.games.rally.cards import REGISTERS, Card, Kind
from tinplate.games.rally.course import Course, cell_name, cell_named
from tinplate.games.rally.course_text import BadCourse, parse_course
from tinplate.games.rally.happenings import Happening, rule_of
from tinplate.games.rally.robot import LIVES, Robot
from tinplate.games.rally.settings import MOST_ARMOUR, HouseRules, agreed, least_armour
from tinplate.grid import Cell, Heading

if TYPE_CHECKING:
    from tinplate.games.rally.turn import TurnPlayed

MOST_ROBOTS = 8  # D41
Register = Annotated[int, Meta(ge=1, le=REGISTERS)]
_WORDS = f"; facings are {' '.join(Heading)}, cards are {' '.join(Kind)}"
Program = Annotated[tuple[Card, ...], Meta(min_length=REGISTERS, max_length=REGISTERS)]


class Entrant(Struct, frozen=True, forbid_unknown_fields=True):
    """A robot as written in a scenario."""

    cell: str | None
    facing: Heading
    armour: Annotated[int, Meta(ge=0, le=MOST_ARMOUR)]
    lives: Annotated[int, Meta(ge=0, le=LIVES)]
    next_flag: Annotated[int, Meta(ge=1)]
    save: str
    virtual: bool = False
    off: bool = False
    registers: Program | None = None


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario to play."""

    course: str
    robots: Annotated[tuple[Entrant, ...], Meta(min_length=1, max_length=MOST_ROBOTS)]
    settings: dict[str, bool | int | str] = {}
    first: Register = msgspec.field(name="from", default=1)
    last: Register = msgspec.field(name="to", default=REGISTERS)
    end_of_turn: bool = True


def resolve(text: str | bytes) -> dict[str, Any]:
    """Play a scenario; Malformed says in one line what is wrong with it."""
    return _answer(play_scenario(_read(text)))


def play_scenario(scenario: Scenario) -> "TurnPlayed":
    """Play a scenario and return values."""
    if scenario.first > scenario.last:
        raise Malformed(f"from {scenario.first} to {scenario.last}: expected from up to to")
    course, settings, robots = set_up(scenario)
    _refuse_equal_priorities(scenario)
    from tinplate.games.rally.turn import play_registers

    return play_registers(
        course,
        settings,
        robots,
        [robot.registers for robot in scenario.robots],
        first=scenario.first,
        last=scenario.last,
        end_of_turn=scenario.end_of_turn,
    )


def set_up(scenario: Scenario) -> tuple[Course, HouseRules, list[Robot]]:
    """Return the course of a scenario, its rules, and its robots; Malformed as in `resolve`."""
    course = _course(scenario.course)
    settings = agreed(course, scenario.settings)
    robots = [_robot(course, settings, seat, each) for seat, each in enumerate(scenario.robots)]
    _refuse_two_on_a_cell(robots)
    return course, settings, robots


# Reading


def _read(text: str | bytes) -> Scenario:
    try:
        return msgspec.json.decode(text, type=Scenario)
    except msgspec.MsgspecError as error:
        hint = _WORDS if str(error).startswith("Invalid enum value") else ""
        raise Malformed(f"scenario: {error}{hint}") from None
    except UnicodeError:
        raise Malformed("scenario: the text is not UTF-8") from None


@lru_cache(maxsize=64)
def _course(text: str) -> Course:
    try:
        return parse_course(text)
    except BadCourse as error:
        raise Malformed(f"course: {'; '.join(map(str, error.mistakes))}") from None


def _robot(course: Course, settings: HouseRules, seat: int, entrant: Entrant) -> Robot:
    try:
        return Robot(
            cell=None if entrant.cell is None else _standing(course, "cell", entrant.cell),
            facing=entrant.facing,
            save=_standing(course, "save", entrant.save),
            armour=_armour(settings, entrant),
            lives=_lives(entrant),
            next_flag=_next_flag(course, entrant),
            virtual=entrant.virtual,
            off=_off(entrant),
        )
    except Malformed as error:
        raise Malformed(f"robot {seat}: {error}") from None


def _standing(course: Course, what: str, name: str) -> Cell:
    """Read a cell on which a robot can stand."""
    try:
        cell = cell_named(name)
    except Malformed as error:
        raise Malformed(f"{what}: {error}") from None
    if not course.contains(cell):
        corner = cell_name(Cell(course.width - 1, course.height - 1))
        raise Malformed(f"{what}: {name} is not on the board; expected A1 to {corner}")
    if course.square(cell).pit:
        raise Malformed(f"{what}: {name} is a pit; expected a cell on which a robot can stand")
    return cell


def _armour(settings: HouseRules, entrant: Entrant) -> int:
    """R20: a destroyed robot has none, a robot on the board has some (or not, D46)."""
    if entrant.cell is None:
        return 0
    if entrant.armour < least_armour(settings):
        raise Malformed(f"armour 0 on the board; expected 1 to {MOST_ARMOUR}, or cell null")
    return entrant.armour


def _lives(entrant: Entrant) -> int:
    """R21."""
    if entrant.cell is not None and entrant.lives == 0:
        raise Malformed(f"no lives on the board; expected 1 to {LIVES}, or cell null")
    return entrant.lives


def _next_flag(course: Course, entrant: Entrant) -> int:
    from tinplate.games.rally.floor import last_flag

    last = max(1, last_flag(course))
    if entrant.next_flag > last:
        raise Malformed(f"next_flag {entrant.next_flag}; expected 1 to {last}, the last flag")
    return entrant.next_flag


def _off(entrant: Entrant) -> bool:
    """R36: a robot that is on the board and on has a card in every register."""
    if entrant.cell is not None and not entrant.off and entrant.registers is None:
        raise Malformed(f"registers are missing; expected {REGISTERS} cards, or off true")
    return entrant.off


def _refuse_two_on_a_cell(robots: list[Robot]) -> None:
    """R29, R31: only virtual robots share a cell."""
    first: dict[Cell, int] = {}
    for seat, robot in enumerate(robots):
        if robot.cell is not None and not robot.virtual:
            other = first.setdefault(robot.cell, seat)
            if other != seat:
                raise Malformed(
                    f"robots {other} and {seat} are both on {cell_name(robot.cell)}; "
                    "expected at most one that is not virtual"
                )


def _refuse_equal_priorities(scenario: Scenario) -> None:
    """R16: the order must be known in every register that is played."""
    programs = [
        robot.registers
        for robot in scenario.robots
        if robot.cell is not None and not robot.off and robot.registers is not None
    ]
    for register in range(scenario.first, scenario.last + 1):
        counts = Counter(program[register - 1].priority for program in programs)
        for priority, count in counts.items():
            if count > 1:
                raise Malformed(f"register {register}: priority {priority} twice; expected once")


# Answering


def _answer(played: "TurnPlayed") -> dict[str, Any]:
    return {
        "robots": [_written(asdict(robot)) for robot in played.robots],
        "winners": list(played.winners),
        "stopped_at": played.stopped_at,
        "events": [_event(happening) for happening in played.happenings],
    }


def _event(happening: Happening) -> dict[str, Any]:
    fields = {_NAMES.get(name, name): value for name, value in asdict(happening).items()}
    return {
        "event": _words(type(happening).__name__),
        **_written(fields),
        "rule": rule_of(happening),
    }


_NAMES = {"start": "from", "end": "to", "kind": "card"}


def _written(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        name: cell_name(value) if isinstance(value, Cell) else value
        for name, value in fields.items()
    }


@cache
def _words(name: str) -> str:
    """Write TurnedByGear as turned-by-gear."""
    return re.sub("(?<!^)(?=[A-Z])", "-", name).lower()
