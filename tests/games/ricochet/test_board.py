"""Boards, and where robots may stand on them."""

import pickle
from collections import Counter
from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from tests.games.ricochet.openboard import open_board, stand
from tinplate.game import Malformed
from tinplate.games.ricochet.board import (
    CELLS,
    CENTRE,
    Board,
    Box,
    Position,
    board_named,
    board_names,
    both_sides,
    box_sides,
    random_board,
    random_robots,
    split_name,
)
from tinplate.games.ricochet.pieces import Target
from tinplate.grid import Cell, Heading

BOARDS = ["G1R2B2Y2", "R1Y1G2B1", "R3G3B3Y3", "Y4B4R4G4"]  # every side once


@pytest.mark.parametrize("name", BOARDS)
def test_the_frame_is_closed(name: str) -> None:
    """RC1: sixteen by sixteen cells with a wall all round."""
    board = board_named(name)
    rim = range(16)

    assert 256 == len(CELLS)
    assert all((Cell(x, 0), Heading.NORTH) in board.walls for x in rim)
    assert all((Cell(x, 15), Heading.SOUTH) in board.walls for x in rim)
    assert all((Cell(0, y), Heading.WEST) in board.walls for y in rim)
    assert all((Cell(15, y), Heading.EAST) in board.walls for y in rim)


@pytest.mark.parametrize("name", BOARDS)
def test_the_centre_is_closed(name: str) -> None:
    """RC1: the four cells in the middle have a wall all round, and nobody stands in them."""
    board = board_named(name)
    around = "h8n h8w i8n i8e h9s h9w i9s i9e h7s i7s g8e g9e j8w j9w h10n i10n"

    assert {"h8", "i8", "h9", "i9"} == {str(cell) for cell in CENTRE}
    assert {(Cell.named(wall[:-1]), Heading(wall[-1])) for wall in around.split()} <= board.walls
    assert not any(board.may_rest(cell) for cell in CENTRE)


@pytest.mark.parametrize("name", BOARDS)
def test_a_wall_has_two_sides(name: str) -> None:
    """RC5: a wall is an obstacle from wherever a robot comes."""
    board = board_named(name)

    assert board.walls == {(cell.towards(side), side.opposite) for cell, side in board.walls}


@pytest.mark.parametrize("name", BOARDS)
def test_every_wall_is_drawn_once(name: str) -> None:
    """Also the frame, from the inside."""
    board = board_named(name)
    edges = list(board.edges())

    assert board.walls == both_sides(set(edges))
    assert len(board.walls) == 2 * len(edges)
    assert all(board.has(cell) for cell, _ in edges)


@pytest.mark.parametrize(("box", "boards"), [("classic", 96), ("2013", 1536)])
def test_how_many_boards(box: Box, boards: int) -> None:
    """RC2: 2^4 x 3! boards in the classic box, 4^4 x 3! in that of 2013, each named once."""
    assert boards == len(list(board_names(box)))
    assert boards == len(set(board_names(box)))


@pytest.mark.parametrize("box", get_args(Box))
def test_no_board_is_another_one_turned(box: Box) -> None:
    """RC2: however they are turned, no two boards have their targets in the same places."""
    layouts = [layout for name in board_names(box) for layout in turned_layouts(board_named(name))]

    assert len(set(layouts)) == len(layouts)


def turned_layouts(board: Board) -> list[frozenset[tuple[Target, Cell]]]:
    layouts = [board.targets]
    while len(layouts) < 4:
        layouts.append({target: Cell(15 - y, x) for target, (x, y) in layouts[-1].items()})
    return [frozenset(layout.items()) for layout in layouts]


def test_boards_by_number_of_diagonals() -> None:
    """RC2: 486, 648, 324, 72 and 6 boards have 0, 2, 4, 6 and 8 barriers."""
    assert {0: 486, 2: 648, 4: 324, 6: 72, 8: 6} == Counter(
        len(board_named(name).diagonals) for name in board_names("2013")
    )


def test_boards_without_diagonals() -> None:
    """RC2: for first games the sides 1 to 3 only, and all that can be made of them."""
    plain = [name for name in board_names("2013") if not board_named(name).diagonals]

    assert plain == list(board_names("2013", diagonals=False))


def test_every_target_on_every_board() -> None:
    """RC3: each of the 17 targets exactly once, none on a barrier or in the centre."""
    for name in board_names("2013"):
        board = board_named(name)
        places = set(board.targets.values())

        assert set(Target) == set(board.targets)
        assert 17 == len(places)
        assert all(board.may_rest(cell) for cell in places)


def test_a_cell_knows_its_target() -> None:
    """RC3: on G1R2B2Y2 the red circle is on e2, and a1 is bare."""
    board = board_named("G1R2B2Y2")

    assert Target.RED_CIRCLE == board.target_at(Cell.named("e2"))
    assert board.target_at(Cell.named("a1")) is None


def test_a_board_turned_is_the_same_board() -> None:
    """RC2: the name read from the next corner is the board turned by a quarter."""
    board, turned = board_named("R4G1B4Y2"), board_named("Y2R4G1B4")

    assert turned.walls == {(Cell(15 - y, x), side.clockwise) for (x, y), side in board.walls}
    assert turned.diagonals == {
        Cell(15 - y, x): diagonal._replace(rising=not diagonal.rising)
        for (x, y), diagonal in board.diagonals.items()
    }


def test_what_is_in_the_boxes() -> None:
    """RC2: the classic box has sides 1 and 2 of every mark, that of 2013 has all four."""
    assert ["B1", "B2", "G1", "G2", "R1", "R2", "Y1", "Y2"] == box_sides("classic")
    assert sorted(mark + number for mark in "RGBY" for number in "1234") == box_sides("2013")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("G1R2B2", "a board has four sections, such as G1R2B2Y2; “G1R2B2” has 3"),
        ("G1R2B2Y2G3", "a board has four sections, such as G1R2B2Y2; “G1R2B2Y2G3” has 5"),
        ("", "a board has four sections, such as G1R2B2Y2; “” has 0"),
        ("G1R2B2R1", "R2 and R1 have the same mark; a board has one section of each"),
    ],
)
def test_four_sections_of_four_marks(name: str, message: str) -> None:
    """RC2: a valid board has one section of each of the four marks."""
    with pytest.raises(Malformed) as refused:
        board_named(name)

    assert message == str(refused.value)


def test_random_boards_come_turned_any_way() -> None:
    """RC2: any section may lie in the north-west."""
    dice = Random(2)
    corners = Counter(random_board(dice, "classic").name[:2] for _ in range(800))

    assert set(box_sides("classic")) == set(corners)
    assert min(corners.values()) > 50


@pytest.mark.parametrize(
    ("box", "diagonals", "sides"),
    [("classic", True, "12"), ("2013", True, "1234"), ("2013", False, "123")],
)
def test_random_boards_are_of_the_box(box: Box, sides: str, *, diagonals: bool) -> None:
    """RC2: the sides that were asked for are dealt, all of them, and no others."""
    dice = Random(2)
    dealt = {
        side
        for _ in range(200)
        for side in split_name(random_board(dice, box, diagonals=diagonals).name)
    }

    assert {mark + number for mark in "RGBY" for number in sides} == dealt


@pytest.mark.parametrize("silver", [False, True])
@pytest.mark.parametrize("name", ["G1R2B2Y2", "R4G4B4Y4"])
def test_where_robots_are_dealt(name: str, *, silver: bool) -> None:
    """RC4: on any cell without symbol, barrier, centre or another robot; silver is the fifth."""
    board, dice = board_named(name), Random(4)
    deals = [random_robots(board, dice, silver=silver) for _ in range(3000)]
    bare = set(CELLS) - CENTRE - set(board.targets.values()) - set(board.diagonals)

    assert {5 if silver else 4} == {len(set(robots)) for robots in deals}
    assert bare == {cell for robots in deals for cell in robots}


@pytest.mark.parametrize(
    ("red", "message"),
    [
        ("h8", "the red robot cannot stand on h8: it is in the closed centre"),
        ("e5", "the red robot cannot stand on e5: it is on the blue diagonal barrier"),
        ("q1", "the red robot cannot stand on q1: it is off the board (a1 to p16)"),
        ("a17", "the red robot cannot stand on a17: it is off the board (a1 to p16)"),
    ],
)
def test_where_no_robot_stands(red: str, message: str) -> None:
    """RC1, RC4, RC8: no position has a robot in the centre, on a barrier or beyond the edge."""
    with pytest.raises(Malformed) as refused:
        Position(open_board(barriers="be5/"), stand(red=red), Target.VORTEX)

    assert message == str(refused.value)


def test_beyond_the_north_west() -> None:
    """RC1: a cell that has no name is off the board, too."""
    with pytest.raises(Malformed) as refused:
        Position(open_board(), (Cell(-1, 0), *stand()[1:]), Target.VORTEX)

    assert ("the red robot cannot stand on (-1, 0): it is off the board (a1 to p16)") == str(
        refused.value
    )


def test_one_robot_a_cell() -> None:
    """RC4: no robot stands where another one does."""
    with pytest.raises(Malformed) as refused:
        Position(open_board(), stand(blue="p1"), Target.VORTEX)

    assert "the blue robot cannot stand on p1: green is there" == str(refused.value)


@pytest.mark.parametrize(
    ("robots", "message"),
    [
        (stand()[:3], "the yellow robot is missing"),
        ((), "the red robot is missing"),
        (
            (*stand(silver="d4"), Cell.named("e4")),
            "a position has four or five robots; this has 6",
        ),
    ],
)
def test_four_robots_or_five(robots: tuple[Cell, ...], message: str) -> None:
    """RC4: red, green, blue and yellow always play; silver may."""
    with pytest.raises(Malformed) as refused:
        Position(open_board(), robots, Target.VORTEX)

    assert message == str(refused.value)


@pytest.mark.parametrize("name", BOARDS)
def test_a_printed_board_travels_by_its_name(name: str) -> None:
    """RC2: what arrives in another process is that board, and the letter is short."""
    board = board_named(name)
    letter = pickle.dumps(board)

    assert board is pickle.loads(letter)  # noqa: S301 - our own
    assert len(letter) < 100


@pytest.mark.parametrize(
    "board",
    [
        open_board(walls="c4n", barriers="rc5/", targets={Target.VORTEX: Cell.named("a1")}),
        # Named like printed ones, but something is different.
        replace(board_named("G1R2B2Y2"), targets={Target.VORTEX: Cell.named("a1")}),
        replace(board_named("G1R2B2Y2"), walls=open_board().walls),
        replace(board_named("R4G4B4Y4"), diagonals={}),
    ],
    ids=["nameless", "targets", "walls", "barriers"],
)
def test_a_board_that_was_never_printed_travels_whole(board: Board) -> None:
    """RC1: whatever its name, nothing of it is lost on the way to another process."""
    arrived = pickle.loads(pickle.dumps(board))  # noqa: S301 - our own

    assert board == arrived
    assert hash(board) == hash(arrived)


@pytest.mark.parametrize("robots", [stand(), stand(silver="d4")])
def test_with_silver_or_without(robots: tuple[Cell, ...]) -> None:
    """RC4: the silver variant adds a fifth robot."""
    assert robots == Position(open_board(), robots, Target.VORTEX).robots


def test_a_board_has_a_frame() -> None:
    """RC1: without it robots would slide for ever."""
    board = open_board()
    gap = (Cell(4, 0), Heading.NORTH)
    with pytest.raises(Malformed, match="the frame has a gap north of e1"):
        replace(board, walls=board.walls - {gap})


@pytest.mark.parametrize("cell", [Cell(20, 7), Cell(-1, 0), Cell(4, 4)])
def test_a_target_is_where_a_robot_can_rest(cell: Cell) -> None:
    """RC8, RC9: neither beyond the edge nor on a barrier."""
    with pytest.raises(Malformed, match="nobody can rest on"):
        open_board(barriers="be5/", targets={Target.VORTEX: cell})


def test_a_position_has_its_target() -> None:
    """RC9: a target that is not on the board cannot be reached."""
    with pytest.raises(Malformed, match="there is no red-circle on the board"):
        Position(open_board(), stand(), Target("red-circle"))


def test_boards_share_their_walls() -> None:
    """A server plays on thousands of boards: a wall is in memory once, and boards are forgotten."""
    one, other = board_named("R1G2B2Y2"), board_named("R1Y4G2B3")
    walls = {id(wall) for wall in one.walls} & {id(wall) for wall in other.walls}

    assert len(one.walls & other.walls) == len(walls) > 0
    assert board_named.cache_info().maxsize is not None
