"""The kernel against its naive twin, on random crowded scenarios."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rally.naive import Board
from tests.rally.scenarios import Scenario, random_scenario
from tests.rally.strategies import UNHURRIED
from tinplate.rally.robot import Robot
from tinplate.rally.turn import play_registers

Ending = tuple[tuple[Robot, ...], tuple[int, ...]]  # the robots, who won


def naive_registers(scenario: Scenario, first: int, last: int) -> list[Ending]:
    """How things stand after each register, up to a win, and after the end of the turn."""
    board = Board.of(*scenario)
    endings = list[Ending]()
    for register in range(first, last + 1):
        board.register(register)
        endings.append((board.robots, tuple(board.winners)))
        if board.winners:
            return endings
    board.end_of_turn()
    return [*endings, (board.robots, ())]


def kernel_registers(scenario: Scenario, first: int, last: int) -> list[Ending]:
    endings = list[Ending]()
    robots = scenario.robots
    for register in range(first, last + 1):
        played = play_registers(
            scenario.course,
            scenario.settings,
            robots,
            scenario.programs,
            first=register,
            last=register,
            end_of_turn=False,
        )
        robots = played.robots
        endings.append((robots, played.winners))
        if played.winners:
            return endings
    ended = play_registers(
        scenario.course, scenario.settings, robots, scenario.programs, first=1, last=0
    )
    return [*endings, (ended.robots, ended.winners)]


@pytest.mark.parametrize("seed", range(16))
def test_registers_agree(seed: int) -> None:
    """R39, R45, R32: both see every register and the end of the turn go alike."""
    dice = Random(seed)
    for _ in range(1_000):
        scenario, first = random_scenario(dice), dice.randint(1, 4)

        assert naive_registers(scenario, first, first + 1) == kernel_registers(
            scenario, first, first + 1
        )


@settings(UNHURRIED, max_examples=50)
@given(st.randoms(use_true_random=False))
def test_whole_turns_agree(dice: Random) -> None:
    """R39, R46: a turn in one go ends as it does register by register in the twin."""
    scenario = random_scenario(dice)
    played = play_registers(*scenario)

    *_, (robots, _) = endings = naive_registers(scenario, 1, 5)
    winners = endings[played.stopped_at - 1][1]

    assert (robots, winners) == (played.robots, played.winners)
