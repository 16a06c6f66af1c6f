"""A course: one board of squares with everything printed on it (R1 to R14).

Cells are written as in `tinplate.grid`, but in capitals: A1 is the north-west corner.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Literal

from msgspec import Struct

from tinplate.game import Malformed, Seat
from tinplate.grid import Cell, Heading

Level = Literal["beginner", "intermediate", "hard"]
Edge = Literal["pit", "wall"]
Registers = tuple[int, ...]  # of 1 to 5, ascending

SHARED_START = 0  # a start for all seats; 1 to 8 is the start of one seat


class Gear(StrEnum):
    """R13: which way a gear turns the robot on it; the value is its letter."""

    LEFT = "L"
    RIGHT = "R"


class Belt(Struct, frozen=True):
    """R5 to R7: the exit, and the headings on arrival for which a curve turns a robot."""

    exit: Heading
    is_express: bool = False
    mouths: tuple[Heading, ...] = ()  # in the order n e s w


class Pusher(Struct, frozen=True):
    """R9."""

    heading: Heading
    registers: Registers


class Laser(Struct, frozen=True):
    """R10: an emitter; its beams start on its own cell."""

    heading: Heading
    beams: int = 1


class Square(Struct, frozen=True):
    """What is printed on one cell. A wall between two cells is on both squares."""

    belt: Belt | None = None
    flag: int | None = None
    start: int | None = None
    repair: int = 0  # R11, R12: armour points; any repair is also a save point
    gear: Gear | None = None
    press: Registers = ()  # R8
    pusher: Pusher | None = None
    lasers: tuple[Laser, ...] = ()  # one per heading, in the order n e s w
    pit: bool = False
    walls: frozenset[Heading] = frozenset()


class Course(Struct, frozen=True):
    """A board and its header. Texts and rules are pairs: language or name, value."""

    name: str
    squares: tuple[tuple[Square, ...], ...]  # row by row, the northernmost first
    level: Level = "beginner"
    players: tuple[int, int] = (1, 8)  # the fewest, the most
    author: str = ""
    texts: tuple[tuple[str, str], ...] = ()  # the language of a plain `text:` is ""
    edge: Edge | None = None  # D3; None: not specified
    rules: tuple[tuple[str, str], ...] = ()  # settings the course asks for
    comments: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Course {self.name!r}, {self.width}x{self.height}>"

    @property
    def width(self) -> int:
        return len(self.squares[0])

    @property
    def height(self) -> int:
        return len(self.squares)

    @property
    def flags(self) -> tuple[Cell, ...]:
        """R3: the cells of the flags, in the order in which they must be touched."""
        numbered = [(self.square(cell).flag, cell) for cell in self.cells()]
        return tuple(cell for _, cell in sorted((flag, cell) for flag, cell in numbered if flag))

    def cells(self) -> Iterator[Cell]:
        """Every cell, row by row."""
        return (Cell(x, y) for y in range(self.height) for x in range(self.width))

    def contains(self, cell: Cell) -> bool:
        return 0 <= cell.x < self.width and 0 <= cell.y < self.height

    def square(self, cell: Cell) -> Square:
        return self.squares[cell.y][cell.x]

    def has_wall(self, cell: Cell, heading: Heading) -> bool:
        """R14: whether there is a wall on that side of the cell; the board's edge alone is none."""
        return heading in self.square(cell).walls

    def start_of(self, seat: Seat) -> Cell:
        """R2: where that seat begins."""
        return self.starts_of(seat + 1)[seat]

    def starts_of(self, seats: int) -> tuple[Cell, ...]:
        """R2: where so many seats begin: on their own starts, else on the shared one."""
        starts = {self.square(cell).start: cell for cell in self.cells()}
        return tuple(
            starts[number] if number in starts else starts[SHARED_START]
            for number in range(1, seats + 1)
        )

    def beam(self, cell: Cell, heading: Heading) -> Iterator[Cell]:
        """R10: yield the cells a beam covers, from its emitter on to a wall or the edge."""
        yield cell
        while not self.has_wall(cell, heading):
            cell = cell.towards(heading)
            if not self.contains(cell):
                return
            yield cell


def cell_name(cell: Cell) -> str:
    """Write the cell as Rally does: A1."""
    return str(cell).upper()


def cell_named(name: str) -> Cell:
    """Read "A1", or "a1"; raise Malformed if it is no cell."""
    if not isinstance(name, str) or not re.fullmatch("[A-Za-z][1-9][0-9]*", name):
        raise Malformed(f"“{name}” is not a cell: write a column letter and a row number: C4")
    return Cell.named(name.lower())
