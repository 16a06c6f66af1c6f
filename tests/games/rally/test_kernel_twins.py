"""The kernel against its naive twin, on random crowded scenarios."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.rally.naive import Board
from tests.games.rally.scenarios import Scenario, random_scenario
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.turn import play_registers

Ending = tuple[tuple[Robot, ...], tuple[int, ...]]  # the robots, who won


def naive_turn(scenario: Scenario, first: int, last: int) -> tuple[Ending, Ending]:
    """How things stand after the first register, and when the turn or the game is over."""
    board = Board.of(*scenario)
    endings = list[Ending]()
    for register in range(first, last + 1):
        board.register(register)
        endings.append((board.robots, tuple(board.winners)))
        if board.winners:
            return endings[0], endings[-1]
    board.end_of_turn()
    return endings[0], (board.robots, ())


def kernel_turn(scenario: Scenario, first: int, last: int) -> tuple[Ending, Ending]:
    begun = play_registers(*scenario, first=first, last=first, end_of_turn=False)
    ended = play_registers(*scenario, first=first, last=last)
    return (begun.robots, begun.winners), (ended.robots, ended.winners)


@pytest.mark.parametrize("seed", range(6))
def test_registers_agree(seed: int) -> None:
    """R39, R45, R32, R46: both see the first register and the rest of the turn go alike."""
    dice = Random(seed)
    for _ in range(1_000):
        scenario, first = random_scenario(dice), dice.randint(1, 4)

        assert naive_turn(scenario, first, first + 1) == kernel_turn(scenario, first, first + 1)


@settings(max_examples=50)
@given(st.randoms(use_true_random=False))
def test_whole_turns_agree(dice: Random) -> None:
    """R39, R46: all five registers; what fails is shrunk to something small."""
    scenario = random_scenario(dice)

    assert naive_turn(scenario, 1, 5) == kernel_turn(scenario, 1, 5)
