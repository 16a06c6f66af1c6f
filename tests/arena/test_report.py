"""The report: counted by hand from a few matches, whoever finished first."""

import pytest
from msgspec.structs import replace

from tinplate.arena.bot_match import DecisionTally
from tinplate.arena.report import report
from tinplate.arena.tournament import MatchJob, MatchResult, Tournament

ORDER = Tournament(
    game="rally",
    bots=("random", "driver"),
    variants=(("mill", None), ("dock", None)),
    matches=2,
    players=3,
    seed=1,
    keeps_logs=False,
)
QUICK, SLOW = (
    DecisionTally([0.001] * 99),
    DecisionTally([0.002] * 98 + [3.0], over=1, failed=2, complaint="oh"),
)
PLAYED = [
    MatchResult(MatchJob(0, 0), (0, 1, 1), (2, 1, 3), "a flag", 10, (QUICK, SLOW, QUICK), None),
    MatchResult(MatchJob(0, 1), (1, 0, 1), (1, 3, 1), "a flag", 20, (QUICK, QUICK, QUICK), None),
    MatchResult(MatchJob(1, 0), (1, 1, 0), (2, 3, 1), None, 30, (QUICK, QUICK, QUICK), None),
]


def test_ladders_are_counted_by_hand() -> None:
    """A ladder a variant and one of all; the strongest first; copies are not compared."""
    told = report(ORDER, PLAYED)
    mill, dock, together = told.ladders
    facts = [(each.bot, each.matches, each.first, each.mean_place) for each in mill.ratings]
    pairs = [(each.bot, each.other, each.compared, each.score) for each in mill.pairs]

    assert ["mill", "dock", "all variants"] == [each.variant for each in told.ladders]
    assert [("driver", 2, 3, 1.5), ("random", 2, 0, 2.5)] == facts
    assert [("random", 1), ("driver", 0)] == [(each.bot, each.first) for each in dock.ratings]
    assert [("driver", "random", 4, 0.75), ("random", "driver", 4, 0.25)] == pairs
    assert [6, 6] == [each.compared for each in together.pairs]
    assert (4, 3) == (told.matches_asked, told.matches_played)


def test_mirrored_pairs_agree() -> None:
    """What one is above the other, the other is below."""
    [there, back] = report(ORDER, PLAYED).ladders[0].pairs

    assert pytest.approx((-back.difference, -back.high, -back.low)) == (
        there.difference, there.low, there.high,
    )  # fmt: skip
    assert pytest.approx(1) == there.score + back.score


def test_decisions_are_counted_by_hand() -> None:
    """Times in milliseconds over all matches; what was lost, and the first complaint."""
    random, driver = report(ORDER, PLAYED).thinking

    assert ("random", 3 * 99, 1.0, 1.0, None) == (
        random.bot, random.decisions, random.median_ms, random.most_ms, random.complaint,
    )  # fmt: skip
    assert (6 * 99, 3000.0, 1, 2, "oh") == (
        driver.decisions, driver.most_ms, driver.over_limit, driver.failed, driver.complaint,
    )  # fmt: skip
    assert 1.0 <= driver.median_ms <= driver.p99_ms <= 2.0


def test_whoever_finished_first_does_not_matter() -> None:
    """Matches are put in order before anything is computed."""
    assert report(ORDER, PLAYED) == report(ORDER, reversed(PLAYED))


def test_nothing_is_said_about_nothing() -> None:
    """Broken off at once, there is no ladder, and no decision was made."""
    told = report(replace(ORDER, variants=ORDER.variants[:1]), [])

    assert ((), 0, 0) == (told.ladders, told.matches_played, told.thinking[0].decisions)
