"""A toy game whose players have known strengths: all draw a number, and the lowest comes first.

A player who draws from an exponential distribution with rate s comes in before one with rate t with
a chance of s / (s + t): exactly what Elo assumes.
"""

from collections.abc import Sequence
from random import Random
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from tinplate.game import Malformed, Millis, Outcome, Plan, Rejected, Seat, Vocabulary
from tinplate.pack import GamePack

PATIENCE = Millis(60_000)


class State(Struct, frozen=True):
    """The numbers by seat; None has not drawn."""

    drawn: tuple[float | None, ...]
    until: Millis | None = PATIENCE


class Draw(Struct, frozen=True):
    """Both what a player submits and what happens."""

    number: float
    seat: Seat = Seat(-1)


class Close(Struct, frozen=True):
    """Time is up: whoever has not drawn comes in last."""


class Numbers:
    """Nine functions, as any game has them."""

    name = "numbers"
    vocabulary = Vocabulary(None, State, Draw, Draw | Close)

    def setup(self, settings: None, seats: int, dice: Random) -> State:
        del settings, dice
        return State((None,) * seats)

    def decide(
        self, state: State, seat: Seat, command: Draw, now: Millis, dice: Random
    ) -> tuple[Draw, ...]:
        del now, dice
        if state.drawn[seat] is not None:
            raise Rejected("You have drawn already.")
        if command.number < 0:
            raise Rejected("Nobody draws less than nothing.")
        return (Draw(command.number, seat),)

    def evolve(self, state: State, event: Draw | Close) -> State:
        if isinstance(event, Close):
            return replace(state, until=None, drawn=tuple(each or 1e9 for each in state.drawn))
        before, after = state.drawn[: event.seat], state.drawn[event.seat + 1 :]
        drawn = (*before, event.number, *after)
        return replace(state, drawn=drawn, until=None if None not in drawn else state.until)

    def deadline(self, state: State) -> Millis | None:
        return state.until

    def expire(self, state: State, dice: Random) -> tuple[Close, ...]:
        del dice
        if state.until is None:
            raise Malformed("nothing is due")
        return (Close(),)

    def legal(self, state: State, seat: Seat) -> tuple[Draw, ...]:
        return (Draw(1.0),) if state.drawn[seat] is None else ()

    def view(self, state: State, seat: Seat | None) -> State:
        del seat
        return state

    def witness(self, event: Draw | Close, seat: Seat | None) -> Draw | Close | None:
        del seat
        return event

    def outcome(self, state: State) -> Outcome | None:
        return Outcome((), "all have drawn") if state.until is None else None


class NumbersPack(GamePack):
    """The lowest number is the best; a bot that fails draws late."""

    name = "numbers"
    title = "Numbers"
    game = Numbers()
    presets = MappingProxyType({"usual": None})

    def safe_plan(self, view: State, seat: Seat, legal: Sequence[Draw]) -> Plan[Draw]:
        del view, seat, legal
        return Plan((Draw(99.0),))

    def score(self, state: State, seat: Seat) -> float:
        return -(state.drawn[seat] or 0)


PACK = NumbersPack()


class Drawer:
    """Draws from an exponential distribution."""

    name, games, strength, limit = "drawer", frozenset({"numbers"}), 1, 1.0

    def __init__(self, rate: float) -> None:
        self._rate = rate

    def choose(
        self, view: State, seat: Seat, legal: Sequence[Draw], now: Millis, dice: Random
    ) -> Plan[Draw]:
        del view, seat, legal, now
        return Plan((Draw(dice.expovariate(self._rate)),))
