"""The model of ratings: what a match says of its players."""

import pytest
from bench.ratings import SIZES, simulate

from tinplate.games import packs
from tinplate.ratings.model import NEWCOMER, PROVISIONAL, START, Skill, shown, updated

SEED = 4


def test_the_winner_gains_and_the_loser_loses() -> None:
    """Between equals, both move by the same."""
    winner, loser = updated([NEWCOMER, NEWCOMER], [1, 2])
    assert winner.mean - START == pytest.approx(START - loser.mean)
    assert winner.mean > START
    assert winner.spread < NEWCOMER.spread


def test_equals_who_share_a_place_stay_equal() -> None:
    """Whatever the table."""
    for players in range(2, 9):
        after = updated([NEWCOMER] * players, [1] * players)
        assert len({*after}) == 1


@pytest.mark.parametrize("players", range(2, 9))
def test_better_places_lead_to_better_ratings(players: int) -> None:
    """At every size of table."""
    after = updated([NEWCOMER] * players, range(1, players + 1))
    means = [skill.mean for skill in after]
    assert means == sorted(means, reverse=True)


def test_a_rating_is_provisional_until_it_is_sure() -> None:
    """The interval is twice the margin."""
    assert shown(NEWCOMER).is_provisional
    sure = shown(Skill(1612.4, PROVISIONAL / 2))
    assert (sure.number, sure.margin, sure.is_provisional) == (1612, 147, False)


@pytest.mark.parametrize("game", SIZES)
def test_the_order_is_found_and_intervals_are_honest(game: str) -> None:
    """A small version of bench/ratings.py: 40 matches each, as quick match arranges them."""
    found = simulate(SIZES[game], packs()[game].bot_ratings, people=250, matches=40, seed=SEED)
    assert found.order >= 0.95
    assert 0.88 <= found.covered <= 0.99  # of 250 people; of 2,000 it is 0.90 to 0.97


def test_beating_the_same_loser_again_gains_less_and_less() -> None:
    """Somebody who plays themselves is not stopped, but ends up provisional for long."""
    winner = loser = NEWCOMER
    gains = list[float]()
    for _ in range(100):
        before = winner.mean
        winner, loser = updated([winner, loser], [1, 2])
        gains.append(winner.mean - before)

    assert gains == sorted(gains, reverse=True)
    assert gains[-1] < 1
    assert shown(winner).is_provisional
