"""Which part of the board an example shows."""

from collections.abc import Sequence

from tinplate.games.ricochet.board import SIZE
from tinplate.games.ricochet.svg.picture import Part
from tinplate.grid import Cell

_FEWEST = 5  # cells across a picture
WHOLE: Part = (Cell(0, 0), Cell(SIZE - 1, SIZE - 1))


def part_with(cells: Sequence[Cell]) -> Part:
    """Return the part with these cells, and those round them."""
    xs, ys = [cell.x for cell in cells], [cell.y for cell in cells]
    (west, east), (north, south) = _wide(min(xs), max(xs)), _wide(min(ys), max(ys))
    return Cell(west, north), Cell(east, south)


def _wide(least: int, most: int) -> tuple[int, int]:
    """A cell more on both sides, and at least so many in all."""
    least, most = least - 1, most + 1
    while most - least + 1 < _FEWEST:
        least, most = least - 1, most + 1
    return max(0, least), min(SIZE - 1, most)
