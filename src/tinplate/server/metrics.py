"""Metrics for Prometheus. Each process counts for itself."""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Literal, TypeVar, get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

from tinplate.server.recent import Clock, HourCounter, Timing
from tinplate.store.log import StoreFacts, StoreFailure, Unavailable

RefusalReason = Literal["rules", "message", "rate-limit", "origin", "store", "token", "proof"]
LossReason = Literal["late", "failed", "illegal"]  # of decisions of bots
FaultKind = Literal["request", "socket", "task"]
NameT = TypeVar("NameT", bound=str)
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)  # seconds
_LAG_INTERVAL = 0.25  # seconds between two measurements


class Metrics:
    """The metrics of one server, in a registry of their own: tests run several in one process."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self.sockets = Gauge(
            "tinplate_sockets", "Open sockets of this process.", registry=self.registry
        )
        self.tables = Gauge(
            "tinplate_tables", "Tables with watchers in this process.", registry=self.registry
        )
        self.command_seconds = self._timing(
            "tinplate_command_seconds", "From receiving a command to answering it."
        )
        self.append_seconds = self._timing(
            "tinplate_append_seconds", "To append to a log, durably."
        )
        self.check_seconds = self._timing(
            "tinplate_check_seconds", "To find out whether the store can be written to."
        )
        self.loop_lag_seconds = self._timing(
            "tinplate_loop_lag_seconds", "How late the event loop runs a timer."
        )
        self.conflicts = Counter(
            "tinplate_conflicts", "Appends that lost to another process.", registry=self.registry
        )
        self.messages_out = Counter(
            "tinplate_messages_out", "Messages sent on sockets.", registry=self.registry
        )
        self._refused = Counter(
            "tinplate_refused",
            "Refused commands and requests, by reason.",
            ["why"],
            registry=self.registry,
        )
        self._lost = Counter(
            "tinplate_bot_decisions_lost",
            "Decisions replaced by a safe default, by reason.",
            ["why"],
            registry=self.registry,
        )
        self.hurried = Counter(
            "tinplate_bot_decisions_hurried",
            "Decisions that a bot's fast fallback made in its place.",
            registry=self.registry,
        )
        self._store_failures = Counter(
            "tinplate_store_failures",
            "Failures of the database, by kind.",
            ["kind"],
            registry=self.registry,
        )
        self._failures = Counter(
            "tinplate_failures",
            "Faults of ours: requests, sockets and tasks that failed.",
            ["what"],
            registry=self.registry,
        )
        self._troubles = Gauge(
            "tinplate_trouble",
            "What is wrong now: 1, or 0 if it is not.",
            ["kind"],
            registry=self.registry,
        )
        self._database_bytes = Gauge(
            "tinplate_database_bytes", "The size of the database.", registry=self.registry
        )
        self._disk_free_bytes: Gauge | None = None  # until it is known
        self.last_hour = HourCounter(clock)  # what went wrong, for the host page
        self.store_written_at = 0.0  # last, by the monotonic clock
        self.store_failed_at: dict[StoreFailure, float] = {}  # the same, by kind
        self.task_failed_at: float | None = None  # the same, for tasks in the background
        for refusal in get_args(RefusalReason):
            self._refused.labels(refusal)  # starts at 0, so that the first one shows as growth
        for loss in get_args(LossReason):
            self._lost.labels(loss)
        for failure in get_args(StoreFailure):
            self._store_failures.labels(failure)
        for fault in get_args(FaultKind):
            self._failures.labels(fault)

    def refused(self, why: RefusalReason) -> None:
        self._refused.labels(why).inc()
        self.last_hour.add(f"refused-{why}")

    def lost(self, why: LossReason) -> None:
        """A bot failed to decide, so a safe default was played."""
        self._lost.labels(why).inc()
        self.last_hour.add(f"bot-{why}")

    def store_failed(self, kind: StoreFailure) -> None:
        self._store_failures.labels(kind).inc()
        self.last_hour.add(f"store-{kind}")
        self.store_failed_at[kind] = self._clock()

    @contextmanager
    def appending(self) -> Iterator[None]:
        """Around an append: how long it takes, and how it fails."""
        try:
            with self.append_seconds.time():
                yield
            self.store_written_at = self._clock()
        except Unavailable as failure:
            self.store_failed(failure.kind)
            raise

    def failed(self, what: FaultKind) -> None:
        """A fault of ours, which is logged."""
        self._failures.labels(what).inc()
        self.last_hour.add(f"failed-{what}")

    def task_failed(self) -> None:
        """Something that runs in the background failed. It is tried or started again."""
        self.failed("task")
        self.task_failed_at = self._clock()

    def measure_store(self, facts: StoreFacts) -> None:
        """The disk of a database server is not known here, so nothing is told of it."""
        self._database_bytes.set(facts.size or 0)
        if facts.free is None:
            return
        if self._disk_free_bytes is None:
            self._disk_free_bytes = Gauge(
                "tinplate_disk_free_bytes", "What is free on its disk.", registry=self.registry
            )
        self._disk_free_bytes.set(facts.free)

    def watch_troubles(self, kinds: Sequence[NameT], is_there: Callable[[NameT], bool]) -> None:
        """Ask for each kind of trouble whenever the metrics are read."""
        for kind in kinds:
            self._troubles.labels(kind).set_function(partial(is_there, kind))

    def text(self) -> bytes:
        """All metrics in the format of Prometheus."""
        return generate_latest(self.registry)

    async def measure_loop_lag(self, alive: Callable[[], None]) -> None:
        """Call `alive` each time, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _LAG_INTERVAL
            await asyncio.sleep(_LAG_INTERVAL)
            self.loop_lag_seconds.observe(max(0.0, loop.time() - due))
            alive()

    def _timing(self, name: str, what: str) -> Timing:
        histogram = Histogram(name, what, buckets=_BUCKETS, registry=self.registry)
        return Timing(histogram, self._clock)
