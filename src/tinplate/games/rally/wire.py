"""What goes over HTTP about Rally besides playing; docs/protocol.md shows it.

Whoever draws needs no rules: how far a beam goes and where a program leads is told, too.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tinplate.game import Facts, Seat
from tinplate.games.rally.cards import REGISTERS, Card
from tinplate.games.rally.course import Belt, Edge, Gear, Level, Pusher, Registers
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.values import Event, RobotEvent, State
from tinplate.grid import Cell, Heading
from tinplate.match import Entry

# Courses


class Wall(Struct, frozen=True):
    """A wall on that side of the cell."""

    cell: Cell
    side: Heading


class Beam(Struct, frozen=True):
    """So many beams from the emitter on the first cell, as far as walls let them."""

    heading: Heading
    beams: int
    cells: tuple[Cell, ...]


class SquareFacts(Struct, frozen=True):
    """What is printed on a cell, if anything is."""

    cell: Cell
    belt: Belt | None
    flag: int | None
    start: int | None  # 0 is for all, 1 to 8 for the player of that number
    repair: int  # armour points; where there are some a robot is saved, too
    gear: Gear | None
    press: Registers
    pusher: Pusher | None
    pit: bool


class CourseFacts(Struct, frozen=True):
    """Everything that is needed to draw a course, and what its header says."""

    name: str
    text: str  # of the whole course, as a file would have it
    level: Level
    players: tuple[int, int]  # the fewest, the most
    author: str
    texts: dict[str, str]  # by language; "" is for all
    edge: Edge
    rules: dict[str, str]  # settings the course asks for
    width: int
    height: int
    squares: tuple[SquareFacts, ...]  # those that are not plain
    walls: tuple[Wall, ...]  # each once
    beams: tuple[Beam, ...]
    turns: int | None  # the fewest for who is alone with any cards; None: it cannot be played


class AskedCourse(Struct, frozen=True, forbid_unknown_fields=True):
    """A course by its name or its text."""

    course: str


class CourseListed(Struct, frozen=True):
    """A course of the gallery."""

    course: str  # what one calls it by
    name: str
    level: Level
    players: tuple[int, int]
    author: str
    texts: dict[str, str]
    flags: int
    turns: int | None  # as above


class Gallery(Struct, frozen=True):
    """The courses of the house, the easiest first."""

    courses: tuple[CourseListed, ...]


# Checking


class FindingFacts(Struct, frozen=True):
    """What is wrong, or what an author may want to know; lines and columns are counted from 1."""

    kind: Literal["error", "note"]
    line: int
    column: int
    cell: str | None  # B3, where it is about one
    message: str
    code: str  # by which a page says it in another language, with the facts in it
    facts: Facts


class Checked(Struct, frozen=True):
    """A text, looked at as a course."""

    is_playable: bool
    course: CourseFacts | None  # None: it cannot be read
    findings: tuple[FindingFacts, ...]  # in the order of the text


# Preview


class Wished(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards one thinks of putting into the registers; those that are locked keep theirs."""

    table: str
    registers: Annotated[tuple[Card | None, ...], Meta(min_length=REGISTERS, max_length=REGISTERS)]


class RegisterPreview(Struct, frozen=True):
    """A register, and the robot behind it."""

    register: int
    happenings: tuple[RobotEvent, ...]
    robot: Robot


class Preview(Struct, frozen=True):
    """Where a program would lead if nobody else were there, up to the first empty register."""

    start: Robot
    registers: tuple[RegisterPreview, ...]


# Matches


class Turns(Struct, frozen=True):
    """What has happened in a match so far, as spectators saw it."""

    before: State | None  # the turn that was played last; None: none was
    entries: tuple[Entry[Event], ...]  # the latest, but those in which all is hidden; at most 200


class Standings(Struct, frozen=True):
    """Who comes before whom (D35)."""

    seats: tuple[Seat, ...]  # the best first


# Scenarios


class ScenarioPlayed(Struct, frozen=True):
    """What became of the robots of a scenario."""

    robots: tuple[Robot, ...]
    winners: tuple[Seat, ...]
    stopped_at: int  # the last register that was played
    happenings: tuple[RobotEvent, ...]
