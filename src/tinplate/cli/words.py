"""Words that all games share."""

from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins

from tinplate.game import Millis, Outcome


def tell_outcome(outcome: Outcome, names: Sequence[str]) -> str:
    """Say who won and why."""
    if not outcome.winners:
        return f"Nobody wins: {outcome.because}."
    winners = [names[seat] for seat in outcome.winners]
    verb = "wins" if len(winners) == 1 else "share the win"
    return f"{listed(winners)} {verb}: {outcome.because}."


def clock(at: Millis) -> str:
    """Format the time since the match opened: 1:05.3."""
    # Truncate rather than round: 59.97 seconds must not read as 0:60.0.
    minutes, tenths = divmod(at // 100, 600)
    return f"{minutes}:{tenths // 10:02}.{tenths % 10}"


def counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def listed(names: Sequence[str]) -> str:
    """Join names: ann, bob and cleo."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def in_words(value: object) -> str:
    """Put a command or an event in words: `Bid, amount 3`."""
    plain = to_builtins(value)
    if not isinstance(plain, dict):
        return str(plain)
    fields = [f"{name} {value_text(each)}" for name, each in plain.items() if name != "type"]
    return ", ".join([type(value).__name__, *fields])


def value_text(value: Any) -> str:  # noqa: ANN401 - JSON
    """Put a value in words, without its parts' names: `1, 2`, `none`, `-`."""
    if isinstance(value, list | tuple):
        return ", ".join(map(value_text, value)) or "none"
    return "-" if value is None else str(value)
