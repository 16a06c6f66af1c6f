"""Background tasks: kept alive until they are done, logged and counted when they fail."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from tinplate.store.log import Unavailable

ResultT = TypeVar("ResultT")
OnFault = Callable[[], None]  # called for every fault of ours
RESTART_AFTER = 1.0  # seconds
log = logging.getLogger(__name__)


class BackgroundTasks:
    """The tasks that are running."""

    def __init__(self, on_fault: OnFault = lambda: None) -> None:
        self._on_fault = on_fault
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, coroutine: Coroutine[Any, Any, ResultT]) -> asyncio.Task[ResultT]:
        """Start a task whose result the caller awaits."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def detach(self, coroutine: Coroutine[Any, Any, object]) -> None:
        """Start a task that nobody awaits. If it fails, the failure is logged."""
        self.spawn(coroutine).add_done_callback(self._note_failure)

    async def join(self) -> None:
        """Wait for all tasks to finish."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def cancel(self) -> None:
        """Cancel all tasks and wait for them to end."""
        for task in self._tasks:
            task.cancel()
        await self.join()

    def _note_failure(self, task: asyncio.Task[Any]) -> None:
        if task.cancelled() or task.exception() is None:
            return
        if isinstance(task.exception(), Unavailable):
            log.warning("a background task failed: %s", task.exception())
        else:
            log.error("a background task failed", exc_info=task.exception())
            self._on_fault()


async def keep_running(
    name: str, run: Callable[[], Coroutine[Any, Any, None]], on_fault: OnFault
) -> None:
    """Run what has to run as long as the server does, and start it again if it fails."""
    while True:
        try:
            return await run()
        except Exception:
            log.exception("the task “%s” failed, and starts again", name)
            on_fault()
        await asyncio.sleep(RESTART_AFTER)
