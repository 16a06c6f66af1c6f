"""The time of day, without the jumps of the machine's clock.

People set clocks, and time servers correct them. If the clock of matches followed, a deadline
would be an hour late, or a match would be three days ahead of its own deadlines.
"""

import time
from collections.abc import Callable

from tinplate.store.log import Moment

MILLISECOND = 1_000_000  # nanoseconds
CATCHING_UP = 20  # a jump is made up for in this many times its length

Nanoseconds = Callable[[], int]


class SteadyClock:
    """Runs with the monotonic clock, and slowly towards the wall clock: at most 5 % off pace."""

    def __init__(
        self, wall: Nanoseconds = time.time_ns, monotonic: Nanoseconds = time.monotonic_ns
    ) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._told, self._at = wall(), monotonic()

    def __call__(self) -> Moment:
        at = self._monotonic()
        passed = at - self._at
        most = passed // CATCHING_UP
        behind = self._wall() - (self._told + passed)
        self._told += passed + max(-most, min(most, behind))
        self._at = at
        return Moment(self._told // MILLISECOND)
