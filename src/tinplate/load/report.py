"""The results of a load test, as values."""

from msgspec import Struct

from tinplate.load.audit import Audit
from tinplate.load.own_server import Usage
from tinplate.load.plan import LoadPlan
from tinplate.load.tally import LoadTally, Spread, spread

FEWEST_SOCKETS = 200  # with fewer, the cost of one cannot be measured


class Sample(Struct, frozen=True):
    """The server's usage at one moment."""

    second: float  # since measuring began
    usage: Usage


class Cost(Struct, frozen=True):
    """What the server used, when it is one we started."""

    empty: Usage  # before the first connection
    idle_began: Usage  # everybody is connected, nobody acts
    idle_ended: Usage
    idle_seconds: float
    began: Usage  # everybody plays: measuring begins
    ended: Usage
    samples: tuple[Sample, ...]


class Outage(Struct, frozen=True):
    """The server was killed during the test."""

    seconds: float  # until everybody was connected again
    resent: int  # commands whose answer was lost


class LoadReport(Struct, frozen=True):
    """Numbers cover the measured time only, errors the whole test."""

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
    lateness: Spread | None  # of our own timers; only what is much slower is the server
    delivered: int
    messages: int
    received_bytes: int
    cost: Cost | None
    audit: Audit | None
    outage: Outage | None
    bots: dict[str, int] | None  # lost or hurried decisions of its bots, over the whole test
    load_average: float  # of the machine, over the last minute

    @property
    def is_good(self) -> bool:
        return not self.errors


def cpu_of(cost: Cost) -> float:
    """Seconds of CPU during the measurement."""
    return cost.ended.cpu_seconds - cost.began.cpu_seconds


def cpu_per_command(report: LoadReport) -> float | None:
    """Milliseconds of server CPU per command, all consequences included."""
    if report.cost is None or not report.acknowledged:
        return None
    return 1e3 * cpu_of(report.cost) / report.acknowledged


def cpu_per_delivery(report: LoadReport) -> float | None:
    """Microseconds of server CPU per entry or line delivered to a client, everything included."""
    if report.cost is None or not report.delivered:
        return None
    return 1e6 * cpu_of(report.cost) / report.delivered


def kb_per_socket(report: LoadReport) -> float | None:
    """Server memory per connection, tables included.

    None if there are too few: the memory loaded for the first ones would dominate.
    """
    if report.cost is None or report.connections < FEWEST_SOCKETS:
        return None
    return 1024 * (report.cost.idle_began.rss_mb - report.cost.empty.rss_mb) / report.connections


def idle_cpu(report: LoadReport) -> float | None:
    """Share of a core per thousand idle sockets; None if there are too few to tell."""
    if report.cost is None or report.connections < FEWEST_SOCKETS:
        return None
    cost = report.cost
    used = cost.idle_ended.cpu_seconds - cost.idle_began.cpu_seconds
    return used / cost.idle_seconds * 1000 / report.connections


def errors_of(tally: LoadTally, audit: Audit | None, unanswered: int) -> dict[str, int]:
    found = {**tally.errors, "never answered": unanswered}
    if audit is not None:
        found |= {
            "acknowledged, but not in the log": audit.missing,
            "twice in the log": audit.doubled,
            "logs with a version missing": audit.gaps,
        }
    return {kind: times for kind, times in found.items() if times}


def spreads(tally: LoadTally) -> tuple[Spread | None, Spread | None, Spread | None]:
    return spread(tally.acknowledging), spread(tally.delivering), spread(tally.lateness)
