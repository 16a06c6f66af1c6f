"""What an attempt is worth: docs/puzzles.md says the same in words."""

import pytest

from tinplate.training.scoring import FirstAnswer, free_seconds, score_of

BEST = FirstAnswer(extra=0, hints=0, seconds=5, first_rating=1500)


@pytest.mark.parametrize(
    ("first", "score"),
    [
        (BEST, 1),
        (BEST._replace(extra=None), 0),
        (BEST._replace(extra=1), 0.6),
        (BEST._replace(extra=2), 0.4),
        (BEST._replace(extra=9), 0.2),
        (BEST._replace(hints=1), 0.75),
        (BEST._replace(hints=3), 0.25),
        (BEST._replace(extra=1, hints=2), 0.3),
        (BEST._replace(seconds=60), 1),
        (BEST._replace(seconds=150), 0.9),
        (BEST._replace(seconds=240), 0.8),
        (BEST._replace(seconds=99_999), 0.8),
    ],
)
def test_scores(first: FirstAnswer, score: float) -> None:
    assert score_of(first) == pytest.approx(score)


def test_hard_puzzles_leave_more_time() -> None:
    """A minute at 1500, ten times as long at 2300, within bounds."""
    assert [round(free_seconds(rating)) for rating in (400, 1500, 2300, 3000)] == [20, 60, 600, 600]
