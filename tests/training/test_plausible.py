"""What no person could do: simulated cheaters are found, honest quick people are not."""

from random import Random

import pytest

from tests.server.puzzle_shelf import maker_of
from tests.training.people import (
    CHEATERS,
    HONEST,
    cheater_cases,
    honest_cases,
    share_found,
    share_too_quick,
)
from tinplate.training.glicko import NEWCOMER, GlickoRating
from tinplate.training.plausible import Solve, findings, is_too_fast, is_too_quick_for


@pytest.mark.parametrize("name", HONEST)
def test_honest_people_are_ranked(name: str) -> None:
    """At most 3 of 100, also of the quickest and the best; docs/puzzles.md has exact shares."""
    assert share_found(honest_cases(name, 100, Random(name))) <= 0.03


@pytest.mark.parametrize("name", CHEATERS)
def test_cheaters_are_not_ranked(name: str) -> None:
    """A program at once, with a constant delay, with jitter, in the time of a person, in runs."""
    assert share_found(cheater_cases(name, 20, Random(name))) >= 0.95


def test_whoever_is_far_better_in_runs_has_to_be_rated_first() -> None:
    """A newcomer without a miss is not ranked; rated as highly, or with some misses, they are."""
    ratings = [1300.0 + 8 * number for number in range(100)]
    run = [Solve(True, each / 100, 1, each, is_run=True) for each in ratings]  # noqa: FBT003
    assert findings(run, NEWCOMER) == ("above-rating",)
    assert findings(run, GlickoRating(2250, 90)) == ()
    assert findings([each._replace(is_run=False) for each in run], NEWCOMER) == ()
    missed = [each._replace(is_solved=number % 4 > 0) for number, each in enumerate(run)]
    assert findings(missed, NEWCOMER) == ()


def test_one_lucky_answer_is_not_ranked_but_its_person_is() -> None:
    """Quicker than anybody: three of them may be luck, four are not."""
    quick, slow = Solve(True, 1.4, 1.5, 1500), Solve(True, 1.6, 1.5, 1500)  # noqa: FBT003
    assert is_too_fast(quick)
    assert not is_too_fast(slow)
    assert not is_too_fast(quick._replace(is_solved=False))
    assert findings([quick] * 3 + [slow], NEWCOMER) == ()
    assert findings([quick] * 4, NEWCOMER) == ("too-fast",)


def test_only_the_very_good_are_very_quick() -> None:
    """A script that solves three moves in 2 s needs a rating; people are that quick or rated."""
    dice = Random(1)
    assert 1.0 == share_too_quick("a script, three moves in 2 s", 10, dice)
    for name in ("honest", "honest, Rally", "quick", "quick, Rally"):
        assert share_too_quick(name, 1000, dice) <= 0.01, name
    quick = Solve(True, 2.0, 1.0, 1300, good=2.2)  # noqa: FBT003
    assert is_too_quick_for(NEWCOMER, quick)
    assert not is_too_quick_for(GlickoRating(1850, 120), quick)
    assert not is_too_quick_for(NEWCOMER, quick._replace(seconds=2.2))
    assert not is_too_quick_for(NEWCOMER, quick._replace(is_solved=False))


def test_the_same_timing_is_a_program() -> None:
    """From 20 solves on."""
    alike = [Solve(True, 8 + number % 3 / 10, 1, 1500) for number in range(20)]  # noqa: FBT003
    assert findings(alike, NEWCOMER) == ("same-timing",)
    assert findings(alike[:19], NEWCOMER) == ()
    different = [each._replace(seconds=5 + number) for number, each in enumerate(alike)]
    assert findings(different, NEWCOMER) == ()


def test_a_solver_misses_nothing_however_hard_it_is() -> None:
    """Each miss speaks for a person; easy puzzles say nothing."""
    dice = Random(1)
    hard = [Solve(True, dice.uniform(10, 90), 1, 2450) for _ in range(30)]  # noqa: FBT003
    assert findings(hard, NEWCOMER) == ("like-a-solver",)
    assert (
        findings(
            [each._replace(is_solved=number % 3 > 0) for number, each in enumerate(hard)], NEWCOMER
        )
        == ()
    )
    assert findings([each._replace(rating=1200) for each in hard], NEWCOMER) == ()


def test_hard_ones_take_a_solver_no_longer() -> None:
    """Hardly a miss from easy to hard, and no more time for the hard ones."""
    dice = Random(1)
    ratings = [900 + 20 * number for number in range(50)]
    flat = [
        Solve(True, 40 - number / 2, 1, rating)  # noqa: FBT003
        for number, rating in enumerate(ratings)
    ]
    assert findings(flat, NEWCOMER) == ("like-a-solver",)
    climbing = [each._replace(seconds=each.rating / 50 + dice.random()) for each in flat]
    assert findings(climbing, NEWCOMER) == ()
    missing = [each._replace(is_solved=number % 10 > 0) for number, each in enumerate(flat)]
    assert findings(missing, NEWCOMER) == ()


@pytest.mark.parametrize(
    ("game", "length", "too_fast", "quick"),
    [("ricochet", 6, 1.4, 1.6), ("rally", 4, 3.1, 4.3), ("rally", 2, 3.8, 3.9)],
)
def test_every_game_says_how_quick_anybody_can_be(
    game: str, length: int, too_fast: float, quick: float
) -> None:
    """Nobody sees and enters 6 moves in 1.4 s, or reads a hand and lays five in 3.1 s."""
    least = maker_of(game).quickest.seconds(length)
    assert is_too_fast(Solve(True, too_fast, least, 1500))  # noqa: FBT003
    assert not is_too_fast(Solve(True, quick, least, 1500))  # noqa: FBT003
