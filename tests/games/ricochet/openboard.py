"""Boards made for one question: empty but for the frame, the centre and what the question needs."""

from collections.abc import Mapping

from tinplate.games.ricochet.board import CELLS, CENTRE, Board, Robots, both_sides
from tinplate.games.ricochet.pieces import Robot, Target
from tinplate.games.ricochet.sections import Diagonal
from tinplate.grid import Cell, Heading

FRAME_AND_CENTRE = frozenset(
    (cell, heading)
    for cell in CELLS
    for heading in Heading
    if cell.towards(heading) not in CELLS or (cell in CENTRE) != (cell.towards(heading) in CENTRE)
)


def open_board(
    *,
    walls: str = "",
    barriers: str = "",
    targets: Mapping[Target, Cell] | None = None,
) -> Board:
    """`walls="c4n"` is a wall north of c4; `barriers="rc4/"` a rising red barrier on c4."""
    drawn = {(Cell.named(word[:-1]), Heading(word[-1])) for word in walls.split()}
    return Board(
        name="",
        walls=both_sides(drawn | FRAME_AND_CENTRE),
        targets=targets or {Target.VORTEX: Cell(3, 1)},
        diagonals={
            Cell.named(word[1:-1]): Diagonal(Robot(word[0]), rising=word[-1] == "/")
            for word in barriers.split()
        },
    )


def stand(
    red: str = "a1", green: str = "p1", blue: str = "p16", yellow: str = "a16", silver: str = ""
) -> Robots:
    """The robots on these cells; those that do not matter wait in the corners."""
    return tuple(Cell.named(name) for name in (red, green, blue, yellow, silver) if name)
