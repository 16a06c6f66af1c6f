"""The 16 section sides, drawn (RC2). These drawings are what is played.

Each side is drawn as the north-west quarter of a board: the board's corner is top left and the
closed centre (##) bottom right. `--` and `|` are walls. Two letters are a target: its colour
(r g b y) and its symbol (c circle, t triangle, s square, h hexagon); `**` is the vortex. A letter
and a stroke are a diagonal barrier of that colour. Sides drawn next to each other are the front and
back of one piece: 1 and 2 are in both boxes, 3 and 4 only in that of 2013.
"""

from functools import cache
from typing import NamedTuple

from tinplate.game import Malformed
from tinplate.games.ricochet.pieces import Robot, Target
from tinplate.grid import Cell, Heading

DRAWINGS = r"""
R1                               R2
+--+--+--+--+--+--+--+--+        +--+--+--+--+--+--+--+--+
|           |                    |           |
+  +  +  +  +  +  +  +  +        +  +  +  +  +  +  +  +  +
|                                |  |rt
+  +  +  +  +  +  +  +  +        +  +--+  +  +  +  +--+  +
|               bh|              |                  gc|
+  +  +  +  +  +--+  +  +        +  +  +  +  +  +  +  +  +
|                                |
+  +  +--+  +  +  +  +  +        +  +  +  +  +  +  +  +  +
|      gc|                       |      bh|
+--+  +  +  +  +  +  +  +        +  +  +--+  +  +  +  +--+
|                    |rt         |                    |ys
+  +--+  +  +  +  +  +--+        +--+  +  +  +  +  +  +  +
|  |ys                           |
+  +  +  +  +  +  +  +--+        +  +  +  +  +  +  +  +--+
|                    |##         |                    |##
+  +  +  +  +  +  +  +  +        +  +  +  +  +  +  +  +  +

R3                               R4
+--+--+--+--+--+--+--+--+        +--+--+--+--+--+--+--+--+
|     |                          |              |
+  +  +  +  +--+  +  +  +        +  +  +  +  +  +  +  +  +
|            gc|                 |            b\
+  +  +  +  +  +  +  +  +        +  +  +  +  +  +  +  +  +
|                                |                  bh|
+  +  +  +  +  +  +  +  +        +--+  +  +  +  +  +--+  +
|  |rt                           |                  y\
+  +--+  +  +  +  +  +  +        +  +  +--+  +  +  +  +  +
|                                |      gc|rt
+  +  +  +  +  +--+  +  +        +  +  +  +--+  +  +  +  +
|              |ys               |
+--+  +  +  +  +  +  +  +        +  +  +  +  +  +--+  +  +
|         bh|                    |              |ys
+  +  +  +--+  +  +  +--+        +  +  +  +  +  +  +  +--+
|                    |##         |                    |##
+  +  +  +  +  +  +  +  +        +  +  +  +  +  +  +  +  +

G1                               G2
+--+--+--+--+--+--+--+--+        +--+--+--+--+--+--+--+--+
|     |                          |              |
+  +  +  +  +--+  +  +  +        +  +  +  +  +  +  +  +  +
|           |rc                  |                  yh|
+  +--+  +  +  +  +  +  +        +  +--+  +  +  +  +--+  +
|   gt|                          |  |gt
+  +  +  +  +  +  +  +  +        +  +  +  +  +  +  +  +  +
|                  yh|           |
+  +  +  +  +  +  +--+  +        +  +  +  +  +  +  +  +  +
|                                |
+  +  +  +  +  +  +  +  +        +  +  +  +  +  +  +--+  +
|                                |                  bs|
+--+  +  +  +  +  +  +  +        +--+  +  +  +  +  +  +  +
|        |bs                     |        |rc
+  +  +  +--+  +  +  +--+        +  +  +  +--+  +  +  +--+
|                    |##         |                    |##
+  +  +  +  +  +  +  +  +        +  +  +  +  +  +  +  +  +

G3                               G4
+--+--+--+--+--+--+--+--+        +--+--+--+--+--+--+--+--+
|     |                          |                 |
+  +  +  +--+  +  +  +  +        +  +  +  +  +  +  +  +  +
|        |gt                     |            g/
+  +  +  +  +  +  +  +  +        +  +  +  +  +  +  +  +  +
|                                |
+  +  +  +  +  +  +  +  +        +  +--+  +  +  +  +  +  +
|                  yh|           |  |rc
+  +  +  +  +  +  +--+  +        +  +  +  +  +  +  +  +  +
|  |rc                           |                  yh|
+  +--+  +  +  +  +  +  +        +  +  +  +  +  +  +--+  +
|                                |
+  +  +  +  +--+  +  +  +        +--+  +--+  +  +  +  +  +
|            bs|                 |      gt|bs
+--+  +  +  +  +  +  +--+        +  +  +  +--+  +  +  +--+
|                    |##         |               y\   |##
+  +  +  +  +  +  +  +  +        +  +  +  +  +  +  +  +  +

B1                               B2
+--+--+--+--+--+--+--+--+        +--+--+--+--+--+--+--+--+
|           |                    |              |
+  +  +  +  +  +  +  +  +        +  +  +--+  +  +  +  +  +
|               gh|              |     |yc
+  +  +  +  +  +--+  +  +        +  +  +  +  +  +  +  +  +
|  |rs                           |
+  +--+  +  +  +  +  +  +        +  +  +  +  +  +  +  +  +
|                                |                 |bt
+--+  +  +  +  +  +--+  +        +  +  +  +  +  +  +--+  +
|                 |yc            |
+  +  +  +  +  +  +  +  +        +--+  +  +  +--+  +  +  +
|                                |            rs|
+  +  +--+  +  +  +  +  +        +  +  +  +  +  +  +  +  +
|      bt|                       |   gh|
+  +  +  +  +  +  +  +--+        +  +--+  +  +  +  +  +--+
|                    |##         |                    |##
+  +  +  +  +  +  +  +  +        +  +  +  +  +  +  +  +  +

B3                               B4
+--+--+--+--+--+--+--+--+        +--+--+--+--+--+--+--+--+
|                 |              |        |
+  +  +  +  +  +  +  +  +        +  +  +  +  +  +  +  +  +
|                                |      b/
+  +  +  +--+  +  +  +  +        +  +  +  +  +  +  +--+  +
|        |yc                     |               gh|yc
+  +  +  +  +  +  +  +  +        +  +  +  +  +  +--+  +  +
|              |bt               |
+--+  +--+  +  +--+  +  +        +  +  +  +  +  +  +  +  +
|      rs|                       |                     r\
+  +  +  +  +  +  +  +  +        +  +  +  +  +  +  +  +  +
|            gh|                 |  |rs
+  +  +  +  +--+  +  +  +        +  +--+  +  +  +  +  +  +
|                                |
+  +  +  +  +  +  +  +--+        +--+  +  +  +--+  +  +--+
|                    |##         |            bt|     |##
+  +  +  +  +  +  +  +  +        +  +  +  +  +  +  +  +  +

Y1                               Y2
+--+--+--+--+--+--+--+--+        +--+--+--+--+--+--+--+--+
|           |                    |              |
+  +  +  +  +  +  +  +  +        +  +  +  +  +  +  +  +  +
|                 |bc            |      rh|
+  +  +  +  +  +  +--+  +        +  +  +--+  +  +  +  +  +
|                                |
+  +--+  +  +  +  +  +  +        +  +  +  +  +  +  +  +  +
|   yt|                          |  |gs
+  +  +  +  +  +--+  +  +        +  +--+  +  +  +  +--+  +
|              |gs               |                 |yt
+  +  +  +  +  +  +  +  +        +--+  +  +  +  +  +  +  +
|      rh|            **|        |
+  +  +--+  +  +  +  +--+        +  +  +  +  +  +--+  +  +
|                                |               bc|
+--+  +  +  +  +  +  +--+        +  +  +  +  +  +  +  +--+
|                    |##         |         **|        |##
+  +  +  +  +  +  +  +  +        +  +  +  +--+  +  +  +  +

Y3                               Y4
+--+--+--+--+--+--+--+--+        +--+--+--+--+--+--+--+--+
|        |                       |              |
+  +  +  +  +  +  +  +  +        +  +  +  +  +  +  +  +  +
|              |bc               |      r\
+  +  +  +  +  +--+  +  +        +  +  +  +  +  +  +--+  +
|                     **|        |                 |yt
+  +  +  +  +  +  +  +--+        +  +  +--+  +  +  +  +  +
|                                |      bc|gs
+--+  +  +  +  +  +  +  +        +  +  +  +--+  +  +  +  +
|         rh|                    |
+  +  +  +--+  +  +--+  +        +  +  +  +  +  +  +  +  +
|                 |gs            |   rh|
+  +--+  +  +  +  +  +  +        +  +--+  +  +  +  +  +  +
|   yt|                          |         g\
+  +  +  +  +  +  +  +--+        +--+  +  +  +  +  +  +--+
|                    |##         |               **|  |##
+  +  +  +  +  +  +  +  +        +  +  +  +  +  +--+  +  +
"""

SIDE = 8  # cells along a section's edge
_DRAWING_WIDTH = 33  # columns from one drawing to the next
_CELL_WIDTH, _CELL_HEIGHT = 3, 2
_SYMBOL_LETTERS = {"c": "circle", "t": "triangle", "s": "square", "h": "hexagon"}
_COLOUR_LETTERS = {robot.value: robot for robot in Robot}


class Diagonal(NamedTuple):
    """A barrier across a cell (RC7); it rises from south-west to north-east, or falls."""

    colour: Robot
    rising: bool

    def turn(self, heading: Heading) -> Heading:
        """Return the new heading of a robot of another colour that hits the barrier."""
        return (_TURN_RISING if self.rising else _TURN_FALLING)[heading]


_TURN_RISING = {
    Heading.NORTH: Heading.EAST,
    Heading.EAST: Heading.NORTH,
    Heading.SOUTH: Heading.WEST,
    Heading.WEST: Heading.SOUTH,
}
_TURN_FALLING = {heading: turned.opposite for heading, turned in _TURN_RISING.items()}


class Section(NamedTuple):
    """One side of a piece of the board, as drawn: the north-west quarter."""

    name: str
    walls: frozenset[tuple[Cell, Heading]]
    targets: dict[Target, Cell]
    diagonals: dict[Cell, Diagonal]

    def turned_clockwise(self) -> "Section":
        """Return the same piece after a quarter turn."""
        return Section(
            self.name,
            frozenset((_turned(cell), side.clockwise) for cell, side in self.walls),
            {target: _turned(cell) for target, cell in self.targets.items()},
            {
                _turned(cell): Diagonal(diagonal.colour, not diagonal.rising)
                for cell, diagonal in self.diagonals.items()
            },
        )


def _turned(cell: Cell) -> Cell:
    return Cell(SIDE - 1 - cell.y, cell.x)


@cache
def sections() -> dict[str, Section]:
    """All 16 sides by name, read from the drawings."""
    return {name: _read(name, lines) for name, lines in _drawings()}


def section(name: str) -> Section:
    """Return one side by its name, such as R1."""
    try:
        return sections()[name]
    except KeyError:
        known = " ".join(sorted(sections()))
        because = f"there is no section “{name}”; the sections are {known}"
        raise Malformed(because, "no-such-section", text=name, known=known) from None


def _drawings() -> list[tuple[str, list[str]]]:
    drawings = []
    for block in DRAWINGS.strip("\n").split("\n\n"):
        names, *lines = block.split("\n")
        for index, name in enumerate(names.split()):
            left = index * _DRAWING_WIDTH
            width = SIDE * _CELL_WIDTH + 1
            drawings.append((name, [line[left : left + width].ljust(width) for line in lines]))
    return drawings


def _read(name: str, lines: list[str]) -> Section:
    walls = set()
    targets = {}
    diagonals = {}
    for cell in (Cell(x, y) for y in range(SIDE) for x in range(SIDE)):
        left, top = cell.x * _CELL_WIDTH, cell.y * _CELL_HEIGHT
        middle, right, bottom = top + 1, left + _CELL_WIDTH, top + _CELL_HEIGHT
        edges = {
            Heading.NORTH: lines[top][left + 1],
            Heading.SOUTH: lines[bottom][left + 1],
            Heading.WEST: lines[middle][left],
            Heading.EAST: lines[middle][right],
        }
        walls |= {(cell, heading) for heading, edge in edges.items() if edge != " "}
        colour, sign = lines[middle][left + 1], lines[middle][left + 2]
        if sign in "/\\":
            diagonals[cell] = Diagonal(_COLOUR_LETTERS[colour], rising=sign == "/")
        elif sign == "*":
            targets[Target.VORTEX] = cell
        elif sign in _SYMBOL_LETTERS:
            targets[Target(f"{_COLOUR_LETTERS[colour].colour}-{_SYMBOL_LETTERS[sign]}")] = cell
    return Section(name, frozenset(walls), targets, diagonals)
