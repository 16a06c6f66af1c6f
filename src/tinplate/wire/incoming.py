"""What a client sends on the socket of a table: a closed union, read strictly."""

from typing import Annotated, Literal, cast

from msgspec import Meta, Raw, Struct
from msgspec.json import Decoder

from tinplate.game import Malformed, Seat
from tinplate.lobby.values import Command
from tinplate.wire.codec import decode

CommandId = Annotated[str, Meta(min_length=1, max_length=64)]


class Message(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A message that carries its name; a field we do not know is a mistake."""


class Seen(Struct, frozen=True, forbid_unknown_fields=True):
    """How far a client that was here before has got."""

    match: str
    seat: Seat | None  # as which it saw that; None is a spectator
    version: int


class Hello(Message, frozen=True):
    """The first message. It is answered with all that came after `seen`, or with everything."""

    seen: Seen | None = None
    with_views: bool = False  # entries come with the view they led to: for clients without rules


class Act(Message, frozen=True):
    """Do something at the table. Sent again with the same id it is answered, not repeated."""

    id: CommandId
    command: Command


class Play(Message, frozen=True):
    """Do something in the match: one of the commands of its game."""

    id: CommandId
    match: str
    command: Raw


class Ping(Message, frozen=True):
    """Ask for the time; the answer repeats `at`, the client's own clock."""

    at: float


class _Command(Struct):
    """What is to be answered, whatever else is in it."""

    type: Literal["Act", "Play"]
    id: CommandId


Incoming = Hello | Act | Play | Ping
_DECODER, _COMMAND_DECODER = Decoder(Incoming), Decoder(_Command)


def read_incoming(text: str | bytes) -> Incoming:
    """The message; Malformed says what is wrong with it, and where."""
    return cast("Incoming", decode(_DECODER, text))


def id_in(malformed: str | bytes) -> str | None:
    """By which somebody waits for the answer to a message that cannot be read, if that can be."""
    try:
        return cast("_Command", decode(_COMMAND_DECODER, malformed)).id
    except Malformed:
        return None
