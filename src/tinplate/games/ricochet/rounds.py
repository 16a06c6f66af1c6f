"""The finished rounds of a match, folded from its log, for looking back."""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tinplate.game import Millis, Seat
from tinplate.games.ricochet.board import Position, Robots
from tinplate.games.ricochet.motion import Slide
from tinplate.games.ricochet.notation import format_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.values import (
    BidPlaced,
    Event,
    Failure,
    MoveTakenBack,
    ProofBegan,
    ProofFailed,
    RobotSlid,
    State,
    TokenMissed,
    TokenReturned,
    TokenTurned,
    TokenWon,
)

_RULES = Ricochet()


class BidMade(Struct, frozen=True):
    """A player bid a number of moves (RC12)."""

    seat: Seat
    moves: int
    after: Millis  # since the token was turned up


class Proof(Struct, frozen=True):
    """How a player tried to prove their bid (RC13, RC14)."""

    seat: Seat
    moves: int  # announced
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


def finished_rounds(
    opening: State, log: Iterable[tuple[Millis, Sequence[Event]]]
) -> tuple[Round, ...]:
    """Read the rounds from the log, up to the last finished one."""
    state, rounds = opening, list[Round]()
    began = Millis(0)
    for at, events in log:
        for event in events:
            state = _RULES.evolve(state, event)
            if isinstance(event, TokenTurned):
                began = at
                running = _begun(state, event.target)
            else:
                running = _gone_on(running, event, Millis(at - began))
            if isinstance(event, TokenWon | TokenReturned | TokenMissed):
                rounds.append(running)
    return tuple(rounds)


def _begun(state: State, target: Target) -> Round:
    position = Position(state.board, state.markers, target)
    return Round(state.round, format_position(position), target, state.markers)


def _gone_on(running: Round, event: Event, after: Millis) -> Round:
    match event:
        case BidPlaced(seat, moves):
            return replace(running, bids=(*running.bids, BidMade(seat, moves, after)))
        case ProofBegan(seat, moves):
            return replace(running, proofs=(*running.proofs, Proof(seat, moves)))
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
