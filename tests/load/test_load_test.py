"""The load tester against a real server."""

import pytest

from tests.waiting import PATIENCE
from tinplate.load import load_test, sign_ins
from tinplate.load.plan import LoadPlan
from tinplate.load.report import LoadReport

QUICK = (0.3, 0.5)  # seconds: a chatterbox may not be quicker


def quiet(_: str, __: float) -> None:
    """Nobody looks at the progress."""


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_test, "IDLE", 0.1)
    monkeypatch.setattr(load_test, "SETTLE_TIMEOUT", PATIENCE)


def check_sums(report: LoadReport) -> None:
    refused = sum(report.refused.values())
    assert report.acknowledgement is not None
    assert report.delivery is not None
    assert report.cost is not None
    assert report.audit is not None
    assert report.commands == report.acknowledged + refused + report.unanswered
    assert report.audit.commands > report.acknowledged > 0  # sitting down and starting, too
    assert report.messages > report.delivered > report.acknowledged
    assert report.delivery.times < report.delivered
    times = report.acknowledgement
    assert 0 < times.p50 <= times.p90 <= times.p99 <= times.most
    assert report.cost.ended.rss_mb > 0
    assert report.cost.ended.cpu_seconds > report.cost.empty.cpu_seconds


async def test_a_small_load() -> None:
    """Both games, players and spectators: no error, and numbers that add up."""
    plan = LoadPlan(tables=3, players=13, games=("ricochet", "rally"), pace=QUICK, seconds=3)
    report = await load_test.against_own_server(plan, quiet)

    assert {} == report.errors
    assert (13, 12, 0) == (report.connections, plan.seated, report.unanswered)
    assert report.acknowledgement is not None
    assert report.acknowledged == report.acknowledgement.times
    check_sums(report)


async def test_bots_take_part() -> None:
    """One of each that plays the game of a table; people are answered as ever."""
    plan = LoadPlan(2, 4, ("ricochet", "rally"), QUICK, seconds=3, bots=("random", "level-10"))
    report = await load_test.against_own_server(plan, quiet)

    assert [("random", "level-10"), ("random",)] == [plan.bots_at(table) for table in range(2)]
    assert {} == report.errors
    assert report.bots is not None
    assert {"late", "failed", "illegal", "hurried"} == set(report.bots)
    assert 0 == report.bots["illegal"]
    check_sums(report)


async def test_killed_in_the_middle() -> None:
    """All come back by themselves, and every acknowledged command is in the log."""
    plan = LoadPlan(3, 12, ("ricochet", "rally"), QUICK, seconds=4, kills=True)
    report = await load_test.against_own_server(plan, quiet)

    assert {} == report.errors
    assert 12 == report.connections
    assert report.outage is not None
    assert report.audit is not None
    assert report.audit.commands == report.acknowledged + 3 + 9  # starts, and who sat down
    check_sums(report)


async def test_people_sign_in_and_rated_matches_end_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By real passkeys, and recorded once each. The tables are measured alone first."""
    monkeypatch.setattr(sign_ins, "ACCOUNTS", 3)
    plan = LoadPlan(2, 8, ("ricochet", "rally"), QUICK, seconds=3, sign_ins=240, rated_ends=3)
    report = await load_test.against_own_server(plan, quiet)

    assert {} == report.errors
    assert report.alone is not None
    assert report.alone.acknowledged > 0
    assert report.sign_ins is not None
    assert report.sign_ins.begun == report.sign_ins.done > 3  # some of them again
    assert report.rated is not None
    assert report.rated.audit is not None
    assert report.rated.ended == report.rated.audit.recorded > 0
    assert report.rated.recording is not None
    assert report.rated.ended == report.rated.recording.times
    check_sums(report)


async def test_rated_matches_are_recorded_though_the_server_is_killed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Those whose end was acknowledged, once; and the numbers are right."""
    monkeypatch.setattr(sign_ins, "ACCOUNTS", 2)
    plan = LoadPlan(1, 2, ("ricochet",), QUICK, seconds=4, kills=True, sign_ins=60, rated_ends=3)
    report = await load_test.against_own_server(plan, quiet)

    assert {} == report.errors
    assert report.rated is not None
    assert report.rated.audit is not None
    assert report.rated.audit.recorded == report.rated.ended > 0
