"""A log to which every process appends, and what one process has folded of it.

The version key makes one order for all. Writers judge by what they have folded; if another process
was faster, they read what came first, and judge again. Many who write at once share an append.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from tinplate.store.log import Conflict, Head, Moment, Row, Store, all_rows

ROWS_AT_A_TIME = 500  # then others have their turn
FRESH = 1.0  # seconds for which what we know of a log is good enough to be shown
MOST_AT_ONCE = 200  # who share an append

RowT = TypeVar("RowT")
RowT_contra = TypeVar("RowT_contra", contravariant=True)


class Fold(Protocol[RowT_contra]):
    """What the rows of a log come to."""

    version: int  # of the last row that is in it; -1: none

    def add(self, row: RowT_contra) -> None: ...


FoldT = TypeVar("FoldT", bound=Fold)  # type: ignore[type-arg]
Judge = Callable[[FoldT], Sequence[RowT]]


class RowFormat(NamedTuple, Generic[RowT]):
    """How rows are written."""

    encode: Callable[[RowT], bytes]
    decode: Callable[[bytes], RowT]
    at: Callable[[RowT], int]  # milliseconds since 1970


class _Writer(NamedTuple, Generic[FoldT, RowT]):
    touches: frozenset[str]
    judge: Judge[FoldT, RowT]
    done: "asyncio.Future[list[RowT]]"


class SharedLog(Generic[FoldT, RowT]):
    """One such log, as one process knows it."""

    def __init__(
        self, store: Store, log: str, kind: str, fold: FoldT, rows: RowFormat[RowT]
    ) -> None:
        self._store = store
        self._log = log
        self._kind = kind
        self._rows = rows
        self.fold = fold
        self._lock = asyncio.Lock()
        self._waiting: list[_Writer[FoldT, RowT]] = []
        self._read_at = -FRESH

    async def current(self) -> FoldT:
        """What the store has, but for the last second."""
        if self._is_old():
            async with self._lock:
                if self._is_old():
                    await self._catch_up()
        return self.fold

    async def latest(self) -> FoldT:
        """What the store has now."""
        async with self._lock:
            await self._catch_up()
        return self.fold

    async def write(self, touches: Iterable[str], judge: Judge[FoldT, RowT]) -> list[RowT]:
        """Append the rows that `judge` returns for the fold as it is then, and return them.

        It may be asked several times, and what it raises is raised here. `touches` names all that
        its answer depends on: whoever touches the same waits until its rows are folded.
        """
        writer = _Writer(frozenset(touches), judge, asyncio.get_running_loop().create_future())
        self._waiting.append(writer)
        while not writer.done.done():
            async with self._lock:
                if not writer.done.done():
                    await self._write(self._next_batch())
        return await writer.done

    def _is_old(self) -> bool:
        return asyncio.get_running_loop().time() - self._read_at >= FRESH

    def _next_batch(self) -> list[_Writer[FoldT, RowT]]:
        """Take those who come first and touch nothing of each other; in their order."""
        batch, left, touched = list[_Writer[FoldT, RowT]](), [], set[str]()
        for writer in self._waiting:
            if len(batch) < MOST_AT_ONCE and touched.isdisjoint(writer.touches):
                batch.append(writer)
            else:
                left.append(writer)
            touched |= writer.touches
        self._waiting = left
        return batch

    async def _write(self, batch: Sequence[_Writer[FoldT, RowT]]) -> None:
        """Whatever is refused, or changes nothing, is judged by the latest rows."""
        judged: Sequence[list[RowT] | BaseException] = ()
        try:
            is_latest = False
            while True:
                judged = [_judged(self.fold, writer.judge) for writer in batch]
                if is_latest or all(isinstance(some, list) and some for some in judged):
                    rows = [row for some in judged if isinstance(some, list) for row in some]
                    if not rows or await self._append(rows):
                        break
                await self._catch_up()
                is_latest = True
        except BaseException as error:
            judged = [error] * len(batch)
            raise
        finally:
            for writer, some in zip(batch, judged, strict=True):
                _tell(writer.done, some)

    async def _append(self, rows: Sequence[RowT]) -> bool:
        """Whether they are written; if not, another process was faster."""
        first = self.fold.version + 1
        times = [Moment(self._rows.at(row)) for row in rows]
        written = [
            Row(version, at, self._rows.encode(row))
            for version, (at, row) in enumerate(zip(times, rows, strict=True), first)
        ]
        last = written[-1].version
        head = Head(self._log, self._kind, last, None, False, True, max(times), b"")  # noqa: FBT003
        try:
            await self._store.append(head, written)
        except Conflict:
            return False
        for row in rows:
            self.fold.add(row)
        return True

    async def _catch_up(self) -> None:
        async for row in all_rows(self._store, self._log, after=self.fold.version):
            self.fold.add(self._rows.decode(row.body))
            if row.version % ROWS_AT_A_TIME == 0:
                await asyncio.sleep(0)
        self._read_at = asyncio.get_running_loop().time()


def _judged(fold: FoldT, judge: Judge[FoldT, RowT]) -> list[RowT] | BaseException:
    """The rows, or what it raised: that is for its caller."""
    try:
        return [*judge(fold)]
    except Exception as error:  # noqa: BLE001 - whatever it is
        return error


def _tell(done: "asyncio.Future[list[RowT]]", result: list[RowT] | BaseException) -> None:
    if done.done():
        return
    if isinstance(result, BaseException):
        done.set_exception(result)
        done.exception()  # whoever waits gets it; nobody else has to
    else:
        done.set_result(result)
