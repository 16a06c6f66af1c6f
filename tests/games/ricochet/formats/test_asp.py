"""Facts of the ASP competitions."""

import pytest
from hypothesis import given

from tests.games.ricochet.formats.puzzles import positions, without_closed_parts
from tinplate.game import Malformed
from tinplate.games.ricochet.board import Board, Position
from tinplate.games.ricochet.formats.asp import is_asp, read_asp, write_asp
from tinplate.games.ricochet.formats.positions import position_of, puzzle_of
from tinplate.games.ricochet.layout import cells_of
from tinplate.games.ricochet.pieces import Target
from tinplate.grid import Cell, Heading

FACTS = """\
% a board of our own
dim(1..4).
barrier(2,1,south). barrier(3,2,west).
barrier(4,4,east). % the edge is a wall in any case
pos(blue,4,1).
pos(red,1,1).
target(blue,2,4).
length(9).
"""


def refusal(facts: str) -> str:
    with pytest.raises(Malformed) as refused:
        position_of(read_asp(facts))
    return str(refused.value)


def test_what_facts_mean() -> None:
    """Columns from the west, rows from the north, walls from both sides."""
    puzzle = read_asp(FACTS)

    assert (4, 4) == (puzzle.width, puzzle.height)
    assert {
        (Cell(1, 0), Heading.SOUTH),
        (Cell(1, 1), Heading.NORTH),
        (Cell(2, 1), Heading.WEST),
        (Cell(1, 1), Heading.EAST),
    } == puzzle.walls
    assert {"blue": Cell(3, 0), "red": Cell(0, 0)} == puzzle.robots
    assert ("blue", Cell(1, 3)) == (puzzle.wanted, puzzle.target)


def test_colours_are_kept_if_they_are_ours() -> None:
    """Four robots called red, green, blue and yellow are those; others are taken as they come."""
    others = "pos(green,2,2). pos(yellow,3,3)."
    position, names = position_of(read_asp(FACTS + others))

    assert ("red", "green", "blue", "yellow") == names
    assert (Target.BLUE_CIRCLE, Cell(3, 0)) == (position.target, position.robots[2])
    assert (("blue", "red"), Target.RED_CIRCLE) == _taken(position_of(read_asp(FACTS)))


def _taken(read: tuple[Position, tuple[str, ...]]) -> tuple[tuple[str, ...], Target]:
    position, names = read
    return names, position.target


def test_a_closed_centre_is_blocked() -> None:
    """Facts have no word for it: walls all round say it."""
    centre = "dim(5). barrier(2,3,east). barrier(4,3,west). barrier(3,2,south). barrier(3,4,north)."

    assert {Cell(2, 2)} == read_asp(FACTS + centre).blocked


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("dim(1..4).", "dim(1..40).", "line 2: dim(1..40): the sides of a board have"),
        ("dim(1..4).", "dim(2..4).", "dim(1) is missing"),
        ("dim(1..4).", "", "dim(1) is missing"),
        ("dim(1..4).", "dim(1). dim(2). dim(4).", "dim(3) is missing"),
        ("dim(1..4).", "dim(four).", "line 2: dim(four): it has a number"),
        ("pos(red,1,1).", "pos(red,1,1)", "line 6: “pos(red,1,1)” is not a fact"),
        ("pos(red,1,1).", "pos(red,5,1).", "line 6: the cell 5,1 is not on a board"),
        ("pos(red,1,1).", "pos(red,0,1).", "line 6: the cell 0,1 is not on a board"),
        ("pos(red,1,1).", "pos(red,4,1).", "line 6: red stands where blue is"),
        ("pos(red,1,1).", "pos(blue,1,1).", "line 6: the robot blue is placed twice"),
        ("pos(red,1,1).", "pos(R,1,1).", "line 6: pos(R,1,1): it has a robot, a column and a row"),
        ("pos(red,1,1).", "robot(red,1,1).", "line 6: there is no fact “robot”"),
        ("pos(red,1,1).", "pos(red,1,1) :- dim(1).", "line 6: “pos(red,1,1) :- dim(1).” is not"),
        ("barrier(2,1,south)", "barrier(2,1,down)", "line 3: barrier(2,1,down): it has a column"),
        ("barrier(2,1,south)", "barrier(9,1,south)", "line 3: the cell 9,1"),
        ("target(blue,2,4).", "", "there is no target"),
        ("target(blue,2,4).", "target(green,2,4).", "line 7: the target is for green"),
        ("length(9).", "target(red,1,2).", "line 8: there is a second target"),
        ("length(9).", "length(a,b).", "line 8: length(a,b): it has a number"),
    ],
)
def test_what_is_refused(old: str, new: str, told: str) -> None:
    """With the line, and one sentence about what is wrong there."""
    assert old in FACTS
    assert told in refusal(FACTS.replace(old, new))


def test_facts_without_robots_are_refused() -> None:
    """There is nothing to solve."""
    assert "there is no robot" in refusal("dim(1..4). target(red,1,1).")


def test_facts_are_recognised() -> None:
    """After comments and blank lines, too."""
    assert is_asp("% facts\n\n  dim(1).")
    assert not is_asp("(define (problem p))")
    assert not is_asp("G1R2B2Y2 ro5,ga14,bl14,yj16 vortex")


@given(positions())
def test_what_is_written_is_read_back(position: Position) -> None:
    """The board is a square: what is added to it is blocked. Other closed parts are, too."""
    puzzle = puzzle_of(position)
    if puzzle.wanted is None:
        with pytest.raises(Malformed, match="which robot has to arrive"):
            write_asp(puzzle)
        return
    read, names = position_of(read_asp(write_asp(puzzle)))

    assert names == tuple(puzzle.robots)
    assert _squared(without_closed_parts(position)) == read


def _squared(position: Position) -> Position:
    board = position.board
    size = max(board.width, board.height)
    added = {cell for cell in cells_of(size, size) if not board.has(cell)}
    square = Board.custom(
        size,
        size,
        walls=puzzle_of(position).walls,
        blocked=board.blocked | added,
        targets=board.targets,
    )
    return Position(square, position.robots, position.target)
