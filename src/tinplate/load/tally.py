"""What is counted and timed during a load test."""

from array import array
from collections import Counter
from collections.abc import Sequence
from math import ceil

from msgspec import Struct


class Spread(Struct, frozen=True):
    """How long something took, in milliseconds, as percentiles."""

    times: int
    p50: float
    p90: float
    p99: float
    most: float


def percentile(times: Sequence[float], share: float) -> float:
    """The smallest of the sorted times that is not exceeded by this share of them."""
    return times[max(0, ceil(share * len(times)) - 1)]


def spread(seconds: Sequence[float]) -> Spread | None:
    """None if nothing was timed."""
    if not seconds:
        return None
    times = sorted(1000 * each for each in seconds)
    p50, p90, p99 = (percentile(times, share) for share in (0.5, 0.9, 0.99))
    return Spread(len(times), p50, p90, p99, times[-1])


class LoadTally:
    """The counters and times of all players together."""

    def __init__(self) -> None:
        self.is_measuring = False  # otherwise only errors are counted
        self.connections = 0
        self.reconnections = 0
        self.resent = 0
        self.errors: Counter[str] = Counter()  # by kind
        self.begin_anew()

    def begin_anew(self, under_way: int = 0) -> None:
        """Measure from here on, also commands that wait for their answers; errors stay."""
        self.commands = under_way
        self.acknowledged = 0
        self.delivered = 0  # entries and lines of chat, for each recipient
        self.messages = 0
        self.received_bytes = 0
        self.refused: Counter[str] = Counter()  # by reason
        self.acknowledging = array("d")  # seconds from sending to the answer
        self.delivering = array("d")  # seconds from sending to delivery to another player
        self.lateness = array("d")  # seconds by which our own timers were late

    def add_error(self, kind: str) -> None:
        """Count an error."""
        self.errors[kind] += 1

    def time_delivery(self, seconds: float) -> None:
        if self.is_measuring:
            self.delivering.append(seconds)
