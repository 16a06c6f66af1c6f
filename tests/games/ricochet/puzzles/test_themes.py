"""Themes: of each, a solution that has it, and one that nearly has."""

from typing import NamedTuple

import pytest

from tests.games.ricochet.openboard import open_board, stand
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.notation import parse_moves
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import READINGS, attempt
from tinplate.games.ricochet.puzzles.maker import RicochetPuzzles
from tinplate.games.ricochet.puzzles.orders import orders_of
from tinplate.games.ricochet.puzzles.study import PuzzleStudy
from tinplate.games.ricochet.puzzles.themes import THEMES, themes_of
from tinplate.grid import Cell

MANY = 1_000  # orders
RED = Target.RED_CIRCLE


class Shown(NamedTuple):
    """Moves on an open board with the robots in its corners, red, green, blue, yellow clockwise."""

    moves: str
    robots: dict[str, str] = {}  # noqa: RUF012 - nobody changes it
    target: Target = RED
    cell: str = "h2"
    walls: str = ""
    barriers: str = ""
    free_length: int | None = None

    def study(self) -> PuzzleStudy:
        board = open_board(
            walls=self.walls, barriers=self.barriers, targets={self.target: Cell.named(self.cell)}
        )
        position = Position(board, stand(**self.robots), self.target)
        moves = parse_moves(self.moves)
        made = attempt(position, moves, READINGS["free"]).slides
        assert len(moves) == len(made)
        orders = orders_of(position, made, MANY)
        assert orders is not None
        length = len(made) if self.free_length is None else self.free_length
        return PuzzleStudy(position, READINGS["ricochet"], made, frozenset(orders), length)


AT_GREEN = "gw bn bw"  # green goes to red, blue to green
FOUR = "re gs bw yn"
INSIDE = {"green": "d4", "blue": "d6", "yellow": "f4"}

# By theme: one that has it, a near miss.
EXAMPLES: dict[str, tuple[Shown, Shown]] = {
    # Blue stands there from the start.
    "blocker": (Shown(AT_GREEN), Shown("gs")),
    # Green stops blue, and blue once more.
    "two-blockers": (Shown(f"{AT_GREEN} ye yn yw"), Shown(f"{AT_GREEN} be bw")),
    # Blue moves on.
    "bystander": (Shown("gs"), Shown("gs bw", {"yellow": "a5"})),
    # Blue stops green before the last move.
    "caught": (Shown("gs"), Shown("gs gw")),
    # Twelve cells, and eleven.
    "long-corridor": (Shown("re", walls="m1e"), Shown("re", walls="l1e")),
    # Three moves where one would do; three where two would.
    "detour": (
        Shown("rs re rn", INSIDE, cell="p1"),
        Shown("rs re rn", INSIDE, cell="p8", walls="p8n"),
    ),
    # As long either way.
    "ricochet-rule": (Shown("rs re", free_length=1), Shown("rs re", free_length=2)),
    # Red goes through barriers of its own colour.
    "bounce": (Shown("re", barriers="gd1\\"), Shown("re", barriers="rd1\\")),
    # Red only passes the cell where green began.
    "robot-swap": (Shown("gs re"), Shown("gs re", {"green": "h1"})),
    # Another robot comes to where red was.
    "return": (Shown("rs rn"), Shown("rs gw")),
    # For one robot only.
    "vortex": (Shown("re", target=Target.VORTEX), Shown("re")),
    # Silver moves, and arrives itself.
    "silver-helps": (
        Shown("ss re", {"silver": "d4"}),
        Shown("re ss", {"silver": "d4"}, target=Target.VORTEX),
    ),
    # Green comes from the same side, but along the column of the target.
    "quiet-first-move": (
        Shown("gs gw rs", cell="a14"),
        Shown("gw rs", {"green": "p15"}, cell="a14"),
    ),
    # Three of the four.
    "all-four-robots": (Shown(FOUR), Shown("re gs bw")),
    # Eight moves, and seven.
    "long": (Shown("rs rn rs rn rs rn rs rn"), Shown("rs rn rs rn rs rn rs")),
}


@pytest.mark.parametrize("theme", EXAMPLES)
def test_one_that_has_it(theme: str) -> None:
    """RC5 to RC10: the solution shows what the theme says."""
    assert theme in themes_of(EXAMPLES[theme][0].study())


@pytest.mark.parametrize("theme", EXAMPLES)
def test_one_that_nearly_has_it(theme: str) -> None:
    """RC5 to RC10: what looks alike is something else."""
    assert theme not in themes_of(EXAMPLES[theme][1].study())


def test_every_theme_has_its_examples() -> None:
    """None is left without, and at least twelve are asked for."""
    assert [*THEMES] == [*EXAMPLES] == [*RicochetPuzzles.themes]
    assert len(THEMES) >= 12


def test_a_quiet_move_comes_first_in_any_order() -> None:
    """RC5: if the arriving robot might begin as well, the first move gives nothing away."""
    either = Shown("gs re", {"green": "d4"}, cell="p1")

    assert "quiet-first-move" not in themes_of(either.study())
