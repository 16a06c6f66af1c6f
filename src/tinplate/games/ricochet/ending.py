"""A match that players end, at any time: together (RC27, RC29), or because they resign (RC28)."""

from msgspec.structs import replace

from tinplate import ending
from tinplate.ending import (
    ABORTED,
    BY_AGREEMENT,
    OTHERS_RESIGNED,
    RESIGNED,
    SOMEBODY_AWAY,
    Abstained,
    EndingValue,
)
from tinplate.game import Millis, Outcome, Seat
from tinplate.games.ricochet.succession import Events, fail, own_bid
from tinplate.games.ricochet.values import (
    Announced,
    Bidding,
    BidWithdrawn,
    Event,
    MatchAborted,
    MatchEnded,
    Pause,
    Proving,
    State,
)


def fold(state: State, event: Event) -> State | None:
    """Fold an event of this module into the state; None for another."""
    match event:
        case EndingValue() if not isinstance(event, Abstained):
            return ending.fold(state, event)
        case MatchEnded(at):
            return _broken_off(state, at)
        case MatchAborted(at):
            return replace(_broken_off(state, at), aborted=True)
        case _:
            return None


def what_follows(state: State, now: Millis) -> Events:
    """Nothing, while somebody wants to play on and at least two can."""
    because = ending.agreed(state)
    if because == ABORTED:
        return (MatchAborted(now),)
    return (MatchEnded(now),) if because is not None or _is_deserted(state) else ()


def outcome(state: State, leaders: tuple[Seat, ...]) -> Outcome | None:
    """RC27 to RC29: how a match ended before its time, where these players led."""
    if state.aborted:
        return Outcome((), ABORTED)
    if state.ended and not state.in_play:
        return Outcome((), RESIGNED)
    if state.ended and _is_deserted(state):
        return Outcome(state.in_play, OTHERS_RESIGNED)
    if state.ended and ending.agreed(state) == SOMEBODY_AWAY:
        return Outcome((), SOMEBODY_AWAY)
    return Outcome(leaders, BY_AGREEMENT) if state.ended else None


def stake(state: State, seat: Seat) -> Announced | None:
    """RC18: return the bid that the seat still has to prove."""
    match state.phase:
        case Bidding(bids=bids) | Proving(queue=bids):
            return own_bid(bids, seat)
        case _:
            return None


def forfeit(state: State, seat: Seat, now: Millis) -> Events:
    """RC18, RC28: give up the bid of a seat, if it has one."""
    bid = stake(state, seat)
    if bid is None:
        return ()
    if isinstance(state.phase, Proving) and state.phase.prover == bid:
        return fail(state, "gave up", now)
    return (BidWithdrawn(seat, bid.moves),)


def _is_deserted(state: State) -> bool:
    """RC28: whether one is left of several, or nobody."""
    return bool(state.resigned) and len(state.in_play) <= 1


def _broken_off(state: State, at: Millis) -> State:
    """As after a round that nobody won: the robots stand on their markers."""
    return replace(state, robots=state.markers, phase=Pause(since=at), ended=True)
