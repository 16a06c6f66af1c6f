"""What happens to robots in a turn: one value per small step, in the order of play."""

from typing import Literal

from msgspec import Struct

from tinplate.game import Seat
from tinplate.games.rally.cards import Kind
from tinplate.grid import Cell, Heading

Cause = Literal["pit", "edge", "press", "laser"]


class Happening(Struct, frozen=True, tag=True):
    """Something happens to a robot, in a register or, without one, at the end of the turn."""

    register: int | None
    robot: Seat


class CellStep(Happening, frozen=True):
    """A robot moves one cell; the end is None beyond the edge of the board."""

    start: Cell
    end: Cell | None
    heading: Heading


class Rotation(Happening, frozen=True):
    """A robot turns to a new facing."""

    facing: Heading


class CardPlayed(Happening, frozen=True):
    """A robot plays its card."""

    kind: Kind
    priority: int


class Turned(Rotation, frozen=True):
    """A card turned its robot."""


class Moved(CellStep, frozen=True):
    """A card moved its robot."""


class Pushed(CellStep, frozen=True):
    """A robot was pushed by another one, which moves itself or is moved by a pusher."""

    by: Seat


class Blocked(Happening, frozen=True):
    """A robot could not move: because of a wall, or of a robot that a wall keeps from moving."""

    cell: Cell
    heading: Heading
    stuck: Seat | None


class Carried(CellStep, frozen=True):
    """A belt carried a robot."""


class TurnedByBelt(Rotation, frozen=True):
    """A curve turned the robot carried onto it."""


class BeltBlocked(Happening, frozen=True):
    """A belt could not carry a robot."""

    cell: Cell
    heading: Heading
    by: Literal["wall", "robots"]


class PushedByPusher(CellStep, frozen=True):
    """A pusher pushed a robot."""


class TurnedByGear(Rotation, frozen=True):
    """A gear turned a robot."""


class Burnt(Happening, frozen=True):
    """Beams hit a robot."""

    cell: Cell
    beams: int


class Shot(Happening, frozen=True):
    """A robot shot the first robot it sees."""

    start: Cell
    end: Cell
    victim: Seat


class Damaged(Happening, frozen=True):
    """A robot lost armour to beams and shots."""

    lost: int
    armour: int


class FlagTouched(Happening, frozen=True):
    """A robot touched its next flag."""

    cell: Cell
    flag: int


class Saved(Happening, frozen=True):
    """A robot set its save point, where it will come back."""

    cell: Cell


class Died(Happening, frozen=True):
    """A robot was destroyed, losing a life. Beyond the edge, the cell is the last one before it."""

    cell: Cell
    because: Cause
    lives: int


class Repaired(Happening, frozen=True):
    """A robot gained armour."""

    gained: int
    armour: int


class Materialised(Happening, frozen=True):
    """A virtual robot became real."""

    cell: Cell


RULES = {
    CardPlayed: "R39",
    Turned: "R15",
    Moved: "D4",
    Pushed: "R29",
    Blocked: "R29",
    Carried: "R40",
    TurnedByBelt: "R6",
    BeltBlocked: "R42",
    PushedByPusher: "R9",
    TurnedByGear: "R13",
    Burnt: "R10",
    Shot: "R19",
    Damaged: "R43",
    FlagTouched: "R3",
    Saved: "R23",
    Repaired: "R45",
    Materialised: "R32",
}
DEATHS: dict[Cause, str] = {"pit": "R4", "edge": "D3", "press": "R8", "laser": "R20"}


def rule_of(happening: Happening) -> str:
    """Return the number of the rule by which it happened."""
    match happening:
        case Died(because=cause):
            return DEATHS[cause]
        case Blocked(stuck=None) | BeltBlocked(by="wall"):
            return "R14"
        case _:
            return RULES[type(happening)]
