"""The first rating of a puzzle: how many programs one has to think of, and how far ahead.

Bots of Rally try all programs, so what is hard for them says nothing. For people it is the search:
a puzzle that one program in 600 solves in four registers is rated 1500. Ten times fewer programs
are 400 more, one register more is 40 more.
"""

from math import log10

from tinplate.games.rally.cards import REGISTERS
from tinplate.puzzles.values import QuickestPace

MIDDLE_RATING = 1500
TENFOLD = 400  # rating points
EACH_REGISTER = 0.1  # of a tenfold
USUAL_SHARE, USUAL_LENGTH = 1 / 600, 4
LEAST_RATING, MOST_RATING = 400, 3000

GLANCE = 0.2  # seconds that the eye rests on one thing
LAYING = 0.25  # seconds to lay a card: a key, or a tap beside the last one
ON_THE_COURSE = 6  # glances: the robot, where it faces, the goal, and what is between
FEWEST_CARDS = REGISTERS  # of a hand: larger ones take longer
# Hand and course are seen, five cards are laid, and one sees where each register leads.
QUICKEST = QuickestPace((FEWEST_CARDS + ON_THE_COURSE) * GLANCE + REGISTERS * LAYING, GLANCE)


def effort_of(share: float, length: int) -> float:
    """Return the effort in tenfolds: fewer programs, or more registers, are never less."""
    return log10(1 / share) + EACH_REGISTER * length


def first_rating(effort: float) -> int:
    """Turn effort into a rating; more effort is never rated lower."""
    usual = effort_of(USUAL_SHARE, USUAL_LENGTH)
    rating = round(MIDDLE_RATING + TENFOLD * (effort - usual))
    return max(LEAST_RATING, min(MOST_RATING, rating))
