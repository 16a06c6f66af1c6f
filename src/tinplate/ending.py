"""How a match ends before somebody has won it: by agreement, or because players resign.

The values are the same in every game that has this, and so is who has agreed. How its match ends
then, each game decides. Values are stored, so tags and names of fields never change.
"""

from abc import abstractmethod
from typing import ClassVar, NoReturn, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tinplate.game import Rejected, Seat
from tinplate.values import CommandValue, EndingVoice, Value

# Why a match is over.
BY_AGREEMENT = "ended by agreement"
SOMEBODY_AWAY = "ended while a player was away"  # so nobody wins: they had no say
ABORTED = "aborted by agreement"
OTHERS_RESIGNED = "all others have resigned"
RESIGNED = "resigned"  # alone
BY_PLAYERS = frozenset({BY_AGREEMENT, SOMEBODY_AWAY, ABORTED, OTHERS_RESIGNED, RESIGNED})


class EndableState(Struct, frozen=True, kw_only=True):
    """The part of a state that says who wants to end the match, and who has given it up."""

    abstaining: tuple[Seat, ...] = ()  # away for now: nobody waits for their voice
    enders: tuple[Seat, ...] = ()  # who wants to end the match as it stands
    aborters: tuple[Seat, ...] = ()  # who wants to abort it, so that it does not count
    resigned: tuple[Seat, ...] = ()  # who has given it up for good

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many there are. Each game knows."""

    @property
    def all_seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat in range(self.seats))

    @property
    def in_play(self) -> tuple[Seat, ...]:
        """The seats that have not resigned."""
        return tuple(seat for seat in self.all_seats if seat not in self.resigned)


StateT = TypeVar("StateT", bound=EndableState)

# Commands


class EndMatch(EndingVoice, frozen=True):
    """Agree to end the match as it stands; when everybody does, it is over (RC27, D47)."""


class AbortMatch(EndingVoice, frozen=True):
    """Agree to abort the match; when everybody does, it is over and nobody wins (RC29, D49)."""


class PlayOn(EndingVoice, frozen=True):
    """Want to play on: decline what others offer, or take one's own word back (RC27, D47)."""


class Resign(CommandValue, frozen=True):
    """Give the match up, for good (RC28, D48)."""

    is_about_end: ClassVar[bool] = True


Ending = EndMatch | AbortMatch | PlayOn | Resign

# Events


class EndingValue(Value, frozen=True):
    """An event: what a player says of the end of the match, or what is said for them."""

    seat: Seat


class Abstained(EndingValue, frozen=True):
    """The player is away: for now the others agree without them (RC26, D47)."""


class EndAgreed(EndingValue, frozen=True):
    """A player wants to end the match (RC27, D47)."""


class AbortAgreed(EndingValue, frozen=True):
    """A player wants to abort the match (RC29, D49)."""


class PlayOnSaid(EndingValue, frozen=True):
    """A player takes their word back, and wants to play on (RC27, D47)."""


class OfferDeclined(EndingValue, frozen=True):
    """A player does not agree: what the others offered is off the table (RC27, D47)."""


class Resigned(EndingValue, frozen=True):
    """A player has given the match up (RC28, D48)."""


EndingEvent = Abstained | EndAgreed | AbortAgreed | PlayOnSaid | OfferDeclined | Resigned


def offered(state: EndableState, seat: Seat) -> tuple[Ending, ...]:
    """What a seat may say of the end; a player who was away when the others spoke has all of it."""
    if seat not in state.in_play:
        return ()
    end = () if seat in state.enders else (EndMatch(),)
    abort = () if seat in state.aborters else (AbortMatch(),)
    play_on = (PlayOn(),) if _is_offered(state) else ()
    return (*end, *abort, *play_on, Resign())


def spoken(state: EndableState, seat: Seat, command: Ending) -> tuple[EndingEvent, ...]:
    """What a seat says of the end, or Rejected. Whoever says something else declines an offer."""
    if command not in offered(state, seat):
        _refuse(state, seat, command)
    declined = (OfferDeclined(seat),)
    match command:
        case EndMatch():
            others = without(state.aborters, seat)
            return (*(declined if others else ()), EndAgreed(seat))
        case AbortMatch():
            others = without(state.enders, seat)
            return (*(declined if others else ()), AbortAgreed(seat))
        case PlayOn():
            has_spoken = seat in {*state.enders, *state.aborters}
            return (PlayOnSaid(seat),) if has_spoken else declined
        case Resign():
            return (*(declined if is_awaited(state, seat) else ()), Resigned(seat))


def refuse_resigned(state: EndableState, seat: Seat) -> None:
    """Nobody plays on after they have resigned."""
    if seat in state.resigned:
        raise Rejected("You have resigned. You can watch the others.", "you-have-resigned")


def fold(state: StateT, event: EndingEvent) -> StateT:
    match event:
        case EndAgreed(seat):
            enders, aborters = (*state.enders, seat), without(state.aborters, seat)
            away = _away(state, seat, is_first=not state.enders)
            return replace(state, abstaining=away, enders=enders, aborters=aborters)
        case AbortAgreed(seat):
            enders, aborters = without(state.enders, seat), (*state.aborters, seat)
            away = _away(state, seat, is_first=not state.aborters)
            return replace(state, abstaining=away, enders=enders, aborters=aborters)
        case PlayOnSaid(seat):
            return _silent(state, seat)
        case OfferDeclined(seat):
            return replace(_silent(state, seat), enders=(), aborters=())
        case Abstained(seat):
            return replace(state, abstaining=(*state.abstaining, seat))
        case Resigned(seat):
            return replace(_silent(state, seat), resigned=(*state.resigned, seat))


def is_awaited(state: EndableState, seat: Seat) -> bool:
    """Whether somebody wants to end the match, and this seat's voice is still missing."""
    spoke = {*state.enders, *state.aborters}
    return _is_offered(state) and seat in state.in_play and seat not in {*spoke, *state.abstaining}


def ready(state: EndableState, voices: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Everybody for whom the match may end, once somebody has said so: nobody waits for the rest.

    They have said so themselves, or are away, or have resigned.
    """
    if not voices:
        return ()
    fine = {*voices, *state.abstaining, *state.resigned}
    return tuple(seat for seat in state.all_seats if seat in fine)


def readiness(state: EndableState) -> tuple[tuple[Ending, tuple[Seat, ...]], ...]:
    """For each command that agrees to the end: who is ready for it."""
    return (
        (EndMatch(), ready(state, state.enders)),
        (AbortMatch(), ready(state, state.aborters)),
    )


def agreed(state: EndableState) -> str | None:
    """Why the match is over now, if everybody has agreed to that."""
    if ready(state, state.enders) == state.all_seats:
        have_agreed = {*state.enders, *state.resigned}
        return BY_AGREEMENT if {*state.all_seats} <= have_agreed else SOMEBODY_AWAY
    return ABORTED if ready(state, state.aborters) == state.all_seats else None


def without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(one for one in seats if one != seat)


def _away(state: EndableState, seat: Seat, *, is_first: bool) -> tuple[Seat, ...]:
    """The first to say so asks everybody anew: those who were away may be back."""
    return () if is_first else without(state.abstaining, seat)


def _silent(state: StateT, seat: Seat) -> StateT:
    return replace(
        state,
        enders=without(state.enders, seat),
        aborters=without(state.aborters, seat),
        abstaining=without(state.abstaining, seat),
    )


def _is_offered(state: EndableState) -> bool:
    return bool(state.enders or state.aborters)


def _refuse(state: EndableState, seat: Seat, command: Ending) -> NoReturn:
    refuse_resigned(state, seat)
    match command:
        case PlayOn():
            raise Rejected("Nobody has asked to end the match.", "end-not-said")
        case EndMatch() | AbortMatch() | Resign():
            raise Rejected("You have already said so.", "already-said")
