"""The words in which a match is told, where the transcripts do not reach."""

import pytest

from tinplate.cli.words import clock, tell_outcome
from tinplate.game import Millis, Outcome, Seat

NAMES = ("Ann", "Bob", "Cleo")


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (0, "0:00.0"),
        (99, "0:00.0"),
        (5_300, "0:05.3"),
        (59_999, "0:59.9"),
        (60_000, "1:00.0"),
        (3_725_040, "62:05.0"),
    ],
)
def test_a_clock_never_shows_a_minute_that_is_not_over(at: int, expected: str) -> None:
    """Tenths are cut, not rounded: 59.999 seconds are not yet a minute."""
    assert expected == clock(Millis(at))


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        ((), "Nobody wins: as agreed."),
        ((1,), "Bob wins: as agreed."),
        ((0, 2), "Ann and Cleo share the win: as agreed."),
        ((0, 1, 2), "Ann, Bob and Cleo share the win: as agreed."),
    ],
)
def test_an_outcome_names_everybody_who_won(winners: tuple[int, ...], expected: str) -> None:
    """RC19, RC21: one wins, several share the win, or nobody wins."""
    outcome = Outcome(tuple(Seat(seat) for seat in winners), "as agreed")

    assert expected == tell_outcome(outcome, NAMES)
