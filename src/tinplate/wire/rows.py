"""What the rows of a log hold: a dealt opening, then what happened and who did it."""

from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Raw, Struct
from msgspec.json import Decoder, Encoder

from tinplate.lobby.values import Event, Room
from tinplate.wire.codec import decode

EventT = TypeVar("EventT")
_ENCODER = Encoder()


class Author(NamedTuple):
    """Who sent a command, and the id they gave it."""

    guest: str
    command: str


class Written(Struct, Generic[EventT], frozen=True):
    """All that one command or one deadline brought about."""

    events: tuple[EventT, ...]
    by: Author | None = None  # None: a bot, a deadline, the house


class MatchOpening(Struct, frozen=True):
    """The first row of a match."""

    game: str
    room: str
    players: tuple[str, ...]  # their names, by seat
    state: Raw  # as it was dealt
    guests: tuple[str | None, ...] = ()  # whose seats they are; None is a bot


class RowCodec(Generic[EventT]):
    """Reads and writes the rows behind the opening."""

    def __init__(self, event: Any) -> None:  # noqa: ANN401 - a type, or a union of them
        written: Any = Written  # the type of its events is a value here
        self._decoder = Decoder(written[event])

    def encode(self, written: Written[EventT]) -> bytes:
        return _ENCODER.encode(written)

    def decode(self, body: bytes) -> Written[EventT]:
        written: Written[EventT] = decode(self._decoder, body)
        return written


ROOM_ROWS: RowCodec[Event] = RowCodec(Event)
_ROOM = Decoder(Room)
_MATCH_OPENING = Decoder(MatchOpening)


def encode_opening(opening: Room | MatchOpening) -> bytes:
    return _ENCODER.encode(opening)


def decode_room(body: bytes) -> Room:
    room: Room = decode(_ROOM, body)
    return room


def decode_match_opening(body: bytes) -> MatchOpening:
    opening: MatchOpening = decode(_MATCH_OPENING, body)
    return opening
