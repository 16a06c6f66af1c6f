"""The values of a Ricochet match: its phases, its state, commands and events.

All are frozen and tagged, so a codec can read them back. No value holds future chance: which
token comes next is drawn when it is turned up, so nobody can read it from a state beforehand.
"""

from typing import Literal

import msgspec

from tinplate.arguments import brief
from tinplate.ending import EndableState, Ending, EndingEvent
from tinplate.game import Millis, Seat
from tinplate.games.ricochet.board import Board, Position, Robots, board_named
from tinplate.games.ricochet.motion import Move, Slide
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.settings import Settings
from tinplate.values import CommandValue, Value, VoiceValue


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
    withdrawn: tuple[Seat, ...] = ()  # who sits out the rest of this round (RC18)
    skips: tuple[Seat, ...] = ()  # who wants to skip this token (RC24)


class Bidding(Value, frozen=True):
    """The sand is running (RC12). Bids are in the order in which they were announced."""

    target: Target
    until: Millis
    bids: tuple[Announced, ...]
    withdrawn: tuple[Seat, ...] = ()  # who sits out the rest of this round (RC18)
    done: tuple[Seat, ...] = ()  # who has nothing better to bid (RC23)


class Proving(Value, frozen=True):
    """The first in the queue moves the robots (RC13, RC14)."""

    target: Target
    until: Millis | None
    queue: tuple[Announced, ...]
    slides: tuple[Slide, ...] = ()
    taken_back: int = 0  # moves; except where taking back is free, they still count (RC18)
    may_take_back: bool = False  # RC18, `last`: the last thing done was a move
    furthest: int = 0  # the most slides that lay on the board at one time
    doubts: tuple[Seat, ...] = ()  # who wants to stop this proof (RC25)
    move_due: Millis | None = None  # all others do: the proof has to go on by then (RC25)

    @property
    def prover(self) -> Announced:
        """The bid that is being proved."""
        return self.queue[0]


Phase = Pause | Thinking | Bidding | Proving


class State(EndableState, frozen=True):
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
    ended: bool = False  # before its time (RC27, RC28)
    aborted: bool = False  # it does not count (RC29)

    def __repr__(self) -> str:
        """One line, for programmers; the whole of it is in the fields."""
        tokens = ", ".join(str(len(each)) for each in self.won)
        where = f"round {self.round} on {brief(self.board_name)}"
        return f"<State of ricochet: {where}, {type(self.phase).__name__}, tokens {tokens}>"

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return board_named(self.board_name)

    @property
    def seats(self) -> int:
        """How many play."""
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


class TurnGlass(CommandValue, frozen=True):
    """Nobody finds a route: have the hourglass turned, where no patience does it (RC17)."""


class ClaimRoute(CommandValue, frozen=True):
    """Solo: say "I have it" and show the route (RC21)."""


class SayDone(VoiceValue, frozen=True):
    """Say that one has nothing better; when everybody does, the sand ends (RC23)."""


class SkipToken(VoiceValue, frozen=True):
    """Agree to skip this token; when everybody does, another is drawn (RC24)."""


class DoubtProof(VoiceValue, frozen=True):
    """Ask to stop another's proof; when all others do, it has to go on soon or fails (RC25)."""


Agreement = TurnGlass | SayDone | SkipToken | DoubtProof
Command = TurnToken | Bid | ClaimRoute | MakeMove | TakeBack | GiveUp | Agreement | Ending

# Events

Failure = Literal[
    "gave up",
    "ran out of time",
    "made more moves than announced",
    "did not reach the target",
    "went straight to the target",
    "was stopped by the others",
]


class TokenTurned(Value, frozen=True):
    """A round begins (RC11)."""

    target: Target
    until: Millis | None  # end of patience; solo: of the sand
    began: Millis = Millis(0)  # now; 0 in older logs, which lack it


class GlassAsked(Value, frozen=True):
    """A player wants the hourglass turned; it is too early, so this sets when (RC17)."""

    seat: Seat
    until: Millis


class SandTurned(Value, frozen=True):
    """Nobody has bid for a long time: the last minute starts (RC17)."""

    until: Millis
    seat: Seat | None = None  # who turned the hourglass; None: it was time


class SolutionClaimed(Value, frozen=True):
    """Solo: the player has a route and shows it now, with a clock of its own (RC21)."""

    seat: Seat
    until: Millis | None


class DoneSaid(Value, frozen=True):
    """A player has nothing better to bid (RC23)."""

    seat: Seat


class SkipAgreed(Value, frozen=True):
    """A player wants to skip this token (RC24)."""

    seat: Seat


class ProofDoubted(Value, frozen=True):
    """A player wants to stop the proof (RC25)."""

    seat: Seat


class MoveDemanded(Value, frozen=True):
    """All others want to stop the proof: it fails unless it has gone on by then (RC25)."""

    until: Millis


class MatchEnded(Value, frozen=True):
    """All want to end the match (RC27), or all but one have resigned (RC28); it is over.

    A token that is up stays unwon.
    """

    at: Millis


class MatchAborted(Value, frozen=True):
    """Everybody wants to abort the match: it is over, and nobody wins (RC29)."""

    at: Millis


class BidPlaced(Value, frozen=True):
    """A player bid a number of moves (RC12)."""

    seat: Seat
    moves: int
    until: Millis  # when the sand runs out; the first bid turns the hourglass


class BidWithdrawn(Value, frozen=True):
    """Whoever made this bid no longer plays the seat; nobody proves it for them (RC18)."""

    seat: Seat
    moves: int


class SatOut(Value, frozen=True):
    """A bot has taken the seat in the middle of a round; it begins with the next token (RC18)."""

    seat: Seat


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
    because: Literal["nobody bid", "every proof failed", "skipped"]
    at: Millis = Millis(0)


class TokenMissed(Value, frozen=True):
    """Solo: the token is taken face down (RC21)."""

    target: Target
    because: Literal["no solution in time", "the proof failed"]
    at: Millis = Millis(0)


Event = (
    TokenTurned
    | GlassAsked
    | SandTurned
    | SolutionClaimed
    | BidPlaced
    | BidWithdrawn
    | SatOut
    | DoneSaid
    | SkipAgreed
    | ProofDoubted
    | MoveDemanded
    | EndingEvent
    | MatchEnded
    | MatchAborted
    | ProofBegan
    | RobotSlid
    | MoveTakenBack
    | ProofFailed
    | TokenWon
    | TokenReturned
    | TokenMissed
)
