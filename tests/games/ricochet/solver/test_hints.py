"""Hints tell what their level allows, and what makes a position hard."""

from dataclasses import asdict
from typing import Any, cast, get_args

import pytest

from tests.games.ricochet.solver.known import HARDEST
from tests.games.ricochet.solver.test_solve import BOXED_IN, EIGHT, FREE, RED, VORTEX, on_open_board
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.pieces import Robot
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.solver import BANDS, Difficulty, Hint, Level, hint, solutions
from tinplate.grid import Heading

LEVELS: tuple[Level, ...] = get_args(Level)


def told(position: Position, level: Level) -> set[str]:
    """What a hint says anything about."""
    return {name for name, value in asdict(hint(position, level)).items() if value is not None}


def test_a_level_tells_no_more_than_it_may() -> None:
    """RC12: roughly how long; how long; which robot begins; how. Never the whole way."""
    always = {"solvable", "band"}

    assert [
        always,
        always | {"moves"},
        always | {"moves", "difficulty", "robot"},
        always | {"moves", "difficulty", "robot", "move"},
    ] == [told(parse_position(EIGHT), level) for level in LEVELS]


def test_the_higher_the_level_the_more() -> None:
    """RC12: the levels agree, and the last tells the first move of the best solution."""
    position = parse_position("G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle")
    best = solutions(position).routes[0].moves

    assert Hint(
        solvable=True,
        band=BANDS[3],
        difficulty=Difficulty(robots=2, blockers=1, detours=3),
        moves=10,
        robot=Robot.RED,
        move=Move(Robot.RED, Heading.EAST),
    ) == hint(position, 4)
    assert best[0] == Move(Robot.RED, Heading.EAST)


def test_bands() -> None:
    """RC12: every length has its band, one after the other without a gap."""
    assert [("short", 1, 3), ("medium", 4, 6), ("long", 7, 9), ("very long", 10, None)] == [*BANDS]


@pytest.mark.parametrize(
    ("text", "moves", "band"),
    [
        ("G1R2B2Y2 ro5,ga14,bl14,yj16 red-square", 3, "short"),
        ("G1R2B2Y2 ro5,ga14,bl14,yj16 vortex", 4, "medium"),
        ("Y1B1R1G1 rm15,go5,bi16,yi12 red-triangle", 6, "medium"),
        ("G1B1R1Y2 rg6,gk2,bh2,yn14 vortex", 7, "long"),
        ("B3Y3G1R1 rm4,ge12,bn2,ya2,sn3 blue-square", 9, "long"),
        ("G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle", 10, "very long"),
    ],
)
def test_the_band_of_a_length(text: str, moves: int, band: str) -> None:
    """RC12: the band holds the length, at both of its ends."""
    given = hint(parse_position(text), 2)

    assert given.band
    assert (moves, band) == (given.moves, given.band.word)
    assert given.band.fewest <= moves <= (given.band.most or moves)


@pytest.mark.parametrize(
    ("position", "difficulty"),
    [
        # North, then east: walls stop red, and each move is needed.
        (on_open_board(RED, "p1", red="c5", green="k11"), Difficulty(1, 0, 0)),
        # Green steps west before red so that red stops under it.
        (on_open_board(RED, "c2", red="c5", green="f1", walls="c1w"), Difficulty(2, 1, 0)),
        # The target is straight ahead, but to stop there red goes south, east and north.
        (
            on_open_board(RED, "e5", red="a5", walls="e5n e16e", yellow="k12"),
            Difficulty(1, 0, 2),
        ),
        # Red stands there, leaves and comes back: two moves are the least.
        (on_open_board(RED, "a1", red="a1", green="k11", yellow="k12"), Difficulty(1, 0, 0)),
        # The same, and both ways it is stopped by another robot.
        (on_open_board(RED, "a1", red="a1"), Difficulty(1, 1, 0)),
    ],
    ids=["straight", "blocker", "detour", "on its target", "to others and back"],
)
def test_what_makes_it_hard(position: Position, difficulty: Difficulty) -> None:
    """RC5: robots that have to move, stops at other robots, moves only made to get a stop."""
    assert difficulty == hint(position, 3, FREE).difficulty


def test_a_way_that_leads_back_to_its_beginning() -> None:
    """RC7, RC9: barriers send red round to where it stands, in one move; nothing is a detour."""
    position = on_open_board(
        RED, "c2", red="c2", walls="c2w", barriers="gf2\\ gf5/ gc5\\", green="k11"
    )

    assert (1, Difficulty(1, 0, 0)) == (
        hint(position, 2, FREE).moves,
        hint(position, 3, FREE).difficulty,
    )


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("target", [RED, VORTEX])
def test_nothing_to_tell_without_a_solution(level: Level, target: Any) -> None:  # noqa: ANN401
    """RC5: where nobody ever arrives that is all there is to say."""
    assert Hint(solvable=False) == hint(on_open_board(target, "f6", walls=BOXED_IN), level)


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_to_tell_without_time(level: Level) -> None:
    """RC18: who could not look claims nothing."""
    position = parse_position(HARDEST)

    assert Hint(solvable=None) == hint(position, level, FREE, seconds=0)
    assert Hint(solvable=None) == hint(position, level, FREE, cancel=lambda: True)


def test_the_rule_decides_what_is_told() -> None:
    """RC10: where barriers do not count, yellow has ten moves to make instead of one."""
    position = parse_position("Y4B4R4G4 ro7,gm5,bm11,yd5 yellow-circle")

    known = {"free": 1, "ricochet": 1, "no-deflection": 10, "early-stop": 3}
    assert {**known, "early-stop-deflection": 1} == {
        reading: hint(position, 2, READINGS[reading]).moves for reading in READINGS
    }


@pytest.mark.parametrize("level", [0, 5, -1])
def test_there_is_no_such_level(level: int) -> None:
    """A hint has four levels."""
    with pytest.raises(ValueError, match=f"is 1, 2, 3 or 4, not {level}"):
        hint(parse_position(EIGHT), cast("Level", level))
