"""`tinplate ricochet show`."""

import json

import pytest

from tests.cli.running import Run
from tinplate.games.ricochet.board import CELLS, board_named, both_sides
from tinplate.grid import Cell, Heading

POSITION = "R4G3B4Y4 ro5,ga14,bl14,yj16,sc3 red-triangle"
BOARD = board_named("R4G3B4Y4")


@pytest.mark.parametrize(
    "words", [[POSITION], POSITION.split(), [POSITION.replace(" ", "_")]], ids=len
)
def test_a_position_may_be_quoted_or_not(run: Run, words: list[str]) -> None:
    """A line, three words, or a link's form: people paste what they have."""
    assert run("ricochet", "show", POSITION) == run("ricochet", "show", *words)


def test_show_says_what_is_asked(run: Run) -> None:
    """RC9, RC11: which robot is to go where."""
    vortex = run("ricochet", "show", "G1R2B2Y2 ro5,ga14,bl14,yj16 vortex").out

    assert "Red to the triangle at d5." in run("ricochet", "show", POSITION).out
    assert "Any robot to the vortex at h13." in vortex


def test_compact_is_lower(run: Run) -> None:
    """A terminal of 24 lines shows a whole board."""
    assert run("ricochet", "show", POSITION, "--compact").out.count("\n") < 24


def test_json_of_a_position(run: Run) -> None:
    """Machines get every fact in words of the notation."""
    facts = json.loads(run("ricochet", "show", POSITION, "--json").out)
    walls = {(Cell.named(cell), Heading(side)) for cell, side in facts.pop("walls")}

    assert {
        "position": POSITION,
        "url": "R4G3B4Y4_ro5,ga14,bl14,yj16,sc3_red-triangle",
        "board": "R4G3B4Y4",
        "sections": ["R4", "G3", "B4", "Y4"],
        "robots": {"r": "o5", "g": "a14", "b": "l14", "y": "j16", "s": "c3"},
        "target": "red-triangle",
        "target_cell": "d5",
        "targets": {str(target): str(cell) for target, cell in BOARD.targets.items()},
        "diagonals": [
            {"cell": "b14", "colour": "red", "rises": True},
            {"cell": "e2", "colour": "blue", "rises": False},
            {"cell": "g4", "colour": "yellow", "rises": False},
            {"cell": "g13", "colour": "green", "rises": True},
            {"cell": "i12", "colour": "red", "rises": False},
            {"cell": "n15", "colour": "blue", "rises": True},
        ],
    } == facts
    assert {wall for wall in BOARD.walls if wall[0] in CELLS} == {
        wall for wall in both_sides(walls) if wall[0] in CELLS
    }


def test_json_names_each_wall_once(run: Run) -> None:
    """A wall between two cells belongs to both, but it is one wall."""
    walls = json.loads(run("ricochet", "show", POSITION, "--json").out)["walls"]

    assert len(both_sides({(Cell.named(cell), Heading(side)) for cell, side in walls})) == 2 * len(
        walls
    )
