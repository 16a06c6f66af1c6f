"""The values of a Ricochet match: its phases, its state, commands and events.

All are frozen and tagged, so a codec can read them back. No value holds future chance: which
token comes next is drawn when it is turned up, so nobody can read it from a state beforehand.
"""

from typing import Literal

import msgspec

from tinplate.game import Millis, Seat
from tinplate.games.ricochet.board import Board, Position, Robots, board_named
from tinplate.games.ricochet.motion import Move, Slide
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.settings import Settings
from tinplate.values import CommandValue, Value


class Announced(msgspec.Struct, frozen=True):
    """A bid in force: whose it is, and how many moves."""

    seat: Seat
    moves: int


# Phases


class Pause(Value, frozen=True):
    """Between rounds: anybody may turn up the next token (RC11)."""

    set_aside: Target | None = None  # nobody bid on it; another one is drawn next (RC17)
    since: Millis = Millis(0)  # 0 in older logs, which lack it


class Thinking(Value, frozen=True):
    """A token lies in the centre and no bid is in force."""

    target: Target
    until: Millis | None  # end of patience or, once the sand is running, of the sand
    sand_runs: bool  # RC17: the last minute; RC21: a solo round from its beginning
    withdrawn: tuple[Seat, ...] = ()  # whose bids were withdrawn in this round (RC18)


class Bidding(Value, frozen=True):
    """The sand is running (RC12). Bids are in the order in which they were announced."""

    target: Target
    until: Millis
    bids: tuple[Announced, ...]
    withdrawn: tuple[Seat, ...] = ()  # whose bids were withdrawn in this round (RC18)


class Proving(Value, frozen=True):
    """The first in the queue moves the robots (RC13, RC14)."""

    target: Target
    until: Millis | None
    queue: tuple[Announced, ...]
    slides: tuple[Slide, ...] = ()

    @property
    def prover(self) -> Announced:
        return self.queue[0]


Phase = Pause | Thinking | Bidding | Proving


class State(msgspec.Struct, frozen=True):
    """Everything on the table. Nothing is secret."""

    settings: Settings
    board_name: str
    markers: Robots  # where the round began (RC4, RC16)
    robots: Robots
    face_down: tuple[Target, ...]  # tokens still to be won, in no particular order (RC3)
    won: tuple[tuple[Target, ...], ...]  # by seat
    missed: tuple[Target, ...] = ()  # solo: taken face down (RC21)
    round: int = 0  # rounds begun
    began: Millis = Millis(0)  # when the last of them began; 0 in older logs, which lack it
    phase: Phase = Pause()

    @property
    def board(self) -> Board:
        return board_named(self.board_name)

    @property
    def seats(self) -> int:
        return len(self.won)

    @property
    def position(self) -> Position | None:
        """The puzzle of this round, from the markers; None between rounds."""
        if isinstance(self.phase, Pause):
            return None
        return Position(self.board, self.markers, self.phase.target)


# Commands come from outside: an unknown field is a mistake, not something to ignore.


class TurnToken(CommandValue, frozen=True):
    """Turn up the next token (RC11)."""


class Bid(CommandValue, frozen=True):
    """Announce a number of moves (RC12)."""

    moves: int


class MakeMove(CommandValue, frozen=True):
    """Slide a robot in one's own proof (RC13)."""

    move: Move


class TakeBack(CommandValue, frozen=True):
    """Take back the last move of one's own proof (RC18)."""


class GiveUp(CommandValue, frozen=True):
    """End one's own proof; leaving the table does the same (RC18)."""


Command = TurnToken | Bid | MakeMove | TakeBack | GiveUp

# Events

Failure = Literal["gave up", "ran out of time", "made more moves than announced"]


class TokenTurned(Value, frozen=True):
    """A round begins (RC11)."""

    target: Target
    until: Millis | None  # end of patience; solo: of the sand
    began: Millis = Millis(0)  # now; 0 in older logs, which lack it


class SandTurned(Value, frozen=True):
    """Nobody has bid for a long time: the last minute starts (RC17)."""

    until: Millis


class BidPlaced(Value, frozen=True):
    """A player bid a number of moves (RC12)."""

    seat: Seat
    moves: int
    until: Millis  # when the sand runs out; the first bid turns the hourglass


class BidWithdrawn(Value, frozen=True):
    """The player who made this bid has left or is away; nobody proves it for them (RC18)."""

    seat: Seat
    moves: int


class ProofBegan(Value, frozen=True):
    """The lowest remaining bidder starts to prove (RC13, RC14)."""

    seat: Seat
    moves: int
    until: Millis | None


class RobotSlid(Value, frozen=True):
    """The prover made a move."""

    slide: Slide


class MoveTakenBack(Value, frozen=True):
    """The prover took back the last move (RC18)."""

    slide: Slide


class ProofFailed(Value, frozen=True):
    """A proof failed; the robots return to their markers (RC14, RC18)."""

    seat: Seat
    because: Failure


class TokenWon(Value, frozen=True):
    """A proof succeeded; the markers move to the robots (RC13, RC16)."""

    seat: Seat
    target: Target
    moves: int
    at: Millis = Millis(0)  # now, as in the other events that end a round


class TokenReturned(Value, frozen=True):
    """Nobody won the token; it is shuffled back among the others (RC15, RC17)."""

    target: Target
    because: Literal["nobody bid", "every proof failed"]
    at: Millis = Millis(0)


class TokenMissed(Value, frozen=True):
    """Solo: the token is taken face down (RC21)."""

    target: Target
    because: Literal["no solution in time", "the proof failed"]
    at: Millis = Millis(0)


Event = (
    TokenTurned
    | SandTurned
    | BidPlaced
    | BidWithdrawn
    | ProofBegan
    | RobotSlid
    | MoveTakenBack
    | ProofFailed
    | TokenWon
    | TokenReturned
    | TokenMissed
)
