"""What happened lately: times that something took, and how often something went wrong.

Prometheus keeps histories of its own. These are for the host page and for `/ready`, which have to
work without it.
"""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from prometheus_client import Histogram

from tinplate.wire.resources import Latency

Clock = Callable[[], float]  # seconds, monotonic
MINUTE = 60  # seconds
HOUR = 60 * MINUTE
WINDOW = 5 * MINUTE
MAX_TIMES = 4_000  # that we remember


class Timing:
    """Observes times: all of them for Prometheus, and the latest ones for us."""

    def __init__(self, histogram: Histogram, clock: Clock = time.monotonic) -> None:
        self._histogram = histogram
        self._clock = clock
        self._latest: deque[tuple[float, float]] = deque(maxlen=MAX_TIMES)  # when, seconds

    def observe(self, seconds: float) -> None:
        self._histogram.observe(seconds)
        self._latest.append((self._clock(), seconds))

    @contextmanager
    def time(self) -> Iterator[None]:
        """Observe how long this takes, also if it fails."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.observe(time.perf_counter() - began)

    def longest(self, within: float) -> float:
        """The longest time that was observed in the last so many seconds."""
        return max(self._since(within), default=0.0)

    def spread(self, within: float = WINDOW) -> Latency | None:
        """None if there was nothing to observe."""
        seconds = sorted(self._since(within))
        if not seconds:
            return None

        def share(part: float) -> float:
            return round(1000 * seconds[min(len(seconds) - 1, int(part * len(seconds)))], 2)

        return Latency(len(seconds), share(0.5), share(0.99), share(1))

    def _since(self, within: float) -> list[float]:
        since = self._clock() - within
        return [seconds for at, seconds in self._latest if at >= since]


class HourCounter:
    """Counts by name, minute by minute, and forgets what is older than an hour."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._minutes: deque[tuple[float, Counter[str]]] = deque()

    def add(self, name: str) -> None:
        now = self._clock()
        if not self._minutes or now - self._minutes[-1][0] >= MINUTE:
            self._minutes.append((now, Counter()))
            self._forget(now)
        self._minutes[-1][1][name] += 1

    def counts(self) -> dict[str, int]:
        """The most frequent first."""
        self._forget(self._clock())
        total = Counter[str]()
        for _, minute in self._minutes:
            total += minute
        return dict(total.most_common())

    def _forget(self, now: float) -> None:
        while self._minutes and now - self._minutes[0][0] >= HOUR:
            self._minutes.popleft()
