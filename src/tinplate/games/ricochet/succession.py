"""The next prover, and what happens when nobody is left (RC13 to RC15, RC21)."""

from tinplate.game import Malformed, Millis, Seat
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.values import (
    Announced,
    Event,
    Failure,
    ProofBegan,
    ProofFailed,
    Proving,
    State,
    TokenMissed,
    TokenReturned,
)

Events = tuple[Event, ...]


def fail(state: State, because: Failure, now: Millis) -> Events:
    """RC14: the next bid proves; RC15, RC21: nobody is left to prove."""
    if not isinstance(state.phase, Proving):
        raise Malformed("there is no proof to fail")
    failed, *waiting = state.phase.queue
    failure = ProofFailed(failed.seat, because)
    if waiting:
        return (failure, begin(waiting[0], state.settings, now))
    if state.settings.solo:
        return (failure, TokenMissed(state.phase.target, "the proof failed", now))
    return (failure, TokenReturned(state.phase.target, "every proof failed", now))


def begin(bid: Announced, settings: Settings, now: Millis) -> ProofBegan:
    return ProofBegan(bid.seat, bid.moves, after_seconds(now, settings.proof_seconds))


def proving_order(state: State, bids: tuple[Announced, ...]) -> tuple[Announced, ...]:
    """RC14: sort bids, lowest first; ties by order of announcing or by fewer tokens."""
    if state.settings.ties == "fewer tokens":
        return tuple(sorted(bids, key=lambda bid: (bid.moves, len(state.won[bid.seat]))))
    return tuple(sorted(bids, key=lambda bid: bid.moves))


def others(bids: tuple[Announced, ...], seat: Seat) -> tuple[Announced, ...]:
    return tuple(bid for bid in bids if bid.seat != seat)


def own_bid(bids: tuple[Announced, ...], seat: Seat) -> Announced | None:
    return next((bid for bid in bids if bid.seat == seat), None)


def after_seconds(now: Millis, seconds: int) -> Millis | None:
    """Return when the time is up; None for 0 seconds, which means no limit."""
    return Millis(now + 1000 * seconds) if seconds else None
