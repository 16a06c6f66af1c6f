"""A scripted table for the tests of the rules: who says what, and when."""

from random import Random
from typing import Protocol, Self, TypeVar

from tests.tabletop import AnyTabletop
from tinplate.game import Seat
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


class Tabletop(AnyTabletop[Settings, State, Command, Event]):
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
        super().__init__(Match(Ricochet(), opening, FondDice(position.target)))

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
