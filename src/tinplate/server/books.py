"""All logs of the house as this process knows them: found, read, and written to.

Any process may write to any log. Who comes second reads what came first, and judges again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from tinplate.catalogue import Catalogue
from tinplate.game import Malformed, Rejected
from tinplate.server.bus import Bus, News, Word
from tinplate.server.errands import Errands
from tinplate.server.ledger import KINDS, MATCH, Draft, Ledger, MatchLedger, RoomLedger
from tinplate.server.metrics import Metrics
from tinplate.store.log import Conflict, Head, Moment, Row, Store, all_rows
from tinplate.wire.rows import Author

KEPT_OPEN = 1_000  # ledgers that stay in memory though nobody uses them
MOST_TRIES = 20  # so often somebody else may be quicker

Clock = Callable[[], Moment]
LedgerT = TypeVar("LedgerT", RoomLedger, MatchLedger)
AnyLedger = Ledger[Any]
Judge = Callable[[], Sequence[Draft[Any]]]


class Unknown(LookupError):
    """There is no such table or match."""


class Books:
    """Opens ledgers, and keeps those that were used last."""

    def __init__(  # noqa: PLR0913, PLR0917 - each of them can be replaced
        self,
        store: Store,
        bus: Bus,
        catalogue: Catalogue,
        clock: Clock,
        dice: Random,
        metrics: Metrics,
    ) -> None:
        self.store = store
        self.catalogue = catalogue
        self.clock = clock
        self.dice = dice
        self._bus = bus
        self._metrics = metrics
        self._open: WeakValueDictionary[str, AnyLedger] = WeakValueDictionary()
        self._recent: OrderedDict[str, AnyLedger] = OrderedDict()
        self._opening: dict[str, asyncio.Task[AnyLedger]] = {}
        self._listeners: list[Callable[[AnyLedger], None]] = []
        self._errands = Errands()
        bus.listen(self._hear)

    def listen(self, listener: Callable[[AnyLedger], None]) -> None:
        """Call it whenever a ledger that is open here has grown."""
        self._listeners.append(listener)

    async def room(self, log: str) -> RoomLedger:
        return _expected(await self._ledger(log), RoomLedger)

    async def match(self, log: str) -> MatchLedger:
        return _expected(await self._ledger(log), MatchLedger)

    async def open(self, head: Head, opening: bytes) -> None:
        """Begin a log; Conflict if there is one of that name."""
        with self._metrics.append_seconds.time():
            await self.store.append(head, [Row(0, head.updated_at, opening)])

    async def write(self, ledger: AnyLedger, by: Author | None, judge: Judge) -> int:
        """Write down what `judge` says, and return its version; or the one it has already.

        Judged is what the log says at that moment, again each time somebody else was quicker. Who
        stops waiting does not stop it.
        """
        return await asyncio.shield(self._errands.send(self._write(ledger, by, judge)))

    async def let_fall(self, ledger: AnyLedger) -> None:
        """Let happen what is due."""
        await self.write(ledger, None, tuple)

    async def refresh(self, ledger: AnyLedger) -> None:
        """Read what others have written, though no news of it have come."""
        async with ledger.lock:
            await self._catch_up(ledger)

    async def current(self, ledger: LedgerT) -> LedgerT:
        """The same, with all that others have written: for who asks once and does not look on."""
        await self.refresh(ledger)
        return ledger

    def hear_of(self, log: str, version: int) -> None:
        """Somebody says that a log has got so far: read it, if it is open here."""
        ledger = self._open.get(log)
        if ledger is not None and version > ledger.version:
            self._errands.send_off(self.refresh(ledger))

    async def close(self) -> None:
        """Wait until all that is under way is written or read."""
        await self._errands.finish()

    async def _write(self, ledger: AnyLedger, by: Author | None, judge: Judge) -> int:
        async with ledger.lock:
            for _ in range(MOST_TRIES):
                try:
                    await self._append(ledger, ledger.fallen(self.clock()))
                    version = ledger.version_by(by)
                    if version is None:
                        await self._append(ledger, judge())
                        version = ledger.version
                except Conflict:
                    self._metrics.conflicts.inc()
                    await self._catch_up(ledger)
                except Rejected:
                    # What was wrong by what is known here may be right by what others have done.
                    if not await self._catch_up(ledger):
                        raise
                else:
                    return version
        because = "Too many want to do something here at once; try again."
        raise Rejected(because, "too-many-at-once")

    async def _append(self, ledger: AnyLedger, drafts: Sequence[Draft[Any]]) -> None:
        if not drafts:
            return
        with self._metrics.append_seconds.time():
            await self.store.append(ledger.head_after(drafts), ledger.rows(drafts))
        for draft in drafts:
            ledger.add(draft)
        self._tell(ledger)
        self._bus.announce(News(ledger.log, ledger.version))

    async def _catch_up(self, ledger: AnyLedger) -> bool:
        """Read what others have written; whether there was something."""
        before = ledger.version
        async for row in all_rows(self.store, ledger.log, after=ledger.version):
            ledger.read(row)
        if ledger.version == before:
            return False
        self._tell(ledger)
        return True

    def _tell(self, ledger: AnyLedger) -> None:
        for listener in self._listeners:
            listener(ledger)

    def _hear(self, word: Word) -> None:
        if isinstance(word, News):
            self.hear_of(word.log, word.version)

    async def _ledger(self, log: str) -> AnyLedger:
        was_being_read = log in self._opening
        try:
            ledger = await self._found(log)
        except Unknown:
            if not was_being_read:
                raise
            # That look began before we asked, and the log may have been opened in between.
            ledger = await self._found(log)
        self._keep(ledger)
        return ledger

    async def _found(self, log: str) -> AnyLedger:
        ledger = None if log in self._opening else self._open.get(log)
        if ledger is None:
            ledger = await asyncio.shield(self._opening.get(log) or self._begin_to_read(log))
        return ledger

    def _begin_to_read(self, log: str) -> asyncio.Task[AnyLedger]:
        """Once for all who ask meanwhile: who has another ledger of a log misses its news."""
        opening = self._opening[log] = self._errands.send(self._read(log))

        def forget(_: object) -> None:
            del self._opening[log]
            if opening.exception() is not None:  # those who ask hear of it, if any still do
                self._open.pop(log, None)

        opening.add_done_callback(forget)
        return opening

    async def _read(self, log: str) -> AnyLedger:
        head = await self._head(log)
        [opening] = await self.store.read(log, after=-1, limit=1)
        is_match = head.kind == MATCH
        ledger = (
            MatchLedger(log, opening, self.catalogue, self.dice)
            if is_match
            else RoomLedger(log, opening)
        )
        self._open[log] = ledger
        await self.refresh(ledger)
        return ledger

    async def _head(self, log: str) -> Head:
        try:
            head = await self.store.head(log)
        except Malformed:  # no log can have such a name
            head = None
        if head is None or head.kind not in KINDS:
            raise Unknown(log)
        return head

    def _keep(self, ledger: AnyLedger) -> None:
        self._recent[ledger.log] = ledger
        self._recent.move_to_end(ledger.log)
        if len(self._recent) > KEPT_OPEN:
            self._recent.popitem(last=False)


def _expected(ledger: AnyLedger, kind: type[LedgerT]) -> LedgerT:
    if not isinstance(ledger, kind):
        raise Unknown(ledger.log)
    return ledger
