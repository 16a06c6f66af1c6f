"""What a client is sent on the socket of a table: a closed union."""

from typing import cast

from msgspec import Raw, Struct
from msgspec.json import Decoder, Encoder

from tinplate.game import Millis, Seat
from tinplate.lobby.values import Chair, Guest, Line, Result, Room, Terms
from tinplate.wire.codec import decode


class Message(Struct, frozen=True, tag=True):
    """A message that carries its name."""


class Welcome(Message, frozen=True):
    """Who the server takes you for; None has no name and may only watch."""

    you: Guest | None


class Table(Message, frozen=True):
    """The table as it is now, without its chat."""

    version: int  # of the table; those of its matches are counted apart
    terms: Terms
    chairs: tuple[Chair, ...]
    host: str | None
    match: str | None  # the one that is on, else the last one
    is_playing: bool
    seats: tuple[int, ...]  # the chair of each seat of that match
    results: tuple[Result, ...]


class Presence(Message, frozen=True):
    """Who is connected to this table."""

    guests: tuple[str, ...]  # their ids
    nameless: int  # how many watch without a name


class Chat(Message, frozen=True):
    """Lines that were said, oldest first."""

    lines: tuple[Line, ...]


class Ending(Struct, frozen=True):
    """How a match ended."""

    winners: tuple[Seat, ...]
    because: str


class View(Message, frozen=True):
    """Everything you may see of the match: forget what you knew of it."""

    match: str
    game: str
    seat: Seat | None  # yours; None is a spectator
    version: int
    view: Raw  # a state of the game, with blanks where something is hidden from you
    legal: Raw  # the commands you may play now
    deadline: Millis | None  # when something happens by itself, in the time of the match
    ending: Ending | None
    clock: Millis  # the time of the match now


class Entries(Message, frozen=True):
    """What happened since, as far as you may see it."""

    match: str
    entries: Raw  # each with its version, one behind the other
    view: Raw  # what you may see after them; null if your Hello asked for no views
    legal: Raw
    deadline: Millis | None
    ending: Ending | None
    clock: Millis


class Done(Message, frozen=True):
    """Your command was accepted and is written down, as this version of the match or table."""

    id: str
    version: int


class Refused(Message, frozen=True):
    """Your command was not accepted; the sentence is fit to be shown."""

    id: str
    because: str
    code: str = ""  # by which a page says it in another language, with the facts in it
    facts: dict[str, str | int] = {}


class Trouble(Message, frozen=True):
    """Something is wrong with what you sent, or with us; `id` names the command, if it was one.

    A command of which only this was heard may have been accepted: send it again with its id.
    """

    because: str
    id: str | None = None
    code: str = ""
    facts: dict[str, str | int] = {}


class Pong(Message, frozen=True):
    """The time on the server's clock, in milliseconds since 1970."""

    at: float
    now: int


Outgoing = Welcome | Table | Presence | Chat | View | Entries | Done | Refused | Trouble | Pong
_ENCODER = Encoder()
_DECODER = Decoder(Outgoing)


def write_outgoing(message: Outgoing) -> str:
    return _ENCODER.encode(message).decode()


def read_outgoing(text: str | bytes) -> Outgoing:
    """The message, for clients in Python; Malformed says what is wrong with it, and where."""
    return cast("Outgoing", decode(_DECODER, text))


def table_message(version: int, room: Room) -> Table:
    return Table(
        version=version,
        terms=room.terms,
        chairs=room.chairs,
        host=room.host,
        match=room.match,
        is_playing=room.is_playing,
        seats=room.seats,
        results=room.results,
    )
