"""The time of day, without the jumps of the machine's clock.

People set clocks, and time servers correct them. If the clock of matches followed, a deadline
would be an hour late, or a match would be three days ahead of its own deadlines.

Some machines do not know the time when they start. So a server goes on from the last entry of any
running match, if that is later.
"""

import logging
import time
from collections.abc import Callable

from tinplate.server.replicas import MATCH, TABLE
from tinplate.store.log import Moment, Store

log = logging.getLogger(__name__)
MINUTE = 60_000  # milliseconds
MILLISECOND = 1_000_000  # nanoseconds
CATCHING_UP = 20  # a jump is made up for in this many times its length

Nanoseconds = Callable[[], int]


class SteadyClock:
    """Runs with the monotonic clock, and slowly towards the wall clock: at most 5 % off pace."""

    def __init__(
        self,
        wall: Nanoseconds = time.time_ns,
        monotonic: Nanoseconds = time.monotonic_ns,
        *,
        not_before: int = 0,  # a moment
    ) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._told, self._at = max(wall(), not_before * MILLISECOND), monotonic()
        ahead = self._told // MILLISECOND - wall() // MILLISECOND
        if ahead > MINUTE:
            log.warning("the clock of this machine is %d s behind our last entry", ahead // 1000)

    def __call__(self) -> Moment:
        at = self._monotonic()
        passed = at - self._at
        most = passed // CATCHING_UP
        behind = self._wall() - (self._told + passed)
        self._told += passed + max(-most, min(most, behind))
        self._at = at
        return Moment(self._told // MILLISECOND)


async def last_written(store: Store) -> Moment:
    """When something last happened at an open table or in a running match."""
    heads = [
        head
        for kind in (TABLE, MATCH)
        for is_public in (False, True)
        for head in await store.listing(kind, is_public=is_public, is_open=True, limit=1)
    ]
    return max((head.updated_at for head in heads), default=Moment(0))
