"""Puzzles whose shortest solutions are known under the five readings of RC10."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.ricochet import naive
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.proof import READINGS, attempt

KNOWN = Path(__file__).parent / "data" / "optimal.jsonl"
SEARCHED = 4  # moves; the naive search gets slow beyond


def puzzles() -> list[dict[str, Any]]:
    """Each line: a position, and the length of its shortest solution under each reading."""
    return [json.loads(line) for line in KNOWN.read_text(encoding="utf-8").splitlines()]


def cases() -> list[tuple[str, str, int]]:
    return [
        (puzzle["position"], reading, puzzle[reading])
        for puzzle in puzzles()
        for reading in READINGS
    ]


def solve(position: Position, reading: str, limit: int) -> list[Move] | None:
    found = naive.shortest(position, naive.READINGS[reading], limit)
    return None if found is None else [Move(robot, heading) for robot, heading in found]


@pytest.mark.parametrize(
    ("text", "reading", "length"), [case for case in cases() if case[-1] <= SEARCHED]
)
def test_shortest_solutions(text: str, reading: str, length: int) -> None:
    """RC5 to RC10: the naive search finds the known length, and the real rules let it pass."""
    position = parse_position(text)
    moves = solve(position, reading, limit=length)

    assert moves is not None
    assert length == len(moves)
    assert "arrived" == attempt(position, moves, READINGS[reading]).verdict
    assert "under way" == attempt(position, moves[:-1], READINGS[reading]).verdict


@pytest.mark.parametrize(
    ("text", "reading", "length"), [case for case in cases() if case[-1] > SEARCHED]
)
def test_no_shorter_solution(text: str, reading: str, length: int) -> None:
    """RC10: a reading that is known to need many moves has no solution of a few."""
    assert SEARCHED < length
    assert solve(parse_position(text), reading, limit=SEARCHED) is None


def test_the_puzzles_tell_the_readings_apart() -> None:
    """RC10: every two readings have a puzzle that one solves faster than the other."""
    alike = [
        (one, other)
        for one in READINGS
        for other in READINGS
        if one < other and all(puzzle[one] == puzzle[other] for puzzle in puzzles())
    ]

    assert [] == alike
