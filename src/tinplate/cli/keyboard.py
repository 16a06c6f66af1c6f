"""A match of any game at one keyboard: its clock, its file, and the bots that play along."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Generic, NamedTuple

from tinplate.cli.bots import bots_among
from tinplate.cli.dice import dice_for
from tinplate.cli.matches import Record, clock_from, record_with, resumable
from tinplate.game import (
    CommandT,
    EventT,
    Millis,
    Plan,
    Seat,
    SettingsT,
    StateT,
    bot_consent,
    bot_offers,
)
from tinplate.match import AnyMatch, Entry, Match
from tinplate.store import logfile

PAUSE = 700  # milliseconds after each event, so that people can follow


class Session(NamedTuple):
    """A match and what it needs to continue: names by seat, a clock, a place to record."""

    match: AnyMatch
    names: tuple[str, ...]
    clock: Callable[[], Millis]
    record: Record


def begin(match: AnyMatch, names: tuple[str, ...], save: Path | None) -> Session:
    """Start a match from its opening, saving it to a file if asked."""
    recorder = None if save is None else logfile.Recorder.create(save, match, names)
    return Session(match, names, clock_from(Millis(0)), record_with(recorder))


def resume(path: Path, game: str, *, salvage: bool) -> Session:
    """Resume a match from its file, at the time of its last entry."""
    recorded = resumable(path, game, salvage=salvage)
    recorder = logfile.Recorder.resume(path, recorded)
    clock = clock_from(recorded.match.last_at)
    return Session(recorded.match, recorded.players, clock, record_with(recorder))


class KeyboardMatch(Generic[SettingsT, StateT, CommandT, EventT]):
    """A match in progress, its players' names, a clock, and a place to record events."""

    match: Match[SettingsT, StateT, CommandT, EventT]

    def __init__(self, session: Session) -> None:
        self.match, self.names, self._clock, self._record = session

    @property
    def state(self) -> StateT:
        return self.match.state

    @property
    def is_over(self) -> bool:
        return self.match.game.outcome(self.state) is not None

    def remaining(self) -> Millis | None:
        """Return the time left on the running clock; None when none is running."""
        due = self.match.game.deadline(self.state)
        return None if due is None else Millis(max(0, due - self._clock()))

    def let_time_pass(self) -> list[EventT]:
        """Return the events that the clock has caused."""
        return self._happened(self.match.due(self._clock()))

    def play(self, seat: Seat, command: CommandT) -> list[EventT]:
        """Return the events that a command causes; Rejected if the rules forbid it."""
        return self._happened([self.match.judge(seat, command, self._clock())])

    def _happened(self, entries: Sequence[Entry[EventT]]) -> list[EventT]:
        """Record first, then apply: nothing that people have seen can be lost."""
        if entries:
            self._record(entries)
        for entry in entries:
            self.match.append(entry)
        return [event for entry in entries for event in entry.events]


class _Asked(NamedTuple):
    """The version a bot was asked about, and its answer."""

    version: int
    answer: Future[Plan[Any]]


class KeyboardBots:
    """The bots of a match; they think in a thread, and the clock keeps running."""

    def __init__(self, match: AnyMatch, names: Sequence[str]) -> None:
        self.bots = bots_among(names)
        self._people = [Seat(seat) for seat in range(len(names)) if seat not in self.bots]
        self._match = match
        self._dice = dice_for(None)
        self._thread = ThreadPoolExecutor(1)
        self._asked = dict[Seat, _Asked]()

    def decided(self, now: Millis) -> tuple[Seat, Sequence[Any]] | None:
        """Return a bot's next commands, if one has decided; ask every bot that is due."""
        for seat in self._dice.sample([*self.bots], k=len(self.bots)):
            asked = self._asked.get(seat)
            if asked is None or asked.version != self._match.version:
                self._ask(seat, now)
            elif asked.answer.done():
                plan = asked.answer.result()
                if self._has_people_to_act:
                    plan = plan.beside_people()
                if plan.commands:
                    nothing_more = _settled(Plan(ask_again=plan.ask_again))
                    self._asked[seat] = _Asked(asked.version, nothing_more)
                    return seat, plan.commands
                if plan.ask_again is not None and plan.ask_again <= now:
                    self._ask(seat, now)
        return None

    @property
    def _has_people_to_act(self) -> bool:
        match = self._match
        return any(match.game.legal(match.state, seat) for seat in self._people)

    def _ask(self, seat: Seat, now: Millis) -> None:
        match = self._match
        consent = bot_consent(match.game, match.state, seat, self._people)
        if consent is not None:
            self._asked[seat] = _Asked(match.version, _settled(Plan((consent,))))
            return
        legal = bot_offers(match.game, match.state, seat)
        if legal and now >= match.last_at + PAUSE:
            told = match.view(seat), seat, legal, now, self._dice
            answer = self._thread.submit(self.bots[seat].choose, *told)
            self._asked[seat] = _Asked(match.version, answer)


def _settled(plan: Plan[Any]) -> Future[Plan[Any]]:
    """An answer for which nobody has to think."""
    answer = Future[Plan[Any]]()
    answer.set_result(plan)
    return answer


def ask_bot(match: AnyMatch, seat: Seat, bot: Any, dice: Any) -> Plan[Any]:  # noqa: ANN401
    """Ask a bot for its plan, while everybody waits."""
    legal = bot_offers(match.game, match.state, seat)
    plan: Plan[Any] = bot.choose(match.view(seat), seat, legal, match.last_at, dice)
    return plan
