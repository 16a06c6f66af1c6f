"""Who is at which table, whichever process they are connected to.

Each process reports who is at a table when that changes, when it is asked, and every so many
heartbeats, so that a lost report does not matter for long. Only processes that follow the table
receive it. One that begins to follow it asks the others.

A process also receives its own heartbeats and uses them as a clock: another process is gone when we
have received several heartbeats of our own and none of its. While the bus is down this clock stands
still, so nobody is mistaken for absent.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple
from zlib import crc32

from tinplate.server.bus import Bus, BusMessage, Heartbeat, PresenceReport, Present
from tinplate.store.rendezvous import rank

MAX_MISSED_HEARTBEATS = 4
REPEAT = 20  # heartbeats until a process reports a table again; less than anybody's grace period
BELIEVED = 3 * REPEAT  # heartbeats that a report is believed which is not repeated
NOBODY = Present()


class PresenceListener(NamedTuple):
    """What is called when something happens, with the tables that it concerns."""

    on_change: Callable[[Iterable[str]], None]  # people elsewhere have come or gone
    on_heartbeat: Callable[[], None]
    on_follow: Callable[[str], None]  # messages come through: ask the others
    on_question: Callable[[str], None]  # another process wants to know who is there
    on_death: Callable[[Iterable[str]], None]  # a process has died that had people there


class _Sighting(NamedTuple):
    """What another process has reported of a table."""

    present: Present
    until: int  # a heartbeat of ours


class PresenceTracker:
    """Reports who is here, and collects the reports of other processes."""

    def __init__(self, bus: Bus, process: str) -> None:
        self._bus = bus
        self._process = process
        self._elsewhere: dict[str, dict[str, _Sighting]] = {}  # by followed table and process
        self._missed: dict[str, int] = {}  # heartbeats, by process
        self._listeners: list[PresenceListener] = []
        self._heard = 0  # heartbeats of our own
        self._sent = 0
        bus.subscribe(self._receive)
        bus.on_follow(self._following)

    @property
    def peers(self) -> frozenset[str]:
        """The other processes that are alive."""
        return frozenset(self._missed)

    @property
    def turn(self) -> tuple[int, int]:
        """Our place in the order of all processes that are alive, and how many there are."""
        return sum(peer < self._process for peer in self._missed), len(self._missed) + 1

    def subscribe(self, listener: PresenceListener) -> None:
        self._listeners.append(listener)

    def follow(self, table: str) -> None:
        """Begin to collect reports about a table."""
        self._elsewhere.setdefault(table, {})
        self._bus.follow(table)

    def unfollow(self, table: str) -> None:
        del self._elsewhere[table]
        self._bus.unfollow(table)

    def report(self, table: str, present: Present, *, asks: bool = False) -> None:
        """Tell the processes that follow a table who is there through this one."""
        if asks:
            self._doubt(table)
        self._bus.publish(PresenceReport(self._process, table, present, asks))

    def beat(self) -> Iterable[str]:
        """Send a heartbeat. Returns the tables whose turn it is to be reported again."""
        self._sent += 1
        self._bus.publish(Heartbeat(self._process))
        return [
            table for table in self._elsewhere if (crc32(table.encode()) + self._sent) % REPEAT == 0
        ]

    def end(self) -> None:
        """Tell the others that nobody will be here any more."""
        self._bus.publish(Heartbeat(self._process, is_last=True))

    def elsewhere(self, table: str) -> Iterable[Present]:
        """Who is at a table in each of the other processes."""
        return [sighting.present for sighting in self._elsewhere.get(table, {}).values()]

    def rank(self, table: str) -> int:
        """How many processes with people at this table come before us."""
        return rank(self._process, self._elsewhere.get(table, ()), table)

    def _receive(self, message: BusMessage) -> None:
        match message:
            case Heartbeat(process) if process == self._process:
                self._count_heartbeat()
            case Heartbeat(process, is_last):
                if is_last:
                    self._forget([process])
                else:
                    self._missed[process] = 0
            case PresenceReport(process) if process != self._process:
                self._missed[process] = 0
                if message.table in self._elsewhere:
                    self._note(message)
            case _:
                return

    def _note(self, report: PresenceReport) -> None:
        sightings = self._elsewhere[report.table]
        before = sightings.pop(report.process, None)
        if report.present != NOBODY:
            sightings[report.process] = _Sighting(report.present, self._heard + BELIEVED)
        if (before.present if before else NOBODY) != report.present:
            self._notify_of_change([report.table])
        if report.asks:
            for listener in self._listeners:
                listener.on_question(report.table)

    def _following(self, table: str) -> None:
        if table in self._elsewhere:
            for listener in self._listeners:
                listener.on_follow(table)

    def _doubt(self, table: str) -> None:
        """We ask: whoever does not answer soon is not there any more."""
        soon = self._heard + MAX_MISSED_HEARTBEATS
        sightings = self._elsewhere.get(table, {})
        for process, sighting in sightings.items():
            sightings[process] = sighting._replace(until=min(soon, sighting.until))

    def _count_heartbeat(self) -> None:
        self._heard += 1
        for process in self._missed:
            self._missed[process] += 1
        self._forget(
            [name for name, missed in self._missed.items() if missed > MAX_MISSED_HEARTBEATS]
        )
        self._drop_expired()
        for listener in self._listeners:
            listener.on_heartbeat()

    def _drop_expired(self) -> None:
        changed = list[str]()
        for table, sightings in self._elsewhere.items():
            expired = [name for name, each in sightings.items() if each.until < self._heard]
            for name in expired:
                del sightings[name]
            if expired:
                changed.append(table)
        self._notify_of_change(changed)

    def _forget(self, processes: Iterable[str]) -> None:
        for process in processes:
            self._missed.pop(process, None)
            tables = [
                table
                for table, sightings in self._elsewhere.items()
                if sightings.pop(process, None) is not None
            ]
            self._notify_of_change(tables)
            for listener in self._listeners:
                listener.on_death(tables)

    def _notify_of_change(self, tables: Iterable[str]) -> None:
        if tables:
            for listener in self._listeners:
                listener.on_change(tables)
