"""Who is at which table, in whichever process they are connected to.

Each process says so when it changes, and calls its whole roll once a beat. It hears its own roll
too, and that is its clock: a process that was silent while we heard ourselves a few times is gone.
So as long as the bus is down no time passes, and nobody is taken for absent.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from tinplate.server.bus import Bus, Here, Roll, Word

MOST_SILENT_BEATS = 4
NOBODY = Here()


@dataclass(slots=True)
class _Neighbour:
    """Another process, as far as we have heard of it."""

    tables: dict[str, Here] = field(default_factory=dict)
    silent_beats: int = 0


class Attendance:
    """What is known of the tables of other processes."""

    def __init__(self, bus: Bus, process: str) -> None:
        self._bus = bus
        self._process = process
        self._neighbours: dict[str, _Neighbour] = {}
        self._on_change: list[Callable[[Iterable[str]], None]] = []
        self._on_beat: list[Callable[[], None]] = []
        bus.listen(self._hear)

    def listen(
        self, on_change: Callable[[Iterable[str]], None], on_beat: Callable[[], None]
    ) -> None:
        """Call the one with tables where others have come or gone, the other once a beat."""
        self._on_change.append(on_change)
        self._on_beat.append(on_beat)

    def tell(self, tables: Mapping[str, Here], *, is_whole: bool) -> None:
        """Say who is at the tables of this process."""
        self._bus.announce(Roll(self._process, dict(tables), is_whole))

    def elsewhere(self, table: str) -> Iterable[Here]:
        """Who is at a table in other processes, one by one."""
        return [there.tables[table] for there in self._neighbours.values() if table in there.tables]

    def rank(self, table: str) -> int:
        """How many processes with somebody at a table come before this one; all count alike."""
        return sum(
            name < self._process and table in there.tables
            for name, there in self._neighbours.items()
        )

    def _hear(self, word: Word) -> None:
        if not isinstance(word, Roll):
            return
        if word.process == self._process:
            if word.is_whole:
                self._beat()
        else:
            self._note(word)

    def _note(self, roll: Roll) -> None:
        there = self._neighbours.setdefault(roll.process, _Neighbour())
        there.silent_beats = 0
        before = there.tables
        known = {} if roll.is_whole else before
        there.tables = {
            table: here for table, here in {**known, **roll.tables}.items() if here != NOBODY
        }
        self._changed(before, there.tables)

    def _beat(self) -> None:
        for name, there in list(self._neighbours.items()):
            there.silent_beats += 1
            if there.silent_beats > MOST_SILENT_BEATS:
                del self._neighbours[name]
                self._changed(there.tables, {})
        for listener in self._on_beat:
            listener()

    def _changed(self, before: Mapping[str, Here], after: Mapping[str, Here]) -> None:
        tables = [
            table for table in before.keys() | after.keys() if before.get(table) != after.get(table)
        ]
        if tables:
            for listener in self._on_change:
                listener(tables)
