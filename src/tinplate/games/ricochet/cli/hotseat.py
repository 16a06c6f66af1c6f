"""Several players at one keyboard: turns what they type into commands at the table.

Nothing here reads keys or draws; the full screen and the plain lines are built on it.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from tinplate.cli.keyboard import KeyboardBots, KeyboardMatch, Session
from tinplate.cli.words import counted, tell_outcome
from tinplate.ending import EndMatch, Resign
from tinplate.game import Malformed, Rejected, Seat
from tinplate.games.ricochet.cli.narrate import score, tell
from tinplate.games.ricochet.notation import parse_moves
from tinplate.games.ricochet.pieces import ROBOTS
from tinplate.games.ricochet.rules import counted_moves
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.values import (
    Bid,
    Bidding,
    ClaimRoute,
    Command,
    DoubtProof,
    Event,
    GiveUp,
    MakeMove,
    Pause,
    Proving,
    SayDone,
    SkipToken,
    State,
    TakeBack,
    Thinking,
    TurnGlass,
    TurnToken,
)
from tinplate.match import Match

RicochetMatch: TypeAlias = Match[Settings, State, Command, Event]

_BID = re.compile(r"(?P<name>.*?)[\s:]*(?P<moves>\d{1,4})")
_TAKE_BACK = {"undo", "back", "take back", "u"}
_GIVE_UP = {"give up", "giveup", "fail"}
_NEXT = {"", "next", "n"}
_FOUND = {"found", "found it", "have it", "i have it", "f"}
# What people at one keyboard agree on aloud: one of them types it for all.
_TOGETHER: dict[str, Command] = {
    "done": SayDone(),
    "skip": SkipToken(),
    "glass": TurnGlass(),
    "stop": DoubtProof(),
}
_END = {"end", "end match", "end the match"}
_RESIGN = re.compile(r"(?P<name>.*?)\s*resigns?")


class Reply(NamedTuple):
    """What happened, in words, and why the rest did not, if something was refused."""

    told: list[str]
    refusal: str | None = None


class RicochetHotSeat(KeyboardMatch[Settings, State, Command, Event]):
    """A match of Ricochet, and what people type."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._company = KeyboardBots(session.match, session.names)

    @property
    def has_bots(self) -> bool:
        """Whether there are bots; then anything may happen at any time, so tick often."""
        return bool(self._company.bots)

    def tick(self) -> list[str]:
        """Let the clock and the bots act, and return what happened, in words."""
        told = self._told(self.let_time_pass())
        if (decided := self._company.decided(self._clock())) is not None:
            seat, commands = decided
            for command in commands:
                happened, refusal = self._submit(seat, command)
                told += happened
                if refusal is not None:
                    break  # the clock was quicker
        return told

    def enter(self, line: str) -> Reply:
        """Do what was typed, as far as possible."""
        before = self._whose_turn()
        answer = Reply(self._told(self.let_time_pass()))
        if before != self._whose_turn():
            # A line meant as a bid is not a move, and Ann's move is not Bob's.
            return Reply(answer.told, "Too late.")
        try:
            commands = self._understood(" ".join(line.lower().split()))
        except Malformed as error:
            return Reply(answer.told, str(error))
        for seat, command in commands:
            told, refusal = self.submit(seat, command)
            answer = Reply(answer.told + told, refusal)
            if refusal is not None:
                break
            if isinstance(command, MakeMove) and not self._is_proving(seat):
                break  # the proof is decided; ignore the moves typed after it
        return answer

    def submit(self, seat: Seat, command: Command) -> Reply:
        """Submit one command of a player at the keyboard."""
        if seat in self._company.bots:
            return Reply([], f"{self.names[seat]} is a bot and plays on its own.")
        return self._submit(seat, command)

    def _submit(self, seat: Seat, command: Command) -> Reply:
        told = self._told(self.let_time_pass())
        try:
            return Reply(told + self._told(self.play(seat, command)))
        except Rejected as refusal:
            return Reply(told, str(refusal))

    def _whose_turn(self) -> tuple[str, Seat | None]:
        """Return the current phase, and in a proof whose it is."""
        phase = self.state.phase
        prover = phase.prover.seat if isinstance(phase, Proving) else None
        return type(phase).__name__, prover

    def _is_proving(self, seat: Seat) -> bool:
        return self._whose_turn() == (Proving.__name__, seat)

    def instruction(self) -> str:
        """Say in a sentence what to do now."""
        if self.is_over:
            return "The match is over."
        match self.state.phase:
            case Pause():
                return "Press Enter to reveal the next target."
            case Thinking() if self.state.settings.claims:
                return "Found a route? Type found, then show it."
            case Thinking() | Bidding() if len(self.names) == 1:
                return "Found a route? Type its number of moves, then show it."
            case Thinking():
                example = f"{self.names[0]} 6"
                return f"Found a route? Type a name and a number of moves, such as: {example}"
            case Bidding():
                return "Found something shorter? Bid before time runs out, or type: done"
            case Proving() as proving:
                return self._proof_instruction(proving)

    def score(self) -> str:
        return score(self.state, self.names)

    def whereabouts(self) -> str:
        """Say where everything is, for players who cannot see the board."""
        state = self.state
        robots = ", ".join(
            f"{robot.colour} {cell}" for robot, cell in zip(ROBOTS, state.robots, strict=False)
        )
        if isinstance(state.phase, Pause):
            return f"Robots: {robots}."
        target = state.phase.target
        return f"Robots: {robots}. {target} is at {state.board.targets[target]}."

    def ending(self) -> str | None:
        """Say who won and why, once the match is over."""
        outcome = self.match.game.outcome(self.state)
        return None if outcome is None else tell_outcome(outcome, self.names)

    def _proof_instruction(self, proving: Proving) -> str:
        prover = self.names[proving.prover.seat]
        count = counted_moves(self.state, proving)
        if self.state.settings.claims:
            return f"{prover} is showing a route: {counted(count, 'move')} made."
        made = f"{count} of {counted(proving.prover.moves, 'move')} made"
        if len(proving.queue) == 1:
            return f"{prover} is proving: {made}."
        following = proving.queue[1]
        return (
            f"{prover} is proving: {made}. "
            f"If that fails, {self.names[following.seat]} is next with {following.moves}."
        )

    def _understood(self, text: str) -> list[tuple[Seat, Command]]:
        match self.state.phase:
            case Pause() if self.is_over:
                raise Malformed("The match is over.")
            case _ if text in _END:
                return self._all_say(EndMatch())
            case _ if (resigning := _RESIGN.fullmatch(text)) is not None:
                return [(self._seat(resigning["name"]), Resign())]
            case Pause() if text in _NEXT:
                return [(Seat(0), TurnToken())]
            case Pause():
                raise Malformed("Press Enter (or type next) to reveal the next target.")
            case Thinking() | Bidding() | Proving() if text in _TOGETHER:
                return self._all_say(_TOGETHER[text])
            case Thinking() if self.state.settings.claims:
                if text not in _FOUND:
                    raise Malformed("Type found when you have a route.")
                return [(Seat(0), ClaimRoute())]
            case Thinking() | Bidding():
                return [self._bid(text)]
            case Proving() as proving:
                return [(proving.prover.seat, command) for command in _proof_commands(text)]

    def _all_say(self, command: Command) -> list[tuple[Seat, Command]]:
        """Everybody at the keyboard who may; bots speak for themselves."""
        people = [Seat(seat) for seat in range(len(self.names)) if seat not in self._company.bots]
        legal = [seat for seat in people if command in self.match.game.legal(self.state, seat)]
        saying = legal or people
        return [(seat, command) for seat in (saying[:1] if command == TurnGlass() else saying)]

    def _bid(self, text: str) -> tuple[Seat, Command]:
        found = _BID.fullmatch(text)
        if found is None:
            example = "6" if len(self.names) == 1 else f"{self.names[0]} 6"
            raise Malformed(f"That is not a bid; type one such as: {example}")
        return self._seat(found["name"]), Bid(int(found["moves"]))

    def _seat(self, text: str) -> Seat:
        """Find the person with that name, or the only one whose name starts with it."""
        people = [seat for seat in range(len(self.names)) if seat not in self._company.bots]
        names = {self.names[seat].lower(): Seat(seat) for seat in people}
        if text in names:
            return names[text]
        matching = [seat for name, seat in names.items() if name.startswith(text)]
        if len(matching) == 1:
            return matching[0]
        if not text:
            raise Malformed("Who? Type the name first.")
        problem = "matches several players" if matching else "matches no player"
        here = ", ".join(self.names[seat] for seat in people)
        raise Malformed(f"“{text}” {problem}; at the table: {here}.")

    def _told(self, events: Sequence[Event]) -> list[str]:
        return [tell(event, self.names) for event in events]


def _proof_commands(text: str) -> list[Command]:
    if text in _TAKE_BACK:
        return [TakeBack()]
    if text in _GIVE_UP:
        return [GiveUp()]
    if not text:
        raise Malformed("Type moves such as bn ge, or undo, give up or stop.")
    return [MakeMove(move) for move in parse_moves(text)]
