"""Cells and headings: the square grid both games are played on. Row 1 is the northernmost."""

from enum import StrEnum
from typing import NamedTuple, Self

COLUMNS = "abcdefghijklmnopqrstuvwxyz"
COLUMN_NAMES = (*COLUMNS, *(f"a{letter}" for letter in COLUMNS))  # a to z, then aa, ab ..


class Heading(StrEnum):
    """One of the four directions a robot can face or move in; the value is its letter."""

    NORTH = "n"
    EAST = "e"
    SOUTH = "s"
    WEST = "w"

    __hash__ = str.__hash__  # much faster than that of enumerations

    @property
    def word(self) -> str:
        """The heading as people say it who look at the board: "up"."""
        return _WORDS[self]

    @property
    def compass(self) -> str:
        """The heading as the letters of the notation have it: "north"."""
        return self.name.lower()

    @property
    def clockwise(self) -> "Heading":
        """The next heading to the right."""
        return _CLOCKWISE[self]

    @property
    def opposite(self) -> "Heading":
        """The heading that leads back."""
        return _CLOCKWISE[_CLOCKWISE[self]]

    def is_right_angle_to(self, other: "Heading") -> bool:
        """Whether a robot has to turn left or right, and only once, to get to the other."""
        return other in _SIDEWAYS[self]


_COLUMN_NUMBERS = {name: number for number, name in enumerate(COLUMN_NAMES)}
_CLOCKWISE = {
    Heading.NORTH: Heading.EAST,
    Heading.EAST: Heading.SOUTH,
    Heading.SOUTH: Heading.WEST,
    Heading.WEST: Heading.NORTH,
}
_SIDEWAYS = {heading: (heading.clockwise, heading.clockwise.opposite) for heading in Heading}
_WORDS = {
    Heading.NORTH: "up",
    Heading.EAST: "right",
    Heading.SOUTH: "down",
    Heading.WEST: "left",
}
_STEP = {
    Heading.NORTH: (0, -1),
    Heading.EAST: (1, 0),
    Heading.SOUTH: (0, 1),
    Heading.WEST: (-1, 0),
}


class Cell(NamedTuple):
    """A square of the board, counted from the north-west corner: Cell(0, 0) is a1."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"{COLUMN_NAMES[self.x]}{self.y + 1}"

    def towards(self, heading: Heading) -> "Cell":
        """Return the neighbour in that direction, whether or not it is on the board."""
        dx, dy = _STEP[heading]
        return Cell(self.x + dx, self.y + dy)

    @classmethod
    def named(cls, name: str) -> Self:
        """Read "a1"; raise ValueError if it is not written like a cell."""
        column = name.rstrip("0123456789")
        row = name[len(column) :]
        if column not in _COLUMN_NUMBERS or not row:
            raise ValueError(
                f"“{name}” is not a cell: write a column letter and a row number, such as c4"
            )
        if row.startswith("0"):
            raise ValueError(
                f"“{name}” is not a cell: rows are counted from 1, without leading zeros"
            )
        return cls(_COLUMN_NUMBERS[column], int(row) - 1)
