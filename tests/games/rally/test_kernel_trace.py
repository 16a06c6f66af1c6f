# ruff: noqa: S603 - what is run is our own Python
"""What the kernel notes is all that happens; silent, in batches and uncompiled it does the same."""

import os
import subprocess
import sys
from collections import Counter
from random import Random

import numpy as np
import pytest
from msgspec import structs

from tests.games.rally.scenarios import Scenario, random_scenario
from tinplate.games.rally import happenings as h
from tinplate.games.rally import kernel as k
from tinplate.games.rally.floor import card_rows, floor_of, robot_rows, rules_of
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.turn import TurnPlayed, play_registers

SCENARIOS = 1_500


@pytest.fixture(scope="module")
def games() -> list[tuple[Scenario, TurnPlayed]]:
    dice = Random(2005)
    scenarios = [random_scenario(dice) for _ in range(SCENARIOS)]
    return [(scenario, play_registers(*scenario)) for scenario in scenarios]


def folded(robot: Robot, event: h.Happening) -> Robot:
    """The robot after what happened to it."""
    match event:
        case h.CellStep(end=end) if end is not None:
            return structs.replace(robot, cell=end)
        case h.Rotation(facing=facing):
            return structs.replace(robot, facing=facing)
        case h.Damaged(armour=armour) | h.Repaired(armour=armour):
            return structs.replace(robot, armour=armour)
        case h.FlagTouched(flag=flag):
            return structs.replace(robot, next_flag=flag + 1)
        case h.Saved(cell=cell):
            return structs.replace(robot, save=cell)
        case h.Died(lives=lives):
            return structs.replace(robot, cell=None, armour=0, lives=lives)
        case h.Materialised():
            return structs.replace(robot, virtual=False)
    return robot


def test_the_trace_tells_all(games: list[tuple[Scenario, TurnPlayed]]) -> None:
    """R33, Part 3: folding what was told into the robots gives how they ended."""
    for scenario, played in games:
        robots = list(scenario.robots)
        for event in played.happenings:
            robots[event.robot] = folded(robots[event.robot], event)

        assert played.robots == tuple(robots)


def test_steps_join(games: list[tuple[Scenario, TurnPlayed]]) -> None:
    """D4: every step begins where the robot is and ends on the neighbouring cell."""
    for scenario, played in games:
        robots = list(scenario.robots)
        for event in played.happenings:
            before = robots[event.robot].cell
            if isinstance(event, h.CellStep):
                assert before == event.start
                assert event.end in (None, event.start.towards(event.heading))
            robots[event.robot] = folded(robots[event.robot], event)


def test_everything_happens_somewhere(games: list[tuple[Scenario, TurnPlayed]]) -> None:
    """The scenarios are worth something: each kind of happening and of death is in many."""
    kinds = Counter(
        f"{type(event).__name__} {getattr(event, 'because', '')}".strip()
        for _, played in games
        for event in played.happenings
    )
    named = {kind.__name__ for kind in h.RULES} | {f"Died {cause}" for cause in h.DEATHS}

    assert named == set(kinds)
    assert min(kinds.values()) > 20


def test_invariants(games: list[tuple[Scenario, TurnPlayed]]) -> None:
    """R29, R17, R22: one real robot a cell; armour 1 to 9 (or 0, D46) on the board; flags kept."""
    for scenario, played in games:
        real = [robot.cell for robot in played.robots if robot.cell and not robot.virtual]

        assert len(real) == len(set(real))
        for before, after in zip(scenario.robots, played.robots, strict=True):
            least = 10 - scenario.settings.deadly_hit
            assert least <= after.armour <= 9 if after.cell else after.armour == 0
            assert before.next_flag <= after.next_flag
            assert after.lives == before.lives - bool(before.cell and not after.cell)


def test_every_happening_names_its_rule(games: list[tuple[Scenario, TurnPlayed]]) -> None:
    """R33: whoever asks why is told a number."""
    rules = {h.rule_of(event) for _, played in games for event in played.happenings}

    assert {
        "R3", "R4", "R6", "R8", "R9", "R10", "R13", "R14", "R15", "R19", "R20", "R23", "R29", "R32",
        "R39", "R40", "R42", "R43", "R45", "D3", "D4",
    } == rules  # fmt: skip


def test_there_is_room_for_everything(games: list[tuple[Scenario, TurnPlayed]]) -> None:
    """The trace is never longer than its bound says."""
    assert all(
        len(played.happenings) < k.new_trace(len(scenario.robots)).shape[0]
        for scenario, played in games
    )


def test_silence_changes_nothing(games: list[tuple[Scenario, TurnPlayed]]) -> None:
    """The same with a trace and without, one game or many at once."""
    for scenario, played in games[:300]:
        course, settings, robots, programs = scenario
        rows = np.stack([robot_rows(course, robots)] * 2)
        cards = np.stack([card_rows(programs)] * 2)
        arrays = (floor_of(course, settings.edge), rules_of(course, settings))
        won = k.play_batch(*arrays, rows, cards, 1, 5, ends=True)
        expected = robot_rows(course, played.robots)

        assert [sum(1 << seat for seat in played.winners)] * 2 == won.tolist()
        assert np.array_equal(expected, rows[0])
        assert np.array_equal(expected, rows[1])


def test_nothing_is_left_to_chance() -> None:
    """R33: the same robots and cards always end the same way."""
    scenario = random_scenario(Random(1))

    assert play_registers(*scenario) == play_registers(*scenario)


def endings(seed: int) -> list[str]:
    dice = Random(seed)
    return [str(play_registers(*random_scenario(dice))) for _ in range(40)]


def test_uncompiled_it_is_the_same() -> None:
    """NUMBA_DISABLE_JIT=1: the kernel as plain Python gives the same turns, note by note."""
    program = (
        "from numba import config; assert config.DISABLE_JIT;"
        "from tests.games.rally.test_kernel_trace import endings; print(*endings(7), sep='\\n')"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert endings(7) == ran.stdout.splitlines()
