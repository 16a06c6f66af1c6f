"""What players agree on within a round: done, skip, doubt (RC23 to RC26), and the glass (RC17).

RC26 holds for the end of the match (RC27, RC29), too: whoever is away is away for all of them.
"""

from typing import NoReturn

from msgspec.structs import replace

from tinplate import ending as shared
from tinplate.ending import Abstained
from tinplate.game import Malformed, Millis, Rejected, Seat
from tinplate.games.ricochet import ending
from tinplate.games.ricochet.succession import Events, begin, proving_order
from tinplate.games.ricochet.values import (
    Agreement,
    Bidding,
    Command,
    DoneSaid,
    DoubtProof,
    Event,
    GlassAsked,
    MoveDemanded,
    Pause,
    Phase,
    ProofDoubted,
    Proving,
    SandTurned,
    SayDone,
    SkipAgreed,
    SkipToken,
    State,
    Thinking,
    TokenMissed,
    TokenReturned,
    TurnGlass,
)

GLASS_AFTER = 240_000  # milliseconds: the sheets have a player turn it after 4 to 5 minutes (RC17)
MOVE_WITHIN = 15_000  # milliseconds for a prover whom all others doubt (RC25)


def offered(state: State, seat: Seat) -> tuple[Command, ...]:
    """All that the seat may agree to now."""
    match state.phase:
        case Thinking(skips=skips) as thinking if not state.settings.solo:
            glass = (TurnGlass(),) if _may_turn_glass(state, thinking) else ()
            return glass if seat in {*skips, *thinking.withdrawn} else (SkipToken(), *glass)
        case Bidding(withdrawn=withdrawn, done=done) if seat not in {*withdrawn, *done}:
            return (SayDone(),)
        case Proving(doubts=doubts) as proving if seat not in {proving.prover.seat, *doubts}:
            return (DoubtProof(),)
        case _:
            return ()


def decide(state: State, seat: Seat, command: Agreement, now: Millis) -> Events:
    """Judge what a seat agrees to, and what follows if it was the last one."""
    if command not in offered(state, seat):
        _refuse(state, seat, command)
    match command:
        case TurnGlass():
            return (_turned_or_asked(state, seat, now),)
        case SayDone():
            agreed: Event = DoneSaid(seat)
        case SkipToken():
            agreed = SkipAgreed(seat)
        case DoubtProof():
            agreed = ProofDoubted(seat)
    return (agreed, *what_follows(fold(state, agreed), now))


def fold(state: State, event: Event) -> State:
    """Fold an event of this module into a state in which it can happen; else Malformed."""
    match event, state.phase:
        case GlassAsked(_, until), Thinking(until=None) as thinking:
            return replace(state, phase=replace(thinking, until=until))
        case DoneSaid(seat), Bidding() as bidding:
            phase: Phase = replace(bidding, done=(*bidding.done, seat))
            return replace(heard(state, seat), phase=phase)
        case SkipAgreed(seat), Thinking() as thinking:
            phase = replace(thinking, skips=(*thinking.skips, seat))
            return replace(heard(state, seat), phase=phase)
        case ProofDoubted(seat), Proving() as proving:
            phase = replace(proving, doubts=(*proving.doubts, seat))
            return replace(heard(state, seat), phase=phase)
        case MoveDemanded(until), Proving() as proving:
            return replace(state, phase=replace(proving, move_due=until))
        case Abstained(), phase if state.enders or state.aborters or not isinstance(phase, Pause):
            return shared.fold(state, event)
    raise Malformed(f"{type(event).__name__} cannot happen while {type(state.phase).__name__}")


def heard(state: State, seat: Seat) -> State:
    """RC26: a player who acts is back, and the others wait for their voice again."""
    if seat not in state.abstaining:
        return state
    return replace(state, abstaining=tuple(one for one in state.abstaining if one != seat))


def is_awaited(state: State, seat: Seat) -> bool:
    """RC26: whether somebody has agreed to something, and this seat's voice is still missing."""
    is_asked = bool(_voices(state.phase)) and seat in _missing(state)
    return is_asked or shared.is_awaited(state, seat)


def abstain(state: State, seat: Seat, now: Millis) -> Events:
    """RC26: the player is away; what the others agree on does not wait for them."""
    if not is_awaited(state, seat):
        raise Malformed(f"nobody waits for the voice of seat {seat}")
    away = Abstained(seat)
    without = fold(state, away)
    return (away, *(ending.what_follows(without, now) or what_follows(without, now)))


def what_follows(state: State, now: Millis) -> Events:
    """Nothing, while a voice is missing, or none was heard; no round goes on without players."""
    if isinstance(state.phase, Thinking) and {*state.in_play} <= {*state.phase.withdrawn}:
        return (_unsolved(state, state.phase, now),)
    if _missing(state) or not _voices(state.phase):
        return ()
    match state.phase:
        case Thinking(target):
            return (TokenReturned(target, "skipped", now),)
        case Bidding(bids=bids):
            return (begin(proving_order(state, bids)[0], state.settings, now),)
        case Proving(move_due=None):
            return (MoveDemanded(Millis(now + MOVE_WITHIN)),)
        case Proving() | Pause():
            return ()


def _unsolved(state: State, thinking: Thinking, now: Millis) -> Event:
    if state.settings.solo:
        return TokenMissed(thinking.target, "no solution in time", now)
    return TokenReturned(thinking.target, "nobody bid", now)


def _voices(phase: Phase) -> tuple[Seat, ...]:
    match phase:
        case Thinking(skips=voices) | Bidding(done=voices) | Proving(doubts=voices):
            return voices
        case Pause():
            return ()


def _missing(state: State) -> tuple[Seat, ...]:
    """Whose voice is still missing; players who sit out (RC18) or resigned (RC28) have none."""
    match state.phase:
        case Thinking(withdrawn=withdrawn) | Bidding(withdrawn=withdrawn):
            mute = {*withdrawn}
        case Proving() as proving:
            mute = {proving.prover.seat}
        case Pause():
            mute = set()
    settled = {*_voices(state.phase), *state.abstaining, *mute}
    return tuple(seat for seat in state.in_play if seat not in settled)


def _may_turn_glass(state: State, thinking: Thinking) -> bool:
    """RC17: with patience it happens by itself."""
    return not state.settings.patience_seconds and thinking.until is None


def _turned_or_asked(state: State, seat: Seat, now: Millis) -> Event:
    """RC17: nobody has less than the time of the sheets to find a first route."""
    earliest = Millis(state.began + GLASS_AFTER)
    if now < earliest:
        return GlassAsked(seat, earliest)
    return SandTurned(Millis(now + state.settings.sand), seat)


def _refuse(state: State, seat: Seat, command: Agreement) -> NoReturn:
    if seat in _voices(state.phase) and _is_about(command, state.phase):
        raise Rejected("You have already said so.", "already-said")
    match command:
        case TurnGlass():
            raise Rejected("The hourglass needs no turning now.", "glass-not-now")
        case SayDone():
            raise Rejected("There is no bidding to be done with.", "done-not-now")
        case SkipToken() if state.settings.solo:
            raise Rejected("Solo plays every token; none is skipped.", "skip-not-solo")
        case SkipToken():
            because = "A token can be skipped only while nobody has bid on it."
            raise Rejected(because, "skip-not-now")
        case DoubtProof():
            raise Rejected("There is no proof of another player to stop.", "doubt-not-now")


def _is_about(command: Agreement, phase: Phase) -> bool:
    match command, phase:
        case (SayDone(), Bidding()) | (SkipToken(), Thinking()) | (DoubtProof(), Proving()):
            return True
        case _:
            return False
