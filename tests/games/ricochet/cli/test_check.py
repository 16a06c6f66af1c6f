"""`tinplate ricochet check`."""

import json
from typing import Any, get_args

import pytest

from tests.cli.running import Run
from tinplate.games.ricochet import board
from tinplate.games.ricochet.cli import commands
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.settings import PRESETS

POSITION = "G1R2B2Y2 ro5,ga14,bl14,yj16 red-square"
START = {"r": "o5", "g": "a14", "b": "l14", "y": "j16"}
# Red stands two cells east of its target: west goes straight there.
STRAIGHT = "G1R2B2Y2 rn11,ga14,bl14,yj16 red-square"


def judged(run: Run, *arguments: str) -> dict[str, Any]:
    ran = run("ricochet", "check", *arguments, "--json")

    verdict: dict[str, Any] = json.loads(ran.out)

    assert (0, "") == (ran.code, ran.err)
    return verdict


def test_moves_that_solve_it(run: Run) -> None:
    """RC9, RC10: red turns two corners and comes to rest on its target."""
    assert {
        "legal": True,
        "solves": True,
        "moves": 3,
        "robots": START | {"r": "l11"},
        "reason": None,
    } == judged(run, POSITION, "re rs rw")


@pytest.mark.parametrize(
    "arguments",
    [
        (POSITION, "re", "rs", "rw"),
        (POSITION.replace(" ", "_"), "re rs rw"),
        (POSITION.replace(" ", "_"), "re_rs_rw"),
        (*POSITION.split(), "re", "rs rw"),
    ],
    ids=len,
)
def test_moves_may_be_quoted_or_not(run: Run, arguments: tuple[str, ...]) -> None:
    """People paste what they have."""
    assert judged(run, POSITION, "re rs rw") == judged(run, *arguments)


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("bad", "re"), 1),
        (("bad", "re", "rs", "rw"), 1),
        (("G1R2B2Y2", "ro5,ga14,bl14,yj16", "re rs"), 2),
        (("G1R2B2Y2_vortex", "re"), 2),
    ],
)
def test_moves_are_no_parts_of_a_position(run: Run, arguments: tuple[str, ...], parts: int) -> None:
    """Whoever forgot a part is told how many there are, without the moves."""
    ran = run("ricochet", "check", *arguments)

    assert 2 == ran.code
    assert ran.err.endswith(f"; this has {parts}\n")


def test_moves_after_the_arrival_are_not_played(run: Run) -> None:
    """RC13: the proof is over when the target is reached."""
    told = run("ricochet", "check", POSITION, "re rs rw gn yn").out

    assert judged(run, POSITION, "re rs rw") == judged(run, POSITION, "re rs rw gn yn")
    assert "Not needed: gn yn" in told


def test_a_move_that_does_not_move(run: Run) -> None:
    """RC5: a move that would not leave its cell is not a move; the ones before it were made."""
    assert {
        "legal": False,
        "solves": False,
        "moves": 2,
        "robots": START | {"r": "p11"},
        "reason": "move 3 (rs): Red cannot move down: a wall is in the way.",
    } == judged(run, POSITION, "re rs rs rw")


def test_a_robot_that_is_not_there(run: Run) -> None:
    """RC4: silver moves only where silver plays."""
    verdict = judged(run, POSITION, "sn")

    assert (False, 0) == (verdict["legal"], verdict["moves"])
    assert "move 1 (sn): The silver robot is not on the board." == verdict["reason"]


def test_straight_to_the_target_is_void(run: Run) -> None:
    """RC10: a robot that could go straight there must find another route."""
    assert {
        "legal": True,
        "solves": False,
        "moves": 2,
        "robots": START | {"r": "l11", "g": "b14"},
        "reason": "move 2 (rw): Red comes to rest on its target before it has turned a corner; "
        "find another route.",
    } == judged(run, STRAIGHT, "ge rw re")


def test_free_allows_the_straight_way(run: Run) -> None:
    """RC10: `ricochet = off`."""
    verdict = judged(run, STRAIGHT, "rw", "--rule", "free")

    assert (True, 1, None) == (verdict["solves"], verdict["moves"], verdict["reason"])


def test_early_stop_lets_it_go_on(run: Run) -> None:
    """RC10: it may rest on the target un-ricocheted, go on, and come back."""
    resting = judged(run, STRAIGHT, "rw", "--rule", "early-stop")
    back = judged(run, STRAIGHT, "rw re rn rs rw", "--rule", "early-stop")

    assert "Red rests on red-square without having turned a corner." == resting["reason"]
    assert (True, 5) == (back["solves"], back["moves"])


def test_a_barrier_is_a_corner_unless_agreed_otherwise(run: Run) -> None:
    """RC7, RC10: yellow is turned north by the blue barrier at b14."""
    position = "R1G2Y1B4 rf5,gp2,bl9,yh14 yellow-square"

    assert judged(run, position, "yw")["solves"]
    assert not judged(run, position, "yw", "--rule", "no-deflection")["solves"]


@pytest.mark.parametrize(
    ("position", "moves", "reason"),
    [
        (POSITION, "re rs", "Red is on p11; its target, red-square, is at l11."),
        (POSITION, "gn", "Red is on o5; its target, red-square, is at l11."),
        (
            POSITION.replace("red-square", "vortex"),
            "gn",
            "No robot came to rest on the vortex at h13.",
        ),
        (
            POSITION.replace("ro5", "rl11"),
            "gn",
            "Red stood on red-square from the start; it has to leave and come back.",
        ),
        (
            POSITION.replace("ga14", "gl11"),
            "yn",
            "Red is on o5; its target, red-square, is at l11.",
        ),
    ],
)
def test_why_it_is_not_reached(run: Run, position: str, moves: str, reason: str) -> None:
    """RC9: where the robot is and where it should be; somebody else there does not help."""
    verdict = judged(run, position, moves)

    assert (True, False, reason) == (verdict["legal"], verdict["solves"], verdict["reason"])


def test_any_robot_may_reach_the_vortex(run: Run) -> None:
    """RC9: the vortex welcomes any robot."""
    assert judged(run, POSITION.replace("red-square", "vortex"), "bn bw bs be")["solves"]


def test_the_words_for_people(run: Run) -> None:
    """Every move with the cells passed, and the verdict with a sign that needs no colour."""
    assert (
        "G1R2B2Y2 ro5,ga14,bl14,yj16 red-square\n"
        "Red to the square at l11.\n"
        "  1  re  red right     o5 → p5    (p5)\n"
        "  2  rs  red down      p5 → p11   (p6 p7 p8 p9 p10 p11)\n"
        "  3  rw  red left      p11 → l11  (o11 n11 m11 l11)\n"
        "✓ Solved in 3 moves: red comes to rest on the square at l11.\n"
    ) == run("ricochet", "check", POSITION, "re rs rw").out


def test_the_words_for_a_failure(run: Run) -> None:
    """The reason is the same sentence machines get."""
    told = run("ricochet", "check", POSITION, "re re")

    assert 1 == told.code
    assert told.out.endswith(f"✗ Not solved: {judged(run, POSITION, 're re')['reason']}\n")


def test_the_way_is_drawn(run: Run) -> None:
    """Markers where the robots began, a line where they went, robots where they stand."""
    drawing = run("ricochet", "check", POSITION, "re rs rw", "--show").out

    assert "‹r›" in drawing
    assert "───╯" in drawing
    assert "[R]" in drawing


def test_the_options_offer_what_the_rules_know() -> None:
    """Help is quick because it does not import the rules; so this keeps the two together."""
    assert set(READINGS) == set(commands.READINGS)
    assert get_args(board.Box) == get_args(commands.Box)
    assert set(PRESETS) == set(commands.PRESETS)
