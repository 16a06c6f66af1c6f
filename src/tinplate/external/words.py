"""What goes to and fro on the line: one JSON object each. docs/bots.md explains it to authors."""

from typing import Annotated, Any, Generic

from msgspec import Meta, Struct
from msgspec.json import Decoder, Encoder

from tinplate.game import CommandT, Game, Malformed, Millis, Plan, Seat
from tinplate.wire.codec import decode

PROTOCOL = 1
LONGEST_LIMIT = 10.0  # seconds
MOST_COMMANDS = 100
_ENCODER = Encoder()


class Introduction(Struct, frozen=True):
    """What a bot says first, without being asked."""

    protocol: int
    games: Annotated[frozenset[str], Meta(min_length=1)]
    strength: Annotated[int, Meta(ge=1, le=10)] = 5
    limit: Annotated[float, Meta(gt=0, le=LONGEST_LIMIT)] = 1.0


class Question(Struct, frozen=True):
    """What it is asked."""

    protocol: int
    game: str
    seat: Seat
    now: Millis
    limit: float  # seconds for the answer
    seed: int  # for its dice, if it wants any
    legal: tuple[Any, ...]
    view: Any


class Answer(Struct, Generic[CommandT], frozen=True, forbid_unknown_fields=True):
    """What it answers."""

    commands: Annotated[tuple[CommandT, ...], Meta(max_length=MOST_COMMANDS)] = ()
    ask_again: Annotated[int, Meta(ge=0)] | None = None


_INTRODUCTION = Decoder(Introduction)


def encode_question(question: Question) -> bytes:
    return _ENCODER.encode(question) + b"\n"


def decode_introduction(line: bytes) -> Introduction:
    """Malformed if it is none, or of another protocol."""
    introduction: Introduction = decode(_INTRODUCTION, line)
    if introduction.protocol != PROTOCOL:
        raise Malformed(f"protocol {introduction.protocol}; expected {PROTOCOL}")
    return introduction


class AnswerCodec:
    """Reads the answers of one game."""

    def __init__(self, game: Game[Any, Any, Any, Any]) -> None:
        answer: Any = Answer  # the type of its commands is a value here
        self._decoder = Decoder(answer[game.vocabulary.command])

    def decode(self, line: bytes) -> Plan[Any]:
        answer: Answer[Any] = decode(self._decoder, line)
        again = None if answer.ask_again is None else Millis(answer.ask_again)
        return Plan(answer.commands, again)
