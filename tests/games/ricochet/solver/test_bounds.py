"""Positions in which a bound once hid the shortest solution."""

import pytest

from tests.games.ricochet.openboard import open_board
from tests.games.ricochet.solver.test_agreement import ROOM_WALLS, assert_agreement
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.solver import solve
from tinplate.grid import Cell


def in_the_room(target: str, robots: str) -> Position:
    """A closed room with a wall on two sides of the target, c5."""
    goal = Target(target)
    board = open_board(walls=f"{ROOM_WALLS} d4e e4s c5n", targets={goal: Cell.named("c5")})
    return Position(board, tuple(Cell.named(name) for name in robots.split()), goal)


POSITIONS = [
    (in_the_room("yellow-hexagon", "b3 c11 d5 d3"), "early-stop", 3),
    (in_the_room("red-circle", "e3 d6 e16 f13 f1"), "free", 4),
    (parse_position("R1Y1B1G1 ri3,gl16,bm13,yh3 yellow-square"), "free", 4),
    (parse_position("R1G2Y2B1 ro8,go11,bb15,ye16,sd15 red-square"), "no-deflection", 4),
    (parse_position("R4G1B1Y4 ra2,gj15,bh15,yp9 vortex"), "no-deflection", 3),
    (parse_position("R4G3B4Y1 rj2,go2,bo1,yf3 blue-triangle"), "early-stop", 4),
]


@pytest.mark.parametrize(("position", "reading", "length"), POSITIONS)
def test_a_robot_helps_where_walls_alone_take_longer(
    position: Position, reading: str, length: int
) -> None:
    """RC5: a robot to stop at saves a move, even if walls do the same in four moves.

    The bound forgot cells on which a robot helps if, given four moves, nobody needs it there. So
    these solutions were one move too long.
    """
    solution = solve(position, READINGS[reading])

    assert solution.moves is not None
    assert length == len(solution.moves)
    assert_agreement(position, READINGS[reading])
