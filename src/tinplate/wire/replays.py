"""Replays of finished matches: what each event changed, for clients that know no rules.

The server folds the log event by event, and sends what differs from one view to the next. So a
client shows any moment of the match by applying differences.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import Raw, Struct

from tinplate.game import AnyGame, Millis, Seat
from tinplate.match import Entry
from tinplate.wire.differences import difference


class ReplayStep(NamedTuple):
    """An event (None if the viewer does not see it), and what it changed in the viewer's view."""

    event: Any
    change: Any  # a `Difference`


class ReplayEntry(Struct, frozen=True):
    """An entry of the log."""

    version: int
    at: Millis
    steps: tuple[ReplayStep, ...]


class Replay(Struct, frozen=True):
    """A part of a finished match: a view, and the entries after it."""

    match: str
    game: str
    players: tuple[str, ...]
    winners: tuple[Seat, ...]
    because: str
    seat: Seat | None  # the seat that saw this; None sees everything
    last: int  # the version at the end of the match
    after: int  # the version of `view`
    view: Raw
    entries: Raw  # the next ones, as ReplayEntry
    following: int | None  # the `after` of the next part; None: this is the last one


def replayed(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - of that game
    entries: Iterable[Entry[Any]],
    seat: Seat | None,
) -> Iterator[ReplayEntry]:
    """Every entry as a seat saw it; None sees everything."""
    before = seen_by(game, state, seat)
    for entry in entries:
        steps: list[ReplayStep] = []
        for event in entry.events:
            state = game.evolve(state, event)
            now = seen_by(game, state, seat)
            witnessed = event if seat is None else game.witness(event, seat)
            change = difference(before, now)
            if witnessed is not None or change is not None:
                steps.append(ReplayStep(witnessed, change))
            before = now
        yield ReplayEntry(entry.version, entry.at, tuple(steps))


def seen_by(game: AnyGame, state: Any, seat: Seat | None) -> Any:  # noqa: ANN401
    """What a seat sees of a state. Unlike in a match, None sees everything."""
    return state if seat is None else game.view(state, seat)
