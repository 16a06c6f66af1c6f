"""Polls the store, because bus messages can be lost and their senders can die.

Whatever happens at a table is seen everywhere within seconds: with a bus, with a broken bus, or
without one. Polling also renews the lease of each table that this process looks after. A table
whose lease runs out belongs to nobody, and the first process to find it adopts it.
"""

import asyncio
import logging

from tinplate.server.hub import Hub
from tinplate.server.log_cache import LogCache
from tinplate.store.log import Unavailable

POLL_INTERVAL = 2.0  # seconds
log = logging.getLogger(__name__)


class StorePoller:
    """Checks for new versions of all logs that are watched in this process."""

    def __init__(self, log_cache: LogCache, hub: Hub) -> None:
        self._log_cache = log_cache
        self._hub = hub

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
        await self._hub.renew_leases()
        versions = await self._log_cache.store.versions(self._hub.watched_logs)
        for name, version in versions.items():
            self._log_cache.note_version(name, version)
        self._hub.reconcile()
