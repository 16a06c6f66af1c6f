"""The bodies of HTTP requests and responses."""

from typing import Annotated, Any

from msgspec import Meta, Raw, Struct

from tinplate.gallery.values import AnyName, DrawingCommand, Length, ReportReason
from tinplate.game import Seat
from tinplate.lobby.values import Avatar, Departure, Terms
from tinplate.match import Entry
from tinplate.ratings.results import RatingStep, ShownRating
from tinplate.records.values import Fate


class Introduction(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest chooses a name, and perhaps an avatar."""

    name: Annotated[str, Meta(max_length=200)]  # cleaned first, then measured
    avatar: Avatar | None = None  # None: as before


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest opens a table and takes its first chair."""

    terms: Terms
    chairs: int  # as many as can play; at most 20


class Opened(Struct, frozen=True):
    """The id of a table. Anyone who knows it can join."""

    id: str


class GameOffered(Struct, frozen=True):
    """A game that can be played here."""

    game: str
    title: str  # for people
    presets: dict[str, dict[str, Any]]  # settings, by name
    fewest_chairs: int
    most_chairs: int
    speeds: tuple[str, ...] = ()  # classes in which people are rated, the usual one first
    most_strangers: int = 0  # at a table that quick match finds
    rated_presets: tuple[str, ...] = ()  # by whose rules matches can count


class BotOffered(Struct, frozen=True):
    """A bot of ours, or an external one."""

    name: str
    games: tuple[str, ...]  # it plays these
    strength: int  # 1 (weak) to 10, among the bots of the same game
    limit: float  # seconds for a decision
    is_invited: bool  # it is an external bot


class Offers(Struct, frozen=True):
    """What can be played, and with whom."""

    games: tuple[GameOffered, ...]
    bots: tuple[BotOffered, ...]


class Summary(Struct, frozen=True):
    """What lists show of a table."""

    game: str
    guests: tuple[str, ...]  # the names of those who sit there
    chairs: int
    free: int  # chairs
    is_playing: bool
    is_rated: bool = False  # matches count for ratings
    has_played: bool = False  # a match was played there, or is on


class Listed(Struct, frozen=True):
    """A table in a list."""

    id: str
    updated_at: int  # milliseconds since 1970
    summary: Summary


class Page(Struct, frozen=True):
    """A page of public tables, latest first."""

    tables: tuple[Listed, ...]
    behind: str | None  # asks for the next page; None: this is the last one


class MatchFacts(Struct, frozen=True):
    """What anyone who knows the id of a match may know. Its table stays secret."""

    game: str
    players: tuple[str, ...]
    opened_at: int  # milliseconds since 1970
    updated_at: int  # when spectators last saw something
    version: int  # how many entries they have seen
    is_over: bool
    winners: tuple[Seat, ...]
    because: str | None
    avatars: tuple[Avatar | None, ...] = ()  # by seat, as they played; empty: not known
    conceded: tuple[Seat, ...] = ()  # resigned because another claimed the win; not in lists
    departures: tuple[Departure, ...] = ()  # of others who were out at its end; not in lists


class MatchSummary(Struct, frozen=True):
    """What we store of a match for lists. Stored: fields never change."""

    facts: MatchFacts
    guests: tuple[str | None, ...]  # their ids, by seat; empty if unknown


class MatchListed(Struct, frozen=True):
    """A match in the list of a guest who took part."""

    id: str
    seat: Seat | None  # theirs, if known
    facts: MatchFacts
    fate: Fate | None = None  # theirs: how they were out of it at its end, as far as is known


class MatchPage(Struct, frozen=True):
    """A page of a guest's finished matches, latest first."""

    matches: tuple[MatchListed, ...]
    behind: str | None  # asks for the next page; None: this is the last one


class GuestTables(Struct, frozen=True):
    """The tables at which a guest sits: those with a running match first, then the latest."""

    tables: tuple[Listed, ...]


class Code(Struct, frozen=True):
    """A short code for a table."""

    code: str
    until: int  # milliseconds since 1970


class DealPlayed(Struct, frozen=True):
    """How often a named deal has been played here. Whoever played it knows what comes."""

    matches: int  # that have begun with it


CommandId = Annotated[str, Meta(min_length=1, max_length=64)]


class SaveDrawing(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest saves a board that they drew."""

    id: CommandId  # of their choice; sent again with the same, it is saved once
    game: str
    name: AnyName
    text: str


class ChangeDrawing(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest does something with a drawing."""

    id: CommandId  # of their choice; sent again with the same, it happens once
    command: DrawingCommand


class DrawingSummary(Struct, frozen=True):
    """What we store of a drawing for lists. Stored: fields never change."""

    game: str
    name: str
    author: str
    board: str  # by which matches that are played on it are counted
    width: int
    height: int
    seats: tuple[int, int] | None
    length: Length | None
    edition: int
    saved_at: int
    published_at: int | None
    is_hidden: bool
    reports: int


class DrawingListed(Struct, frozen=True):
    """A drawing in a list. Only its author sees those that are not published, or hidden."""

    id: str
    game: str
    name: str
    author: str
    width: int
    height: int
    seats: tuple[int, int] | None  # for how many it is; null: for as many as can play the game
    length: Length | None  # at least and at most; null: not known
    edition: int  # counts its texts
    saved_at: int  # milliseconds since 1970
    published_at: int | None  # null: it is not published
    is_hidden: bool  # by the host
    plays: int  # matches that have begun on its board


class DrawingPage(Struct, frozen=True):
    """A page of the gallery."""

    drawings: tuple[DrawingListed, ...]
    behind: str | None  # asks for the next page; null: this is the last one


class GuestDrawings(Struct, frozen=True):
    """The drawings that a guest has saved, latest first."""

    drawings: tuple[DrawingListed, ...]
    most: int  # that one guest may have


class OneDrawing(Struct, frozen=True):
    """A drawing with its text."""

    drawing: DrawingListed
    text: str
    settings: dict[str, Any] | None  # of its game, to play on it; null: no match can be
    is_yours: bool


class ReportedFacts(Struct, frozen=True):
    """What somebody has said about a drawing. Nobody is told who."""

    reason: ReportReason
    text: str
    is_of_this_edition: bool


class HostDrawing(Struct, frozen=True):
    """A drawing that was reported or hidden."""

    drawing: DrawingListed
    reports: tuple[ReportedFacts, ...]  # on which the host has not decided


class HostDrawings(Struct, frozen=True):
    """The drawings that were reported or hidden, of all games."""

    drawings: tuple[HostDrawing, ...]
    has_more: bool


class HideDrawing(Struct, frozen=True, forbid_unknown_fields=True):
    """The host hides a drawing; or keeps it, and is done with its reports."""

    is_hidden: bool


class MatchEntries(Struct, frozen=True):
    """What has happened in a match, as the guest may see it."""

    seat: Seat | None  # theirs; None watches
    entries: tuple[Entry[Any], ...]  # the latest, except wholly hidden ones; at most 500 are read


class MatchLog(Struct, frozen=True):
    """The whole log of a finished match, including everything that was hidden."""

    game: str
    players: tuple[str, ...]
    opening: Raw
    entries: Raw


class Readiness(Struct, frozen=True):
    """Whether a process can serve people now, and if not, why."""

    store: bool  # the store can be written to, and is not damaged
    bus: bool | None  # the bus works; if not, updates arrive a little later; None: there is no bus
    draining: bool  # shutting down, accepts nothing new
    troubles: tuple[str, ...] = ()  # what is wrong, or was a minute ago; people may still play

    @property
    def is_ready(self) -> bool:
        return self.store and not self.draining


class HostSignIn(Struct, frozen=True):
    """Opens the host page."""

    token: str


class HostSession(Struct, frozen=True):
    """The host page is open until then."""

    until: int  # milliseconds since 1970


class HostTable(Struct, frozen=True):
    """A table with people at it, without its id: with that, anyone could join."""

    game: str
    people: tuple[str, ...]  # the names of those who are there
    nameless: int
    bots: int
    is_playing: bool
    is_public: bool


class HostGame(Struct, frozen=True):
    """How much a game is played, in all processes."""

    game: str
    tables: int  # at which somebody sits
    matches: int  # that are running there


class Latency(Struct, frozen=True):
    """How long something took lately, in milliseconds."""

    times: int
    p50: float
    p99: float
    most: float


class HostReport(Struct, frozen=True):
    """How a server is, for its host."""

    version: str
    python: str
    store: str  # the kind of database, and its version
    process: str  # that answers
    processes: int  # that work together
    started_at: int  # this process; milliseconds since 1970
    now: int
    sockets: int  # of this process
    tables: tuple[HostTable, ...]  # of this process, the fullest first
    hidden_tables: int  # that are too many to list
    games: tuple[HostGame, ...]
    is_counted_fully: bool  # false: there are more tables than were counted
    commands: Latency | None
    writes: Latency | None
    lag: Latency | None
    errors: dict[str, int]  # in the last hour, by kind
    troubles: tuple[str, ...]
    database_bytes: int | None
    disk_free: int | None


class Problem(Struct, frozen=True):
    """Why a request failed."""

    because: str
    code: str = ""  # identifies the sentence for translation, with the facts to fill in
    facts: dict[str, str | int] = {}


class Mistake(Struct, frozen=True):
    """What is wrong, and at which character of the text, counted from 1."""

    at: int
    because: str
    code: str = ""
    facts: dict[str, str | int] = {}


class BadText(Problem, frozen=True, kw_only=True):
    """A text that could not be read, with all its mistakes."""

    parameter: str  # the request parameter that holds the text
    mistakes: tuple[Mistake, ...]


class TableRatings(Struct, frozen=True):
    """The ratings of those who sit at a table, by chair."""

    speed: str | None  # the class in which matches there count; None: they do not
    ratings: tuple[ShownRating | None, ...]  # None: nobody, or a bot of unknown strength


class LeaderboardRow(Struct, frozen=True):
    """A person on the list."""

    place: int
    person: str  # the id
    name: str
    rating: ShownRating
    matches: int
    last_at: int  # milliseconds since 1970
    avatar: Avatar | None = None  # of an account; None: by the name


class RatedBot(Struct, frozen=True):
    """A bot, for comparison."""

    bot: str
    rating: ShownRating


class Leaderboard(Struct, frozen=True):
    """The best in one game and speed, and bots for comparison."""

    game: str
    speed: str
    floor: int  # matches it takes to be listed
    people: int  # how many have played that many
    provisional: int  # of those, whose rating is not sure yet
    rows: tuple[LeaderboardRow, ...]
    bots: tuple[RatedBot, ...]  # the best first


class CurvePoint(Struct, frozen=True):
    """A rating after a match."""

    at: int  # milliseconds since 1970
    rating: ShownRating


class RatingCurve(Struct, frozen=True):
    """How somebody stands in one game and speed, and how they came there."""

    game: str
    speed: str
    matches: int
    points: tuple[CurvePoint, ...]  # the latest ones, oldest first


class RatingInPool(Struct, frozen=True):
    """How somebody stands in one game and speed."""

    game: str
    speed: str
    rating: ShownRating


class PersonRatings(Struct, frozen=True):
    """All ratings of a person."""

    person: str
    name: str
    curves: tuple[RatingCurve, ...]


class ProfilePlayer(Struct, frozen=True):
    """Somebody in a match on a profile."""

    place: int  # 0: the match says nothing of its players
    name: str  # empty if they are private
    person: str | None = None  # the id of somebody with a profile
    bot: str | None = None
    avatar: Avatar | None = None  # of an account; others have one by their name


class ProfileMatch(Struct, frozen=True):
    """A match on a profile. Others see only matches that anybody may see."""

    match: str
    game: str
    at: int  # when it ended, in milliseconds since 1970
    seat: Seat  # of the person
    players: tuple[ProfilePlayer, ...]  # by seat
    is_public: bool
    step: RatingStep | None = None  # what it changed for the person; None: nothing, or long ago


class ProfileOpponent(Struct, frozen=True):
    """How somebody has done against another at the same table."""

    name: str
    wins: int  # matches in which they came in before the other
    losses: int
    draws: int
    person: str | None = None
    bot: str | None = None
    avatar: Avatar | None = None


class ProfileGame(Struct, frozen=True):
    """What a person has done in one game, in all matches that were not broken off."""

    game: str
    matches: int
    wins: int  # against somebody
    opponents: tuple[ProfileOpponent, ...]  # met most often first; private ones are left out
    measures: dict[str, dict[str, tuple[int, int]]]  # as the game counts: how often, and the sum


class ProfilePuzzles(Struct, frozen=True):
    """How somebody stands with the puzzles of a game."""

    game: str
    rating: ShownRating
    attempts: int  # that counted


class Profile(Struct, frozen=True):
    """What a person shows of themselves."""

    person: str
    name: str
    avatar: Avatar | None
    has_account: bool
    is_own: bool
    is_private: bool  # then only they see it
    curves: tuple[RatingCurve, ...]
    games: tuple[ProfileGame, ...]
    latest: tuple[ProfileMatch, ...]  # the latest first
    puzzles: tuple[ProfilePuzzles, ...] = ()
    is_closed: bool = False  # by a moderator: then there is nothing else on it
    can_meet: bool = True  # whether you can follow and invite them; if not, nobody is told why


class MatchPeople(Struct, frozen=True):
    """The people of a match who have a profile that others see, by seat."""

    people: tuple[str | None, ...]  # their ids


class QuickStatus(Struct, frozen=True):
    """How somebody's search for a game stands."""

    is_waiting: bool
    seconds: int = 0  # of waiting
    others: int = 0  # who wait for the same speed
    table: str | None = None  # the id of the one that was found
    is_elsewhere: bool = False  # you wait for another game since


class QuickGame(Struct, frozen=True, forbid_unknown_fields=True):
    """Which search is meant."""

    game: Annotated[str, Meta(max_length=100)]
