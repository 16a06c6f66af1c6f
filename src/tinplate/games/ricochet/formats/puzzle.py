"""What the formats of other programs have in common: a board, robots by name, one target."""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from tinplate.grid import Cell, Heading

LARGEST = 32  # columns or rows of a board
Sides = frozenset[tuple[Cell, Heading]]


class PlainPuzzle(NamedTuple):
    """A position as other programs describe it; cells are counted from the north-west corner."""

    width: int
    height: int
    walls: Sides  # between cells of the board, from both sides; the edge is not among them
    blocked: frozenset[Cell]  # where nobody can go
    robots: Mapping[str, Cell]  # by their names, in the order of the file
    wanted: str | None  # which of them has to reach the target; None: any of them
    target: Cell

    def cells(self) -> Iterator[Cell]:
        """All cells, row by row."""
        return (Cell(x, y) for y in range(self.height) for x in range(self.width))

    def has(self, cell: Cell) -> bool:
        """Whether the cell is on the board, and not blocked."""
        on_board = 0 <= cell.x < self.width and 0 <= cell.y < self.height
        return on_board and cell not in self.blocked

    def with_closed_parts_blocked(self, kept: AbstractSet[Cell] = frozenset()) -> "PlainPuzzle":
        """Block all parts that walls close off, if no robot, target or kept cell is in them.

        Nothing can ever happen there. Many files draw the closed centre in this way, because they
        have no word for a blocked cell.
        """
        lived_in = set[Cell]()
        for start in {*self.robots.values(), self.target, *kept}:
            if start not in lived_in:
                lived_in |= self._part(start)
        blocked = frozenset(cell for cell in self.cells() if cell not in lived_in)
        walls = frozenset(
            (cell, side)
            for cell, side in self.walls
            if cell not in blocked and cell.towards(side) not in blocked
        )
        return self._replace(blocked=blocked, walls=walls)

    def _part(self, start: Cell) -> set[Cell]:
        """All cells that walls do not separate from that one."""
        part, waiting = {start}, [start]
        while waiting:
            cell = waiting.pop()
            for side in Heading:
                there = cell.towards(side)
                if (cell, side) not in self.walls and self.has(there) and there not in part:
                    part.add(there)
                    waiting.append(there)
        return part
