"""Which puzzle comes next, what is weak, and for how many days somebody came."""

from random import Random

from tinplate.training.attempts import DAY, GAPS
from tinplate.training.choosing import FEWEST_ATTEMPTS, choose, near, themes_of, weak_themes
from tinplate.training.glicko import GlickoRating
from tinplate.training.standings import GameTraining, PersonTraining
from tinplate.training.values import Answered, AttemptOutcome, GivenUp, Started

TODAY = 20_774  # since 1970
RATINGS = [(rating, f"p{rating}") for rating in range(1000, 2000, 10)]


def tried(
    training: GameTraining, puzzle: str, score: float, at: int = 0, expected: float = 0.5
) -> PersonTraining:
    """Ann has answered, and it is over."""
    who = ("ann", puzzle, at)
    training.add(Started(*who, "mix", is_rated=True))
    outcome = AttemptOutcome(score, expected, GlickoRating(), GlickoRating())
    if score == 1:
        training.add(Answered(*who, "x", 0, 1.0, outcome))
    else:
        training.add(GivenUp(*who, 1.0, outcome))
    return training.person("ann")


def test_puzzles_near_ones_rating() -> None:
    """The nearest first, on both sides, and only those that are wanted."""
    assert near(RATINGS, 1504, lambda _: True, 3) == ["p1500", "p1510", "p1490"]
    assert near(RATINGS, 5000, lambda name: name != "p1990", 2) == ["p1980", "p1970"]
    assert near([], 1500, lambda _: True) == []


def test_nobody_gets_the_same_again() -> None:
    """Until there is none left."""
    training, dice, seen = GameTraining(), Random(1), set[str]()
    few = RATINGS[:20]
    for _ in few:
        found = choose(few, training.person("ann"), lambda _: True, dice)
        assert found is not None
        assert found not in seen
        seen.add(found)
        tried(training, found, 1)
    assert choose(few, training.person("ann"), lambda _: True, dice) is None


def test_the_mix_stays_at_ones_level() -> None:
    """With a little spread."""
    dice, ann = Random(1), GameTraining().person("ann")
    found = [choose(RATINGS, ann, lambda _: True, dice) for _ in range(200)]
    ratings = [int(name[1:]) for name in found if name is not None]
    assert abs(sum(ratings) / len(ratings) - 1500) < 40
    assert max(ratings) - min(ratings) > 150


def test_weak_spots_need_enough_attempts() -> None:
    """Where somebody does worse than expected, the worst first."""
    training = GameTraining()
    themes = {"a": ("bounce",), "b": ("blocker",), "c": ("vortex",)}
    for number in range(FEWEST_ATTEMPTS):
        tried(training, f"a{number}", 0)
        tried(training, f"b{number}", float(number % 2))
    for number in range(FEWEST_ATTEMPTS - 1):
        ann = tried(training, f"c{number}", 0)
    records = themes_of(ann, lambda puzzle: themes[puzzle[0]])
    assert weak_themes(records) == ["bounce"]
    assert records["vortex"].attempts == FEWEST_ATTEMPTS - 1
    assert (records["blocker"].score, records["blocker"].expected) == (0.5, 0.5)


def test_missed_puzzles_come_back_after_growing_gaps() -> None:
    """Solved: the next gap, and after the last no more. Missed again: the first."""
    training, now = GameTraining(), 0
    for gap in GAPS:
        ann = tried(training, "p", 0 if gap == GAPS[0] else 1, now)
        assert ann.due(now + gap * DAY - 1) == []
        assert ann.due(now + gap * DAY) == ["p"]
        now += gap * DAY
    ann = tried(training, "p", 0, now)
    assert ann.due(now + DAY) == ["p"]
    for gap in GAPS:
        now += gap * DAY
        ann = tried(training, "p", 1, now)
    assert ann.due(now + 1000 * DAY) == []


def test_a_puzzle_that_was_never_missed_stays_away() -> None:
    ann = tried(GameTraining(), "p", 1)
    assert ann.due(1000 * DAY) == []
