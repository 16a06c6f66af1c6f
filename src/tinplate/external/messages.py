"""The messages between us and an external bot: one JSON object a line (see docs/bots.md)."""

from typing import Annotated, Any, Generic

from msgspec import Meta, Struct
from msgspec.json import Decoder, Encoder

from tinplate.game import CommandT, Game, Malformed, Millis, Plan, Seat
from tinplate.wire.codec import decode

PROTOCOL = 1
MAX_LIMIT = 10.0  # seconds
MAX_COMMANDS = 100
_ENCODER = Encoder()


class BotIntroduction(Struct, frozen=True):
    """The first message of a bot."""

    protocol: int
    games: Annotated[frozenset[str], Meta(min_length=1)]
    strength: Annotated[int, Meta(ge=1, le=10)] = 5
    limit: Annotated[float, Meta(gt=0, le=MAX_LIMIT)] = 1.0


class BotQuestion(Struct, frozen=True):
    """What the bot is asked."""

    protocol: int
    game: str
    seat: Seat
    now: Millis
    limit: float  # seconds for the answer
    seed: int  # for its dice, if it needs any
    legal: tuple[Any, ...]
    view: Any


class BotAnswer(Struct, Generic[CommandT], frozen=True, forbid_unknown_fields=True):
    """What the bot answers."""

    commands: Annotated[tuple[CommandT, ...], Meta(max_length=MAX_COMMANDS)] = ()
    ask_again: Annotated[int, Meta(ge=0)] | None = None


_INTRODUCTION = Decoder(BotIntroduction)


def encode_question(question: BotQuestion) -> bytes:
    return _ENCODER.encode(question) + b"\n"


def decode_introduction(line: bytes) -> BotIntroduction:
    """Malformed if it is not an introduction, or has another protocol version."""
    introduction: BotIntroduction = decode(_INTRODUCTION, line)
    if introduction.protocol != PROTOCOL:
        raise Malformed(f"protocol {introduction.protocol}; expected {PROTOCOL}")
    return introduction


class AnswerCodec:
    """Reads answers in one game."""

    def __init__(self, game: Game[Any, Any, Any, Any]) -> None:
        answer: Any = BotAnswer  # its type parameter is only known here
        self._decoder = Decoder(answer[game.vocabulary.command])

    def decode(self, line: bytes) -> Plan[Any]:
        answer: BotAnswer[Any] = decode(self._decoder, line)
        again = None if answer.ask_again is None else Millis(answer.ask_again)
        return Plan(answer.commands, again)
