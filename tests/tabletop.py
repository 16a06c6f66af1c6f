"""A scripted table, for the tests of any game's rules: who does what, and when."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar

import pytest

from tinplate.game import Agreeing, AnyGame, Millis, Outcome, Rejected, Seat, ends_match
from tinplate.match import Entry, Match

SettingsT = TypeVar("SettingsT")
StateT = TypeVar("StateT")
CommandT = TypeVar("CommandT")
EventT = TypeVar("EventT")


class AnyTabletop(Generic[SettingsT, StateT, CommandT, EventT]):
    """A match and a clock that the test sets; a game adds what can be done and seen in it."""

    def __init__(self, match: Match[SettingsT, StateT, CommandT, EventT]) -> None:
        self.match = match
        self.now = Millis(0)

    def at(self, now: int) -> Self:
        """Set the clock: what follows is said at that time."""
        self.now = Millis(now)
        return self

    def does(self, seat: Seat, *commands: CommandT) -> Self:
        for command in commands:
            self.match.submit(seat, command, self.now)
        return self

    def wait(self) -> Self:
        """Nobody says anything; what is due by now happens."""
        self.match.tick(self.now)
        return self

    @property
    def state(self) -> StateT:
        return self.match.state

    @property
    def deadline(self) -> Millis | None:
        return self.match.game.deadline(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.match.game.outcome(self.state)

    @property
    def last(self) -> tuple[EventT, ...]:
        """What the latest command or deadline brought about."""
        return self.match.log[-1].events


TabletopT = TypeVar("TabletopT", bound=AnyTabletop[Any, Any, Any, Any])


def is_away(table: TabletopT, seat: Seat) -> TabletopT:
    """The server has noticed, and the others wait for the seat."""
    game, match = table.match.game, table.match
    assert isinstance(game, Agreeing)
    events = game.abstain(match.state, seat, table.now)
    match.append(Entry(match.version + 1, table.now, events))
    return table


def offers(game: AnyGame, state: object, seat: Seat) -> tuple[object, ...]:
    """What a seat may do in the course of play: all that is legal, but for ending the match."""
    return tuple(one for one in game.legal(state, seat) if not ends_match(one))


def refusal(act: Callable[[], object]) -> str:
    """The sentence with which the rules refuse to let this happen."""
    with pytest.raises(Rejected) as refused:
        act()
    return str(refused.value)
