"""A match in progress: an append-only log of versioned entries. Folding it gives the state."""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from operator import is_
from random import Random
from typing import Any, Generic, Self

from tinplate.game import (
    CommandT,
    EventT,
    Game,
    Malformed,
    Millis,
    Rejected,
    Seat,
    SettingsT,
    StateT,
)


@dataclass(frozen=True, slots=True)
class Entry(Generic[EventT]):
    """The events of one command or one deadline, all or none."""

    version: int  # counted from 1; the opening is version 0
    at: Millis
    events: tuple[EventT, ...]


class Match(Generic[SettingsT, StateT, CommandT, EventT]):
    """One match in progress. The caller supplies the time and the dice.

    Only `append` changes the match. `due` and `judge` roll the dice and return what would happen,
    so that callers can store it first.
    """

    def __init__(
        self,
        game: Game[SettingsT, StateT, CommandT, EventT],
        opening: StateT,
        dice: Random | Callable[[StateT], Random],
        log: Iterable[Entry[EventT]] = (),
        *,
        keep: int | None = None,
    ) -> None:
        """Replay a log. Keeps the last `keep` entries in memory, or all of them.

        The dice may depend on the state in which they are rolled.
        """
        self.game = game
        self.opening = opening
        self.state = opening
        self.version = 0
        self.last_at = Millis(0)  # the time of the latest entry
        self._dice = dice
        self._log: deque[Entry[EventT]] = deque(maxlen=keep)
        for entry in log:
            self.append(entry)

    @classmethod
    def open(
        cls,
        game: Game[SettingsT, StateT, CommandT, EventT],
        settings: SettingsT,
        seats: int,
        dice: Random,
    ) -> Self:
        """Deal a new match."""
        return cls(game, game.setup(settings, seats, dice), dice)

    @property
    def log(self) -> tuple[Entry[EventT], ...]:
        """The entries that are kept."""
        return tuple(self._log)

    def due(self, now: Millis) -> tuple[Entry[EventT], ...]:
        """What has to happen up to now: each deadline at its due time, however late we ask."""
        entries: list[Entry[EventT]] = []
        state = self.state
        while (at := self.game.deadline(state)) is not None and at <= now:
            events = self.game.expire(state, self._dice_in(state))
            entry = Entry(self.version + len(entries) + 1, at, events)
            state = self._folded(state, entry)
            entries.append(entry)
        return tuple(entries)

    def judge(self, seat: Seat, command: CommandT, now: Millis) -> Entry[EventT]:
        """What a command brings about, when nothing is due. Rejected if it is not legal."""
        now = max(now, self.last_at)  # the clocks of machines may differ a little
        dice = self._dice_in(self.state)
        events = self.game.decide(self.state, seat, command, now, dice)
        return Entry(self.version + 1, now, events)

    def append(self, entry: Entry[EventT], state: StateT | None = None) -> None:
        """Add an entry to the log. Malformed, and nothing changes, unless it is the next one.

        A caller who has folded it already says to which state it leads.
        """
        if entry.version != self.version + 1:
            raise Malformed(f"version {entry.version} does not follow version {self.version}")
        if entry.at < self.last_at:
            raise Malformed(f"version {entry.version} is older than the one before it")
        self.state = self._folded(self.state, entry) if state is None else state
        self.version, self.last_at = entry.version, entry.at
        self._log.append(entry)

    def tick(self, now: Millis) -> tuple[Entry[EventT], ...]:
        """Append what is due, for callers that need not store it first."""
        entries = self.due(now)
        for entry in entries:
            self.append(entry)
        return entries

    def submit(self, seat: Seat, command: CommandT, now: Millis) -> tuple[Entry[EventT], ...]:
        """Append what is due, then what the command brings about. Rejected if it is not legal."""
        due = self.tick(now)
        entry = self.judge(seat, command, now)
        self.append(entry)
        return (*due, entry)

    def view(self, seat: Seat | None) -> StateT:
        """What a seat, or a spectator, may see of the match now."""
        return self.game.view(self.state, seat)

    def since(self, version: int, seat: Seat | None) -> tuple[Entry[EventT], ...]:
        """What a seat, or a spectator, may see of the entries after a version."""
        oldest = self.version - len(self._log)
        if not oldest <= version <= self.version:
            raise Malformed(f"there is no version {version}; there are {oldest} to {self.version}")
        entries = islice(self._log, version - oldest, None)
        return tuple(witnessed(self.game, entry, seat) for entry in entries)

    def _dice_in(self, state: StateT) -> Random:
        return self._dice if isinstance(self._dice, Random) else self._dice(state)

    def _folded(self, state: StateT, entry: Entry[EventT]) -> StateT:
        try:
            for event in entry.events:
                state = self.game.evolve(state, event)
        except (LookupError, Rejected, TypeError, ValueError) as error:
            raise Malformed(f"version {entry.version} cannot follow: {error}") from error
        return state


def witnessed(
    game: Game[Any, Any, Any, EventT], entry: Entry[EventT], seat: Seat | None
) -> Entry[EventT]:
    """What a seat, or a spectator, may see of an entry; maybe no event of it."""
    seen = tuple(game.witness(event, seat) for event in entry.events)
    if all(map(is_, seen, entry.events)):
        return entry  # mostly everybody sees everything
    return Entry(entry.version, entry.at, tuple(event for event in seen if event is not None))


AnyMatch = Match[Any, Any, Any, Any]  # for code that handles all games alike
