"""Registers played on courses that are drawn in the test.

A robot is written as its cell and facing, then its cards, then what else is to be said of it:
`B2e move3 left`, `C1n move1 armour=1 virtual`. The first of several has the highest priority,
unless it says otherwise (`@540`). Cards are for the registers that are played, in order; a robot
without cards is off.
"""

from collections.abc import Sequence

from tinplate.game import Seat
from tinplate.games.rally.cards import REGISTERS, Card, Kind
from tinplate.games.rally.course import Course, cell_name, cell_named
from tinplate.games.rally.course_text import parse_course
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.settings import agreed
from tinplate.games.rally.turn import TurnPlayed, play_registers
from tinplate.grid import Heading

A, B, C, D = (Seat(seat) for seat in range(4))  # the robots in the order in which they are written
KINDS = set(Kind)
HIGHEST = 840


def course_of(drawing: str) -> Course:
    return parse_course(f"rally 1\nboard:\n{drawing.strip()}\n")


def play(
    drawing: str, *robots: str, register: int = 1, ends: bool = False, **settings: object
) -> TurnPlayed:
    """As many registers as robots have cards, from this one on; then, if asked, the turn ends."""
    course = course_of(drawing)
    written = [robot.split() for robot in robots]
    length = max(len(_kinds(words)) for words in written)
    return play_registers(
        course,
        agreed(course, settings),
        [_robot(words) for words in written],
        [_program(words, HIGHEST - 10 * seat, register) for seat, words in enumerate(written)],
        first=register,
        last=register + max(1, length) - 1,
        end_of_turn=ends,
    )


def end_turn(drawing: str, *robots: str, **settings: object) -> TurnPlayed:
    """Nothing but the end of a turn."""
    course = course_of(drawing)
    return play_registers(
        course,
        agreed(course, settings),
        [_robot(robot.split()) for robot in robots],
        [None] * len(robots),
        first=1,
        last=0,
        end_of_turn=True,
    )


def places(played: TurnPlayed) -> str:
    """Where the robots are and how they face: `B2e dead`."""
    return " ".join(_place(robot) for robot in played.robots)


def armour(played: TurnPlayed) -> list[int]:
    return [robot.armour for robot in played.robots]


def saves(played: TurnPlayed) -> str:
    return " ".join(cell_name(robot.save) for robot in played.robots)


def _place(robot: Robot) -> str:
    return "dead" if robot.cell is None else f"{cell_name(robot.cell)}{robot.facing}"


def _kinds(words: Sequence[str]) -> list[Kind]:
    return [Kind(word) for word in words if word in KINDS]


def _robot(words: Sequence[str]) -> Robot:
    place, *others = words
    said = dict(word.split("=") for word in others if "=" in word)
    cell = None if place == "dead" else cell_named(place[:-1])
    return Robot(
        cell=cell,
        facing=Heading(place[-1]) if cell else Heading.NORTH,
        armour=int(said.get("armour", 9 if cell else 0)),
        lives=int(said.get("lives", 3)),
        next_flag=int(said.get("next_flag", 1)),
        save=cell_named(said.get("save", "A1")),
        virtual="virtual" in others,
        off=not _kinds(words),
    )


def _program(words: Sequence[str], priority: int, register: int) -> list[Card] | None:
    kinds = _kinds(words)
    if not kinds:
        return None
    said = [int(word.removeprefix("@")) for word in words if word.startswith("@")]
    before = [Kind.UTURN] * (register - 1)
    after = [Kind.UTURN] * (REGISTERS - len(kinds) - len(before))
    return [Card(kind, said[0] if said else priority) for kind in [*before, *kinds, *after]]
