"""Robots and targets: what is in the box."""

from collections import Counter

import pytest

from tinplate.games.ricochet.pieces import BOX_ROBOTS, ROBOTS, Robot, Symbol, Target

COLOURED = [target for target in Target if target is not Target.VORTEX]


def test_seventeen_targets() -> None:
    """RC3: four symbols in each of four colours, and the vortex."""
    symbols = ("circle", "triangle", "square", "hexagon")
    colours = ("red", "green", "blue", "yellow")

    assert [f"{colour}-{symbol}" for colour in colours for symbol in symbols] == COLOURED
    assert 17 == len(Target)


def test_each_symbol_in_each_colour() -> None:
    """RC3: every coloured symbol is there four times, the vortex once."""
    assert {
        Symbol.CIRCLE: 4,
        Symbol.TRIANGLE: 4,
        Symbol.SQUARE: 4,
        Symbol.HEXAGON: 4,
        Symbol.VORTEX: 1,
    } == Counter(target.symbol for target in Target)


@pytest.mark.parametrize("target", COLOURED)
def test_a_coloured_target_welcomes_its_own_robot(target: Target) -> None:
    """RC9: a coloured target must be reached by the robot of its colour, and by no other."""
    colour, _, _ = target.partition("-")

    assert [colour] == [robot.colour for robot in Robot if target.welcomes(robot)]
    assert target.robot is not None
    assert colour == target.robot.colour


def test_the_vortex_welcomes_every_robot() -> None:
    """RC9: the vortex may be reached by any robot, silver included."""
    assert list(Robot) == [robot for robot in Robot if Target.VORTEX.welcomes(robot)]
    assert Target.VORTEX.robot is None


def test_the_robots_in_their_order() -> None:
    """RC4: red, green, blue, yellow, and silver last, so that a box without it has no gap."""
    assert ["red", "green", "blue", "yellow", "silver"] == [robot.colour for robot in BOX_ROBOTS]
    assert ["violet", "teal", "pink"] == [robot.colour for robot in ROBOTS[len(BOX_ROBOTS) :]]
    assert [*range(8)] == [robot.slot for robot in ROBOTS]
