"""`tinplate ricochet hint`."""

import json
from typing import Any

import pytest

from tests.cli.running import Run
from tests.games.ricochet.solver.test_solve import BOXED_IN, RED, on_open_board
from tinplate.games.ricochet.cli import hint as command
from tinplate.games.ricochet.solver import BANDS, Difficulty, Hint, hint

POSITION = "G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle"  # ten moves
EIGHT = "R1Y2G1B1 rk15,gm7,bh12,yl14 blue-hexagon"
HARD = [
    "2 robots have to move.",
    "One robot has to block another.",
    "The arriving robot makes 3 moves more than if it could stop anywhere.",
]


def told(run: Run, *arguments: str) -> list[str]:
    ran = run("ricochet", "hint", *arguments)

    assert (0, "") == (ran.code, ran.err)
    return ran.out.splitlines()


@pytest.mark.parametrize(
    ("level", "sentences"),
    [
        ("1", ["10 moves or more."]),
        ("2", ["10 moves."]),
        ("3", ["10 moves.", "Red moves first.", *HARD]),
        ("4", ["10 moves.", "Red moves first: right (re).", *HARD]),
    ],
)
def test_words_for_people(run: Run, level: str, sentences: list[str]) -> None:
    """RC12: the higher the level the more; what makes it hard, from the third on."""
    begun = [POSITION, "Red to the triangle at o2."]

    assert [*begun, *sentences] == told(run, POSITION, "--level", level)


def test_a_little_is_the_default(run: Run) -> None:
    """RC12: whoever asks for a hint does not want the solution."""
    assert told(run, EIGHT, "--level", "1") == told(run, EIGHT)
    assert "Between 7 and 9 moves." in told(run, EIGHT)


def answer(run: Run, *arguments: str) -> dict[str, Any]:
    (line,) = told(run, *arguments, "--json")
    facts: dict[str, Any] = json.loads(line)
    return facts


def test_json(run: Run) -> None:
    """RC12: all keys at every level; null is what the level does not tell."""
    band = {"word": "very long", "fewest": 10, "most": None}
    facts = {
        "position": POSITION,
        "level": 1,
        "solvable": True,
        "band": band,
        "difficulty": None,
        "moves": None,
        "robot": None,
        "move": None,
    }
    hard = {"robots": 2, "blockers": 1, "detours": 3}
    more = {"level": 4, "moves": 10, "difficulty": hard, "robot": "r", "move": "re"}

    assert facts == answer(run, POSITION)
    assert facts | more == answer(run, POSITION, "--level", "4")


def test_the_rule_decides(run: Run) -> None:
    """RC10: where barriers do not count it is longer."""
    position = "Y4B4R4G4 ro7,gm5,bm11,yd5 yellow-circle"

    assert "Between 1 and 3 moves." in told(run, position)
    assert "10 moves or more." in told(run, position, "--rule", "no-deflection")


@pytest.mark.parametrize("words", [[EIGHT], EIGHT.split(), [EIGHT.replace(" ", "_")]], ids=len)
def test_a_position_may_be_quoted_or_not(run: Run, words: list[str]) -> None:
    """People paste what they have."""
    assert EIGHT == told(run, *words)[0]


def test_no_time(run: Run) -> None:
    """Nothing is claimed that was not found."""
    assert (
        "Time ran out before finding a solution, so there is no hint."
        == (told(run, EIGHT, "--seconds", "0")[-1])
    )
    assert (None, None, None) == tuple(
        answer(run, EIGHT, "--seconds", "0")[key] for key in ("solvable", "band", "difficulty")
    )


def test_no_solution() -> None:
    """RC9: nobody gets into a closed cell. No board of the boxes has one, so this draws its own."""
    position = on_open_board(RED, "f6", walls=BOXED_IN)

    assert ["There is no solution."] == [*command._sentences(hint(position, 4))]


@pytest.mark.parametrize(
    ("difficulty", "sentences"),
    [
        (Difficulty(1, 0, 0), ["One robot is enough."]),
        (Difficulty(2, 0, 0), ["2 robots have to move."]),
        (
            Difficulty(1, 1, 0),
            ["One robot is enough.", "One robot has to block another."],
        ),
        (
            Difficulty(3, 2, 1),
            [
                "3 robots have to move.",
                "One robot has to block another twice.",
                "The arriving robot makes 1 move more than if it could stop anywhere.",
            ],
        ),
        (
            Difficulty(3, 3, 0),
            ["3 robots have to move.", "One robot has to block another 3 times."],
        ),
    ],
)
def test_what_makes_it_hard(difficulty: Difficulty, sentences: list[str]) -> None:
    """RC5: in words, and only what is there."""
    told = Hint(solvable=True, band=BANDS[0], difficulty=difficulty, moves=3)

    assert ["3 moves.", *sentences] == [*command._sentences(told)]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "Missing argument"),
        ([EIGHT, "--level", "0"], "Invalid value for '--level'"),
        ([EIGHT, "--level", "5"], "Invalid value for '--level'"),
        ([EIGHT, "--rule", "house"], "Invalid value for '--rule'"),
        ([EIGHT, "--seconds", "-1"], "Invalid value for '--seconds'"),
        (["G1R2B2Y2", "nonsense"], "three parts"),
    ],
    ids=str,
)
def test_bad_input_is_answered_in_one_line(run: Run, arguments: list[str], complaint: str) -> None:
    """Exit code 2, and one line that says what is wrong."""
    ran = run("ricochet", "hint", *arguments)

    assert (2, "", 1) == (ran.code, ran.out, ran.err.count("\n"))
    assert complaint in ran.err
