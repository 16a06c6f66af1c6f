"""What can be agreed, the state, the commands and the events."""

from typing import Annotated

from msgspec import Meta, Struct

from tinplate.game import Millis, Seat
from tinplate.values import CommandValue, Value

LONGEST = 3600  # seconds


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """How many coins everybody has, and how long they may think."""

    coins: Annotated[int, Meta(ge=1, le=30)] = 10
    rounds: Annotated[int, Meta(ge=1, le=50)] = 3
    seconds: Annotated[int, Meta(ge=1, le=LONGEST)] = 30


class Envelope(Struct, frozen=True):
    """A sealed bid; nobody else sees the amount (None)."""

    amount: int | None


class State(Struct, frozen=True):
    """The auction. In a view the envelopes of others hide their amounts."""

    settings: Settings
    lot: int | None  # what the lot of this round is worth; None when all are sold
    round: int
    coins: tuple[int, ...]  # by seat
    points: tuple[int, ...]  # by seat: the worth of all lots that were won
    envelopes: tuple[Envelope | None, ...]  # by seat; None has not bid
    until: Millis | None = None  # when time is up; it runs from the first bid on


class Bid(CommandValue, frozen=True):
    """Put an amount into one's envelope, once a round."""

    amount: int


Command = Bid


class BidSealed(Value, frozen=True):
    """Somebody has bid; others do not see how much (None)."""

    seat: Seat
    amount: int | None
    until: Millis


class LotSold(Value, frozen=True):
    """All envelopes are opened: the highest bid pays and wins, a tie wins nothing."""

    bids: tuple[int, ...]  # by seat; nothing for those who were late
    winner: Seat | None
    next_lot: int | None


Event = BidSealed | LotSold
