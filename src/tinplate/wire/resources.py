"""What goes over HTTP besides the socket: requests, and what they are answered with."""

from typing import Annotated, Any

from msgspec import Meta, Raw, Struct

from tinplate.game import Seat
from tinplate.lobby.values import Chairs, Terms


class Introduction(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest says who they are."""

    name: Annotated[str, Meta(max_length=200)]  # cut to what can be shown, then measured


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest opens a table and sits down on its first chair."""

    terms: Terms
    chairs: Chairs


class Opened(Struct, frozen=True):
    """Where the new table is. Who knows the id of a table may come to it."""

    id: str


class GameOffered(Struct, frozen=True):
    """A game that can be played here."""

    game: str
    title: str  # as people read it
    presets: dict[str, dict[str, Any]]  # settings for terms, by name
    most_chairs: int


class BotOffered(Struct, frozen=True):
    """A bot of the house, or one that was invited from outside."""

    name: str
    games: tuple[str, ...]  # that it plays
    strength: int  # 1 (weak) to 10, among those who play the same game
    limit: float  # seconds that a decision of it takes at most
    is_invited: bool  # it is a bot of others


class Offers(Struct, frozen=True):
    """What can be played, and with whom."""

    games: tuple[GameOffered, ...]
    bots: tuple[BotOffered, ...]


class Summary(Struct, frozen=True):
    """What a list shows of a table."""

    game: str
    guests: tuple[str, ...]  # who sits there, by name
    chairs: int
    free: int  # chairs nobody sits on
    is_playing: bool


class Listed(Struct, frozen=True):
    """A public table in the list."""

    id: str
    updated_at: int  # milliseconds since 1970
    summary: Summary


class Page(Struct, frozen=True):
    """Some of the public tables, the latest first."""

    tables: tuple[Listed, ...]
    behind: str | None  # where the next page begins; None is the end


class MatchFacts(Struct, frozen=True):
    """What everybody who knows its id may know of a match; not where its table is."""

    game: str
    players: tuple[str, ...]
    opened_at: int  # milliseconds since 1970
    updated_at: int  # when something happened last; of a match that is over, its end
    version: int
    is_over: bool
    winners: tuple[Seat, ...]
    because: str | None


class MatchSummary(Struct, frozen=True):
    """What is kept of a match for lists."""

    facts: MatchFacts
    guests: tuple[str | None, ...]  # by seat; empty where it is not known


class MatchListed(Struct, frozen=True):
    """A match in the list of somebody who took part in it."""

    id: str
    seat: Seat | None  # theirs, where it is known
    facts: MatchFacts


class MatchPage(Struct, frozen=True):
    """Some of the matches of a guest that are over, the latest first."""

    matches: tuple[MatchListed, ...]
    behind: str | None  # where the next page begins; None is the end


class GuestTables(Struct, frozen=True):
    """The tables at which a guest sits: those with a match that is on first, then the latest."""

    tables: tuple[Listed, ...]


class Code(Struct, frozen=True):
    """A short code for a table."""

    code: str
    until: int  # milliseconds since 1970


class MatchLog(Struct, frozen=True):
    """All that happened in a match that is over, hands and all."""

    game: str
    players: tuple[str, ...]
    opening: Raw
    entries: Raw


class Readiness(Struct, frozen=True):
    """Whether a process can serve people now, and what is missing if not."""

    store: bool  # answers
    bus: bool | None  # carries words; if not, people hear of each other later; None: has none
    draining: bool  # ends soon, and begins nothing new

    @property
    def is_ready(self) -> bool:
        return self.store and not self.draining


class Problem(Struct, frozen=True):
    """Why a request was not answered as it was meant."""

    because: str
    code: str = ""  # by which a page says it in another language, with the facts in it
    facts: dict[str, str | int] = {}
