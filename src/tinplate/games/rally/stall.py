"""Players who are there and keep everybody waiting, where no other clock runs (D31)."""

from tinplate.game import Millis, Stall
from tinplate.games.rally.values import Choosing, Programming, StallTimed, State

STALL_SECONDS = 30  # that they have left


def stall(state: State) -> Stall | None:
    """D31: the players whom everybody waits for, if no clock runs for them."""
    phase = state.phase
    if not isinstance(phase, Choosing | Programming) or phase.until is not None:
        return None
    return Stall((state.turn, type(phase)), state.waiting_for)


def hurried(state: State, now: Millis) -> StallTimed:
    """D31: a clock for everybody who is waited for."""
    return StallTimed(state.waiting_for, Millis(now + 1000 * STALL_SECONDS))
