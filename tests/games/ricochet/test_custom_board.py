"""Boards that were never printed: written, read, drawn and solved like those in the boxes."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.cli.running import Run
from tests.games.ricochet.openboard import open_board, stand
from tests.games.ricochet.strategies import any_boards, positions
from tinplate.games.ricochet.api import Position as PublicPosition
from tinplate.games.ricochet.board import FRAME, Board, Position, board_named
from tinplate.games.ricochet.motion import slides
from tinplate.games.ricochet.notation import Misread, format_position, parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.solver import solve
from tinplate.grid import Cell, Heading

RED = Target("red-circle")
BOARD = open_board(walls="c4n d5w", barriers="rg6/ bk3\\", targets={RED: Cell.named("d2")})
CENTRE = "h8n,i8n,h8w,j8w,h9w,j9w,h10n,i10n"
POSITION = Position(replace(BOARD, name="my_own ~1"), stand(), RED)
TEXT = "mine~p6n~~vortex@p5 ra1,gp1,bp16,ya16 vortex"


@settings(max_examples=50)
@given(positions(any_boards()))
def test_what_is_written_reads_back(position: Position) -> None:
    """RC1 to RC8: the same board with the same name, in a line of text and in a link."""
    for url in (False, True):
        text = format_position(position, url=url)

        assert position == parse_position(text, custom=True)
        assert text.isprintable()


def test_it_is_written_in_one_word() -> None:
    """Walls once each, by the cell south or east of them; no space or underscore in the name."""
    name, walls, barriers, targets = str(POSITION.board).split("~")

    assert "my%5Fown%20%7E1" == name
    assert {"c4n", "d5w", *CENTRE.split(",")} == set(walls.split(","))
    assert ("rg6u,bk3d", "red-circle@d2") == (barriers, targets)
    assert POSITION == PublicPosition.parse(str(POSITION))


def test_a_printed_board_has_its_name() -> None:
    """What looks like one and is another is written out."""
    printed = board_named("G1R2B2Y2")

    assert "G1R2B2Y2" == str(printed)
    assert "Board.named('G1R2B2Y2')" == repr(printed)
    assert str(replace(printed, diagonals=BOARD.diagonals)).startswith("G1R2B2Y2~")
    assert "<custom Board 'mine'>" == repr(replace(BOARD, name="mine"))


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("mine~c4n~", "a custom board has four parts"),
        ("mine~c4~~", "“c4” is not part of a custom board"),
        ("mine~q4n~~", "“q4n” is not part of a custom board"),
        ("mine~~rc4/~", "“rc4/” is not part of a custom board"),
        ("mine~~~red-heart@c4", "“red-heart@c4” is not part of a custom board"),
        ("mine~~rc4u~vortex@c4", "mine: nobody can rest on c4, where vortex is"),
    ],
)
def test_mistakes(text: str, mistake: str) -> None:
    """One sentence says what cannot be read, and where."""
    with pytest.raises(Misread, match=f"^character 1: {mistake}"):
        parse_position(f"{text} ra1,gp1,bp16,ya16 vortex", custom=True)


@settings(max_examples=50)
@given(positions(any_boards()))
def test_pages_and_matches_know_the_text_of_today(position: Position) -> None:
    """The same slides, solutions and targets, on a board whose name is its text."""
    if position.board.is_known:
        return
    read = parse_position(format_position(position))

    assert read.board.is_custom
    assert (position.board.targets, position.robots) == (read.board.targets, read.robots)
    assert [*slides(position.board, position.robots)] == [*slides(read.board, read.robots)]


def test_an_open_centre_stays_open() -> None:
    """RC1: robots slide through it, and come to rest there."""
    board = parse_position(TEXT).board

    assert frozenset() == board.blocked
    assert Settings(board=str(board)).board == str(board)


@pytest.mark.parametrize("command", ["show", "solve", "hint"])
def test_commands_read_them(run: Run, command: str) -> None:
    """They are drawn and solved."""
    assert 0 == run("ricochet", command, TEXT).code


def test_pictures_of_them() -> None:
    """The same picture as of any board, with all its walls."""
    assert "<svg" in PublicPosition.of(POSITION).svg()


@pytest.mark.parametrize("wall", [("c4", "n"), ("c3", "s")])
def test_a_wall_from_one_side_has_two(wall: tuple[str, str]) -> None:
    """RC5: whichever side it was given from, it stops robots on both, and the solver knows."""
    one = (Cell.named(wall[0]), Heading(wall[1]))
    board = Board("", FRAME | {one}, {RED: Cell.named("c4")}, {})
    position = Position(board, stand(red="c16", green="c1"), RED)
    made = {str(slid.move): str(slid.end) for slid in slides(board, position.robots)}

    assert board == Board("", board.walls, board.targets, {})
    assert ("c4", "c3") == (made["rn"], made["gs"])
    assert 1 == solve(position, READINGS["free"]).length
