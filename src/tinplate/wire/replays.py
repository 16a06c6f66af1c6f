"""A match that is over, to be looked at again: what each event changed, for readers without rules.

The rules fold the log here, event by event, and what differs between one view and the next is told.
So any moment of the match can be shown by somebody who only puts differences together.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import Raw, Struct

from tinplate.game import AnyGame, Millis, Seat
from tinplate.match import Entry

# Nothing (None), something else ([value]), or what differs inside, by field or index.
Difference = tuple[Any] | dict[str, Any] | None


class ReplayStep(NamedTuple):
    """An event, None if these eyes saw nothing of it, and what it changed in what they see."""

    event: Any
    change: Any  # a Difference


class ReplayEntry(Struct, frozen=True):
    """An entry of the log."""

    version: int
    at: Millis
    steps: tuple[ReplayStep, ...]


class Replay(Struct, frozen=True):
    """A part of a match that is over: how it stood, and what happened then."""

    match: str
    game: str
    players: tuple[str, ...]
    winners: tuple[Seat, ...]
    because: str
    eyes: Seat | None  # whose: what was hidden from them is hidden; None sees it all
    last: int  # the version of the end
    after: int  # the version of `view`
    view: Raw
    entries: Raw  # that follow, as ReplayEntry
    following: int | None  # after which the next part begins; None: this is the end


def replayed(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - of that game
    entries: Iterable[Entry[Any]],
    seat: Seat | None,
) -> Iterator[ReplayEntry]:
    """Every entry as these eyes saw it; None sees everything."""
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
    """What these eyes see of a state: a game shows nobody everything, a replay does."""
    return state if seat is None else game.view(state, seat)


def difference(before: Any, now: Any) -> Difference:  # noqa: ANN401 - values of any game
    """What has to be done to one value, as JSON, to get the other."""
    if before is now or before == now:
        return None
    if isinstance(now, Struct) and type(before) is type(now):
        names = zip(now.__struct_fields__, now.__struct_encode_fields__, strict=True)
        inside = (
            (written, difference(getattr(before, name), getattr(now, name)))
            for name, written in names
        )
        return {written: change for written, change in inside if change is not None}
    if type(before) is type(now) is tuple and len(before) == len(now):
        pairs = enumerate(zip(before, now, strict=True))
        changes = ((str(at), difference(old, new)) for at, (old, new) in pairs)
        return {at: change for at, change in changes if change is not None}
    return (now,)
