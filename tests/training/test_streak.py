"""How many days in a row somebody solved a daily puzzle."""

import pytest

from tinplate.training.choosing import streak

TODAY = 20_000  # days since 1970


def days(marks: str) -> set[int]:
    """The days up to today: x is a day with a puzzle solved."""
    return {TODAY - back for back, mark in enumerate(reversed(marks)) if mark == "x"}


@pytest.mark.parametrize(
    ("marks", "now", "longest"),
    [
        ("", 0, 0),
        (".", 0, 0),
        ("x", 1, 1),
        ("xxx", 3, 3),
        ("xxx.", 3, 3),
        ("xx.x", 3, 3),
        ("xx..", 2, 2),
        ("xx...", 0, 2),
        ("xx..x", 1, 2),
        ("x.xxxxx.x", 1, 6),
        ("x.xxxxxx.x", 8, 8),
        ("x.xxx.x", 1, 4),
        ("x.xxx..", 0, 4),
    ],
)
def test_one_missed_day_a_week_does_not_break_it(marks: str, now: int, longest: int) -> None:
    """Today may still come. A day that was missed is forgiven once in seven, and not counted."""
    found = streak(days(marks), TODAY)

    assert (found.days, found.longest) == (now, longest)


def test_the_week_is_told_day_by_day() -> None:
    """The last seven days, today last."""
    assert streak(days("xx..x.x.x"), TODAY).week == (False, False, True, False, True, False, True)
