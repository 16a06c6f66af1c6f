"""What an attempt is worth, from 0 to 1: a pure function of the first answer.

`docs/puzzles.md` says the same in words.
"""

from typing import NamedTuple

LONGER = (1.0, 0.6, 0.4, 0.2)  # solved with so many moves more than the fewest; the last: or more
HINTED = (1.0, 0.75, 0.5, 0.25)  # after hints up to this level
HINT_LEVELS = len(HINTED) - 1
SLOWEST = 0.8  # what time may leave of it
USUAL_SECONDS, USUAL_RATING, TENFOLD = 60.0, 1500, 800  # of the time that costs nothing
FEWEST_SECONDS, MOST_SECONDS = 20.0, 600.0
SLOW = 4  # times as long as that costs all that time can cost


class FirstAnswer(NamedTuple):
    """What is known of an attempt when its first answer comes, or when somebody gives up."""

    extra: int | None  # moves more than the fewest; None: not solved
    hints: int  # the highest level
    seconds: float
    first_rating: int  # of the puzzle, before anybody tried it


def score_of(first: FirstAnswer) -> float:
    """Score it: the fewest moves, no hints and no more time than usual are worth 1."""
    if first.extra is None:
        return 0.0
    moves = LONGER[min(first.extra, len(LONGER) - 1)]
    hints = HINTED[min(first.hints, HINT_LEVELS)]
    return round(moves * hints * _time_factor(first.seconds, first.first_rating), 4)


def free_seconds(first_rating: int) -> float:
    """How long somebody may think at no cost: harder puzzles take longer."""
    usual = USUAL_SECONDS * 10 ** ((first_rating - USUAL_RATING) / TENFOLD)
    return min(MOST_SECONDS, max(FEWEST_SECONDS, usual))


def _time_factor(seconds: float, first_rating: int) -> float:
    over = seconds / free_seconds(first_rating) - 1
    return 1 - (1 - SLOWEST) * min(1.0, max(0.0, over) / (SLOW - 1))
