"""A table in the lobby as values: its state, commands and events.

All values are frozen and tagged, so a codec reads them back without help. They are stored, so tags
and names of fields never change.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct

from tinplate.game import Seat
from tinplate.ratings.results import RatedMatch, RatingStep
from tinplate.records.values import PlayedMatch
from tinplate.values import CommandValue, Value

MAX_CHAIRS = 20  # what fits on a screen; a game may have fewer
LINES_KEPT = 50  # of chat; older ones are only in the log
MATCHES_KEPT = 20  # named at the table; older ones are only in the log
ABSENCES_KEPT = 20  # of each seat in a match; older ones are only in the log
SENT_AWAY_KEPT = 50  # guests; whom the host sent away before those may come back
LONG_AWAY = 60_000  # milliseconds: then others may claim the win; a reload or a bad line is shorter

PASSED_OVER = "pass"  # on the chair of people who stay away, where nobody plays for them

# What people show each other in passing. Not stored.
Reaction = Literal["hello", "thanks", "bravo", "laugh", "wow", "oops", "think", "hurry"]

# The animals that people choose from. Stored: a name is never taken away.
Avatar = Literal[
    "bear", "bee", "cat", "duck", "elephant", "fox", "frog", "hedgehog", "mouse", "owl", "penguin",
    "rabbit", "snail", "tortoise", "whale",
]  # fmt: skip
AVATARS: Mapping[str, Avatar] = {each: each for each in get_args(Avatar)}

ChairNumber = Annotated[int, Meta(ge=0, lt=MAX_CHAIRS)]


class Guest(Struct, frozen=True):
    """Somebody with a name. They keep their id for as long as they keep their cookie."""

    id: str
    name: str
    avatar: Avatar | None = None  # that they chose; None: the page gives them one by their name


class Chair(Struct, frozen=True):
    """A place at the table. If it has an owner and a bot, the bot plays until the owner is back."""

    owner: Guest | None = None
    bot: str | None = None

    @property
    def is_free(self) -> bool:
        return self.owner is None and self.bot is None

    @property
    def is_away(self) -> bool:
        return self.owner is not None and self.bot is not None

    @property
    def name(self) -> str:
        return self.owner.name if self.owner else f"{self.bot} (bot)"

    @property
    def avatar(self) -> Avatar | None:
        return self.owner.avatar if self.owner else None


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What is played at a table, and how."""

    game: str
    settings: dict[str, Any]  # of that game, as in JSON
    is_public: bool = False  # listed; other tables are found by their link only
    absent: Literal["bot", "keep", "pass"] = "bot"  # who stay away: a bot plays, we wait, or not
    stand_in: str | None = None  # the bot that plays for them; None: the server chooses
    deal: str | None = None  # its name; tables of the same name are dealt the same
    is_rated: bool = False  # matches count for ratings, if all of this allows it
    speed: str | None = None  # the class in which they count, by the server; None: they do not


class NamedDeal(Struct, frozen=True):
    """What several tables are dealt alike: the first match at each of them, the second, and so on.

    Stored: fields never change.
    """

    name: str
    number: int  # counted from 1


class ChatLine(Struct, frozen=True):
    """A line of chat. Lines are counted from 1."""

    number: int
    guest: Guest
    text: str


class Vote(Struct, frozen=True):
    """Somebody who plays would send the player on a chair away."""

    chair: int
    guest: str  # the id of who votes
    seat: Seat | None = None  # theirs, which stays theirs in the log when they are out
    at: int = 0  # milliseconds since 1970
    has_lapsed: bool = False  # it counts no longer: taken back, or the player has left or is back
    taken_back_at: int | None = None


class Departure(Struct, frozen=True):
    """How somebody who began a match was out of it at its end. Its own log says who resigned."""

    seat: Seat
    how: Literal["away", "left", "voted"]  # voted: out, by the others
    is_played: bool  # a bot played on for them
    since: int = 0  # milliseconds since 1970; 0: not known


class FinishedMatch(Struct, frozen=True):
    """A finished match of this table."""

    match: str
    players: tuple[str, ...]  # their names, by seat
    winners: tuple[Seat, ...]
    because: str
    departures: tuple[Departure, ...] = ()
    is_rated: bool = False


class Absence(Struct, frozen=True):
    """For how long somebody has not played the seat at which they began the match.

    A bot plays it meanwhile, or nobody does, by the terms.
    """

    seat: Seat
    since: int  # milliseconds since 1970
    until: int | None = None  # when they were back; None: they were not
    has_left: bool = False  # the table, for good


class Table(Struct, frozen=True):
    """A table in the lobby."""

    terms: Terms
    chairs: tuple[Chair, ...]
    host: str | None  # a guest's id; None while nobody sits at the table
    match: str | None = None  # the current one, or else the last one
    is_playing: bool = False
    seats: tuple[int, ...] = ()  # the chair of each seat of that match
    players: tuple[str, ...] = ()  # the names at its start, by seat
    avatars: tuple[Avatar | None, ...] = ()  # those at its start, by seat; empty: not known
    results: tuple[FinishedMatch, ...] = ()
    lines: tuple[ChatLine, ...] = ()
    dealt: int = 0  # matches that have begun since the deal has its name
    people: tuple[Seat, ...] = ()  # the seats at which people began the match, not bots
    conceded: tuple[Seat, ...] = ()  # of those, whose win another has claimed: they resign
    votes: tuple[Vote, ...] = ()  # in this match
    sent_away: tuple[Guest, ...] = ()  # they neither sit nor speak here until the host lets them
    voted_away: tuple[Seat, ...] = ()  # in this match
    guests: tuple[str | None, ...] = ()  # the ids of the players at its start; None is a bot
    past_guests: tuple[tuple[str | None, ...], ...] = ()  # the same, for each of the results
    bots: tuple[str | None, ...] = ()  # the names of the bots that began it, by seat
    left: tuple[Seat, ...] = ()  # for whom a bot has played in this match
    to_rate: tuple[RatedMatch, ...] = ()  # what has ended, counts, and is not recorded yet
    absences: tuple[Absence, ...] = ()  # of people from their seats in this match, in order
    steps: tuple[RatingStep | None, ...] = ()  # what the last match changed, by seat
    to_record: tuple[PlayedMatch, ...] = ()  # what has ended, and is in nobody's record yet
    ready: tuple[str, ...] = ()  # the ids of those who are in for the next match
    is_for_strangers: bool = False  # quick match has found it: anybody may see what was played

    @property
    def named_deal(self) -> NamedDeal | None:
        """That of the match, if the deal has a name."""
        return None if self.terms.deal is None else NamedDeal(self.terms.deal, self.dealt)

    @property
    def owners(self) -> tuple[str, ...]:
        """The ids of all who sit at the table, including those for whom a bot plays."""
        return tuple(chair.owner.id for chair in self.chairs if chair.owner)

    def chair_of(self, guest: str) -> int | None:
        """The chair on which a guest sits."""
        owners = (chair.owner for chair in self.chairs)
        return next((at for at, owner in enumerate(owners) if owner and owner.id == guest), None)

    def seat_of(self, guest: str) -> Seat | None:
        """The seat that a guest has in the match; none for those who sat down after it."""
        chair = self.chair_of(guest)
        if chair is None or chair not in self.seats:
            return None
        seat = Seat(self.seats.index(chair))
        return seat if not self.guests or self.guests[seat] == guest else None

    def began_at(self, guest: str) -> Seat | None:
        """The seat at which a guest began the match, even if they have left it."""
        return Seat(self.guests.index(guest)) if guest in self.guests else None

    def bot_at(self, seat: Seat) -> str | None:
        """The name of the bot that plays a seat, if a bot does."""
        return self.chairs[self.seats[seat]].bot

    @property
    def last_line(self) -> int:
        return self.lines[-1].number if self.lines else 0


# Commands


class Sit(CommandValue, frozen=True):
    """Take a free chair."""

    chair: ChairNumber


class Stand(CommandValue, frozen=True):
    """Leave your chair for good. During a match, a bot plays on."""


class Rename(CommandValue, frozen=True):
    """Sit under the name and avatar that you have now, not those you sat down with."""


class SeatBot(CommandValue, frozen=True):
    """Put a bot on a free chair."""

    chair: ChairNumber
    bot: str


class RemoveBot(CommandValue, frozen=True):
    """Remove a bot."""

    chair: ChairNumber


class Arrange(CommandValue, frozen=True):
    """Change the terms, and how many chairs there are."""

    terms: Terms
    chairs: int | None = None  # as many as there are


class Start(CommandValue, frozen=True):
    """Start a match with everybody who sits at the table."""

    is_watched: bool = False  # the stand-in gets your chair first: you only look on


class JoinNext(CommandValue, frozen=True):
    """Say, between matches, that one is in for the next one."""


class Say(CommandValue, frozen=True):
    """Say something in the chat."""

    text: str


class SendAway(CommandValue, frozen=True):
    """Send somebody away, by their id. Only the host can, and nobody who is in a match."""

    guest: str


class LetBack(CommandValue, frozen=True):
    """Let somebody back whom the host has sent away."""

    guest: str


class VoteAway(CommandValue, frozen=True):
    """Vote, in a match, to send the player on a chair away."""

    chair: ChairNumber


class TakeBackVote(CommandValue, frozen=True):
    """Send them away no longer, as far as one's own vote goes."""

    chair: ChairNumber


class ClaimWin(CommandValue, frozen=True):
    """Claim the win, because all other people have left, or have been away for long."""


Command = (
    Sit
    | Stand
    | Rename
    | SeatBot
    | RemoveBot
    | Arrange
    | Start
    | JoinNext
    | Say
    | SendAway
    | LetBack
    | VoteAway
    | TakeBackVote
    | ClaimWin
)

# Events


class ChairTaken(Value, frozen=True):
    """Somebody sat down."""

    chair: int
    guest: Guest


class ChairLeft(Value, frozen=True):
    """Somebody stood up, or stayed away too long."""

    chair: int


class Renamed(Value, frozen=True):
    """Somebody who sits here has another name or avatar."""

    chair: int
    guest: Guest


class BotSeated(Value, frozen=True):
    """A bot took a chair. If the chair has an owner, the bot plays until the owner is back."""

    chair: int
    bot: str


class BotRemoved(Value, frozen=True):
    """A bot left its chair, maybe because the owner is back."""

    chair: int


class HostChanged(Value, frozen=True):
    """Somebody else is the host, or nobody is."""

    host: str | None


class Arranged(Value, frozen=True):
    """The terms have changed."""

    terms: Terms


class ChairsSet(Value, frozen=True):
    """There are more chairs, or fewer; those that are gone were free."""

    count: int


class MatchStarted(Value, frozen=True):
    """A match has started."""

    match: str
    seats: tuple[int, ...]  # the chair of each seat


class NextJoined(Value, frozen=True):
    """Somebody who sits here is in for the next match."""

    guest: str  # their id


class MatchFinished(Value, frozen=True, tag="MatchEnded"):
    """The match is over. Everybody who was away has left the table."""

    winners: tuple[Seat, ...]
    because: str
    places: tuple[int, ...] = ()  # by seat, 1 is the best; none: it says nothing of its players
    at: int = 0  # milliseconds since 1970


class MatchRated(Value, frozen=True):
    """A match that counts has changed ratings, or has changed none after all."""

    match: str
    row: int | None  # of the log of its ratings; None: there was nothing to compare
    steps: tuple[RatingStep | None, ...] = ()  # by seat


class MatchRecorded(Value, frozen=True):
    """A match is in the records of all who played it."""

    match: str


class Said(Value, frozen=True):
    """Somebody said something."""

    guest: Guest
    text: str


class SentAway(Value, frozen=True):
    """Somebody has to leave, and does not come back until the host lets them."""

    guest: Guest
    chair: int | None  # theirs, which is free now; None: they had none


class CalledBack(Value, frozen=True):
    """Somebody who was sent away may sit and speak here again."""

    guest: Guest


class AwayVoted(Value, frozen=True):
    """Somebody who plays would send the player on a chair away."""

    chair: int
    guest: str  # the id of who votes


class VoteTakenBack(Value, frozen=True):
    """They would send the player on a chair away no longer."""

    chair: int
    guest: str  # the id of who had voted


class WinClaimed(Value, frozen=True):
    """All other people are gone: their seats resign, for the one who is left."""

    guest: str  # the id of who claims it
    seats: tuple[Seat, ...]  # that resign


Event = (
    ChairTaken
    | ChairLeft
    | Renamed
    | BotSeated
    | BotRemoved
    | HostChanged
    | Arranged
    | ChairsSet
    | MatchStarted
    | NextJoined
    | MatchFinished
    | MatchRated
    | MatchRecorded
    | Said
    | SentAway
    | CalledBack
    | AwayVoted
    | VoteTakenBack
    | WinClaimed
)
