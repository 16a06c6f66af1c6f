"""What is known of a board while it is drawn equals what the solver says of each target."""

import pytest
from hypothesis import given, settings

from tests.games.ricochet.strategies import own_boards, own_positions
from tinplate.games.ricochet.board import Board, Position, tokens_of
from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.solver import solve
from tinplate.games.ricochet.solver.survey import survey
from tinplate.grid import Cell, Heading

PATIENT = 600  # seconds
PRINTED = parse_position("G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle")
WITH_BARRIERS = parse_position("Y3G2R4B1 rh15,gi4,bc6,yg16 red-square")


@pytest.mark.parametrize("position", [PRINTED, WITH_BARRIERS], ids=str)
@pytest.mark.parametrize("reading", ["ricochet", "free"])
def test_lengths_are_those_of_the_solver(position: Position, reading: str) -> None:
    """RC10: of all targets, by the rule that was asked for."""
    rule = READINGS[reading]
    known = survey(position.board, position.robots, rule=rule, seconds=PATIENT)

    assert [*Target] == [each.target for each, _ in known.solutions]
    assert [solve(each, rule).length for each, _ in known.solutions] == [
        solution.length for _, solution in known.solutions
    ]
    assert () == known.unreachable


@settings(max_examples=30)
@given(own_positions(own_boards((3, 4, 5), (3, 4, 5)), most=2))
def test_dead_targets_are_those_of_the_solver(position: Position) -> None:
    """A target is dead if and only if the solver proves it."""
    robots = position.robots[:2]
    known = survey(position.board, robots, seconds=PATIENT)

    assert tokens_of(position.board, len(robots)) == tuple(
        each.target for each, _ in known.solutions
    )
    for each, solution in known.solutions:
        truth = solve(each)
        assert (truth.solvable, truth.length) == (solution.solvable, solution.length)


def test_unreachable_cells_and_their_targets() -> None:
    """A closed room is out of reach, and its target is dead without a search."""
    walls = [(Cell(1, 1), side) for side in Heading]
    targets = {Target.RED_CIRCLE: Cell(1, 1), Target.GREEN_CIRCLE: Cell(4, 4)}
    board = Board.custom(5, 5, walls=walls, blocked=[Cell(2, 2)], targets=targets)
    known = survey(board, (Cell(0, 0), Cell(4, 0)), seconds=PATIENT)
    (_, red), (_, green) = known.solutions

    assert Cell(1, 1) in known.unreachable
    assert Cell(2, 2) not in known.unreachable
    assert (False, 0) == (red.solvable, red.explored)
    assert green.solvable


def test_without_time_nothing_is_known() -> None:
    """It is unknown then, with a bound, and never wrong; the chosen target comes first."""
    known = survey(PRINTED.board, PRINTED.robots, Target.VORTEX, seconds=0)

    assert {None} == {solution.solvable for _, solution in known.solutions}
    assert all(solution.at_least >= 1 for _, solution in known.solutions)


def test_cancelled() -> None:
    """Nobody waits: all searches end at once."""
    known = survey(PRINTED.board, PRINTED.robots, seconds=PATIENT, cancel=lambda: True)

    assert {None} == {solution.length for _, solution in known.solutions}


def test_targets_without_their_robot_are_left_out() -> None:
    """RC3: nobody can play them."""
    board = Board.custom(
        5, 5, targets={Target.RED_CIRCLE: Cell(4, 4), Target.BLUE_CIRCLE: Cell(0, 4)}
    )
    known = survey(board, (Cell(0, 0),), seconds=PATIENT)

    assert [Target.RED_CIRCLE] == [each.target for each, _ in known.solutions]
