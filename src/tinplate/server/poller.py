"""Looks into the store for what the bus may not have told us.

With a bus that works, that is rare: tables that we have just begun to follow, all of them after
messages were lost, and those of a process that died, perhaps between writing and announcing. While
the bus is down, and where there is none, we look at all tables that are watched here.

The poller also renews the lease of each table that this process looks after. A table whose lease
runs out belongs to nobody, and the first process to find it adopts it.
"""

import asyncio
import logging
from collections.abc import Iterable

from tinplate.server.bus import Bus
from tinplate.server.hub import Hub
from tinplate.server.log_cache import LogCache
from tinplate.store.log import Unavailable

POLL_INTERVAL = 2.0  # seconds
log = logging.getLogger(__name__)


class StorePoller:
    """Checks for new versions of logs that are watched in this process."""

    def __init__(self, log_cache: LogCache, hub: Hub, bus: Bus) -> None:
        self._log_cache = log_cache
        self._hub = hub
        self._bus = bus

    async def run(self) -> None:
        is_failing = False
        while True:
            await asyncio.sleep(POLL_INTERVAL)
            try:
                await self.poll()
                is_failing = False
            except Unavailable as error:
                if not is_failing:
                    log.warning("cannot poll the store for the tables watched here: %s", error)
                is_failing = True

    async def poll(self) -> None:
        try:
            await self._hub.renew_leases()
        finally:  # one of several databases may be down
            doubtful = set(self._hub.doubtful)
            wanted = doubtful if self._bus.is_up else self._hub.watched_tables
            if await self._look_at(wanted):
                self._hub.doubtful -= doubtful
            self._hub.reconcile()

    async def _look_at(self, tables: Iterable[str]) -> bool:
        """Whether the store could tell of all of them."""
        logs = self._hub.logs_of(tables)
        versions = await self._log_cache.store.versions(logs) if logs else {}
        for name, version in versions.items():
            self._log_cache.note_version(name, version)
        return len(versions) == len({*logs})
