"""The clocks of a table (D31)."""

from tinplate.game import Millis, Seat
from tinplate.games.rally.film import film_length
from tinplate.games.rally.folding import Story
from tinplate.games.rally.values import Choosing, LastPlayerTimed, Programming, State

_ALL_BUT_ONE = 2


def after_seconds(now: Millis, seconds: int) -> Millis | None:
    """Return when the time is up; None for 0 seconds, which means no limit."""
    return Millis(now + 1000 * seconds) if seconds else None


def begin_clocks(story: Story, now: Millis) -> Millis:
    """D31: when everybody has seen what this story tells; 0 where no clock waits for that."""
    settings = story.state.settings
    if not settings.turn_seconds and not settings.last_player_seconds:
        return Millis(0)
    return Millis(now + film_length(story.events, story.state.seats))


def shown_until(state: State) -> Millis:
    """D31: when everybody has seen the turn before; no clock starts earlier."""
    phase = state.phase
    return phase.shown_until if isinstance(phase, Choosing | Programming) else Millis(0)


def hurry_the_last(story: Story, waited_for: tuple[Seat, ...], now: Millis) -> None:
    """D31: when the others are done, start a clock for the last player, unless one ends sooner."""
    left, phase = story.state.waiting_for, story.state.phase
    begins = max(now, shown_until(story.state))
    until = after_seconds(begins, story.state.settings.last_player_seconds)
    if until is None or len(left) != 1 or len(waited_for) != _ALL_BUT_ONE:
        return
    if isinstance(phase, Choosing | Programming) and (phase.until is None or until < phase.until):
        story.tell(LastPlayerTimed(left[0], until))
