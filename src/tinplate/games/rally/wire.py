"""What Rally sends over HTTP besides playing; docs/protocol.md describes it.

A page that draws needs no rules: it is told how far beams go and where programs lead.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tinplate.game import Facts, Seat
from tinplate.games.rally.cards import REGISTERS, Card
from tinplate.games.rally.course import Belt, Edge, Gear, Level, Pusher, Registers
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.tally import Tally
from tinplate.games.rally.values import Event, RobotEvent, State
from tinplate.grid import Cell, Heading
from tinplate.match import Entry

# Courses


class Wall(Struct, frozen=True):
    """A wall on one side of a cell."""

    cell: Cell
    side: Heading


class Beam(Struct, frozen=True):
    """Beams from the emitter on the first cell, as far as walls let them."""

    heading: Heading
    beams: int
    cells: tuple[Cell, ...]


class SquareFacts(Struct, frozen=True):
    """What is printed on a cell."""

    cell: Cell
    belt: Belt | None
    flag: int | None
    start: int | None  # 0 is for all, 1 to 8 for the player with that number
    repair: int  # armour points; any repair is also a save point
    gear: Gear | None
    press: Registers
    pusher: Pusher | None
    pit: bool


class CourseFacts(Struct, frozen=True):
    """Everything needed to draw a course, and its header."""

    name: str
    text: str  # the whole course, as a file would have it
    level: Level
    players: tuple[int, int]  # the fewest, the most
    author: str
    texts: dict[str, str]  # by language; "" is for all
    edge: Edge
    rules: dict[str, str]  # settings the course asks for
    width: int
    height: int
    squares: tuple[SquareFacts, ...]  # those that are not plain floor
    walls: tuple[Wall, ...]  # each once
    beams: tuple[Beam, ...]
    turns: int | None  # the fewest for a robot alone with any cards; None: it cannot be played


class AskedCourse(Struct, frozen=True, forbid_unknown_fields=True):
    """A course, by its name or its text."""

    course: str


class CourseListed(Struct, frozen=True):
    """A course of the gallery."""

    course: str  # the name to ask for it by
    name: str
    level: Level
    players: tuple[int, int]
    author: str
    texts: dict[str, str]
    flags: int
    turns: int | None  # as above


class Gallery(Struct, frozen=True):
    """The built-in courses, easiest first."""

    courses: tuple[CourseListed, ...]


# Checking


class FindingFacts(Struct, frozen=True):
    """An error, or a note for the author; lines and columns are counted from 1."""

    kind: Literal["error", "note"]
    line: int
    column: int
    cell: str | None  # such as B3, if it is about one
    message: str
    code: str  # with the facts, lets a page say it in another language
    facts: Facts


class Checked(Struct, frozen=True):
    """A text, checked as a course."""

    is_playable: bool
    course: CourseFacts | None  # None: it cannot be read
    findings: tuple[FindingFacts, ...]  # in the order of the text


# Drawing


class Reached(Struct, frozen=True):
    """How soon a robot alone can be anywhere, with any cards."""

    registers: tuple[int | None, ...]  # by cell, row by row, until it ends one there; None: never


class Expected(Struct, frozen=True):
    """How many turns the planner expects to need alone, with the cards it is dealt."""

    turns: float  # from the start to the last flag
    cells: tuple[float | None, ...]  # the same from every cell, row by row; None: no way on


class Hand(Struct, frozen=True):
    """Cards for a test drive."""

    cards: tuple[Card, ...]


# Preview


class Wished(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards a player considers for the registers; locked registers keep theirs."""

    table: str
    registers: Annotated[tuple[Card | None, ...], Meta(min_length=REGISTERS, max_length=REGISTERS)]


class RegisterPreview(Struct, frozen=True):
    """A register, and the robot after it."""

    register: int
    happenings: tuple[RobotEvent, ...]
    robot: Robot


class Preview(Struct, frozen=True):
    """Where a program would lead if alone, up to the first empty register."""

    start: Robot
    registers: tuple[RegisterPreview, ...]


# Matches


class Turns(Struct, frozen=True):
    """What has happened in a match so far, as spectators saw it."""

    before: State | None  # the state before the last turn that was played; None: there was none
    entries: tuple[Entry[Event], ...]  # the latest, except wholly hidden ones; at most 200


class Standings(Struct, frozen=True):
    """The seats, ranked (D35)."""

    seats: tuple[Seat, ...]  # the best first
    places: tuple[int, ...]  # of these seats, from 1; the same for those whom nothing separates
    tallies: tuple[Tally, ...]  # by seat, not by rank


# Scenarios


class ScenarioPlayed(Struct, frozen=True):
    """What happened to the robots of a scenario."""

    robots: tuple[Robot, ...]
    winners: tuple[Seat, ...]
    stopped_at: int  # the last register played
    happenings: tuple[RobotEvent, ...]
