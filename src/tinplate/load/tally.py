"""What is counted and timed while it is tried."""

from array import array
from collections import Counter
from collections.abc import Sequence
from math import ceil

from msgspec import Struct


class Spread(Struct, frozen=True):
    """How long something took, in milliseconds; p99 is what 99 of a hundred stay below."""

    times: int
    p50: float
    p90: float
    p99: float
    most: float


def percentile(times: Sequence[float], share: float) -> float:
    """The smallest of the sorted times that so large a share of them does not exceed."""
    return times[max(0, ceil(share * len(times)) - 1)]


def spread(seconds: Sequence[float]) -> Spread | None:
    """None if there was nothing to time."""
    if not seconds:
        return None
    times = sorted(1000 * each for each in seconds)
    p50, p90, p99 = (percentile(times, share) for share in (0.5, 0.9, 0.99))
    return Spread(len(times), p50, p90, p99, times[-1])


class LoadTally:
    """All players count together."""

    def __init__(self) -> None:
        self.is_measuring = False  # while it is not, only what goes wrong is counted
        self.connections = 0
        self.reconnections = 0
        self.commands = 0
        self.acknowledged = 0
        self.resent = 0
        self.delivered = 0  # entries and lines of chat, to each who was told
        self.messages = 0
        self.received_bytes = 0
        self.refused: Counter[str] = Counter()  # by the reason
        self.errors: Counter[str] = Counter()  # by kind
        self.acknowledging = array("d")  # seconds from sending to the answer
        self.delivering = array("d")  # seconds from sending to its being told to another
        self.lateness = array("d")  # seconds that our own timers came late

    def blame(self, kind: str) -> None:
        """Something is not as it should be."""
        self.errors[kind] += 1

    def time_delivery(self, seconds: float) -> None:
        if self.is_measuring:
            self.delivering.append(seconds)
