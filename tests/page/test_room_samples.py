"""The boards that a waiting room of Ricochet shows follow the rules."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.json import decode

from tinplate.games.ricochet.board import Board, Box, Robots, board_named, board_names
from tinplate.games.ricochet.motion import after, slides
from tinplate.games.ricochet.notation import parse_robots
from tinplate.games.ricochet.pieces import ROBOTS, Target
from tinplate.grid import Cell

FILE = Path(__file__).parents[2] / "web/src/games/ricochet/room/samples.json"
SAMPLES: dict[str, dict[str, Any]] = decode(FILE.read_bytes())


def walked(board: Board, robots: Robots, route: list[dict[str, Any]]) -> Robots:
    """Where robots stand at the end of a route; each step must be a slide."""
    for step in route:
        way = step["robot"], Cell(*step["cells"][0]), Cell(*step["cells"][-1])
        offered = {(each.robot, each.start, each.end): each for each in slides(board, robots)}
        robots = after(robots, offered[way])
    return robots


@pytest.mark.parametrize(
    ("name", "box", "has_diagonals"),
    [("diagonals", "2013", True), ("plain", "2013", False), ("classic", "classic", False)],
)
def test_a_sample_is_a_solution_on_a_board_of_its_box(
    name: str, box: Box, *, has_diagonals: bool
) -> None:
    """It works with the silver robot and without it."""
    sample = SAMPLES[name]
    target = Target(sample["target"])
    assert target.robot is not None
    listed = board_names(box, diagonals=has_diagonals)
    assert any(sample["board"] in name + name for name in listed)  # from any of its sections on
    board = board_named(sample["board"])
    everybody = parse_robots(board, sample["robots"])
    for robots in (everybody, everybody[:4]):
        stood = walked(board, robots, sample["route"])

        assert board.targets[target] == stood[ROBOTS.index(target.robot)]
