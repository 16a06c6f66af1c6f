"""Tasks that nobody waits for: kept alive, and heard of when they fail."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

from tinplate.store.log import Unavailable

ResultT = TypeVar("ResultT")
log = logging.getLogger(__name__)


class Errands:
    """All that are under way."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def send(self, errand: Coroutine[Any, Any, ResultT]) -> asyncio.Task[ResultT]:
        task = asyncio.get_running_loop().create_task(errand)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def send_off(self, errand: Coroutine[Any, Any, object]) -> None:
        """Nobody will ask how it went: a failure is logged."""
        self.send(errand).add_done_callback(_complain)

    async def finish(self) -> None:
        """Wait for all of them."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def cancel(self) -> None:
        for task in self._tasks:
            task.cancel()
        await self.finish()


def _complain(task: asyncio.Task[Any]) -> None:
    if task.cancelled() or task.exception() is None:
        return
    if isinstance(task.exception(), Unavailable):
        log.warning("an errand failed: %s", task.exception())
    else:
        log.error("an errand failed", exc_info=task.exception())
