"""What people do with puzzles, as it is written down. Stored: names of fields never change."""

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from tinplate.training.glicko import GlickoRating

RunMode = Literal["streak", "race"]
Mode = Literal["mix", "theme", "weak", "repeat", "daily", "link", "offline", "streak", "race"]
TRAINING = ("mix", "theme", "weak", "repeat")  # what the server chose for somebody
RUNS = ("streak", "race")


class _Row(Struct, frozen=True, omit_defaults=True, tag_field="row"):
    person: str  # an id
    puzzle: str
    at: int  # milliseconds since 1970, by the server's clock


class Started(_Row, frozen=True, tag="started"):
    """Somebody was shown a puzzle. The other rows are about the last one that they started."""

    mode: Mode
    is_rated: bool
    name: str = ""  # of the person, where they had one
    run: str = ""  # the streak or race it is part of
    avatar: str | None = None  # that they had chosen; None: they have one by their name


class HintTaken(_Row, frozen=True, tag="hinted"):
    """Somebody was given a hint."""

    level: int


class AttemptOutcome(Struct, frozen=True, array_like=True):
    """What the first answer, or giving up before it, has decided."""

    score: float
    expected: float | None = None  # by the ratings before it; None: it was not rated
    person: GlickoRating | None = None  # after it
    puzzle: GlickoRating | None = None


class Answered(_Row, frozen=True, tag="answered"):
    """Somebody gave an answer."""

    answer: str
    extra: int | None  # moves more than the fewest; None: not solved
    seconds: float
    outcome: AttemptOutcome | None = None  # of the first one


class GivenUp(_Row, frozen=True, tag="given-up"):
    """Somebody wanted to see the solution."""

    seconds: float
    outcome: AttemptOutcome | None = None  # if there was no answer before


class TakenOffline(_Row, frozen=True, tag="taken-offline"):
    """Somebody has a puzzle with its solution, for when there is no network."""


AttemptRow: TypeAlias = Started | HintTaken | Answered | GivenUp | TakenOffline
_ENCODER = Encoder()
_DECODER: Decoder[AttemptRow] = Decoder(AttemptRow)


def encode_row(row: AttemptRow) -> bytes:
    return _ENCODER.encode(row)


def decode_row(body: bytes) -> AttemptRow:
    return _DECODER.decode(body)
