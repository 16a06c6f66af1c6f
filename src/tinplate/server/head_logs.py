"""Logs whose state is in their head: what is personal is replaced there, and can be erased.

Rows are never changed, so they say only what kind of thing happened, and when. A writer states what
it has read; if another was faster, it reads and judges again.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.json import Decoder, encode

from tinplate.game import Rejected
from tinplate.server.log_cache import Clock, UnknownLog
from tinplate.server.metrics import Metrics
from tinplate.store.log import (
    NOT_OPENED,
    PAGE,
    Conflict,
    Head,
    ListingCursor,
    Moment,
    Row,
    Store,
)

MAX_ATTEMPTS = 20  # to append while other processes append to the same log
SKEW = 10_000  # milliseconds by which the clocks of processes may differ
StateT = TypeVar("StateT", bound=Struct)


class StateChange(NamedTuple, Generic[StateT]):
    """What a log becomes, and the kinds of what has happened. Without any, nothing changes."""

    state: StateT
    happened: Sequence[str]
    is_open: bool = True
    guests: tuple[str, ...] = ()  # by whom the log is found, besides its name


class StoredState(NamedTuple, Generic[StateT]):
    """The state of a log, and its version."""

    state: StateT
    version: int


class HeadLogs(Generic[StateT]):
    """The logs of one kind."""

    def __init__(
        self, store: Store, clock: Clock, metrics: Metrics, kind: str, state: type[StateT]
    ) -> None:
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._kind = kind
        self._decoder = Decoder(state)

    async def find(self, log: str) -> StoredState[StateT] | None:
        """As it is now, whichever process has written it."""
        head = await self._store.head(log)
        if head is None:
            return None
        return StoredState(self._decoder.decode(head.summary), head.version)

    async def versions(self, logs: Sequence[str]) -> dict[str, int]:
        """Of those that are there."""
        return await self._store.versions(logs) if logs else {}

    async def of_guest(self, guest: str, *, is_open: bool) -> list[tuple[str, StateT]]:
        """All logs that are found by a guest, with their names."""
        found, behind = list[tuple[str, StateT]](), None
        while True:
            page = await self._store.of_guest(
                guest, self._kind, is_open=is_open, limit=PAGE, behind=behind
            )
            found += [(head.log, self._decoder.decode(head.summary)) for head in page]
            if len(page) < PAGE:
                return found
            behind = page[-1].cursor

    async def latest(self, limit: int) -> list[tuple[str, StateT]]:
        """The open logs that have changed last, with their names."""
        heads = await self._store.listing(self._kind, is_public=False, is_open=True, limit=limit)
        return [(head.log, self._decoder.decode(head.summary)) for head in heads]

    async def changed_since(self, moment: Moment) -> AsyncIterator[tuple[Moment, StateT]]:
        """The open logs that have changed since then, with the time; the latest first.

        The clocks of other processes may be behind, so it begins a little earlier.
        """
        behind: ListingCursor | None = None
        while heads := await self._store.listing(
            self._kind, is_public=False, is_open=True, limit=PAGE, behind=behind
        ):
            for head in heads:
                if head.updated_at < moment - SKEW:
                    return
                yield head.updated_at, self._decoder.decode(head.summary)
            behind = heads[-1].cursor

    async def open(
        self, log: str, state: StateT, happened: Sequence[str], guests: tuple[str, ...] = ()
    ) -> None:
        """Begin a log. Conflict if there is one of that name."""
        await self._append(log, 0, StateChange(state, happened, guests=guests))

    async def change(
        self,
        log: str,
        judge: Callable[[StateT], StateChange[StateT]],
        blank: StateT | None = None,
    ) -> StateT:
        """Append what `judge` returns. A log that is not there begins blank, or is UnknownLog."""
        for _ in range(MAX_ATTEMPTS):
            found = await self.find(log)
            if found is None and blank is not None:
                found = StoredState(blank, NOT_OPENED)
            if found is None:
                raise UnknownLog(log)
            change = judge(found.state)
            if not change.happened:
                return found.state
            try:
                await self._append(log, found.version + 1, change)
            except Conflict:
                self._metrics.conflicts.inc()
            else:
                return change.state
        because = "Too many people are doing something here at once. Try again."
        raise Rejected(because, "too-many-at-once")

    async def fold(
        self, log: str, empty: StateT, judge: Callable[[StateT], StateChange[StateT]]
    ) -> StateT:
        """The same as `change`, for a log that may not be there: then it is begun from `empty`."""
        with suppress(UnknownLog):
            return await self.change(log, judge)
        change = judge(empty)
        if not change.happened:
            return empty
        try:
            await self._append(log, 0, change)
        except Conflict:  # another process has begun it
            return await self.change(log, judge)
        return change.state

    async def _append(self, log: str, version: int, change: StateChange[StateT]) -> None:
        now = self._clock()
        head = Head(
            log=log,
            kind=self._kind,
            version=version,
            due=None,
            is_public=False,
            is_open=change.is_open,
            updated_at=now,
            summary=encode(change.state),
            guests=change.guests,
        )
        with self._metrics.appending():
            await self._store.append(head, [Row(version, now, encode(change.happened))])
