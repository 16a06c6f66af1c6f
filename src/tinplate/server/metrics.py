"""Metrics for Prometheus. Each process counts for itself."""

import asyncio
from typing import Literal, get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

RefusalReason = Literal["rules", "message", "rate-limit", "origin", "store"]
LossReason = Literal["late", "failed", "illegal"]  # of decisions of bots
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)  # seconds
_LAG_INTERVAL = 0.25  # seconds between two measurements


class Metrics:
    """The metrics of one server, in a registry of their own: tests run several in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self.sockets = Gauge(
            "tinplate_sockets", "Open sockets of this process.", registry=self.registry
        )
        self.tables = Gauge(
            "tinplate_tables", "Tables with watchers in this process.", registry=self.registry
        )
        self.command_seconds = self._histogram(
            "tinplate_command_seconds", "From receiving a command to answering it."
        )
        self.append_seconds = self._histogram(
            "tinplate_append_seconds", "To append to a log, durably."
        )
        self.loop_lag_seconds = self._histogram(
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
        for refusal in get_args(RefusalReason):
            self._refused.labels(refusal)  # starts at 0, so that the first one shows as growth
        for loss in get_args(LossReason):
            self._lost.labels(loss)

    def refused(self, why: RefusalReason) -> None:
        self._refused.labels(why).inc()

    def lost(self, why: LossReason) -> None:
        """A bot failed to decide, so a safe default was played."""
        self._lost.labels(why).inc()

    def text(self) -> bytes:
        """All metrics in the format of Prometheus."""
        return generate_latest(self.registry)

    async def measure_loop_lag(self) -> None:
        """Runs until it is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _LAG_INTERVAL
            await asyncio.sleep(_LAG_INTERVAL)
            self.loop_lag_seconds.observe(max(0.0, loop.time() - due))

    def _histogram(self, name: str, what: str) -> Histogram:
        return Histogram(name, what, buckets=_BUCKETS, registry=self.registry)
