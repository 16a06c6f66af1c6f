"""The drawn board: right, and readable without colour."""

from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.text import Text

from tinplate.games.ricochet.board import CELLS, CENTRE, SIZE, Board, board_named
from tinplate.games.ricochet.cli.drawing import COLOURS, GLYPHS, draw_board, legend, robot_style
from tinplate.games.ricochet.notation import parse_moves, parse_position
from tinplate.games.ricochet.pieces import Robot, Target
from tinplate.games.ricochet.proof import READINGS, attempt
from tinplate.grid import Cell, Heading

GOLDEN = Path(__file__).parent / "drawings"
BOARDS = ("G1R2B2Y2", "R4G3B4Y4", "Y3B1G4R1", "B2Y4R3G2")


def drawn(*, compact: bool) -> Text:
    """Everything there is to draw: barriers, five robots, markers, trails and a ringed target."""
    position = parse_position("R4G3B4Y4 ro5,ga14,bl14,yj16,sc3 red-triangle")
    played = attempt(position, parse_moves("rw rn bw ge yw"), READINGS["ricochet"])
    return draw_board(
        position.board,
        played.robots,
        position.target,
        markers=position.robots,
        trail=played.slides,
        selected=Robot.GREEN,
        compact=compact,
    )


def lines(board: Board, *, compact: bool = False) -> list[str]:
    """A bare board without its labels."""
    return [line[3:68] for line in draw_board(board, compact=compact).plain.split("\n")[1:]]


def walls_in(drawing: list[str]) -> set[tuple[Cell, Heading]]:
    """The walls of a full drawing as its reader sees them, from both sides."""
    seen = set()
    for cell in CELLS:
        x, y = 4 * cell.x + 2, 2 * cell.y + 1
        edges = {
            Heading.NORTH: drawing[y - 1][x],
            Heading.SOUTH: drawing[y + 1][x],
            Heading.WEST: drawing[y][x - 2],
            Heading.EAST: drawing[y][x + 2],
        }
        seen |= {(cell, side) for side, edge in edges.items() if edge in "━┃"}
    return seen


def low_walls_in(drawing: list[str]) -> set[tuple[Cell, Heading]]:
    """The same of a compact drawing, where a south wall may hang from the cell below."""
    seen = set()
    for cell in CELLS:
        x, y = 4 * cell.x + 1, cell.y + 1
        if drawing[y][x - 1] == "┃":
            seen.add((cell, Heading.WEST))
        if drawing[y][x + 3] == "┃":
            seen.add((cell, Heading.EAST))
        above, here, below = (drawing[line][x : x + 3] for line in (y - 1, y, y + 1))
        if "▁" in above or "━" in above or "▔" in here:
            seen.add((cell, Heading.NORTH))
        if "▁" in here or "━" in below or "▔" in below:
            seen.add((cell, Heading.SOUTH))
    return seen


def walls_of(board: Board) -> set[tuple[Cell, Heading]]:
    return {(cell, side) for cell, side in board.walls if cell in CELLS}


@pytest.mark.parametrize("form", ["full", "compact"])
def test_the_drawing_is_the_one_looked_at(form: str) -> None:
    """A diff here is a drawing that changed: look at it before it is accepted."""
    expected = (GOLDEN / f"{form}.txt").read_text(encoding="utf-8")

    assert expected == f"{drawn(compact=form == 'compact').plain}\n"


@pytest.mark.parametrize(("compact", "height"), [(False, 34), (True, 19)])
def test_the_drawing_fits_its_terminal(compact: bool, height: int) -> None:  # noqa: FBT001
    """80 columns are enough, and 24 lines for the compact form with room to play in."""
    drawing = drawn(compact=compact).plain.split("\n")

    assert height == len(drawing)
    assert max(cell_len(line) for line in drawing) <= 71
    assert cell_len(legend().plain) <= 71


@pytest.mark.parametrize("name", BOARDS)
def test_every_wall_is_drawn_and_no_other(name: str) -> None:
    """RC1, RC5: what stops a robot can be seen."""
    board = board_named(name)

    assert walls_of(board) == walls_in(lines(board))


@pytest.mark.parametrize("name", BOARDS)
def test_every_wall_is_drawn_in_the_compact_form(name: str) -> None:
    """RC1, RC5: also where there is one line a row."""
    board = board_named(name)

    assert walls_of(board) == low_walls_in(lines(board, compact=True))


@pytest.mark.parametrize("name", BOARDS)
def test_every_target_and_barrier_is_told_by_letter_and_shape(name: str) -> None:
    """RC3, RC7: colour never carries meaning alone."""
    board, drawing = board_named(name), lines(board_named(name))
    signs = {
        cell: drawing[2 * cell.y + 1][4 * cell.x + 1 : 4 * cell.x + 4].rstrip()
        for cell in CELLS
        if cell not in CENTRE
    }
    targets = {
        cell: f"{target.robot or ' '}{GLYPHS[target.symbol]}"
        for target, cell in board.targets.items()
    }
    barriers = {
        cell: f"{diagonal.colour}{'╱' if diagonal.rising else '╲'}"
        for cell, diagonal in board.diagonals.items()
    }

    assert targets | barriers == {cell: sign for cell, sign in signs.items() if sign}


def test_the_target_to_reach_is_ringed_and_in_the_centre() -> None:
    """RC11: the token lies in the centre, and its cell is easy to find."""
    position = parse_position("G1R2B2Y2 ro5,ga14,bl14,yj16 red-square")
    drawing = draw_board(position.board, position.robots, position.target).plain.split("\n")

    assert drawing[1 + 2 * 10 + 1][3 + 4 * 11 :].startswith("┃[■]")
    assert "┃  r■   ┃" in drawing[1 + SIZE]


def test_a_robot_on_the_target_is_ringed() -> None:
    """RC9: whoever has arrived is seen to have arrived."""
    board = board_named("G1R2B2Y2")
    robots = (board.targets[Target.RED_SQUARE], Cell(0, 0), Cell(1, 0), Cell(2, 0))

    assert "[R]" in draw_board(board, robots, Target.RED_SQUARE).plain
    assert "[R]" not in draw_board(board, robots, Target.RED_CIRCLE).plain


def test_a_marker_under_a_target_shows() -> None:
    """RC16: a marker can lie where a symbol is; both are seen."""
    board = board_named("G1R2B2Y2")
    markers = (board.targets[Target.BLUE_SQUARE],)

    assert "b■›" in draw_board(board, markers=markers).plain


def test_all_signs_are_one_column_wide() -> None:
    """A sign that took two columns would push the rest of its row aside."""
    drawing = drawn(compact=False).plain + drawn(compact=True).plain

    assert {1} == {cell_len(sign) for sign in {*drawing, *GLYPHS.values()} - {"\n"}}


@pytest.mark.parametrize(
    ("robot", "colours"),
    [
        (Robot.RED, {1, 9}),
        (Robot.GREEN, {2, 10}),
        (Robot.BLUE, {4, 12}),
        (Robot.YELLOW, {3, 11}),
        (Robot.SILVER, {7, 8}),
    ],
)
def test_sixteen_colours_are_enough(robot: Robot, colours: set[int]) -> None:
    """A plain terminal shows red as red and green as green."""
    shade = Color.parse(COLOURS[robot]).downgrade(ColorSystem.STANDARD)

    assert shade.number in colours
    assert COLOURS[robot] in robot_style(robot)
