"""The messages that a client sends on the socket of a table: a closed union, read strictly."""

from typing import Annotated, Literal, cast

from msgspec import Meta, Raw, Struct
from msgspec.json import Decoder

from tinplate.game import Malformed, Seat
from tinplate.lobby.values import Command, Reaction
from tinplate.wire.codec import decode

CommandId = Annotated[str, Meta(min_length=1, max_length=64)]


class IncomingMessage(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A message tagged with its name. Unknown fields are an error."""


class LastSeen(Struct, frozen=True, forbid_unknown_fields=True):
    """The last version that a returning client has seen."""

    match: str
    seat: Seat | None  # None: as a spectator
    version: int


class Hello(IncomingMessage, frozen=True):
    """The first message. The server sends all that came after `seen`, or else everything."""

    seen: LastSeen | None = None
    with_views: bool = False  # send a view with all entries, for clients that know no rules
    with_changes: bool = False  # or what changed in it, which is much shorter


class Act(IncomingMessage, frozen=True):
    """Do something at the table. A repeated id is answered again, but has no second effect."""

    id: CommandId
    command: Command


class Play(IncomingMessage, frozen=True):
    """Do something in the match: a command of its game."""

    id: CommandId
    match: str
    command: Raw


class Ping(IncomingMessage, frozen=True):
    """Ask for the time. The answer repeats `at`, the time on the client's clock."""

    at: float


class React(IncomingMessage, frozen=True):
    """Show everybody at the table a reaction. It is neither stored nor answered."""

    reaction: Reaction


class _Command(Struct):
    """The part of a command that we need to answer it."""

    type: Literal["Act", "Play"]
    id: CommandId


Incoming = Hello | Act | Play | Ping | React
_DECODER, _COMMAND_DECODER = Decoder(Incoming), Decoder(_Command)


def read_incoming(text: str | bytes) -> Incoming:
    """Decode a message. Malformed says what is wrong, and where."""
    return cast("Incoming", decode(_DECODER, text))


def id_in(malformed: str | bytes) -> str | None:
    """The id of a command that is otherwise unreadable, so that we can refuse it, or None."""
    try:
        return cast("_Command", decode(_COMMAND_DECODER, malformed)).id
    except Malformed:
        return None
