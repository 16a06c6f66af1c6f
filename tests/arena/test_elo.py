"""Elo: strengths that are known are found again, and the intervals hold them."""

import math

import numpy as np
import pytest

from tests.arena.toy import PACK, Drawer
from tinplate.arena.bot_match import BotMatch
from tinplate.arena.elo import ELO, Matrix, compared, likeliest, rate
from tinplate.arena.places import places
from tinplate.arena.seating import seating

STRENGTHS = (1.0, 2.0, 4.0, 12.0)
KNOWN = [ELO * math.log(strength) for strength in STRENGTHS]


def toy_matches(count: int, seed: str, players: int = 4) -> Matrix:
    """The matrices of matches between the four."""
    matches = []
    for number in range(count):
        seats = seating(len(STRENGTHS), players, number, seed)
        bots = [Drawer(STRENGTHS[bot]) for bot in seats]
        match = BotMatch(PACK, None, bots, f"{seed} {number}", lambda: 0.0)
        match.play()
        matches.append(compared(seats, places(PACK, match.match.state, players), 4))
    return np.array(matches)


@pytest.mark.parametrize("players", [2, 4])
def test_known_strengths_are_found_again(players: int) -> None:
    """A toy game whose players win as often as their Elo says: all differences are found."""
    rated = rate(toy_matches(1200, "known", players), 1)
    found = [each.value for each in rated.bots]
    mean = sum(KNOWN) / 4

    assert pytest.approx([each - mean for each in KNOWN], abs=35) == found
    assert pytest.approx(0, abs=1e-6) == sum(found)


def test_the_intervals_hold_what_they_promise() -> None:
    """Of many trials about 95 % of the intervals hold the true difference, and hardly fewer."""
    held = [
        low <= KNOWN[bot] - KNOWN[other] <= high
        for trial in range(40)
        for differences in [rate(toy_matches(100, f"trial {trial}"), trial).differences]
        for bot, other in [(0, 1), (1, 2), (2, 3), (0, 3)]
        for _, low, high in [differences[bot][other]]
    ]

    assert 0.90 <= sum(held) / len(held) <= 1


def test_more_matches_narrow_the_interval() -> None:
    """Four times the matches, half the width."""
    few, many = (rate(toy_matches(count, "narrow"), 1).differences[3][0] for count in (100, 400))

    assert pytest.approx(2, rel=0.3) == (few.high - few.low) / (many.high - many.low)


def test_whoever_never_lost_is_not_infinitely_strong() -> None:
    """And a handful of matches that all went the same way proves little."""
    [strong, weak] = rate(np.array([[[0.0, 1.0], [0.0, 0.0]]] * 5), 1).bots

    assert pytest.approx(ELO * math.log(5.5 / 0.5) / 2) == strong.value == -weak.value
    assert strong.low < 0 < strong.high
    assert strong.high - strong.low > 300


def test_a_hundred_elo_is_64_percent() -> None:
    """The scale is the one that everybody knows."""
    wins = np.array([[0, 640_065.0], [359_935.0, 0]])

    assert pytest.approx(100, abs=0.01) == float(np.diff(-likeliest(wins))[0])


def test_comparisons_of_a_match() -> None:
    """Bots are compared with others, never with themselves; a shared place is half each."""
    wins = compared((0, 1, 0, 2), (1, 2, 2, 4), 3)

    assert [[0, 1.5, 2], [0.5, 0, 1], [0, 0, 0]] == wins.tolist()


def test_the_same_seed_gives_the_same_intervals() -> None:
    """Chance of the bootstrap comes from the seed as well."""
    matches = toy_matches(50, "same")

    assert rate(matches, 3) == rate(matches, 3)
    assert rate(matches, 3) != rate(matches, 4)
