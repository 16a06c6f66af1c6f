"""Group commit: appends that arrive while a transaction runs are gathered into the next one.

A transaction costs the same whether it carries one append or a hundred, so the more there is to
do, the less each costs; and nobody waits for company who comes alone. After each transaction there
is a short rest in which the next ones gather.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from tinplate.store.log import Conflict, Head, Row, Unavailable

LARGEST_BATCH = 256
REST = 0.005  # seconds: nobody notices them, and at 250 appends a second they save half the work


class Append(NamedTuple):
    """Rows for one log, and its head when it has them."""

    head: Head
    rows: tuple[Row, ...]


Rest = Callable[[], Awaitable[None]]
# Writes a batch in one transaction and says, for each, what speaks against it.
Write = Callable[[Sequence[Append]], Awaitable[list[Conflict | None]]]


class _Waiting(NamedTuple):
    append: Append
    answer: asyncio.Future[None]


class Gatherer:
    """Calls `write` for one batch after the other, never for two at a time."""

    def __init__(self, write: Write, rest: Rest = lambda: asyncio.sleep(REST)) -> None:
        self._write = write
        self._rest = rest
        self._queue: deque[_Waiting] = deque()
        self._writer: asyncio.Task[None] | None = None

    async def add(self, append: Append) -> None:
        """Return when it is written; raise what speaks against it, or why the batch failed."""
        waiting = _Waiting(append, asyncio.get_running_loop().create_future())
        self._queue.append(waiting)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_all())
        await waiting.answer

    async def drain(self) -> None:
        """Wait until nothing waits."""
        if self._writer is not None:
            await asyncio.wait([self._writer])

    async def _write_all(self) -> None:
        while self._queue:
            size = min(len(self._queue), LARGEST_BATCH)
            await self._write_batch([self._queue.popleft() for _ in range(size)])
            await self._rest()

    async def _write_batch(self, batch: list[_Waiting]) -> None:
        verdicts: Sequence[Exception | None]
        try:
            verdicts = await self._write([waiting.append for waiting in batch])
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait have to hear it
            verdicts = [_failure(error) for _ in batch]
        for waiting, verdict in zip(batch, verdicts, strict=True):
            _answer(waiting.answer, verdict)


def _failure(error: Exception) -> Unavailable:
    """One for each: an exception that several raise collects the traces of them all."""
    failure = Unavailable(*error.args)
    failure.__cause__ = error
    return failure


def _answer(answer: asyncio.Future[None], verdict: Exception | None) -> None:
    if answer.done():
        return  # who asked was cancelled meanwhile
    if verdict is None:
        answer.set_result(None)
    else:
        answer.set_exception(verdict)
