"""`tinplate load`: how the report is told, and the exit code."""

import json

import pytest
from msgspec.structs import replace

from tests.cli.running import Run
from tinplate.load.audit import Audit
from tinplate.load.own_server import Usage
from tinplate.load.plan import LoadPlan
from tinplate.load.rated_matches import RatedReport
from tinplate.load.rating_audit import RatingAudit
from tinplate.load.report import Alone, Cost, LoadReport, Outage, Sample
from tinplate.load.sign_ins import SignInReport
from tinplate.load.tally import Spread


def report_with(errors: dict[str, int], *, is_own: bool = True) -> LoadReport:
    usages = (Usage(200, 4), Usage(300, 10), Usage(300, 10.3), Usage(320, 20), Usage(350, 50))
    return LoadReport(
        plan=LoadPlan(500, 2000, ("ricochet", "rally"), (5, 10), 60, kills=True),
        seconds=60,
        connections=2000,
        commands=15_000,
        acknowledged=14_990,
        unanswered=0,
        refused={"A token is already turned up.": 10},
        errors=errors,
        acknowledgement=Spread(14_990, 4.5, 9.5, 17.25, 28),
        delivery=None,
        lateness=Spread(15_000, 0.5, 1, 2, 4),
        delivered=60_000,
        messages=75_000,
        received_bytes=120_000_000,
        cost=Cost(*usages[:3], 3.0, *usages[3:], (Sample(1, Usage(360, 30)),)) if is_own else None,
        audit=Audit(1000, 17_000, 3) if is_own else None,
        outage=Outage(4.5, 37),
        bots={"late": 2, "failed": 1, "illegal": 0, "hurried": 5} if is_own else None,
        load_average=1.5,
    )


def answer(monkeypatch: pytest.MonkeyPatch, report: LoadReport) -> None:
    async def tried(*_: object) -> LoadReport:
        return report

    monkeypatch.setattr("tinplate.cli.load.against_own_server", tried)
    monkeypatch.setattr("tinplate.cli.load.against", tried)


def test_one_is_not_many(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """“1 table”, “1 connection”."""
    plan = LoadPlan(1, 1, ("ricochet",), (5, 10), 60)
    answer(monkeypatch, replace(report_with({}), plan=plan, connections=1, refused={"No.": 1}))
    monkeypatch.setenv("COLUMNS", "200")
    words = " ".join(run("load").out.split())

    assert "1 table (ricochet), bots at each: none, 1 connection, 1 of them playing" in words
    assert "refused 1 time: No." in words


def test_a_good_report(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Times, counts, what the server cost, and what was found in its logs."""
    answer(monkeypatch, report_with({}))
    monkeypatch.setenv("COLUMNS", "200")
    ran = run("load")
    words = " ".join(ran.out.split())

    assert (0, "") == (ran.code, ran.err)
    for fact in (
        "500 tables (ricochet, rally), bots at each: none, 2000 connections, 2000 of them playing",
        "acknowledged │ 4.5 │ 9.5 │ 17.2 │ 28.0 │ 14990",
        "told to the others │ - │ - │ - │ - │ 0",
        "Commands 15000 (250 a second): 14990 acknowledged, 10 refused, 0 unanswered",
        "Delivered 60000 entries and lines in 75000 messages, 120.0 MB",
        "200 MB empty, 300 MB with everybody connected, 320 MB at the start, 350 MB at the end, ",
        "30.0 s of the server, 50 % of a core",
        "51 KB; a thousand idle ones take 5.0 % of a core",
        "2.00 ms of CPU, all included; 500 µs per delivery",
        "everybody reconnected after 4.5 s, 37 commands sent again",
        "16997 of 17000 acknowledged commands, 0 twice, 0 of 1000 logs with a version missing",
        "load average 1.50",
        "refused 10 times: A token is already turned up.",
        "✓ No errors.",
    ):
        assert fact in words


@pytest.mark.parametrize(
    ("decisions", "told"),
    [
        ({"late": 2, "failed": 1, "illegal": 0, "hurried": 5},
         "Bots 3 decisions lost (2 late, 1 failed), 5 hurried"),
        ({"late": 0, "failed": 0, "illegal": 0, "hurried": 0},
         "Bots 0 decisions lost, 0 hurried"),
    ],
)  # fmt: skip
def test_what_bots_lost_is_told(
    run: Run, monkeypatch: pytest.MonkeyPatch, decisions: dict[str, int], told: str
) -> None:
    """If there are any: what they did not come to is a load, too."""
    without = report_with({})
    answer(
        monkeypatch, replace(without, plan=replace(without.plan, bots=("rival",)), bots=decisions)
    )
    monkeypatch.setenv("COLUMNS", "200")

    assert told in " ".join(run("load").out.split())


def test_errors_are_told_and_counted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 1: what tries a server by itself must notice."""
    answer(monkeypatch, report_with({"versions with a gap": 2}))
    ran = run("load")

    assert 1 == ran.code
    assert "2 x versions with a gap" in ran.out


@pytest.mark.parametrize(
    ("connections", "told"),
    [(199, "A socket too few to tell: it takes 200"), (200, "A socket 512 KB; a thousand")],
)
def test_what_a_socket_costs_is_told_if_there_are_enough(
    run: Run, monkeypatch: pytest.MonkeyPatch, connections: int, told: str
) -> None:
    """What the first of them loads would be taken for the cost of each."""
    answer(monkeypatch, replace(report_with({}), connections=connections))
    monkeypatch.setenv("COLUMNS", "200")

    assert told in " ".join(run("load").out.split())


ALONE = Alone(60, 14_990, Spread(14_990, 4.5, 9.5, 17.25, 28), None, None, cpu_seconds=20)
SIGNED_IN = SignInReport(1000, 1000, Spread(1000, 20, 30, 40.5, 50))
RATED = RatedReport(3000, 60, None, Spread(3000, 8, 9, 10.5, 11), RatingAudit(3001, 0, 0, 0))


def test_sign_ins_and_rated_matches_are_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With how the tables fared without them, and what the ratings look like computed again."""
    report = replace(report_with({}), alone=ALONE, sign_ins=SIGNED_IN, rated=RATED)
    answer(monkeypatch, report)
    monkeypatch.setenv("COLUMNS", "200")
    words = " ".join(run("load").out.split())

    for fact in (
        "alone: acknowledged │ 4.5 │ 9.5 │ 17.2 │ 28.0 │ 14990",
        "signed in │ 20.0 │ 30.0 │ 40.5 │ 50.0 │ 1000",
        "its rating recorded │ 8.0 │ 9.0 │ 10.5 │ 11.0 │ 3000",
        "Sign-ins 1000 of 1000 (1000 a minute)",
        "Rated matches 3000 ended (50.0 a second)",
        "3001 recorded, 0 missing, 0 twice, 0 different when computed again",
        "They cost 10.0 s of the server's CPU Memory",
    ):
        assert fact in words


@pytest.mark.parametrize(
    ("others", "each"), [({"sign_ins": SIGNED_IN}, "10.0 ms"), ({"rated": RATED}, "3.3 ms")]
)
def test_what_each_of_them_costs(
    run: Run, monkeypatch: pytest.MonkeyPatch, others: dict[str, object], each: str
) -> None:
    """If there is only one kind: what both cost together cannot be told apart."""
    answer(monkeypatch, replace(report_with({}), alone=ALONE, **others))
    monkeypatch.setenv("COLUMNS", "200")

    assert f"10.0 s of the server's CPU, {each} each" in " ".join(run("load").out.split())


def test_for_machines(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """One JSON object with all numbers, errors or not."""
    answer(monkeypatch, report_with({"versions with a gap": 2}))
    ran = run("load", "--json")
    told = json.loads(ran.out)

    assert (1, 14_990, {"versions with a gap": 2}) == (
        ran.code, told["acknowledged"], told["errors"],
    )  # fmt: skip


def test_of_a_server_elsewhere_less_is_known(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither what it costs nor what is in its logs; it is not claimed."""
    answer(monkeypatch, report_with({}, is_own=False))
    ran = run("load", "--address", "http://127.0.0.1:1")

    assert 0 == ran.code
    assert "not ours: its memory and CPU time are unknown" in ran.out
    assert "not checked: the server is not ours" in ran.out
