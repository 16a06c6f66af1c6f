"""The words of a table in the lobby: its state, commands and events.

It is called a room here, because a `Table` is a match in progress. All values are frozen and
tagged, so a codec reads them back without help.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tinplate.game import Seat
from tinplate.values import CommandValue, Value

MOST_CHAIRS = 8
LINES_KEPT = 50  # of the chat; older ones are in the log
MATCHES_KEPT = 20  # named in the room; older ones are in the log

ChairNumber = Annotated[int, Meta(ge=0, lt=MOST_CHAIRS)]
Chairs = Annotated[int, Meta(ge=1, le=MOST_CHAIRS)]


class Guest(Struct, frozen=True):
    """Somebody with a name. The id is theirs for as long as they keep their cookie."""

    id: str
    name: str


class Chair(Struct, frozen=True):
    """A place at the table. With an owner and a bot: the bot plays until the owner is back."""

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


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on."""

    game: str
    settings: dict[str, Any]  # of that game, as JSON writes them
    is_public: bool = False  # listed; otherwise found by its link only
    absent: Literal["bot", "keep"] = "bot"  # what becomes of the chair of one who stays away
    stand_in: str | None = None  # the bot that plays for those; None leaves it to the house


class Line(Struct, frozen=True):
    """Something said at the table; lines are counted from 1."""

    number: int
    guest: Guest
    text: str


class Result(Struct, frozen=True):
    """A match that was played here."""

    match: str
    players: tuple[str, ...]  # their names, by seat
    winners: tuple[Seat, ...]
    because: str


class Room(Struct, frozen=True):
    """A table in the lobby."""

    terms: Terms
    chairs: tuple[Chair, ...]
    host: str | None  # a guest's id; None while nobody sits at the table
    match: str | None = None  # the one that is on, else the last one
    is_playing: bool = False
    seats: tuple[int, ...] = ()  # the chairs that play, or played, in that match
    players: tuple[str, ...] = ()  # the names of those who began it, by seat
    results: tuple[Result, ...] = ()
    lines: tuple[Line, ...] = ()

    @property
    def owners(self) -> tuple[str, ...]:
        """Who sits at the table, be it that a bot plays for them."""
        return tuple(chair.owner.id for chair in self.chairs if chair.owner)

    def chair_of(self, guest: str) -> int | None:
        """Where somebody sits."""
        owners = (chair.owner for chair in self.chairs)
        return next((at for at, owner in enumerate(owners) if owner and owner.id == guest), None)

    def seat_of(self, guest: str) -> Seat | None:
        """Which seat of the match somebody has."""
        chair = self.chair_of(guest)
        return Seat(self.seats.index(chair)) if chair in self.seats else None

    def bot_at(self, seat: Seat) -> str | None:
        """The name of the bot that plays a seat, if one does."""
        return self.chairs[self.seats[seat]].bot

    @property
    def last_line(self) -> int:
        return self.lines[-1].number if self.lines else 0


# Commands come from outside: a field we do not know is a mistake, not something to pass over.


class Sit(CommandValue, frozen=True):
    """Take a free chair."""

    chair: ChairNumber


class Stand(CommandValue, frozen=True):
    """Leave one's chair for good; in a match a bot plays on."""


class SeatBot(CommandValue, frozen=True):
    """Put a bot on a free chair."""

    chair: ChairNumber
    bot: str


class RemoveBot(CommandValue, frozen=True):
    """Send a bot away."""

    chair: ChairNumber


class Arrange(CommandValue, frozen=True):
    """Agree on other terms."""

    terms: Terms


class Start(CommandValue, frozen=True):
    """Begin a match with all who sit at the table; after one, the next."""


class Say(CommandValue, frozen=True):
    """A line of chat."""

    text: str


Command = Sit | Stand | SeatBot | RemoveBot | Arrange | Start | Say

# Events


class ChairTaken(Value, frozen=True):
    """Somebody sits down."""

    chair: int
    guest: Guest


class ChairLeft(Value, frozen=True):
    """Somebody stood up, or stayed away for long."""

    chair: int


class BotSeated(Value, frozen=True):
    """A bot sits on a chair; where somebody sits, it plays until they are back."""

    chair: int
    bot: str


class BotRemoved(Value, frozen=True):
    """A bot is gone, or the owner of the chair is back."""

    chair: int


class HostChanged(Value, frozen=True):
    """Somebody else decides now what is played."""

    host: str | None


class Arranged(Value, frozen=True):
    """Other terms are agreed."""

    terms: Terms


class MatchStarted(Value, frozen=True):
    """A match is on."""

    match: str
    seats: tuple[int, ...]  # the chair of each seat


class MatchEnded(Value, frozen=True):
    """The match is over; who was away has left the table."""

    winners: tuple[Seat, ...]
    because: str


class Said(Value, frozen=True):
    """Somebody said something."""

    guest: Guest
    text: str


Event = (
    ChairTaken
    | ChairLeft
    | BotSeated
    | BotRemoved
    | HostChanged
    | Arranged
    | MatchStarted
    | MatchEnded
    | Said
)
