"""What a match says of its players: who took part, and in which order they came in.

All of it is stored, so names of fields never change.
"""

from collections.abc import Collection, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tinplate.game import Seat

BOT_SPREAD = 25.0  # bots do not learn: their strength was measured, and stays


class RatedSeat(Struct, frozen=True):
    """Somebody who took part, and the place in which they came."""

    name: str
    place: int  # 1 is the best; equals share one
    person: str | None = None  # the id of a person
    bot: str | None = None  # the name of a bot


class RatedMatch(Struct, frozen=True):
    """A finished match that counts."""

    match: str  # its id
    game: str
    speed: str  # the class in which it counts
    at: int  # when it ended, in milliseconds since 1970
    seats: tuple[RatedSeat, ...]

    @property
    def pool(self) -> tuple[str, str]:
        """The matches that are compared with each other."""
        return self.game, self.speed


class ShownRating(Struct, frozen=True):
    """A skill as people see it: a number, and how far to each side the truth may be."""

    number: int
    margin: int
    is_provisional: bool


class RatingStep(Struct, frozen=True):
    """What a match changed for one of its players, as people see it."""

    before: int
    after: int
    margin: int
    is_provisional: bool


def ranked(scores: Sequence[Any]) -> tuple[int, ...]:
    """The place of each score: 1 is the best, equals share a place."""
    return tuple(1 + sum(other > own for other in scores) for own in scores)


def with_leavers_last(places: Sequence[int], left: Collection[Seat]) -> tuple[int, ...]:
    """Those who have left share the last place; the others keep their order."""
    stayed = [place for seat, place in enumerate(places) if seat not in left]
    last = len(stayed) + 1
    return tuple(
        last if seat in left else 1 + sum(other < place for other in stayed)
        for seat, place in enumerate(places)
    )


def comparable(match: RatedMatch, bots: Collection[str]) -> RatedMatch | None:
    """The match without bots whose strength nobody knows; None if there is nothing to compare.

    It takes a person, and somebody else.
    """
    seats = tuple(one for one in match.seats if one.bot is None or one.bot in bots)
    has_person = any(one.person is not None for one in seats)
    return replace(match, seats=seats) if has_person and len(seats) > 1 else None
