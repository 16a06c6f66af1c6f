"""Boards of one's own, of any size: built, written, drawn, read, and moved on like printed ones."""

import pickle
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.ricochet import naive
from tests.games.ricochet.strategies import own_boards, own_positions
from tinplate.game import Malformed, Millis, Rejected, Seat
from tinplate.games.ricochet.api import Position as PublicPosition
from tinplate.games.ricochet.board import (
    CENTRE,
    Board,
    Position,
    board_named,
    random_robots,
    tokens_of,
)
from tinplate.games.ricochet.drawn_board import draw_board, read_drawing
from tinplate.games.ricochet.layout import LONGEST, cells_of, format_line, parse_line
from tinplate.games.ricochet.motion import Move, slide
from tinplate.games.ricochet.notation import (
    Misread,
    format_position,
    parse_moves,
    parse_position,
)
from tinplate.games.ricochet.pieces import ROBOTS, Robot, Target
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.sections import Diagonal
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.svg import draw_picture
from tinplate.games.ricochet.terms import settings_in_words
from tinplate.games.ricochet.values import ClaimRoute, Command, MakeMove, State, TurnToken
from tinplate.grid import Cell, Heading

RED = Target.RED_CIRCLE
SMALL = Board.custom(
    5,
    4,
    walls={(Cell(0, 0), Heading.EAST), (Cell(2, 2), Heading.NORTH)},
    blocked={Cell(4, 3)},
    diagonals={Cell(3, 1): Diagonal(Robot.PINK, rising=False)},
    targets={RED: Cell(0, 3), Target.VORTEX: Cell(2, 0)},
)
SMALL_TEXT = "v1.5x4.0D.J.8P.2avBrc"
DRAWING = r"""
+--+--+--+--+--+
|  |   **      |
+  +  +  +  +  +
|         p\   |
+  +  +--+  +  +
|              |
+  +  +  +  +--+
|rc         |##|
+--+--+--+--+--+
"""


@settings(max_examples=60)
@given(own_positions())
def test_robots_slide_as_in_the_naive_twin(position: Position) -> None:
    """RC5 to RC8: by the same rules on boards of every size, with one to eight robots."""
    for robot in ROBOTS[: len(position.robots)]:
        for heading in Heading:
            naively = naive.slide(position.board, position.robots, robot, heading)
            try:
                slid = slide(position.board, position.robots, Move(robot, heading))
            except Rejected:
                assert naively is None
            else:
                assert naively == (slid.end, slid.rest_heading, slid.barriers > 0)


@settings(max_examples=60)
@given(own_positions())
def test_a_position_reads_back(position: Position) -> None:
    """In a line and in a link: one board, one text."""
    for url in (False, True):
        text = format_position(position, url=url)

        assert position == parse_position(text)
        assert text == format_position(parse_position(text), url=url)
        assert position.board.name in text
    assert format_line(position.board.layout) == position.board.name
    assert format_line(parse_line(position.board.name)) == position.board.name


@settings(max_examples=40)
@given(own_boards(), st.randoms())
def test_it_does_not_matter_how_a_board_is_told(board: Board, dice: Random) -> None:
    """Walls from either side, those of the frame and round blocked cells, in any order."""
    walls = sorted(board.walls)
    dice.shuffle(walls)

    again = Board.custom(
        board.width,
        board.height,
        walls=walls,
        blocked=board.blocked,
        diagonals=board.diagonals,
        targets=board.targets,
    )

    assert board == again
    assert board.name == again.name
    assert board == pickle.loads(pickle.dumps(board))  # noqa: S301 - our own


@settings(max_examples=40)
@given(own_boards())
def test_a_drawing_reads_back(board: Board) -> None:
    assert board == read_drawing(draw_board(board))


def test_the_text_of_a_board() -> None:
    assert SMALL_TEXT == str(SMALL) == SMALL.name
    assert SMALL is board_named(SMALL_TEXT) or SMALL == Board.named(SMALL_TEXT)
    assert DRAWING.strip() == draw_board(SMALL).strip()
    assert SMALL == read_drawing(DRAWING)


def test_forty_walls_take_less_than_two_hundred_characters() -> None:
    """Also with all the targets there are, and a closed centre."""
    dice = Random(1)
    cells = cells_of(16, 16)
    free = [cell for cell in cells if cell not in CENTRE]
    walls = {(cell, dice.choice(list(Heading))) for cell in dice.sample(free, 40)}
    targets = dict(zip(Target, dice.sample(free, len(Target)), strict=True))

    board = Board.custom(16, 16, walls=walls, blocked=CENTRE, targets=targets)

    assert len(board.name) <= 200


def test_the_fullest_board_can_be_read() -> None:
    cells = cells_of(32, 32)
    board = Board.custom(
        32,
        32,
        walls={(cell, side) for cell in cells for side in Heading},
        diagonals={cell: Diagonal(Robot.TEAL, rising=True) for cell in cells[20:]},
        targets=dict(zip(Target, cells, strict=False)),
    )

    assert len(board.name) <= LONGEST
    assert board == Board.named(board.name)
    assert ["aa1", "af32"] == [str(Cell(26, 0)), str(board.cells[-1])]
    assert Cell(31, 31) == Cell.named("af32")


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("v2.5x4....", 1),
        ("v1.5x4...", 10),
        ("v1.5x4.....", 11),
        ("v1.05x4....", 4),
        ("v1.2x4....", 4),
        ("v1.5x33....", 4),
        ("v1.five....", 4),
        ("v1.5x4.0_C...", 9),
        ("v1.5x4.0é...", 9),
        ("v1.5x4.0-...", 10),
        ("v1.5x4.zz...", 8),
        ("v1.5x4..K..", 9),
        ("v1.5x4...8.", 11),
        ("v1.5x4...8x.", 11),
        ("v1.5x4....0rx", 12),
        ("v1.5x4....0sc", 12),
        ("v1.5x4....0r", 12),
        ("v1.5x4....0rc0rc", 15),
    ],
)
def test_a_mistake_in_a_text_has_its_place(text: str, at: int) -> None:
    """Also behind something else, such as in a position, where underscores end the board."""
    with pytest.raises(Malformed) as refused:
        parse_line(text)

    assert at == getattr(refused.value, "at", None)
    if "_" not in text:
        with pytest.raises(Misread) as misread:
            parse_position(f"  {text} ra1 vortex")
        assert at + 2 == misread.value.mistakes[0].at


@pytest.mark.parametrize(
    ("drawing", "place"),
    [
        ("", "line 1, column 1"),
        ("+--+--+--+\n|", "line 2, column 1"),
        (DRAWING.replace("p\\ ", "o\\ "), "line 4, column 11"),
        (DRAWING.replace("rc", "zc"), "line 8, column 2"),
        (DRAWING.replace("**", "rc"), "line 8, column 2"),
        (DRAWING.replace("+--+  +  +\n|    ", "+==+  +  +\n|    "), "line 5, column 8"),
        (DRAWING.replace("|  |   **", "|  x   **"), "line 2, column 4"),
        (DRAWING.replace("|##|", "|##|  |"), "line 8, column 17"),
    ],
)
def test_a_mistake_in_a_drawing_has_its_place(drawing: str, place: str) -> None:
    with pytest.raises(Malformed, match=place):
        read_drawing(drawing)


@pytest.mark.parametrize(
    "wrong",
    [
        {"width": 2},
        {"height": 33},
        {"walls": {(Cell(7, 7), Heading.NORTH)}},
        {"blocked": {Cell(5, 0)}},
        {"diagonals": {Cell(0, 9): Diagonal(Robot.RED, rising=True)}},
        {"blocked": {Cell(1, 1)}, "diagonals": {Cell(1, 1): Diagonal(Robot.RED, rising=True)}},
        {"blocked": {Cell(1, 1)}, "targets": {RED: Cell(1, 1)}},
        {"targets": {RED: Cell(1, 1), Target.VORTEX: Cell(1, 1)}},
    ],
)
def test_what_cannot_be_on_a_board_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        Board.custom(**({"width": 5, "height": 5} | wrong))  # type: ignore[arg-type]


def test_one_to_eight_robots() -> None:
    """RC4: the first ones in their order; four or five on a printed board."""
    robots = tuple(cell for cell in SMALL.cells if SMALL.may_rest(cell))[:8]
    for count in range(1, 9):
        position = PublicPosition(SMALL, robots[:count], Target.VORTEX)
        assert position == PublicPosition.parse(str(position))
    with pytest.raises(Malformed, match="eight"):
        Position(SMALL, (*robots, Cell(4, 0)), RED)
    with pytest.raises(Malformed, match="missing"):
        Position(SMALL, (), RED)
    with pytest.raises(Malformed, match=r"violet robot .* boards of your own"):
        parse_position("G1R2B2Y2 ro5,ga14,bl14,yj16,sa1,va2 vortex")
    with pytest.raises(Malformed, match=r"green robot .* missing"):
        parse_position(f"{SMALL_TEXT} ra1,ba2 vortex")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"{SMALL_TEXT} re4 vortex", "cell-is-blocked"),
        (f"{SMALL_TEXT} rd2 vortex", "cell-on-barrier"),
        (f"{SMALL_TEXT} rf1 vortex", "cell-off-board"),
        (f"{SMALL_TEXT} ra1 red-square", "target-not-here"),
        ("v1.3x3....0yc ra1 yellow-circle", "target-without-robot"),
        ("v1.3x3....0y? ra1 yellow-circle", "not-a-board"),
        ("v1.3x99....0yc ra1 yellow-circle", "board-size"),
    ],
)
def test_a_wrong_position_is_refused_with_a_reason(text: str, code: str) -> None:
    with pytest.raises(Misread) as refused:
        parse_position(text)

    assert code == refused.value.code


def test_tokens_are_those_that_a_robot_may_reach() -> None:
    """RC3: of the targets on the board."""
    board = Board.custom(4, 4, targets={RED: Cell(0, 0), Target.YELLOW_CIRCLE: Cell(1, 0)})

    assert (RED,) == tokens_of(board, 1)
    assert (RED, Target.YELLOW_CIRCLE) == tokens_of(board, 4)
    assert set(Target) == set(tokens_of(board_named("G1R2B2Y2"), 4))


def test_robots_are_dealt_where_there_is_room() -> None:
    """RC4: a board with too few cells is refused."""
    board = Board.custom(3, 3, blocked=cells_of(3, 3)[:6], targets={RED: Cell(0, 2)})

    assert 2 == len(set(random_robots(board, Random(1), count=2)))
    with pytest.raises(Malformed, match="3 robots"):
        random_robots(board, Random(1), count=3)


@settings(max_examples=10)
@given(own_positions())
def test_every_board_has_a_picture(position: Position) -> None:
    for dark in (False, True):
        picture = draw_picture(position, dark=dark)

        assert picture.count("data-robot=") == len(position.robots)
        assert picture.count("data-target=") == len(position.board.targets)
        assert ("data-blocked" in picture) == bool(position.board.blocked)


def test_a_match_on_a_board_of_ones_own() -> None:
    """RC3, RC4, RC19: with its robots and its tokens; it ends when the last of them is won."""
    settings = Settings(board=SMALL_TEXT, robot_count=2, patience_seconds=0)
    state = Ricochet().setup(settings, 2, Random(5))

    assert SMALL == state.board
    assert 2 == len(state.robots)
    assert {RED, Target.VORTEX} == set(state.face_down)
    assert state == msgspec.json.decode(msgspec.json.encode(state), type=State)
    assert "a board of their own" in settings_in_words(settings, 2)
    assert "2 robots" in settings_in_words(settings, 2)


def test_a_log_of_a_match_on_it_folds_to_the_same_end() -> None:
    """A proof on the board, its moves offered and judged by the rules (RC13)."""
    board = Board.custom(4, 3, targets={RED: Cell(3, 2)})
    settings = Settings(board=board.name, robots="ra1", robot_count=1, solo=True, solo_bids=False)
    game, dice = Ricochet(), Random(1)
    state = game.setup(settings, 1, dice)
    commands: list[Command] = [TurnToken(), ClaimRoute(), *map(MakeMove, parse_moves("re rs"))]
    for command in commands:
        for event in game.decide(state, Seat(0), command, Millis(1), dice):
            state = game.evolve(state, event)

    assert ((RED,),) == state.won
    assert game.outcome(state) is not None
