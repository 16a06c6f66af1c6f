"""The rules of moving against their naive twin, on random positions."""

import pytest
from hypothesis import given, settings

from tests.games.ricochet import naive
from tests.games.ricochet.strategies import RULES, any_boards, positions, proofs
from tinplate.games.ricochet.board import Position, Robots
from tinplate.games.ricochet.motion import Move, slides
from tinplate.games.ricochet.pieces import ROBOTS
from tinplate.games.ricochet.proof import READINGS, Rule, attempt


def naive_reading(rule: Rule) -> naive.Reading:
    return naive.Reading(
        required=rule.ricochet == "required",
        deflection_counts=rule.deflection_counts,
        early_stop_allowed=rule.early_stop == "allowed",
    )


@settings(max_examples=200)
@given(positions(any_boards()))
def test_slides_agree(position: Position) -> None:
    """RC5, RC7, RC8: both allow the same moves and see them end alike."""
    expected = {
        (robot, heading): slid
        for robot, heading in naive.moves_of(naive.opening(position))
        if (slid := naive.slide(position.board, position.robots, robot, heading))
    }

    assert expected == {
        (slid.robot, slid.heading): (slid.end, slid.rest_heading, slid.barriers > 0)
        for slid in slides(position.board, position.robots)
    }


@settings(max_examples=70)
@given(positions(any_boards()))
def test_a_slide_tells_its_way(position: Position) -> None:
    """RC5: cell by cell from where the robot stood to where it rests, past no other robot."""
    for slid in slides(position.board, position.robots):
        steps = zip(slid.cells, slid.cells[1:], strict=False)
        others = set(position.robots) - {position.robots[slid.robot.slot]}

        assert position.robots[slid.robot.slot] == slid.start
        assert all(abs(to.x - at.x) + abs(to.y - at.y) == 1 for at, to in steps)
        assert others.isdisjoint(slid.cells)


Ending = tuple[int, Robots, str, bool]  # moves made, robots, verdict, whether a move was refused


def naive_ending(position: Position, moves: list[Move], rule: Rule) -> Ending:
    stage, made = naive.opening(position), 0
    for move in moves:
        follower = naive.follow(position, naive_reading(rule), stage, move.robot, move.heading)
        if follower is None:
            return made, stage.robots, "under way", True
        stage, made = follower, made + 1
        if stage.end is not None:
            return made, stage.robots, stage.end, False
    return made, stage.robots, "under way", False


@pytest.mark.parametrize("rule", RULES, ids=str)
@settings(max_examples=40)
@given(proofs())
def test_verdicts_agree(rule: Rule, proof: tuple[Position, list[Move]]) -> None:
    """RC9, RC10: under every setting both find the same arrival, or none, or the same offence."""
    position, moves = proof
    tried = attempt(position, moves, rule)

    assert naive_ending(position, moves, rule) == (
        len(tried.slides),
        tried.robots,
        tried.verdict,
        tried.refusal is not None,
    )


def test_the_readings_have_the_same_names() -> None:
    """RC10: what people call a reading means the same to both."""
    assert naive.READINGS == {name: naive_reading(rule) for name, rule in READINGS.items()}


def test_robots_are_counted_alike() -> None:
    """RC4: both keep the robots in the order r g b y s v t p."""
    assert "r g b y s v t p" == " ".join(ROBOTS)
