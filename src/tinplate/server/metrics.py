"""What the house measures of itself, for Prometheus. Each process counts for itself."""

import asyncio
from typing import Literal, get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

Why = Literal["rules", "message", "budget", "origin", "store"]
Lost = Literal["late", "failed", "illegal"]  # decisions of bots
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)  # seconds
_A_MOMENT = 0.25  # seconds between two looks at the loop


class Metrics:
    """In a registry of their own, so that several houses can be in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self.sockets = Gauge(
            "tinplate_sockets", "Sockets that are open in this process.", registry=self.registry
        )
        self.tables = Gauge(
            "tinplate_tables", "Tables somebody looks at here.", registry=self.registry
        )
        self.command_seconds = self._histogram(
            "tinplate_command_seconds", "From the receipt of a command to its answer."
        )
        self.append_seconds = self._histogram(
            "tinplate_append_seconds", "To write something down for good."
        )
        self.loop_lag_seconds = self._histogram(
            "tinplate_loop_lag_seconds", "How much later than asked the event loop came round."
        )
        self.conflicts = Counter(
            "tinplate_conflicts", "Somebody else wrote first.", registry=self.registry
        )
        self.messages_out = Counter(
            "tinplate_messages_out", "Messages sent on sockets.", registry=self.registry
        )
        self._refused = Counter(
            "tinplate_refused", "What was refused, and why.", ["why"], registry=self.registry
        )
        self._lost = Counter(
            "tinplate_bot_decisions_lost",
            "For which a safe default was played, and why.",
            ["why"],
            registry=self.registry,
        )
        self.hurried = Counter(
            "tinplate_bot_decisions_hurried",
            "Made by a bot's quicker self, for there was no time for more.",
            registry=self.registry,
        )
        for why in get_args(Why):
            self._refused.labels(why)  # 0 from the start: how it grows can be seen at once
        for lost in get_args(Lost):
            self._lost.labels(lost)

    def refused(self, why: Why) -> None:
        self._refused.labels(why).inc()

    def lost(self, why: Lost) -> None:
        """A bot did not decide as it should."""
        self._lost.labels(why).inc()

    def text(self) -> bytes:
        """As Prometheus reads it."""
        return generate_latest(self.registry)

    async def watch_the_loop(self) -> None:
        """For ever."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _A_MOMENT
            await asyncio.sleep(_A_MOMENT)
            self.loop_lag_seconds.observe(max(0.0, loop.time() - due))

    def _histogram(self, name: str, what: str) -> Histogram:
        return Histogram(name, what, buckets=_BUCKETS, registry=self.registry)
