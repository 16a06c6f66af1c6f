"""The report of a load test, for people and for machines."""

from msgspec import Struct

from tinplate.load.audit import Audit
from tinplate.load.own_server import Usage
from tinplate.load.plan import LoadPlan
from tinplate.load.rated_matches import RatedReport
from tinplate.load.rating_audit import RatingAudit
from tinplate.load.sign_ins import SignInReport
from tinplate.load.tally import LoadTally, Spread, spread

MIN_SOCKETS = 200  # to tell what one of them costs


class Sample(Struct, frozen=True):
    """The usage of the server at some time."""

    second: float  # since measuring began
    usage: Usage


class Cost(Struct, frozen=True):
    """What the server used, if it is our own."""

    empty: Usage  # before anybody is connected
    idle_began: Usage  # everybody is connected, nobody does anything
    idle_ended: Usage
    idle_seconds: float
    began: Usage  # everybody plays
    ended: Usage
    samples: tuple[Sample, ...]


class Outage(Struct, frozen=True):
    """We killed the server half-way."""

    seconds: float  # until everybody was connected again
    resent: int  # commands whose answer was lost


class Alone(Struct, frozen=True):
    """How the tables fared before more went on than playing."""

    seconds: float
    acknowledged: int
    acknowledgement: Spread | None
    delivery: Spread | None
    lateness: Spread | None
    cpu_seconds: float | None  # of the server, if it is our own


class LoadReport(Struct, frozen=True):
    """The result. Numbers are from the measured time, errors from the whole test."""

    plan: LoadPlan
    seconds: float
    connections: int  # at the end
    commands: int
    acknowledged: int
    unanswered: int
    refused: dict[str, int]
    errors: dict[str, int]
    acknowledgement: Spread | None
    delivery: Spread | None
    lateness: Spread | None  # of our own timers: only much larger times are due to the server
    delivered: int
    messages: int
    received_bytes: int
    cost: Cost | None
    audit: Audit | None
    outage: Outage | None
    bots: dict[str, int] | None  # lost or hurried decisions, from the whole test
    load_average: float  # of the machine, in the last minute
    alone: Alone | None = None
    sign_ins: SignInReport | None = None
    rated: RatedReport | None = None

    @property
    def is_good(self) -> bool:
        return not self.errors


def cpu_of(cost: Cost) -> float:
    """CPU seconds of the server in the measured time."""
    return cost.ended.cpu_seconds - cost.began.cpu_seconds


def extra_cpu(report: LoadReport) -> float | None:
    """CPU seconds of the server beyond what the same commands took before, alone."""
    alone = report.alone
    if report.cost is None or alone is None or alone.cpu_seconds is None or not alone.acknowledged:
        return None
    expected = alone.cpu_seconds * report.acknowledged / alone.acknowledged
    return cpu_of(report.cost) - expected


def cpu_per_command(report: LoadReport) -> float | None:
    """CPU milliseconds of the server for a command and all that it leads to."""
    if report.cost is None or not report.acknowledged:
        return None
    return 1e3 * cpu_of(report.cost) / report.acknowledged


def cpu_per_delivery(report: LoadReport) -> float | None:
    """CPU microseconds of the server for each entry or line that a client receives."""
    if report.cost is None or not report.delivered:
        return None
    return 1e6 * cpu_of(report.cost) / report.delivered


def kb_per_socket(report: LoadReport) -> float | None:
    """Memory of the server for each connected client, including tables.

    None for a few clients, because what the first one loads would dominate.
    """
    if report.cost is None or report.connections < MIN_SOCKETS:
        return None
    return 1024 * (report.cost.idle_began.rss_mb - report.cost.empty.rss_mb) / report.connections


def idle_cpu(report: LoadReport) -> float | None:
    """Share of a core that a thousand idle sockets take. None for a few sockets."""
    if report.cost is None or report.connections < MIN_SOCKETS:
        return None
    cost = report.cost
    used = cost.idle_ended.cpu_seconds - cost.idle_began.cpu_seconds
    return used / cost.idle_seconds * 1000 / report.connections


def errors_of(
    tally: LoadTally, audit: Audit | None, unanswered: int, ratings: RatingAudit | None = None
) -> dict[str, int]:
    found = {**tally.errors, "never answered": unanswered}
    if audit is not None:
        found |= {
            "acknowledged, but not in the log": audit.missing,
            "twice in the log": audit.doubled,
            "logs with a version missing": audit.gaps,
            "never received what was acknowledged": audit.behind,
        }
    if ratings is not None:
        found |= {
            "rated matches that were not recorded": ratings.missing,
            "rated matches that were recorded twice": ratings.doubled,
            "ratings that are different when computed again": ratings.different,
        }
    return {kind: times for kind, times in found.items() if times}


def spreads(tally: LoadTally) -> tuple[Spread | None, Spread | None, Spread | None]:
    return (
        spread(tally.acknowledging),
        spread(tally.delivering),
        spread(tally.lateness),
    )
