"""What happens to robots in a turn: one value for every little step, in the order of play."""

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
    """One cell in some direction; there is no end beyond the edge of the board."""

    start: Cell
    end: Cell | None
    heading: Heading


class Rotation(Happening, frozen=True):
    """The robot faces another way now."""

    facing: Heading


class CardPlayed(Happening, frozen=True):
    """A robot's card is carried out."""

    kind: Kind
    priority: int


class Turned(Rotation, frozen=True):
    """A robot turned by its card."""


class Moved(CellStep, frozen=True):
    """A robot moved by its card."""


class Pushed(CellStep, frozen=True):
    """A robot was pushed by another one, which moves or is moved by a pusher."""

    by: Seat


class Blocked(Happening, frozen=True):
    """A robot could not move: a wall, or a robot that cannot be pushed because of one."""

    cell: Cell
    heading: Heading
    stuck: Seat | None


class Carried(CellStep, frozen=True):
    """A belt carried a robot."""


class TurnedByBelt(Rotation, frozen=True):
    """A curve turned the robot that was carried onto it."""


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
    """A robot stands in so many beams."""

    cell: Cell
    beams: int


class Shot(Happening, frozen=True):
    """A robot shot the first one it sees."""

    start: Cell
    end: Cell
    victim: Seat


class Damaged(Happening, frozen=True):
    """A robot lost armour by beams and shots; so much is left."""

    lost: int
    armour: int


class FlagTouched(Happening, frozen=True):
    """A robot touched its next flag."""

    cell: Cell
    flag: int


class Saved(Happening, frozen=True):
    """A robot will come back here."""

    cell: Cell


class Died(Happening, frozen=True):
    """A robot left the board; so many lives are left. Beyond the edge: the last cell before it."""

    cell: Cell
    because: Cause
    lives: int


class Repaired(Happening, frozen=True):
    """A robot gained armour; so much it has now."""

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
    """The number of the rule by which it happened."""
    match happening:
        case Died(because=cause):
            return DEATHS[cause]
        case Blocked(stuck=None) | BeltBlocked(by="wall"):
            return "R14"
        case _:
            return RULES[type(happening)]
