"""Many people at once, and the server killed in the middle: what was acknowledged is there."""

from random import Random

from tests.attack.findings import number
from tests.attack.machine import Campaign
from tinplate.load.load_test import against_own_server
from tinplate.load.plan import LoadPlan

TABLES, PLAYERS = 75, 300
PACE = (0.5, 2.0)  # seconds between two commands of a player


async def under_load(given: Campaign) -> None:
    """The load tester checks every message, and audits the logs in the end."""
    games = ["ricochet", "rally"]
    Random(given.seed).shuffle(games)
    plan = LoadPlan(TABLES, PLAYERS, tuple(games), PACE, given.seconds, kills=True)
    told = set[str]()

    def say(step: str, share: float) -> None:
        if (said := f"Load: {step} {share:.0%}"[:60]) not in told and share in {0, 1}:
            told.add(said)
            given.tell(said)

    report = await against_own_server(plan, say)
    for kind, count in report.errors.items():
        given.findings.fault(f"load: {kind}", *[kind] * count)
    times = report.acknowledgement
    assert times is not None
    given.findings.tried(
        "Load",
        f"{PLAYERS} players on {TABLES} tables for {report.seconds:.0f} s; kill -9 in the middle",
        f"{number(report.acknowledged)} commands acknowledged, all in the logs once; "
        f"{times.p50:.0f}/{times.p90:.0f}/{times.p99:.0f} ms (p50/p90/p99)",
    )
