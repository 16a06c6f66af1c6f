"""The first rating of a puzzle, from the model of effort by which our bots see solutions.

A bot sees a solution after `pace * HARDER ** (effort - USUAL_EFFORT)` seconds. A puzzle that takes
the bot in the middle a minute is rated 1500; ten times as long is 400 more, as in chess.
"""

from math import log10

from tinplate.games.ricochet.bots.level import HARDER, USUAL_EFFORT, talent_of
from tinplate.games.ricochet.bots.routes import effort_of
from tinplate.games.ricochet.puzzles.study import PuzzleStudy
from tinplate.puzzles.values import QuickestPace

MIDDLE_LEVEL = 5
MIDDLE_RATING, MINUTE = 1500, 60
TENFOLD = 400  # rating points
LEAST_RATING, MOST_RATING = 400, 3000
QUICKEST = QuickestPace(0.5, 0.17, 2.2)  # a look; then two keys for each move, or a swipe


def effort_to_see(study: PuzzleStudy) -> float:
    """Return the effort of the order that is easiest; they differ in nothing that bots mind."""
    return min(effort_of(study.position, made) for made in study.orders)


def first_rating(effort: float) -> int:
    """Turn effort into a rating; more effort is never rated lower."""
    seconds = talent_of(MIDDLE_LEVEL).pace * HARDER ** (effort - USUAL_EFFORT)
    rating = round(MIDDLE_RATING + TENFOLD * log10(seconds / MINUTE))
    return max(LEAST_RATING, min(MOST_RATING, rating))
