"""The finished rounds of a match, folded from its log, for looking back."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from tinplate.game import Millis, Rejected, Seat
from tinplate.games.ricochet.board import Position, Robots
from tinplate.games.ricochet.motion import Slide
from tinplate.games.ricochet.notation import format_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.values import (
    BidPlaced,
    Event,
    Failure,
    MatchAborted,
    MatchEnded,
    MoveTakenBack,
    ProofBegan,
    ProofFailed,
    RobotSlid,
    SolutionClaimed,
    State,
    TokenMissed,
    TokenReturned,
    TokenTurned,
    TokenWon,
)

_RULES = Ricochet()
_ENDS = TokenWon | TokenReturned | TokenMissed | MatchEnded | MatchAborted  # of a round


class BidMade(Struct, frozen=True):
    """A player bid a number of moves (RC12)."""

    seat: Seat
    moves: int
    after: Millis  # since the token was turned up


class Proof(Struct, frozen=True):
    """How a player tried to prove their bid (RC13, RC14)."""

    seat: Seat
    moves: int | None  # announced; None where no number is needed (RC21)
    slides: tuple[Slide, ...] = ()  # made, and not taken back
    failed: Failure | None = None


class Round(Struct, frozen=True):
    """A puzzle, and how each player approached it."""

    number: int
    position: str  # as text
    target: Target
    robots: Robots  # where they began
    bids: tuple[BidMade, ...] = ()  # in order, including bids that were later lowered
    proofs: tuple[Proof, ...] = ()
    winner: Seat | None = None
    began: Millis = Millis(0)  # on the clock of the match


class RoundFold:
    """The rounds of a match so far, folded from its log."""

    def __init__(self, opening: State) -> None:
        self.finished: list[Round] = []
        self._state = opening
        self._began = Millis(0)
        self._running: Round | None = None

    def add(self, at: Millis, events: Sequence[Event]) -> None:
        for event in events:
            self._state = _RULES.evolve(self._state, event)
            if isinstance(event, TokenTurned):
                self._began = at
                self._running = _begun(self._state, event.target, at)
            elif self._running is not None:
                self._running = _gone_on(self._running, event, Millis(at - self._began))
                if isinstance(event, _ENDS):
                    self.finished.append(self._running)
                    self._running = None


def position_to_solve(finished: Sequence[Round], number: int, state: State) -> Position:
    """The position of a finished round. Rejected while its token may come up again (RC15, RC17)."""
    found = next((each for each in finished if each.number == number), None)
    if found is None:
        raise Rejected(f"Round {number} of this match is not over yet.", "no-such-round")
    if found.target in state.face_down and _RULES.outcome(state) is None:
        because = "Nobody has won this token yet, so it may come up again. Look back later."
        raise Rejected(because, "may-come-again")
    return Position(state.board, found.robots, found.target)


def _begun(state: State, target: Target, at: Millis) -> Round:
    position = Position(state.board, state.markers, target)
    return Round(state.round, format_position(position), target, state.markers, began=at)


def _gone_on(running: Round, event: Event, after: Millis) -> Round:
    match event:
        case BidPlaced(seat, moves):
            return replace(running, bids=(*running.bids, BidMade(seat, moves, after)))
        case ProofBegan(seat, moves):
            return replace(running, proofs=(*running.proofs, Proof(seat, moves)))
        case SolutionClaimed(seat):
            return replace(running, proofs=(*running.proofs, Proof(seat, None)))
        case RobotSlid(slid):
            return _with_proof(running, slides=(*running.proofs[-1].slides, slid))
        case MoveTakenBack():
            return _with_proof(running, slides=running.proofs[-1].slides[:-1])
        case ProofFailed(_, because):
            return _with_proof(running, failed=because)
        case TokenWon(seat):
            return replace(running, winner=seat)
        case _:
            return running


def _with_proof(running: Round, **changes: object) -> Round:
    *before, last = running.proofs
    return replace(running, proofs=(*before, replace(last, **changes)))
