"""What processes leave behind when they die: a topic in the heads of logs says what is left."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from tinplate.server.log_cache import LogCache, UnknownLog
from tinplate.server.replicas import TableReplica
from tinplate.store.log import Moment, Unavailable

SWEEP_INTERVAL = 5.0  # seconds
SLACK = 5_000  # milliseconds that we leave to the process that saw it first
log = logging.getLogger(__name__)


class LeftBehind:
    """Tables with a topic, each of which somebody has to finish with."""

    def __init__(
        self,
        log_cache: LogCache,
        topic: str,
        what: str,
        finish: Callable[[TableReplica], Awaitable[None]],
    ) -> None:
        self._log_cache = log_cache
        self._topic = topic
        self._what = what  # in words, for the host
        self._finish = finish

    async def run(self) -> None:
        """Look for them as long as the server runs."""
        is_failing = False
        while True:
            await asyncio.sleep(SWEEP_INTERVAL)
            try:
                await self.sweep()
                is_failing = False
            except Unavailable as error:
                if not is_failing:
                    log.warning("cannot record %s: %s", self._what, error)
                is_failing = True

    async def sweep(self, slack: int = SLACK) -> None:
        """Do all that has waited for a while. One bad log does not hold up the others."""
        latest = self._log_cache.clock() - slack
        for head in await self._log_cache.store.about([self._topic], since=Moment(0)):
            if head.updated_at > latest:
                continue
            try:
                table = await self._log_cache.table(head.log)
                await self._finish(await self._log_cache.current(table))
            except (Unavailable, UnknownLog):
                raise
            except Exception:
                log.exception("cannot record %s of a table", self._what)
                self._log_cache.on_fault()
