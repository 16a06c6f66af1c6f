"""How a robot slides, one rule at a time, on boards made for the question."""

import pytest

from tests.games.ricochet.openboard import open_board, stand
from tinplate.game import Rejected
from tinplate.games.ricochet.board import Board, Robots, board_named
from tinplate.games.ricochet.motion import Slide, after, slide, slides
from tinplate.games.ricochet.notation import parse_moves
from tinplate.grid import Cell, Heading


def make(board: Board, robots: Robots, move: str) -> Slide:
    (parsed,) = parse_moves(move)
    return slide(board, robots, parsed)


def refusal(board: Board, robots: Robots, move: str) -> str:
    with pytest.raises(Rejected) as refused:
        make(board, robots, move)
    return str(refused.value)


@pytest.mark.parametrize(
    ("move", "rest"), [("rn", "e1"), ("re", "p4"), ("rs", "e16"), ("rw", "a4")]
)
def test_a_robot_slides_to_the_edge(move: str, rest: str) -> None:
    """RC5: a robot has no brakes; the edge stops it."""
    slid = make(open_board(), stand(red="e4"), move)

    assert Cell.named(rest) == slid.end


def test_a_wall_stops_a_robot_on_either_side() -> None:
    """RC5: a wall stops it, from whichever side it comes."""
    board = open_board(walls="e4e")

    assert Cell.named("e4") == make(board, stand(red="b4"), "re").end
    assert Cell.named("f4") == make(board, stand(red="k4"), "rw").end


def test_a_wall_beside_the_way_is_no_obstacle() -> None:
    """RC5: only a wall across the way stops a robot."""
    board = open_board(walls="e4n e4s")

    assert Cell.named("p4") == make(board, stand(red="b4"), "re").end


def test_another_robot_stops_a_robot() -> None:
    """RC5: it comes to rest next to a robot in its way."""
    slid = make(open_board(), stand(red="b4", green="k4"), "re")

    assert Cell.named("j4") == slid.end


@pytest.mark.parametrize(
    ("red", "move", "rest"),
    [("h3", "rs", "h7"), ("b9", "re", "g9"), ("i12", "rn", "i10"), ("n8", "rw", "j8")],
)
def test_the_centre_stops_a_robot(red: str, move: str, rest: str) -> None:
    """RC1, RC5: no robot enters the closed centre, from any side, on any board."""
    assert Cell.named(rest) == make(open_board(), stand(red=red), move).end


def test_the_centre_of_a_printed_board_stops_a_robot() -> None:
    """RC1, RC5: on the classic board G1R2B2Y2 red goes down column h as far as the centre."""
    assert Cell.named("h7") == make(board_named("G1R2B2Y2"), stand(red="h6"), "rs").end


def test_a_slide_names_every_cell() -> None:
    """RC5: one slide is one move, and it tells its way."""
    slid = make(open_board(), stand(red="m4"), "re")

    assert "m4 n4 o4 p4" == " ".join(str(cell) for cell in slid.cells)
    assert parse_moves("re") == (slid.move,)
    assert Cell.named("m4") == slid.start
    assert Heading.EAST == slid.rest_heading
    assert 0 == slid.barriers


@pytest.mark.parametrize(
    ("red", "move", "sentence"),
    [
        ("e1", "rn", "Red cannot move up: a wall is in the way."),
        ("e4", "re", "Red cannot move right: a wall is in the way."),
        ("h7", "rs", "Red cannot move down: a wall is in the way."),
        ("o1", "re", "Red cannot move right: green is in the way."),
    ],
)
def test_a_move_must_leave_its_cell(red: str, move: str, sentence: str) -> None:
    """RC5: what would not leave its cell (edge, wall, centre, robot) is not a move."""
    assert sentence == refusal(open_board(walls="e4e"), stand(red=red), move)


def test_a_robot_in_the_way_is_named() -> None:
    """RC5: for pages that say it in another language."""
    with pytest.raises(Rejected) as refused:
        make(open_board(), stand(red="o1"), "re")

    assert {"robot": "r", "heading": "e", "other": "g"} == refused.value.facts


def test_a_robot_that_does_not_play() -> None:
    """RC4: without the silver variant there is no silver robot to move."""
    assert "The silver robot is not on the board." == refusal(open_board(), stand(), "sn")


def test_every_robot_may_be_moved() -> None:
    """RC6: any robot may be moved, in every heading that is free."""
    moves = {str(slid.move) for slid in slides(open_board(), stand(silver="e4"))}

    assert {"re", "rs", "gs", "gw", "bn", "bw", "yn", "ye", "sn", "se", "ss", "sw"} == moves


def test_only_the_moved_robot_moves() -> None:
    """RC6: a slide leaves the other robots where they are."""
    robots = stand(blue="e4", silver="m12")

    assert stand(blue="e1", silver="m12") == after(robots, make(open_board(), robots, "bn"))


RISING = [("rn", "e8", "p5"), ("re", "c5", "e1"), ("rs", "e2", "a5"), ("rw", "g5", "e16")]
FALLING = [("rn", "e8", "a5"), ("re", "c5", "e16"), ("rs", "e2", "p5"), ("rw", "g5", "e1")]
TURNS = {"p5": Heading.EAST, "e1": Heading.NORTH, "a5": Heading.WEST, "e16": Heading.SOUTH}


@pytest.mark.parametrize(
    ("barrier", "move", "start", "rest"),
    [("be5/", *case) for case in RISING] + [("be5\\", *case) for case in FALLING],
)
def test_a_barrier_turns_other_colours(barrier: str, move: str, start: str, rest: str) -> None:
    """RC7: a robot of another colour is turned by 90 degrees and slides on, all in one move."""
    slid = make(open_board(barriers=barrier), stand(red=start), move)

    assert Cell.named(rest) == slid.end
    assert TURNS[rest] == slid.rest_heading
    assert Cell.named("e5") in slid.cells
    assert 1 == slid.barriers


@pytest.mark.parametrize("slope", ["/", "\\"])
def test_a_barrier_lets_its_own_colour_pass(slope: str) -> None:
    """RC7: a robot of the barrier's colour goes straight through."""
    slid = make(open_board(barriers=f"re5{slope}"), stand(red="c5"), "re")

    assert Cell.named("p5") == slid.end
    assert Heading.EAST == slid.rest_heading
    assert 0 == slid.barriers


@pytest.mark.parametrize("colour", "rgby")
def test_every_barrier_turns_silver(colour: str) -> None:
    """RC7: silver matches no barrier."""
    slid = make(open_board(barriers=f"{colour}e5/"), stand(silver="c5"), "se")

    assert Cell.named("e1") == slid.end
    assert 1 == slid.barriers


def test_several_barriers_in_one_move() -> None:
    """RC7: the whole slide is one move, however often the robot is turned."""
    slid = make(open_board(barriers="be5/ ye2/ rk2/ gn2\\"), stand(red="c5"), "re")

    assert Cell.named("n16") == slid.end
    assert Heading.SOUTH == slid.rest_heading
    assert 3 == slid.barriers  # its own lets it pass


def test_barriers_may_lead_across_the_start() -> None:
    """RC5, RC7: the cell it left is empty, so the robot itself is no obstacle."""
    slid = make(open_board(barriers="be5/ be2\\ bc2/"), stand(red="c5"), "re")

    assert Cell.named("c16") == slid.end


def test_barriers_may_lead_back_to_the_start() -> None:
    """RC5, RC7: a robot that comes to rest where it set off has left its cell: that is a move."""
    slid = make(open_board(barriers="be5/ be2\\ bc2/", walls="c5s"), stand(red="c5"), "re")

    assert slid.start == slid.end == Cell.named("c5")
    assert Heading.SOUTH == slid.rest_heading
    assert 3 == slid.barriers


STOPS = "Red may not move right: it would have to stop on the barrier at e5."


@pytest.mark.parametrize(
    ("barrier", "wall", "green"),
    [
        ("be5/", "e5n", "p1"),  # turned north against a wall
        ("be5/", "", "e4"),  # turned north against a robot
        ("be5\\", "e5s", "p1"),  # turned south against a wall
        ("re5/", "e5e", "p1"),  # passing through its own against a wall
        ("re5/", "", "f5"),  # passing through its own against a robot
    ],
)
def test_nobody_stops_on_a_barrier(barrier: str, wall: str, green: str) -> None:
    """RC8: a move that an adjacent obstacle would end on a barrier is not allowed at all."""
    board = open_board(barriers=barrier, walls=wall)

    assert STOPS == refusal(board, stand(red="c5", green=green), "re")
    assert STOPS == refusal(board, stand(red="d5", green=green), "re")


def test_a_wall_before_a_barrier_is_no_offence() -> None:
    """RC8: a robot that stops before a barrier has not stopped on it."""
    board = open_board(barriers="be5/", walls="d5e e5n")

    assert Cell.named("d5") == make(board, stand(red="c5"), "re").end


LOOP = "bc3/ bf3\\ bf6/ bc6\\"


@pytest.mark.parametrize(
    ("red", "move", "heading"),
    [("d3", "re", "right"), ("d3", "rw", "left"), ("f4", "rs", "down"), ("c5", "rn", "up")],
)
def test_a_slide_must_end(red: str, move: str, heading: str) -> None:
    """RC8: a slide that would go round in a loop of barriers for ever is not allowed."""
    assert (f"Red may not move {heading}: the barriers would send it round for ever.") == refusal(
        open_board(barriers=LOOP), stand(red=red), move
    )


def test_a_robot_in_the_loop_ends_it() -> None:
    """RC8: what stops the robot on the way round makes it a move again."""
    slid = make(open_board(barriers=LOOP), stand(red="d3", green="d6"), "re")

    assert Cell.named("e6") == slid.end


def test_its_own_barrier_opens_the_loop() -> None:
    """RC7, RC8: blue passes through the loop of blue barriers."""
    slid = make(open_board(barriers=LOOP), stand(blue="d3"), "be")

    assert Cell.named("p3") == slid.end


def test_refused_moves_are_not_offered() -> None:
    """RC5, RC8: of the moves that go round, end on a barrier or stay, none is on the list."""
    board = open_board(barriers=f"{LOOP} be10/", walls="e10n")
    robots = stand(red="d3", green="c10", yellow="a1")
    moves = {str(slid.move) for slid in slides(board, robots)}

    assert {"rn", "rs", "gn", "gs", "gw", "bn", "bw", "ye", "ys"} == moves
