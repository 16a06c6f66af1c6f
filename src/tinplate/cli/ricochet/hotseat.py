"""Several players at one keyboard: what is typed becomes commands at the table.

Nothing here reads keys or draws; the full screen and the plain lines both stand on it.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from tinplate.cli.ricochet.narrate import counted, tell, tell_outcome
from tinplate.game import Malformed, Millis, Rejected, Seat
from tinplate.match import Entry, Table
from tinplate.ricochet.notation import parse_moves
from tinplate.ricochet.settings import Settings
from tinplate.ricochet.values import (
    Bid,
    Bidding,
    Command,
    Event,
    GiveUp,
    MakeMove,
    Pause,
    Proving,
    State,
    TakeBack,
    Thinking,
    TurnToken,
)

RicochetTable: TypeAlias = Table[Settings, State, Command, Event]
Record: TypeAlias = Callable[[Iterable[Entry[Event]]], None]

_BID = re.compile(r"(?P<name>.*?)[\s:]*(?P<moves>\d+)")
_TAKE_BACK = {"undo", "back", "take back", "u"}
_GIVE_UP = {"give up", "giveup", "fail"}
_NEXT = {"", "next", "n"}


class HotSeat:
    """A match in progress, its players' names, a clock, and a place to write what happens."""

    def __init__(
        self,
        table: RicochetTable,
        names: Sequence[str],
        clock: Callable[[], Millis],
        record: Record,
    ) -> None:
        self.table = table
        self.names = names
        self._clock = clock
        self._record = record

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def is_over(self) -> bool:
        return self.table.game.outcome(self.state) is not None

    def remaining(self) -> Millis | None:
        """Until the clock that runs now has run out; None when none runs."""
        due = self.table.game.deadline(self.state)
        return None if due is None else Millis(max(0, due - self._clock()))

    def tick(self) -> list[str]:
        """Let the clock do what is due; what happened, told."""
        return self._told(self.table.tick(self._clock()))

    def enter(self, line: str) -> list[str]:
        """Do what was typed; what happened, told. Rejected or Malformed say why it was not done."""
        told = self.tick()
        for seat, command in self._understood(" ".join(line.lower().split())):
            told += self.submit(seat, command)
            if not self._is_proving(seat):
                break  # the proof is decided; moves typed after the last one are not needed
        return told

    def _is_proving(self, seat: Seat) -> bool:
        phase = self.state.phase
        return isinstance(phase, Proving) and phase.prover.seat == seat

    def submit(self, seat: Seat, command: Command) -> list[str]:
        """Put one command to the table; what happened, told."""
        # What is due is recorded even if the command is then refused.
        told = self.tick()
        return told + self._told(self.table.submit(seat, command, self._clock()))

    def instruction(self) -> str:
        """What there is to do now, in a sentence."""
        if self.is_over:
            return "The match is over."
        match self.state.phase:
            case Pause():
                return "Press Enter to turn up the next token."
            case Thinking() | Bidding() if len(self.names) == 1:
                return "Type your number of moves as soon as you see a way; then show it."
            case Thinking():
                example = f"{self.names[0]} 6"
                return f"Who sees a way? Type a name and a number of moves, such as: {example}"
            case Bidding():
                return "Bid until the sand has run; your own number you may only lower."
            case Proving() as proving:
                return self._proof_instruction(proving)

    def score(self) -> str:
        """Everybody's tokens, and in solo those taken face down."""
        if self.state.settings.solo:
            return f"{len(self.state.won[0])} face up, {len(self.state.missed)} face down"
        tokens = (
            f"{name} {len(won)}" for name, won in zip(self.names, self.state.won, strict=True)
        )
        return ", ".join(tokens)

    def ending(self) -> str | None:
        """Who won and why, once the match is over."""
        outcome = self.table.game.outcome(self.state)
        return None if outcome is None else tell_outcome(outcome, self.names)

    def _proof_instruction(self, proving: Proving) -> str:
        prover = self.names[proving.prover.seat]
        made = f"{len(proving.slides)} of {counted(proving.prover.moves, 'move')} made"
        if len(proving.queue) == 1:
            return f"{prover} is proving: {made}."
        following = proving.queue[1]
        return (
            f"{prover} is proving: {made}. "
            f"If that fails, {self.names[following.seat]} is next with {following.moves}."
        )

    def _understood(self, text: str) -> list[tuple[Seat, Command]]:
        match self.state.phase:
            case Pause() if text in _NEXT:
                return [(Seat(0), TurnToken())]
            case Pause():
                raise Malformed("Press Enter (or type next) to turn up the next token.")
            case Thinking() | Bidding():
                return [self._bid(text)]
            case Proving() as proving:
                return [(proving.prover.seat, command) for command in _proof_commands(text)]

    def _bid(self, text: str) -> tuple[Seat, Command]:
        found = _BID.fullmatch(text)
        if found is None:
            raise Malformed(f"“{text}” is not a bid: type a name and a number of moves.")
        return self._seat(found["name"]), Bid(int(found["moves"]))

    def _seat(self, text: str) -> Seat:
        """The player with that name, or the only one whose name begins so."""
        names = [name.lower() for name in self.names]
        if text in names:
            return Seat(names.index(text))
        matching = [Seat(seat) for seat, name in enumerate(names) if name.startswith(text)]
        if len(matching) == 1:
            return matching[0]
        if not text:
            raise Malformed("Who bids? Type the name before the number.")
        problem = "fits several players" if matching else "is nobody here"
        raise Malformed(f"“{text}” {problem}; at the table are {', '.join(self.names)}.")

    def _told(self, entries: Iterable[Entry[Event]]) -> list[str]:
        entries = tuple(entries)
        if entries:
            self._record(entries)
        return [tell(event, self.names) for entry in entries for event in entry.events]


def _proof_commands(text: str) -> list[Command]:
    if text in _TAKE_BACK:
        return [TakeBack()]
    if text in _GIVE_UP:
        return [GiveUp()]
    if not text:
        raise Malformed("Type moves such as bn ge, or undo, or give up.")
    return [MakeMove(move) for move in parse_moves(text)]


Refused = (Rejected, Malformed)  # what `enter` and `submit` raise for a player to read
