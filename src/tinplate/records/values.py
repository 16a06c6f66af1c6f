"""A person's matches as values. All of it is stored, so names of fields never change."""

from typing import Literal

from msgspec import Struct

Measure = tuple[int, int]  # how often something happened, and the sum of what was measured then
Measures = dict[str, dict[str, Measure]]  # by what is measured, and by the case

# How somebody was out of a match at its end: a bot played for them, they left, the others voted
# them out, or a win was claimed against them.
Fate = Literal["away", "left", "voted", "conceded"]


class PlayedSeat(Struct, frozen=True):
    """Somebody who took part in a match."""

    name: str
    place: int  # 1 is the best, equals share one; 0: the match says nothing of its players
    person: str | None = None  # the id of a person
    bot: str | None = None  # the name of a bot
    has_left: bool = False  # a bot has played for them
    has_conceded: bool = False  # they were away, and another has claimed the win
    fate: Fate | None = None  # None: they played it to its end, or resigned


class PlayedMatch(Struct, frozen=True):
    """A finished match."""

    match: str  # its id
    game: str
    at: int  # when it ended, in milliseconds since 1970
    seats: tuple[PlayedSeat, ...]
    is_public: bool = False  # anybody may see it; others are found by their link only


class SeatResult(Struct, frozen=True):
    """A seat of a match that is remembered, without a name: its owner may be gone some day."""

    place: int
    person: str | None = None
    bot: str | None = None


class KeptMatch(Struct, frozen=True):
    """A match as the record of one of its players has it."""

    match: str
    game: str
    at: int
    seat: int  # of the player whose record it is
    seats: tuple[SeatResult, ...]
    is_public: bool = False
    fate: Fate | None = None  # of that player


class OpponentScore(Struct, frozen=True):
    """How often somebody came in before another, behind them, or at the same place."""

    wins: int = 0
    losses: int = 0
    draws: int = 0
    last_at: int = 0

    @property
    def matches(self) -> int:
        return self.wins + self.losses + self.draws


class GameRecord(Struct, frozen=True):
    """All matches of a person in one game."""

    matches: int = 0
    wins: int = 0  # against somebody
    people: dict[str, OpponentScore] = {}  # by their ids
    bots: dict[str, OpponentScore] = {}  # by their names
    measures: Measures = {}  # as the game counts


class PersonRecord(Struct, frozen=True):
    """What is remembered of a person. It replaces what was remembered before."""

    name: str = ""  # in their last match: of guests, nothing else is known
    named_at: int = 0
    latest: tuple[KeptMatch, ...] = ()  # the latest first
    games: dict[str, GameRecord] = {}
    is_erased: bool = False  # the person is gone: nothing is ever added
