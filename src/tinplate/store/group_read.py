"""Group read: what is asked for during a query shares the next one.

A query costs nearly the same for one log or for a hundred: the tails of logs that other processes
have written to, and heads, of which a request or the end of a match needs several.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from tinplate.store.group_commit import failure_of

MAX_BATCH = 256
WantedT = TypeVar("WantedT")
FoundT = TypeVar("FoundT")


class Tail(NamedTuple):
    """The rows of a log after a version, so many at most."""

    log: str
    after: int
    limit: int


# Reads several things, in their order.
ReadAll = Callable[[Sequence[WantedT]], Awaitable[Sequence[FoundT]]]


class _Waiting(NamedTuple, Generic[WantedT, FoundT]):
    wanted: WantedT
    answer: asyncio.Future[FoundT]


class GroupRead(Generic[WantedT, FoundT]):
    """Calls `read` for one batch at a time."""

    def __init__(self, read: ReadAll[WantedT, FoundT]) -> None:
        self._read = read
        self._queue: list[_Waiting[WantedT, FoundT]] = []
        self._reader: asyncio.Task[None] | None = None

    async def find(self, wanted: WantedT) -> FoundT:
        """What is stored when this is called, or later."""
        answer: asyncio.Future[FoundT] = asyncio.get_running_loop().create_future()
        self._queue.append(_Waiting(wanted, answer))
        if self._reader is None or self._reader.done():
            self._reader = asyncio.create_task(self._read_all())
        return await answer

    async def drain(self) -> None:
        """Wait until everything is read."""
        if self._reader is not None:
            await asyncio.wait([self._reader])

    async def _read_all(self) -> None:
        while self._queue:
            batch, self._queue = self._queue[:MAX_BATCH], self._queue[MAX_BATCH:]
            try:
                answers = await self._read([waiting.wanted for waiting in batch])
            except Exception as error:  # noqa: BLE001 - the callers must hear of it
                for waiting in batch:
                    if not waiting.answer.done():
                        waiting.answer.set_exception(failure_of(error))
            else:
                for waiting, found in zip(batch, answers, strict=True):
                    if not waiting.answer.done():  # the caller was cancelled
                        waiting.answer.set_result(found)
