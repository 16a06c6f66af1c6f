"""Group read: tails of logs that are asked for during a query share the next one.

When people at a table are in several processes, each of them reads every row that another has
written. A query costs nearly the same for one log or for a hundred.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from tinplate.store.group_commit import failure_of
from tinplate.store.log import Row

MAX_BATCH = 256


class Tail(NamedTuple):
    """The rows of a log after a version, so many at most."""

    log: str
    after: int
    limit: int


# Reads several tails, in their order.
ReadTails = Callable[[Sequence[Tail]], Awaitable[list[list[Row]]]]


class _Waiting(NamedTuple):
    tail: Tail
    answer: asyncio.Future[list[Row]]


class GroupRead:
    """Calls `read` for one batch at a time."""

    def __init__(self, read: ReadTails) -> None:
        self._read = read
        self._queue: list[_Waiting] = []
        self._reader: asyncio.Task[None] | None = None

    async def rows(self, tail: Tail) -> list[Row]:
        waiting = _Waiting(tail, asyncio.get_running_loop().create_future())
        self._queue.append(waiting)
        if self._reader is None or self._reader.done():
            self._reader = asyncio.create_task(self._read_all())
        return await waiting.answer

    async def drain(self) -> None:
        """Wait until everything is read."""
        if self._reader is not None:
            await asyncio.wait([self._reader])

    async def _read_all(self) -> None:
        while self._queue:
            batch, self._queue = self._queue[:MAX_BATCH], self._queue[MAX_BATCH:]
            try:
                answers = await self._read([waiting.tail for waiting in batch])
            except Exception as error:  # noqa: BLE001 - the callers must hear of it
                for waiting in batch:
                    if not waiting.answer.done():
                        waiting.answer.set_exception(failure_of(error))
            else:
                for waiting, rows in zip(batch, answers, strict=True):
                    if not waiting.answer.done():  # the caller was cancelled
                        waiting.answer.set_result(rows)
