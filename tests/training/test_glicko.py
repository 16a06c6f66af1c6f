"""Glicko-2 as published: numbers of another implementation, and what has to be true of any."""

import pytest

from tinplate.training.glicko import (
    FOUND,
    MOST_LEFT,
    NEWCOMER,
    PROVISIONAL,
    GlickoRating,
    Sides,
    after_attempt,
    attempts_until,
    expected,
    puzzle_rating,
    shown,
    updated,
)

# Of the library glicko2 2.1.0, with tau 0.3.
KNOWN = [
    (GlickoRating(1500, 350), GlickoRating(1700, 200), 1.0, (1774.195, 278.858, 0.060001)),
    (GlickoRating(1500, 350), GlickoRating(1300, 200), 0.0, (1225.805, 278.858, 0.060001)),
    (GlickoRating(1812.5, 60, 0.05), GlickoRating(1500, 200), 0.4, (1805.086, 60.241, 0.05)),
    (GlickoRating(1400, 80), GlickoRating(2200, 50), 1.0, (1436.537, 80.588, 0.060005)),
    (GlickoRating(1500, 200, 0.02), GlickoRating(1500, 350), 0.6, (1513.419, 186.66, 0.02)),
]


@pytest.mark.parametrize(("one", "other", "score", "after"), KNOWN)
def test_the_numbers_of_the_library(
    one: GlickoRating, other: GlickoRating, score: float, after: tuple[float, float, float]
) -> None:
    """Partial scores included."""
    found = updated(one, other, score)
    assert (found.mean, found.deviation) == pytest.approx(after[:2], abs=0.02)
    assert found.volatility == pytest.approx(after[2], abs=1e-5)


def test_what_is_expected_is_what_changes_nothing() -> None:
    """A score as expected leaves the mean; a better one raises it, and lowers the puzzle's."""
    even = GlickoRating(1500, 100), GlickoRating(1500, 100)
    assert expected(*even) == 0.5
    assert after_attempt(Sides(*even), 0.5).person.mean == pytest.approx(1500)
    better = after_attempt(Sides(*even), 0.6)
    assert better.person.mean > 1500 > better.puzzle.mean


def test_less_is_known_of_newcomers() -> None:
    """They move further, and are provisional for a while."""
    puzzle = puzzle_rating(1500)
    new, old = (updated(GlickoRating(1500, spread), puzzle, 1) for spread in (350.0, 60.0))
    assert new.mean > old.mean > 1500
    assert shown(NEWCOMER).is_provisional
    rating = NEWCOMER
    for number in range(60):
        rating = updated(rating, puzzle, number % 2)
    assert not shown(rating).is_provisional
    assert shown(rating).margin <= PROVISIONAL


def test_nobody_falls_out_of_the_scale() -> None:
    """However often the impossible happens."""
    rating = GlickoRating(3950, 350)
    for _ in range(50):
        rating = updated(rating, GlickoRating(4000, 350), 1)
    assert rating.mean <= 4000
    assert rating.deviation <= 350


def test_how_many_puzzles_are_left_until_a_rating_is_sure() -> None:
    """Fewer after each attempt, none once it is; a number is there long before it is settled."""
    found, settled = (attempts_until(NEWCOMER, margin) for margin in (FOUND, PROVISIONAL))
    assert 3 <= found <= 8
    assert found < settled
    later = updated(NEWCOMER, puzzle_rating(1500), 1.0)
    assert attempts_until(later, PROVISIONAL) < settled
    assert 0 == attempts_until(GlickoRating(1500.0, 60.0), PROVISIONAL)
    assert MOST_LEFT == attempts_until(GlickoRating(1500.0, 90.0, 0.5), PROVISIONAL)
