"""A scripted table for the tests of the rules: who says what, and when."""

from collections.abc import Callable
from random import Random
from typing import Protocol, Self, TypeVar

import pytest

from tinplate.game import Millis, Outcome, Rejected, Seat
from tinplate.games.ricochet.board import format_robots
from tinplate.games.ricochet.notation import parse_moves, parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.values import (
    Bid,
    Command,
    Event,
    GiveUp,
    MakeMove,
    Phase,
    ProofBegan,
    State,
    TakeBack,
    TurnToken,
)
from tinplate.match import Match

ANN, BOB, CLEO, DAN, EVE = (Seat(number) for number in range(5))

PUZZLE = "G1R2B2Y2 ro5,ga14,bl14,yj16 red-square"  # re rs rw solves it, and nothing shorter

ItemT_co = TypeVar("ItemT_co", covariant=True)


class Offer(Protocol[ItemT_co]):
    """What dice can choose from."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> ItemT_co: ...


class FondDice(Random):
    """Dice that choose a favourite whenever it is offered, and else the first thing offered."""

    def __init__(self, *favourites: object) -> None:
        super().__init__(0)
        self.favourites = favourites

    def choice(self, seq: Offer[ItemT_co]) -> ItemT_co:
        offered = [seq[index] for index in range(len(seq))]
        return next((item for item in offered if item in self.favourites), offered[0])


class Tabletop:
    """A match that begins with a given puzzle: its target is the first token turned up."""

    def __init__(
        self,
        puzzle: str = PUZZLE,
        *,
        seats: int = 3,
        settings: Settings | None = None,
        won: tuple[int, ...] = (),
        missed: int = 0,
    ) -> None:
        """`won` says how many tokens each seat has already, `missed` how many lie face down."""
        position = parse_position(puzzle)
        others = [token for token in Target if token is not position.target]
        shares = tuple(tuple(others.pop() for _ in range(count)) for count in won)
        lost = tuple(others.pop() for _ in range(missed))
        opening = State(
            settings or Settings(),
            position.board.name,
            markers=position.robots,
            robots=position.robots,
            face_down=(position.target, *others),
            won=shares or ((),) * seats,
            missed=lost,
        )
        dice = FondDice(position.target)
        self.match: Match[Settings, State, Command, Event] = Match(Ricochet(), opening, dice)
        self.now = Millis(0)

    def at(self, now: int) -> Self:
        """Set the clock: what follows is said at that time."""
        self.now = Millis(now)
        return self

    def does(self, seat: Seat, command: Command) -> Self:
        self.match.submit(seat, command, self.now)
        return self

    def turn(self, seat: Seat = ANN) -> Self:
        return self.does(seat, TurnToken())

    def bid(self, seat: Seat, moves: int) -> Self:
        return self.does(seat, Bid(moves))

    def move(self, seat: Seat, moves: str) -> Self:
        """All of `re rs rw`, one after the other without losing time."""
        for move in parse_moves(moves):
            self.does(seat, MakeMove(move))
        return self

    def take_back(self, seat: Seat) -> Self:
        return self.does(seat, TakeBack())

    def give_up(self, seat: Seat) -> Self:
        return self.does(seat, GiveUp())

    def wait(self) -> Self:
        """Nobody says anything; what is due by now happens."""
        self.match.tick(self.now)
        return self

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def robots(self) -> str:
        """Where they stand: `ro5,ga14,bl14,yj16`."""
        return format_robots(self.state.robots)

    @property
    def markers(self) -> str:
        return format_robots(self.state.markers)

    @property
    def deadline(self) -> Millis | None:
        return self.match.game.deadline(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.match.game.outcome(self.state)

    @property
    def last(self) -> tuple[Event, ...]:
        """What the latest command or deadline brought about."""
        return self.match.log[-1].events

    @property
    def provers(self) -> list[Seat]:
        """Everybody who got to prove so far, in turn."""
        events = (event for entry in self.match.log for event in entry.events)
        return [event.seat for event in events if isinstance(event, ProofBegan)]


def bidding(*, seats: int = 3, settings: Settings | None = None) -> Tabletop:
    """A table at which PUZZLE lies turned up, ready for bids, since 0 ms."""
    return Tabletop(seats=seats, settings=settings).turn()


def proof_of_three(settings: Settings | None = None) -> Tabletop:
    """Ann bid 3 on PUZZLE at 0 ms, nobody else bid, and the sand has just run: 60 000 ms."""
    return bidding(settings=settings).bid(ANN, 3).at(60_000).wait()


def refusal(act: Callable[[], object]) -> str:
    """The sentence with which the rules refuse to let this happen."""
    with pytest.raises(Rejected) as refused:
        act()
    return str(refused.value)
