"""Boards that are made by a seed."""

from typing import get_args

import pytest

from tinplate.game import Malformed, Rejected
from tinplate.games.ricochet.board import Board
from tinplate.games.ricochet.layout import make_layout
from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.solver import solve
from tinplate.games.ricochet.solver.making import (
    ANY_LENGTH,
    MOST_MOVES,
    MOST_SEED,
    BoardWish,
    Symmetry,
    make_board,
)
from tinplate.grid import Cell, Heading

PATIENT = 600  # seconds


@pytest.mark.parametrize(
    ("seed", "wish"),
    [
        (0, BoardWish()),
        (1, BoardWish(moves=7)),
        (2, BoardWish(8, 6, 2, 5)),
        (3, BoardWish(3, 3, 1, 2)),
        (4, BoardWish(7, 7, 3, 4, "mirror", barriers=True)),
        (5, BoardWish(16, 16, 5, 6, "half-turn")),
        (MOST_SEED, BoardWish(12, 12, 4, 8, "quarter-turn", barriers=True)),
    ],
    ids=str,
)
def test_the_wished_length_is_the_optimum(seed: int, wish: BoardWish) -> None:
    """The solver says so, of the position as it is written."""
    made = make_board(seed, wish, seconds=PATIENT)
    position = parse_position(str(made.position))

    assert position == made.position
    assert (wish.width, wish.height) == (position.board.width, position.board.height)
    assert wish.robots == len(position.robots)
    assert made.is_as_wished
    assert made.moves == solve(position).length
    assert made.moves in (ANY_LENGTH if wish.moves is None else [wish.moves])
    assert bool(position.board.diagonals) == wish.barriers


def test_the_same_seed_makes_the_same_board() -> None:
    """Another seed makes another; so does another wish."""
    one = make_board(7, BoardWish(moves=5), seconds=PATIENT)

    assert one == make_board(7, BoardWish(moves=5), seconds=PATIENT)
    assert one.position.board != make_board(8, BoardWish(moves=5), seconds=PATIENT).position.board
    assert one.position.board != make_board(7, BoardWish(moves=6), seconds=PATIENT).position.board


def image(cell: Cell, side: Heading, board: Board, symmetry: Symmetry) -> tuple[Cell, Heading]:
    """Where the symmetry brings a wall, once more."""
    x, y = board.width - 1 - cell.x, board.height - 1 - cell.y
    turned: dict[Symmetry, tuple[Cell, Heading]] = {
        "none": (cell, side),
        "mirror": (Cell(x, cell.y), side.opposite if side.value in "ew" else side),
        "half-turn": (Cell(x, y), side.opposite),
        "quarter-turn": (Cell(y, cell.x), side.clockwise),
    }
    return turned[symmetry]


@pytest.mark.parametrize("symmetry", get_args(Symmetry))
@pytest.mark.parametrize("size", [5, 8, 16])
def test_symmetry(size: int, symmetry: Symmetry) -> None:
    """Walls, barriers and the cells with targets come to each other; colours may change."""
    wish = BoardWish(size, size, 4, None, symmetry, barriers=True)
    board = make_board(3, wish, seconds=PATIENT).position.board
    walls = {image(cell, side, board, symmetry) for cell, side in board.walls}
    mirrored = symmetry in ("mirror", "quarter-turn")

    assert board.walls == walls
    assert {*board.targets.values()} == {
        image(cell, Heading.NORTH, board, symmetry)[0] for cell in board.targets.values()
    }
    assert {(cell, each.colour, each.rising) for cell, each in board.diagonals.items()} == {
        (image(cell, Heading.NORTH, board, symmetry)[0], each.colour, each.rising ^ mirrored)
        for cell, each in board.diagonals.items()
    }
    assert make_layout(board.width, board.height, walls, board.blocked).walls == board.layout.walls


def test_a_length_that_is_not_found_is_not_claimed() -> None:
    """The longest one is taken instead, and its length is the optimum, too."""
    made = make_board(1, BoardWish(4, 4, 1, MOST_MOVES), seconds=PATIENT)

    assert not made.is_as_wished
    assert made.moves < MOST_MOVES
    assert made.moves == solve(made.position).length


def test_nothing_is_made_when_time_is_up() -> None:
    """Rather than another board: the same seed makes the same one everywhere."""
    with pytest.raises(Rejected, match="in time"):
        make_board(1, BoardWish(moves=MOST_MOVES), seconds=0)
    with pytest.raises(Rejected, match="in time"):
        make_board(1, BoardWish(moves=MOST_MOVES), seconds=PATIENT, cancel=lambda: True)


@pytest.mark.parametrize(
    ("seed", "wish"),
    [
        (-1, BoardWish()),
        (MOST_SEED + 1, BoardWish()),
        (1, BoardWish(2, 16)),
        (1, BoardWish(16, 33)),
        (1, BoardWish(robots=0)),
        (1, BoardWish(robots=9)),
        (1, BoardWish(moves=0)),
        (1, BoardWish(moves=MOST_MOVES + 1)),
        (1, BoardWish(16, 12, symmetry="quarter-turn")),
    ],
)
def test_a_wish_that_cannot_be_met_is_refused(seed: int, wish: BoardWish) -> None:
    """In one sentence, with what is expected."""
    with pytest.raises(Malformed, match="expected up to"):
        make_board(seed, wish, seconds=PATIENT)
