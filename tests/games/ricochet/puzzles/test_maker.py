"""Puzzles by a seed: all kinds of boards, always the same ones."""

from collections import Counter
from functools import cache

import pytest

from tinplate.games.ricochet.notation import format_position, parse_moves, parse_position
from tinplate.games.ricochet.pieces import Robot
from tinplate.games.ricochet.proof import READINGS, attempt
from tinplate.games.ricochet.puzzles.dealing import SIDES, SOURCES, deal
from tinplate.games.ricochet.puzzles.difficulty import first_rating
from tinplate.games.ricochet.puzzles.maker import RicochetPuzzles
from tinplate.puzzles.values import MadePuzzle

MAKER = RicochetPuzzles()
CANDIDATES = 400


@cache
def some() -> tuple[MadePuzzle, ...]:
    made = (MAKER.make(5, number) for number in range(CANDIDATES))
    return tuple(puzzle for puzzle in made if puzzle is not None)


def test_every_answer_solves_its_puzzle() -> None:
    """RC9, RC10: replayed through the rules, move by move, by the reading of the puzzle."""
    assert len(some()) > CANDIDATES / 20
    for puzzle in some():
        position = parse_position(puzzle.text, custom=True)
        played = attempt(position, parse_moves(puzzle.solution), READINGS[puzzle.rules])
        assert ("arrived", puzzle.length) == (played.verdict, len(played.slides))
        assert MAKER.is_solved_by(puzzle, puzzle.solution)
        assert not MAKER.is_solved_by(puzzle, puzzle.solution.rpartition(" ")[0])


def test_candidates_are_of_all_kinds() -> None:
    """RC2, RC4, RC7, RC10: both boxes, drawn boards, silver, barriers, every reading."""
    dealt = [deal(5, number) for number in range(CANDIDATES)]
    robots = Counter(len(each.position.robots) for each in dealt)
    drawn = [each.position.board for each in dealt if each.source == "drawn"]

    assert {*SOURCES} == {each.source for each in dealt}
    assert {*READINGS} == {each.reading for each in dealt}
    assert {2, 3, 4, 5} == set(robots)
    assert any(each.position.board.diagonals for each in dealt)
    assert len({(board.width, board.height) for board in drawn}) > 5
    assert all(board.width in SIDES and board.height in SIDES for board in drawn)


def test_a_number_is_one_candidate() -> None:
    """However many were dealt before it; another seed deals others."""
    backwards = [deal(5, number) for number in reversed(range(40))]

    assert [deal(5, number) for number in range(40)] == backwards[::-1]
    assert deal(6, 0) != deal(5, 0)


def test_texts_are_read_back() -> None:
    """Drawn boards, too."""
    assert all(
        puzzle.text == format_position(parse_position(puzzle.text, custom=True))
        for puzzle in some()
    )


def test_more_effort_is_never_rated_lower() -> None:
    """RC13: and within what ratings can be."""
    ratings = [first_rating(effort / 4) for effort in range(4, 200)]

    assert sorted(ratings) == ratings
    assert 400 <= ratings[0] < first_rating(8.0) < first_rating(12.0) < ratings[-1] <= 3000


@pytest.mark.parametrize("longer", [5, 7, 9])
def test_longer_puzzles_are_rated_higher(longer: int) -> None:
    """RC13: on average, as the bots see it."""
    short = [puzzle.rating for puzzle in some() if puzzle.length < longer]
    long = [puzzle.rating for puzzle in some() if puzzle.length >= longer]

    assert sum(short) / len(short) < sum(long) / len(long)


def test_a_minute_of_the_middle_bot_is_the_middle() -> None:
    """RC13: and ten times as long is 400 more."""
    efforts = [effort / 100 for effort in range(2_000)]
    middle = next(effort for effort in efforts if first_rating(effort) >= 1500)
    tenfold = next(effort for effort in efforts if first_rating(effort) >= 1900)

    assert 8.7 < middle < 8.9
    assert 6.1 < tenfold - middle < 6.3


def test_themes_are_known_and_in_order() -> None:
    """RC4: silver helps only where it is."""
    for puzzle in some():
        assert [*puzzle.themes] == [theme for theme in MAKER.themes if theme in puzzle.themes]
        if "silver-helps" in puzzle.themes:
            assert Robot.SILVER in puzzle.solution
