"""The logs that this process works with: opened, kept in memory, refreshed and written to.

Any process may write to any log. On a conflict, the writer reads what came first and judges again.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from cachetools import LRUCache

from tinplate.catalogue import Catalogue
from tinplate.game import Malformed, Rejected
from tinplate.server.background import BackgroundTasks
from tinplate.server.bus import Bus, BusMessage, LogGrew
from tinplate.server.deals import Dealer
from tinplate.server.lull import Lull
from tinplate.server.metrics import Metrics
from tinplate.server.preparing import Preparation
from tinplate.server.replicas import (
    DRAWING,
    MATCH,
    TABLE,
    Draft,
    DrawingReplica,
    LogReplica,
    MatchReplica,
    TableReplica,
)
from tinplate.store.log import Conflict, Head, Moment, Row, Store, all_rows
from tinplate.wire.rows import Author

MAX_UNUSED = 1_000  # replicas that stay in memory although nobody uses them
MAX_ATTEMPTS = 20  # to append while other processes append to the same log

Clock = Callable[[], Moment]
ReplicaT = TypeVar("ReplicaT", TableReplica, MatchReplica, DrawingReplica)
AnyReplica = LogReplica[Any]
Judge = Callable[[], Sequence[Draft[Any]]]


class UnknownLog(LookupError):
    """There is no such table, match or drawing."""


class LogCache:
    """Opens replicas of logs, and keeps the most recently used ones."""

    def __init__(  # noqa: PLR0913, PLR0917 - each of them can be replaced
        self,
        store: Store,
        bus: Bus,
        catalogue: Catalogue,
        clock: Clock,
        dealer: Dealer,
        metrics: Metrics,
        preparation: Preparation,
    ) -> None:
        self.store = store
        self.catalogue = catalogue
        self.clock = clock
        self.dealer = dealer
        self.preparation = preparation
        self.lull = Lull()
        self._bus = bus
        self._metrics = metrics
        self._open: WeakValueDictionary[str, AnyReplica] = WeakValueDictionary()
        self._recent: LRUCache[str, AnyReplica] = LRUCache(MAX_UNUSED)
        self._opening: dict[str, asyncio.Task[AnyReplica]] = {}
        self._listeners: list[Callable[[AnyReplica], None]] = []
        self.on_fault = metrics.task_failed
        self._background = BackgroundTasks(self.on_fault)
        bus.subscribe(self._receive)

    def subscribe(self, listener: Callable[[AnyReplica], None]) -> None:
        """Call the listener whenever a replica that is open here has grown."""
        self._listeners.append(listener)

    async def table(self, log: str) -> TableReplica:
        """UnknownLog if there is no such table."""
        return _expect(await self._replica(log), TableReplica)

    async def match(self, log: str) -> MatchReplica:
        """UnknownLog if there is no such match."""
        return _expect(await self._replica(log), MatchReplica)

    async def drawing(self, log: str) -> DrawingReplica:
        """UnknownLog if there is no such drawing."""
        return _expect(await self._replica(log), DrawingReplica)

    async def open(self, head: Head, opening: bytes) -> None:
        """Begin a log. Conflict if there is one of that name."""
        with self._metrics.appending():
            await self.store.append(head, [Row(0, head.updated_at, opening)])

    async def open_match(self, head: Head, opening: bytes) -> MatchReplica:
        """Begin the log of a match. What was written just now is not read again."""
        await self.open(head, opening)
        if self._being_read(head.log) is None and head.log not in self._open:
            self._start_reading(head.log, self._from(head, Row(0, head.updated_at, opening)))
        replica = await self.match(head.log)
        # Load what it needs now, while its players still look: the first command waits for that.
        self._background.detach(self.preparation.until_playable(replica.pack.name))
        return replica

    async def write(self, replica: AnyReplica, by: Author | None, judge: Judge) -> int:
        """Append what `judge` returns, and return the version that the log then has.

        A command that was accepted before is not judged again: its version is returned. Otherwise
        it is judged again after each conflict. Cancelling the caller does not cancel an append that
        has begun; until the replica has read it, the next writer gets a conflict.
        """
        if isinstance(replica, MatchReplica):
            await self.preparation.until_playable(replica.pack.name)
        try:
            return await self._write(replica, by, judge)
        except asyncio.CancelledError:
            self._background.detach(self.refresh(replica))  # the store may have it
            raise

    async def apply_due(self, replica: AnyReplica) -> None:
        """Append what the deadlines that have passed bring about."""
        await self.write(replica, None, tuple)

    async def refresh(self, replica: AnyReplica) -> None:
        """Read what other processes have appended, whether or not the bus has told us."""
        async with replica.lock:
            await self._catch_up(replica)

    async def current(self, replica: ReplicaT) -> ReplicaT:
        """The same replica, refreshed: for callers that look once and do not subscribe."""
        await self.refresh(replica)
        return replica

    def note_version(self, log: str, version: int) -> None:
        """A log is said to have reached a version: refresh its replica if one is open here."""
        replica = self._open.get(log)
        if replica is not None and version > replica.version:
            self._background.detach(self.refresh(replica))

    def announce(self, replica: AnyReplica) -> None:
        """Tell the processes that follow its table which version a log has reached."""
        self._bus.publish(LogGrew(replica.table_log, replica.log, replica.version))

    async def close(self) -> None:
        """Wait for all reads and writes that are under way."""
        await self._background.join()

    async def _write(self, replica: AnyReplica, by: Author | None, judge: Judge) -> int:
        async with replica.lock:
            for _ in range(MAX_ATTEMPTS):
                try:
                    await self._append(replica, replica.due_drafts(self.clock()))
                    version = replica.version_by(by)
                    if version is None:
                        await self._append(replica, judge())
                        version = replica.version
                except Conflict:
                    self._metrics.conflicts.inc()
                    await self._catch_up(replica)
                except Rejected:
                    # We may be behind: what we reject may be legal after what others have appended.
                    if not await self._catch_up(replica):
                        raise
                else:
                    return version
        because = "Too many people are doing something here at once. Try again."
        raise Rejected(because, "too-many-at-once")

    async def _append(self, replica: AnyReplica, drafts: Sequence[Draft[Any]]) -> None:
        if not drafts:
            return
        with self._metrics.appending():
            await self.store.append(replica.head_after(drafts), replica.rows(drafts))
        for draft in drafts:
            replica.add(draft)
        self._notify(replica)
        self.announce(replica)

    async def _catch_up(self, replica: AnyReplica) -> bool:
        """Read what others have appended. True if there was anything."""
        before = replica.version
        async for row in all_rows(self.store, replica.log, after=replica.version):
            replica.read(row)
        if replica.version == before:
            return False
        self._notify(replica)
        return True

    def _notify(self, replica: AnyReplica) -> None:
        for listener in self._listeners:
            listener(replica)

    def _receive(self, message: BusMessage) -> None:
        if isinstance(message, LogGrew):
            self.note_version(message.log, message.version)

    async def _replica(self, log: str) -> AnyReplica:
        was_being_read = self._being_read(log) is not None
        try:
            replica = await self._find(log)
        except UnknownLog:
            if not was_being_read:
                raise
            # That read started before this call, and the log may have been created in between.
            replica = await self._find(log)
        self._recent[replica.log] = replica
        return replica

    async def _find(self, log: str) -> AnyReplica:
        opening = self._being_read(log)
        replica = None if opening else self._open.get(log)
        if replica is None:
            replica = await asyncio.shield(opening or self._start_reading(log, self._read(log)))
        return replica

    def _being_read(self, log: str) -> "asyncio.Task[AnyReplica] | None":
        """A read that has ended may not be forgotten yet; what it found may be out of date."""
        opening = self._opening.get(log)
        if opening is None or not opening.done():
            return opening
        self._forget(log, opening)
        return None

    def _start_reading(
        self, log: str, reading: Coroutine[Any, Any, AnyReplica]
    ) -> asyncio.Task[AnyReplica]:
        """Read a log once for all concurrent callers: a second replica would miss updates."""
        opening = self._opening[log] = self._background.spawn(reading)
        opening.add_done_callback(partial(self._forget, log))
        return opening

    def _forget(self, log: str, opening: asyncio.Task[AnyReplica]) -> None:
        has_failed = opening.exception() is not None  # the callers get it, if any are left
        if self._opening.get(log) is opening:
            del self._opening[log]
            if has_failed:
                self._open.pop(log, None)

    async def _read(self, log: str) -> AnyReplica:
        head = await self._head(log)
        [opening] = await self.store.read(log, after=-1, limit=1)
        return await self._from(head, opening)

    async def _from(self, head: Head, opening: Row) -> AnyReplica:
        replica = self._begin(head.kind, head.log, opening)
        self._open[head.log] = replica
        await self.refresh(replica)  # others may have appended, and we did not listen yet
        return replica

    async def _head(self, log: str) -> Head:
        try:
            head = await self.store.head(log)
        except Malformed:  # no log can have such a name
            head = None
        if head is None:
            raise UnknownLog(log)
        return head

    def _begin(self, kind: str, log: str, opening: Row) -> AnyReplica:
        if kind == MATCH:
            return MatchReplica(log, opening, self.catalogue, self.dealer)
        if kind == TABLE:
            return TableReplica(log, opening)
        if kind.startswith(f"{DRAWING} "):
            return DrawingReplica(log, opening)
        raise UnknownLog(log)


def _expect(replica: AnyReplica, kind: type[ReplicaT]) -> ReplicaT:
    if not isinstance(replica, kind):
        raise UnknownLog(replica.log)
    return replica
