"""What is wrong with a process now: its disk, its database, its event loop, its bus.

`/ready`, the metrics and the host page tell it. Each kind of trouble is logged at most once a
minute.
"""

import asyncio
import logging
import sys
import threading
import time
from types import FrameType
from typing import Literal, get_args

from tinplate.server.bus import Bus
from tinplate.server.metrics import Metrics
from tinplate.server.recent import MINUTE, Clock
from tinplate.store.log import PartlyUnavailable, Store, StoreFacts, StoreFailure, Unavailable

TroubleKind = Literal[
    "store-full", "store-damaged", "store-disk-error", "store-down", "store-slow",
    "disk-low", "loop-slow", "bus-down", "task-failed",
]  # fmt: skip
KINDS: tuple[TroubleKind, ...] = get_args(TroubleKind)
OF_FAILURE: dict[StoreFailure, TroubleKind] = {
    "full": "store-full",
    "damaged": "store-damaged",
    "disk-error": "store-disk-error",
    "down": "store-down",
}
SLOW_WRITE = 1.0  # seconds
SLOW_LOOP = 1.0  # seconds that the loop is late
LOW_DISK = 256 * 2**20  # bytes: time to act before SQLite cannot write any more
CHECK_TIMEOUT = 2.0  # seconds for the store to answer
CHECK_INTERVAL = 1.0  # seconds between two checks, however often anybody asks
FAILING = 10.0  # seconds that a failed write counts, if none succeeds
LOOK_INTERVAL = 5.0  # seconds between two looks at what was measured
CHECKS_EVERY = 6  # looks: a check writes to the disk, which may be one that wears out
STUCK = 2.0  # seconds without a sign of life
log = logging.getLogger(__name__)


class HealthMonitor:
    """Notes what goes wrong, and for how long that counts."""

    def __init__(
        self, store: Store, bus: Bus, metrics: Metrics, clock: Clock = time.monotonic
    ) -> None:
        self._store = store
        self._bus = bus
        self._metrics = metrics
        self._clock = clock
        self._quiet_until: dict[TroubleKind, float] = {}
        self._was_fine = True
        self._checked_until = 0.0
        self.facts: StoreFacts | None = None  # as they were lately
        metrics.watch_troubles(KINDS, lambda kind: kind in self.troubles())

    def troubles(self) -> tuple[TroubleKind, ...]:
        """What is wrong now, or was within the last minute."""
        now = self._clock()
        failures = self._metrics.store_failed_at
        wrong = {OF_FAILURE[kind] for kind, at in failures.items() if now - at < MINUTE}
        if self._longest_write() > SLOW_WRITE:
            wrong.add("store-slow")
        if self._metrics.loop_lag_seconds.longest(MINUTE) > SLOW_LOOP:
            wrong.add("loop-slow")
        if self.facts is not None and self.facts.free is not None and self.facts.free < LOW_DISK:
            wrong.add("disk-low")
        if self._bus.is_up is False:
            wrong.add("bus-down")
        failed_at = self._metrics.task_failed_at
        if failed_at is not None and now - failed_at < MINUTE:
            wrong.add("task-failed")
        return tuple(kind for kind in KINDS if kind in wrong)

    async def is_store_fine(self) -> bool:
        """Whether it can be written to. It is checked once a second, however often we are asked."""
        now = self._clock()
        if now >= self._checked_until:
            self._checked_until = now + CHECK_INTERVAL
            self._was_fine = await self._check()
        return self._was_fine and not self._fails_to_write(now)

    async def run(self) -> None:
        """Look now and then, also when nobody asks, until cancelled."""
        looks = 0
        while True:
            if looks % CHECKS_EVERY == 0:
                await self.is_store_fine()
                await self.refresh_facts()
            self.log_troubles()
            looks += 1
            await asyncio.sleep(LOOK_INTERVAL)

    async def refresh_facts(self) -> StoreFacts | None:
        try:
            async with asyncio.timeout(CHECK_TIMEOUT):
                self.facts = await self._store.facts()
        except (Unavailable, TimeoutError):
            pass  # the checks tell
        else:
            self._metrics.measure_store(self.facts)
        return self.facts

    def log_troubles(self) -> None:
        """One line for each kind a minute. The store and the bus log their failures themselves."""
        now = self._clock()
        for kind in self.troubles():
            if kind in DESCRIPTIONS and now >= self._quiet_until.get(kind, 0):
                self._quiet_until[kind] = now + MINUTE
                log.warning(DESCRIPTIONS[kind], self._amount(kind), extra={"trouble": kind})

    def _amount(self, kind: TroubleKind) -> float:
        match kind:
            case "store-slow":
                return self._longest_write()
            case "loop-slow":
                return self._metrics.loop_lag_seconds.longest(MINUTE)
            case _:
                return (self.facts.free or 0) / 2**20 if self.facts else 0

    def _longest_write(self) -> float:
        written, checked = self._metrics.append_seconds, self._metrics.check_seconds
        return max(written.longest(MINUTE), checked.longest(MINUTE))

    def _fails_to_write(self, now: float) -> bool:
        """On a full disk there may be just enough room for a check, but not for what people do."""
        failures = self._metrics.store_failed_at
        failed_at = max(failures.get("full", 0.0), failures.get("disk-error", 0.0))
        return failed_at > self._metrics.store_written_at and now - failed_at < FAILING

    async def _check(self) -> bool:
        try:
            with self._metrics.check_seconds.time():
                await asyncio.wait_for(self._store.check(), CHECK_TIMEOUT)
        except PartlyUnavailable as failure:  # the tables of the other databases are played on
            self._metrics.store_failed(failure.kind)
            return True
        except Unavailable as failure:
            self._metrics.store_failed(failure.kind)
        except TimeoutError:
            self._metrics.store_failed("down")
        else:
            return True
        return False


DESCRIPTIONS: dict[TroubleKind, str] = {
    "store-slow": "the database is slow: it took %.1f s to write",
    "loop-slow": "the event loop was late by %.1f s: this process is overloaded, or was stuck",
    "disk-low": "the disk of the database is almost full: %.0f MB are left",
}


class LoopWatchdog:
    """A thread that logs where the event loop is stuck, while it is."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._loop_thread = threading.get_ident()
        self._alive_at = clock()
        self._quiet_until = 0.0
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="loop-watchdog", daemon=True)

    def start(self) -> None:
        """Call it in the thread of the loop."""
        self._loop_thread = threading.get_ident()
        self._alive_at = self._clock()
        self._thread.start()

    def alive(self) -> None:
        """The loop runs."""
        self._alive_at = self._clock()

    def stop(self) -> None:
        self._is_over.set()
        if self._thread.ident is not None:
            self._thread.join()

    def look(self) -> None:
        """Log a loop that is stuck, at most once a minute."""
        now = self._clock()
        silent = now - self._alive_at
        if silent > STUCK and now >= self._quiet_until:
            self._quiet_until = now + MINUTE
            frame = sys._current_frames().get(self._loop_thread)  # noqa: SLF001 - its documented name
            log.error(
                "the event loop has been stuck for %.0f s at %s",
                silent,
                _place(frame),
                extra={"trouble": "loop-stuck"},
            )

    def _watch(self) -> None:
        while not self._is_over.wait(STUCK / 2):
            self.look()


def _place(frame: FrameType | None) -> str:
    """The innermost line of ours, or else of anybody."""
    first = frame
    while frame is not None and "tinplate" not in frame.f_globals.get("__name__", ""):
        frame = frame.f_back
    found = frame or first
    if found is None:
        return "an unknown place"
    return f"{found.f_globals.get('__name__', '?')}, line {found.f_lineno} ({found.f_code.co_name})"
