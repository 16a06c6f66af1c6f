"""Where robots can ever rest, held against the naive rules."""

from hypothesis import given, settings

from tests.games.ricochet import naive
from tests.games.ricochet.strategies import own_boards, own_positions
from tinplate.games.ricochet.board import Board, Position, Robots
from tinplate.games.ricochet.pieces import ROBOTS, Target
from tinplate.games.ricochet.reach import resting_cells
from tinplate.grid import Cell, Heading

ALONE = 2_000  # positions: more than a robot alone can be in
SOME = 300


def walked(board: Board, robots: Robots, most: int) -> set[Robots]:
    """Positions that can be reached by the naive rules; all of them, if there are not more."""
    seen, todo = {robots}, [robots]
    while todo and len(seen) < most:
        here = todo.pop(0)
        for slot, robot in enumerate(ROBOTS[: len(here)]):
            for heading in Heading:
                slid = naive.slide(board, here, robot, heading)
                if slid is None:
                    continue
                there = (*here[:slot], slid.cell, *here[slot + 1 :])
                if there not in seen:
                    seen.add(there)
                    todo.append(there)
    return seen


@settings(max_examples=60)
@given(own_positions(own_boards((3, 4, 5, 9), (3, 4, 5, 9)), most=1))
def test_a_robot_alone(position: Position) -> None:
    """RC5 to RC8: exactly the cells on which it can come to rest, and where it begins."""
    robots = position.robots[:1]
    board = position.board
    rests = {cell for (cell,) in walked(board, robots, ALONE)}

    assert (frozenset(rests),) == resting_cells(board, robots)


@settings(max_examples=60)
@given(own_positions())
def test_no_robot_rests_on_a_cell_that_is_out_of_reach(position: Position) -> None:
    """What is said to be out of reach is so, with any number of robots."""
    reach = resting_cells(position.board, position.robots)

    for robots in walked(position.board, position.robots, SOME):
        for cell, cells in zip(robots, reach, strict=True):
            assert cell in cells


def test_a_closed_room_is_out_of_reach() -> None:
    """RC5: nobody gets through walls, and with one robot nobody stops it halfway."""
    walls = [(Cell(1, 1), side) for side in Heading]
    board = Board.custom(4, 3, walls=walls, targets={Target.VORTEX: Cell(3, 0)})
    (reach,) = resting_cells(board, (Cell(0, 0),))

    assert Cell(1, 1) not in reach
    assert {Cell(0, 0), Cell(3, 0), Cell(3, 2), Cell(0, 2)} == reach


def test_another_robot_brings_more_into_reach() -> None:
    """RC5: it stops the first one where no wall does."""
    board = Board.custom(4, 3, targets={Target.VORTEX: Cell(3, 0)})
    alone = resting_cells(board, (Cell(0, 0),))[0]
    together = resting_cells(board, (Cell(0, 0), Cell(3, 0)))[0]

    assert Cell(2, 0) not in alone
    assert Cell(2, 0) in together
