"""What came of it, for people and for machines."""

from msgspec import Struct

from tinplate.load.audit import Audit
from tinplate.load.own_server import Usage
from tinplate.load.plan import LoadPlan
from tinplate.load.tally import LoadTally, Spread, spread

FEWEST_SOCKETS = 200  # from which can be told what one costs


class Sample(Struct, frozen=True):
    """The server at some moment."""

    second: float  # since measuring began
    usage: Usage


class Cost(Struct, frozen=True):
    """What the server used, where it is our own."""

    empty: Usage  # before anybody came
    idle_began: Usage  # everybody is there, nobody does anything
    idle_ended: Usage
    idle_seconds: float
    began: Usage  # all play: measuring begins
    ended: Usage
    samples: tuple[Sample, ...]


class Outage(Struct, frozen=True):
    """The server was killed in the middle."""

    seconds: float  # until everybody was back
    resent: int  # commands whose answer was lost


class LoadReport(Struct, frozen=True):
    """All numbers are of the time that was measured; errors are of all the time."""

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
    lateness: Spread | None  # of our own timers: what is much slower is the server
    delivered: int
    messages: int
    received_bytes: int
    cost: Cost | None
    audit: Audit | None
    outage: Outage | None
    bots: dict[str, int] | None  # decisions of theirs that were lost or hurried, of all the time
    load_average: float  # of the machine, over the last minute

    @property
    def is_good(self) -> bool:
        return not self.errors


def cpu_of(cost: Cost) -> float:
    """Seconds, while it was measured."""
    return cost.ended.cpu_seconds - cost.began.cpu_seconds


def cpu_per_command(report: LoadReport) -> float | None:
    """Milliseconds of the server for all that a command leads to."""
    if report.cost is None or not report.acknowledged:
        return None
    return 1e3 * cpu_of(report.cost) / report.acknowledged


def cpu_per_delivery(report: LoadReport) -> float | None:
    """Microseconds of the server for each entry or line that somebody is told, all included."""
    if report.cost is None or not report.delivered:
        return None
    return 1e6 * cpu_of(report.cost) / report.delivered


def kb_per_socket(report: LoadReport) -> float | None:
    """Of the server's memory, for somebody who is connected; tables are counted in.

    None if they are too few: what the first of them loads would be all there is to see.
    """
    if report.cost is None or report.connections < FEWEST_SOCKETS:
        return None
    return 1024 * (report.cost.idle_began.rss_mb - report.cost.empty.rss_mb) / report.connections


def idle_cpu(report: LoadReport) -> float | None:
    """Share of a core that a thousand sockets take when nobody does anything; None for a few."""
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
