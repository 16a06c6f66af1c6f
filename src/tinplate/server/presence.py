"""Who is at which table, whichever process they are connected to.

Each process reports changes at once, and everything once per heartbeat. It also receives its own
reports and uses them as a clock: another process is gone when we have received several heartbeats
of our own and none of its. While the bus is down this clock stands still, so nobody is mistaken
for absent.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from tinplate.server.bus import Bus, BusMessage, PresenceReport, Present

MAX_MISSED_HEARTBEATS = 4
NOBODY = Present()


@dataclass(slots=True)
class _Peer:
    """What we know of another process."""

    tables: dict[str, Present] = field(default_factory=dict)
    missed_heartbeats: int = 0


class PresenceTracker:
    """Reports who is here, and collects the reports of other processes."""

    def __init__(self, bus: Bus, process: str) -> None:
        self._bus = bus
        self._process = process
        self._peers: dict[str, _Peer] = {}
        self._on_change: list[Callable[[Iterable[str]], None]] = []
        self._on_heartbeat: list[Callable[[], None]] = []
        bus.subscribe(self._receive)

    def subscribe(
        self, on_change: Callable[[Iterable[str]], None], on_heartbeat: Callable[[], None]
    ) -> None:
        """Call `on_change` with the tables where people elsewhere have come or gone."""
        self._on_change.append(on_change)
        self._on_heartbeat.append(on_heartbeat)

    def report(self, tables: Mapping[str, Present], *, is_complete: bool) -> None:
        """Tell all processes who is at the tables of this one."""
        self._bus.publish(PresenceReport(self._process, dict(tables), is_complete))

    def elsewhere(self, table: str) -> Iterable[Present]:
        """Who is at a table in each of the other processes."""
        return [peer.tables[table] for peer in self._peers.values() if table in peer.tables]

    def rank(self, table: str) -> int:
        """How many processes with people at this table come before us in a fixed order."""
        return sum(
            name < self._process and table in peer.tables for name, peer in self._peers.items()
        )

    def _receive(self, message: BusMessage) -> None:
        if not isinstance(message, PresenceReport):
            return
        if message.process == self._process:
            if message.is_complete:
                self._heartbeat()
        else:
            self._update(message)

    def _update(self, report: PresenceReport) -> None:
        peer = self._peers.setdefault(report.process, _Peer())
        peer.missed_heartbeats = 0
        before = peer.tables
        known = {} if report.is_complete else before
        peer.tables = {
            table: present
            for table, present in {**known, **report.tables}.items()
            if present != NOBODY
        }
        self._notify(before, peer.tables)

    def _heartbeat(self) -> None:
        for name, peer in list(self._peers.items()):
            peer.missed_heartbeats += 1
            if peer.missed_heartbeats > MAX_MISSED_HEARTBEATS:
                del self._peers[name]
                self._notify(peer.tables, {})
        for listener in self._on_heartbeat:
            listener()

    def _notify(self, before: Mapping[str, Present], after: Mapping[str, Present]) -> None:
        tables = [
            table for table in before.keys() | after.keys() if before.get(table) != after.get(table)
        ]
        if tables:
            for listener in self._on_change:
                listener(tables)
