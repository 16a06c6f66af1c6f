"""The clients that watch a table: what each of them knows, and so what it has to be sent.

A watcher is notified when something may have changed. It then compares what its client knows with
the current state. Only answers are queued: a client that reads slowly gets fewer, longer messages.
"""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from tinplate.lobby.values import Guest, Table
from tinplate.server.bus import Present
from tinplate.server.log_cache import Clock
from tinplate.server.match_messages import entries_message, view_message
from tinplate.server.presence import PresenceTracker
from tinplate.server.replicas import MatchReplica, TableReplica
from tinplate.store.log import Moment
from tinplate.wire.incoming import Hello, LastSeen
from tinplate.wire.outgoing import (
    Chat,
    Done,
    Entries,
    Outgoing,
    Pong,
    Presence,
    Refused,
    Trouble,
    ViewMessage,
    Welcome,
    table_message,
)

Answer = Done | Refused | Trouble | Pong


class WatchedTable:
    """A table with everybody who watches it, here and in other processes."""

    def __init__(self, replica: TableReplica, tracker: PresenceTracker) -> None:
        self.replica = replica
        self.match: MatchReplica | None = None
        self.watchers: set[Watcher] = set()
        self.present = Present()  # the same people, as other processes are told
        self.absent_for: dict[str, float] = {}  # seconds, for each owner of a chair who is away
        self.leased_until = Moment(0)  # until then, no other process adopts the table
        self._tracker = tracker

    @property
    def log(self) -> str:
        return self.replica.log

    @property
    def table(self) -> Table:
        return self.replica.table

    def add(self, watcher: "Watcher") -> None:
        self.watchers.add(watcher)
        self._count()

    def discard(self, watcher: "Watcher") -> None:
        self.watchers.discard(watcher)
        self._count()

    @property
    def rank(self) -> int:
        """How many other processes come first where one process has to act."""
        return self._tracker.rank(self.log)

    def presence(self) -> Presence:
        """Everybody who is present, in all processes."""
        everywhere = [self.present, *self._tracker.elsewhere(self.log)]
        named = {guest for present in everywhere for guest in present.guests}
        return Presence(tuple(sorted(named)), sum(present.nameless for present in everywhere))

    @property
    def is_deserted(self) -> bool:
        """Whether nobody is here who has a chair."""
        present = self.presence().guests
        return not any(owner in present for owner in self.table.owners)

    def is_connected_here(self, guest: str) -> bool:
        return guest in self.present.guests

    def notify(self) -> None:
        for watcher in self.watchers:
            watcher.notify()

    def _count(self) -> None:
        named = {watcher.guest.id for watcher in self.watchers if watcher.guest}
        nameless = sum(watcher.guest is None for watcher in self.watchers)
        self.present = Present(tuple(sorted(named)), nameless)


class Watcher:
    """One client that watches a table, with or without a name."""

    def __init__(
        self, watched: WatchedTable, guest: Guest | None, hello: Hello, clock: Clock
    ) -> None:
        self.guest = guest
        self.watched = watched
        self._seen = hello.seen  # of the match
        self._with_views = hello.with_views
        self._clock = clock
        self._table: Table | None = None  # as it was sent, without the chat
        self._presence: Presence | None = None
        self._last_line = 0
        self._answers: list[Answer] = []
        self._wake: Callable[[], None] = lambda: None

    def subscribe(self, wake: Callable[[], None]) -> None:
        """Call this whenever there may be something to send."""
        self._wake = wake

    def notify(self) -> None:
        self._wake()

    def restart(self, hello: Hello) -> None:
        """The client says once more what it has seen."""
        self._seen, self._with_views = hello.seen, hello.with_views
        self.notify()

    def answer(self, answer: Answer) -> None:
        self._answers.append(answer)
        self.notify()

    def pending(self) -> Iterator[Outgoing]:
        """All messages that the client has to be sent. Answers come after what they caused."""
        answers, self._answers = self._answers, []
        if self._table is None:
            yield Welcome(self.guest)
        yield from self._pending_of_table()
        yield from self._pending_of_match()
        yield from answers

    def _pending_of_table(self) -> Iterator[Outgoing]:
        replica = self.watched.replica
        table = replace(replica.table, lines=())
        if table != self._table:
            self._table = table
            yield table_message(replica.version, table)
        presence = self.watched.presence()
        if presence != self._presence:
            self._presence = presence
            yield presence
        lines = tuple(line for line in replica.table.lines if line.number > self._last_line)
        if lines:
            self._last_line = lines[-1].number
            yield Chat(lines)

    def _pending_of_match(self) -> Iterator[ViewMessage | Entries]:
        match, table = self.watched.match, self.watched.table
        if match is None or match.log != table.match:
            return  # the new match is still being loaded
        seat = table.seat_of(self.guest.id) if self.guest else None
        seen, self._seen = self._seen, LastSeen(match.log, seat, match.seen_by(seat))
        if seen is None or not _can_continue(seen, self._seen, match):
            yield view_message(match, seat, self._clock())
        elif seen.version < self._seen.version:
            yield entries_message(
                match, seen.version, seat, self._clock(), with_view=self._with_views
            )


def _can_continue(seen: LastSeen, now: LastSeen, match: MatchReplica) -> bool:
    """Whether entries are enough to bring the client up to date."""
    is_same = (seen.match, seen.seat) == (now.match, now.seat)
    return is_same and match.is_kept_since(seen.version, seen.seat)
