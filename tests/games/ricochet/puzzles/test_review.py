"""What is told after an attempt: the moves left are right, or there is no number."""

from functools import cache
from itertools import product

import pytest

from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.notation import parse_moves, parse_position
from tinplate.games.ricochet.proof import READINGS, attempt
from tinplate.games.ricochet.puzzles.maker import RicochetPuzzles
from tinplate.games.ricochet.puzzles.review import left_after
from tinplate.puzzles.values import MadePuzzle

CANDIDATES = 80
NEAR = 2  # moves from the target: so near that all can be tried


@cache
def by_the_rule() -> tuple[MadePuzzle, ...]:
    """Puzzles where the robot has to turn a corner: what was moved before may be half of it."""
    maker = RicochetPuzzles()
    made = (maker.make(2, number) for number in range(CANDIDATES))
    return tuple(each for each in made if each is not None and each.rules != "free")


def moves_of(position: Position) -> list[Move]:
    return [
        move
        for robot, _ in zip("rgbys", position.robots, strict=False)
        for move in parse_moves(" ".join(f"{robot}{way}" for way in "nesw"))
    ]


def tried(puzzle: MadePuzzle, made: tuple[Move, ...]) -> int | None:
    """The fewest moves that arrive from here, by trying all; None: more than NEAR."""
    position, rule = parse_position(puzzle.text, custom=True), READINGS[puzzle.rules]
    for count in range(1, NEAR + 1):
        for further in product(moves_of(position), repeat=count):
            if attempt(position, (*made, *further), rule).verdict == "arrived":
                return count
    return None


@pytest.mark.parametrize("off", range(3))
def test_moves_left_off_the_path_are_exact(off: int) -> None:
    """Near the target, where one move of the solution was another one."""
    told = 0
    for puzzle in by_the_rule():
        position, solution = parse_position(puzzle.text, custom=True), parse_moves(puzzle.solution)
        others = moves_of(position)
        made = (*solution[:-2], others[off * 5 % len(others)])
        played = attempt(position, made, READINGS[puzzle.rules])
        if played.refusal is not None or played.verdict == "arrived":
            continue
        left = left_after(puzzle, made)[-1]
        least = tried(puzzle, made)
        if left is not None:
            told += 1
            assert left == least or (least is None and left > NEAR)
    assert told


def test_what_is_not_known_exactly_is_not_told() -> None:
    """Green has moved before: perhaps that is half of its corner, and a search does not know."""
    text = "R1B2G2Y2 rj13,gh14,bk10,yc16 green-triangle"
    [puzzle] = [each for each in by_the_rule() if each.text == text]
    assert left_after(puzzle, parse_moves("gw yn ye")) == (5, 4, 3, None)
    assert left_after(puzzle, parse_moves(puzzle.solution)) == (5, 4, 3, 2, 1, 0)
