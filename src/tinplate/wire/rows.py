"""The rows of a log: the opening, then events and their authors. Stored: fields never change."""

from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Raw, Struct, field
from msgspec.json import Decoder, Encoder

from tinplate.gallery.values import Drawing, DrawingEvent
from tinplate.lobby.values import Avatar, Event, NamedDeal, Table
from tinplate.wire.codec import decode

EventT = TypeVar("EventT")
_ENCODER = Encoder()


class Author(NamedTuple):
    """The guest who sent a command, and the id they gave it."""

    guest: str
    command: str


class RowBody(Struct, Generic[EventT], frozen=True):
    """The events of one command or deadline."""

    events: tuple[EventT, ...]
    by: Author | None = None  # None: a bot, a deadline or the server


class MatchOpening(Struct, frozen=True):
    """The first row of a match."""

    game: str
    table: str = field(name="room")  # as older versions have written it
    players: tuple[str, ...]  # their names, by seat
    state: Raw  # as dealt
    guests: tuple[str | None, ...] = ()  # their ids, by seat; None is a bot
    deal: NamedDeal | None = None  # that was dealt, if it has a name
    avatars: tuple[Avatar | None, ...] = ()  # of the players, by seat


class RowCodec(Generic[EventT]):
    """Reads and writes the rows after the opening."""

    def __init__(self, event: Any) -> None:  # noqa: ANN401 - a type, or a union of them
        body: Any = RowBody  # its type parameter is only known here
        self._decoder = Decoder(body[event])

    def encode(self, row: RowBody[EventT]) -> bytes:
        return _ENCODER.encode(row)

    def decode(self, body: bytes) -> RowBody[EventT]:
        row: RowBody[EventT] = decode(self._decoder, body)
        return row


TABLE_ROWS: RowCodec[Event] = RowCodec(Event)
DRAWING_ROWS: RowCodec[DrawingEvent] = RowCodec(DrawingEvent)
_TABLE = Decoder(Table)
_DRAWING = Decoder(Drawing)
_MATCH_OPENING = Decoder(MatchOpening)


def encode_opening(opening: Table | Drawing | MatchOpening) -> bytes:
    return _ENCODER.encode(opening)


def decode_table(body: bytes) -> Table:
    table: Table = decode(_TABLE, body)
    return table


def decode_drawing(body: bytes) -> Drawing:
    drawing: Drawing = decode(_DRAWING, body)
    return drawing


def decode_match_opening(body: bytes) -> MatchOpening:
    opening: MatchOpening = decode(_MATCH_OPENING, body)
    return opening
