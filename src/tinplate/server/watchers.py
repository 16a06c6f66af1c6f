"""The clients that watch a table: what each of them knows, and so what it has to be sent.

A watcher is notified when something may have changed. It then compares what its client knows with
the current state. Only answers are queued, and the last reaction of each guest: a client that reads
slowly gets fewer, longer messages.
"""

from collections.abc import Callable, Iterable, Iterator
from operator import is_
from typing import NamedTuple

from msgspec.structs import replace

from tinplate.game import Seat, Stall
from tinplate.lobby.forgetting import without_steps
from tinplate.lobby.rules import Attendance
from tinplate.lobby.values import LONG_AWAY, ChatLine, Guest, Table
from tinplate.server.bus import Present
from tinplate.server.forgotten import ForgottenPeople
from tinplate.server.log_cache import Clock
from tinplate.server.match_messages import MatchNews, Sight, entries_message, view_message
from tinplate.server.presence import PresenceTracker
from tinplate.server.replicas import MatchReplica, TableReplica
from tinplate.server.taken_names import TakenByPerson
from tinplate.store.log import Moment
from tinplate.wire.incoming import Hello, LastSeen
from tinplate.wire.outgoing import (
    Changes,
    Chat,
    Done,
    Entries,
    Outgoing,
    Pong,
    Presence,
    Reacted,
    Refused,
    Trouble,
    ViewMessage,
    Welcome,
    table_message,
)

Answer = Done | Refused | Trouble | Pong


class _ShownBy(NamedTuple):
    """What a table is shown by. The very same values are shown the same way."""

    table: Table
    gone: frozenset[str]
    taken: TakenByPerson
    private: frozenset[str]


class WatchedTable:
    """A table with everybody who watches it, here and in other processes."""

    def __init__(
        self,
        replica: TableReplica,
        tracker: PresenceTracker,
        forgotten: ForgottenPeople,
        clock: Clock,
    ) -> None:
        self.replica = replica
        self._clock = clock
        self._forgotten = forgotten
        self.private = frozenset[str]()  # those of its people who show others nothing
        self._shown: tuple[_ShownBy, Table] | None = None  # what was shown, and of what
        self.match: MatchReplica | None = None
        self.watchers: set[Watcher] = set()
        self.present = Present()  # the same people, as other processes are told
        self.absent_for: dict[str, float] = {}  # seconds, for owners of chairs
        self.stalled: tuple[object, float] = None, 0  # the stage of a stall, and for how long
        self.leased_until = Moment(0)  # until then, no other process adopts the table
        self._tracker = tracker
        self._presence: Presence | None = None  # as long as nobody comes or goes
        self._gone_at: dict[str, int] = {}  # as the presence tells it
        self._news: MatchNews | None = None

    @property
    def log(self) -> str:
        return self.replica.log

    @property
    def table(self) -> Table:
        return self.replica.table

    @property
    def shown(self) -> Table:
        """The table as everybody is shown it.

        Without the names of people who are gone, those that moderators have taken away, and the
        ratings of people who are private.
        """
        forgotten = self._forgotten
        by = _ShownBy(self.table, forgotten.people, forgotten.taken.by_person, self.private)
        if self._shown is None or not all(map(is_, by, self._shown[0])):
            self._shown = by, forgotten.table(without_steps(self.table, self.private))
        return self._shown[1]

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
        if self._presence is None:
            everywhere = [self.present, *self._tracker.elsewhere(self.log)]
            named = {guest for present in everywhere for guest in present.guests}
            nameless = sum(present.nameless for present in everywhere)
            self._gone_at = self._long_away_at(named)
            self._presence = Presence(tuple(sorted(named)), nameless, self._gone_at)
        return self._presence

    def _long_away_at(self, present: set[str]) -> dict[str, int]:
        """When each owner who is away will be so for long; the same until they are back."""
        now, before = self._clock(), self._gone_at
        return {
            guest: before.get(guest) or int(now + LONG_AWAY - 1000 * self.absent_for.get(guest, 0))
            for guest in sorted(self.table.owners)
            if guest not in present
        }

    def forget_presence(self) -> None:
        """Somebody came or went, here or in another process."""
        self._presence = None

    def news(self, match: MatchReplica) -> MatchNews:
        if self._news is None or self._news.replica is not match:
            self._news = MatchNews(match)
        return self._news

    def attendance(self) -> Attendance:
        """The people who are present, away for long, or have given the match up."""
        long_away = [one for one, long in self.absentees.items() if long * 1000 >= LONG_AWAY]
        resigned = () if self.match is None else self.match.resigned
        return Attendance(self.presence().guests, long_away, resigned)

    def count_absences(self, seconds: float) -> None:
        """So much time has passed. Absences add up, and time at the table makes up for them.

        Or else nobody could claim the win over a player who shows up for a moment each minute.
        """
        present, before = self.presence().guests, self.absent_for
        self.absent_for = {
            guest: before.get(guest, 0) + (-seconds if guest in present else seconds)
            for guest in self.table.owners
            if guest not in present or before.get(guest, 0) > seconds
        }

    @property
    def absentees(self) -> dict[str, float]:
        """The owners of chairs who are away, and for how many seconds."""
        present = self.presence().guests
        return {one: seconds for one, seconds in self.absent_for.items() if one not in present}

    def count_stall(self, seconds: float) -> Stall | None:
        """So much time has passed. Count it if everybody waits for people who are all there."""
        stall = None if self.match is None or not self.table.is_playing else self.match.stall
        if stall is None:
            self.stalled = None, 0
            return None
        stage, before = self.stalled
        lasts = before if stage == stall.stage else 0
        self.stalled = stall.stage, lasts + seconds * self._are_there(stall.seats)
        return stall

    def _are_there(self, seats: Iterable[Seat]) -> bool:
        chairs = [self.table.chairs[self.table.seats[seat]] for seat in seats]
        return not any(chair.owner and chair.owner.id in self.absentees for chair in chairs)

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

    def show(self, reacted: Reacted) -> None:
        for watcher in self.watchers:
            watcher.show(reacted)

    def _count(self) -> None:
        named = {watcher.guest.id for watcher in self.watchers if watcher.guest}
        nameless = sum(watcher.guest is None for watcher in self.watchers)
        self.present = Present(tuple(sorted(named)), nameless)
        self.forget_presence()


class Watcher:
    """One client that watches a table, with or without a name."""

    def __init__(
        self, watched: WatchedTable, guest: Guest | None, hello: Hello, grace: float, clock: Clock
    ) -> None:
        self.guest = guest
        self._grace = round(1000 * grace)
        self.watched = watched
        self._hello = hello
        self._seen = hello.seen  # of the match
        self._sight: Sight | None = None  # of the match, if we know it and send changes
        self._clock = clock
        self._table: Table | None = None  # as it was sent
        self._seat: Seat | None = None  # at that table
        self._presence: Presence | None = None
        self._last_line = 0
        self._answers: list[Answer] = []
        self._reactions: dict[str, Reacted] = {}  # to be sent: the last one of each guest
        self._hidden = frozenset[str]()  # the ids of those whose talk is not sent
        self._is_talk_stale = False
        self._wake: Callable[[], None] = lambda: None

    def subscribe(self, wake: Callable[[], None]) -> None:
        """Call this whenever there may be something to send."""
        self._wake = wake

    def notify(self) -> None:
        self._wake()

    def restart(self, hello: Hello) -> None:
        """The client says once more what it has seen."""
        self._hello, self._seen, self._sight = hello, hello.seen, None
        self.notify()

    def hide(self, hidden: frozenset[str], *, is_own: bool) -> None:
        """Send no more talk of these people. Whoever wants it so loses what they were sent, too.

        The others keep it until they come again: they are not told that somebody has blocked them.
        """
        self._is_talk_stale |= is_own and hidden != self._hidden
        self._hidden = hidden
        self.notify()

    def show(self, reacted: Reacted) -> None:
        """Send a reaction, soon. Where one of the same guest still waits, it is skipped."""
        if reacted.guest.id in self._hidden:
            return
        self._reactions[reacted.guest.id] = reacted
        self.notify()

    def answer(self, answer: Answer) -> None:
        self._answers.append(answer)
        self.notify()

    def pending(self) -> Iterator[Outgoing]:
        """All messages that the client has to be sent. Answers come after what they caused."""
        answers, self._answers = self._answers, []
        if self._table is None:
            yield Welcome(self.guest, self._grace)
        table, before = self.watched.shown, self._table
        if table is not before:
            self._table = table
            self._seat = table.seat_of(self.guest.id) if self.guest else None
            yield from self._pending_of_table(table, before)
        if self._is_talk_stale:
            self._is_talk_stale = False
            yield Chat(self._heard(table, 0), is_whole=True)
        presence = self.watched.presence()
        if presence is not self._presence:
            is_news, self._presence = presence != self._presence, presence
            if is_news:
                yield presence
        yield from self._pending_of_match()
        reactions, self._reactions = self._reactions, {}
        yield from reactions.values()
        yield from answers

    def _pending_of_table(self, table: Table, before: Table | None) -> Iterator[Outgoing]:
        if before is None or _told(table) != _told(before):
            version = self.watched.replica.version
            you = self.guest.id if self.guest else None
            yield table_message(version, table, you, is_kept_from_you=self._is_kept_from(table))
        lines = self._heard(table, self._last_line)
        self._last_line = max(self._last_line, table.last_line)
        if lines:
            yield Chat(lines)

    def _is_kept_from(self, table: Table) -> bool:
        """Whether they would be refused a chair. They learn it with the table, not when it changes.

        Or else somebody who blocks them would be seen doing it.
        """
        is_seated = self.guest is not None and table.chair_of(self.guest.id) is not None
        return not is_seated and not self._hidden.isdisjoint(table.owners)

    def _heard(self, table: Table, after: int) -> tuple[ChatLine, ...]:
        """The lines after a number that this client is sent."""
        return tuple(
            line
            for line in table.lines
            if line.number > after and line.guest.id not in self._hidden
        )

    def _pending_of_match(self) -> Iterator[ViewMessage | Entries | Changes]:
        match, table = self.watched.match, self.watched.table
        if match is None or match.log != table.match:
            return  # the new match is still being loaded
        seat, seen, sight = self._seat, self._seen, self._sight
        current = LastSeen(match.log, seat, match.seen_by(seat))
        if seen == current:
            return
        self._seen = current
        now = self._clock()
        if self._hello.with_changes:
            self._sight = self.watched.news(match).sight(seat)
        if seen is None or not _can_continue(seen, current, match):
            yield view_message(match, seat, now)
        elif self._hello.with_changes:
            yield self.watched.news(match).changes(sight, seen.version, seat, now)
        else:
            yield entries_message(match, seen.version, seat, now, with_view=self._hello.with_views)


def _told(table: Table) -> Table:
    """What is in a message about the table, and nothing else."""
    return replace(table, lines=(), to_rate=(), to_record=())


def _can_continue(seen: LastSeen, now: LastSeen, match: MatchReplica) -> bool:
    """Whether entries are enough to bring the client up to date."""
    is_same = (seen.match, seen.seat) == (now.match, now.seat)
    return is_same and match.is_kept_since(seen.version, seen.seat)
