"""A match that its players end by agreement, at any time (RC27)."""

from typing import NoReturn

from msgspec.structs import replace

from tinplate.game import Millis, Rejected, Seat
from tinplate.games.ricochet.succession import Events
from tinplate.games.ricochet.values import (
    Command,
    EndAgreed,
    Ending,
    EndMatch,
    Event,
    MatchEnded,
    Pause,
    PlayOn,
    PlayOnSaid,
    State,
)


def offered(state: State, seat: Seat) -> tuple[Command, ...]:
    """Either word; a player who was away when the others spoke has both."""
    if seat in state.enders:
        return (PlayOn(),)
    return (EndMatch(), PlayOn()) if seat in ready(state) else (EndMatch(),)


def decide(state: State, seat: Seat, command: Ending, now: Millis) -> Events:
    if command not in offered(state, seat):
        _refuse(command)
    match command:
        case EndMatch():
            agreed = EndAgreed(seat)
            return (agreed, *what_follows(_agreed(state, seat), now))
        case PlayOn():
            return (PlayOnSaid(seat),)


def fold(state: State, event: Event) -> State | None:
    """Fold an event of this module into the state; None for another."""
    match event:
        case EndAgreed(seat):
            return _agreed(state, seat)
        case PlayOnSaid(seat):
            return replace(
                state,
                enders=_without(state.enders, seat),
                abstaining=_without(state.abstaining, seat),
            )
        case MatchEnded(at):
            # As after a round that nobody won: the robots stand on their markers.
            return replace(state, robots=state.markers, phase=Pause(since=at), ended=True)
        case _:
            return None


def ready(state: State) -> tuple[Seat, ...]:
    """The seats that would end the match, and those away meanwhile."""
    if not state.enders:
        return ()
    return tuple(
        Seat(seat)
        for seat in range(state.seats)
        if seat in state.enders or seat in state.abstaining
    )


def what_follows(state: State, now: Millis) -> Events:
    """Nothing, while somebody would play on."""
    return (MatchEnded(now),) if len(ready(state)) == state.seats else ()


def _agreed(state: State, seat: Seat) -> State:
    """RC26: the first to say so asks everybody, also those who were away before and may be back."""
    abstaining = _without(state.abstaining, seat) if state.enders else ()
    return replace(state, enders=(*state.enders, seat), abstaining=abstaining)


def _without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(one for one in seats if one != seat)


def _refuse(command: Ending) -> NoReturn:
    match command:
        case EndMatch():
            raise Rejected("You have already said so.", "already-said")
        case PlayOn():
            raise Rejected("You have not asked to end the match.", "end-not-said")
