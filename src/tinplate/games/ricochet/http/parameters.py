"""The parameters of requests: their limits, how they are read, and what is wrong with them."""

from collections.abc import Callable
from typing import Annotated, TypeVar

from litestar import MediaType, Response
from litestar.params import QueryParameter
from msgspec.json import Decoder

from tinplate.game import Malformed
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.layout import LONGEST
from tinplate.games.ricochet.notation import Misread, NotationMistake, parse_position
from tinplate.games.ricochet.pieces import ROBOTS
from tinplate.games.ricochet.proof import READINGS, Rule
from tinplate.server.queries import AnyRequest
from tinplate.wire.codec import decode
from tinplate.wire.resources import BadText, Mistake

MAX_TEXT = LONGEST + 500  # characters of a parameter
MAX_MOVES = 200
MAX_LENGTH = 99  # moves
MAX_LISTED = 100  # solutions in one answer

ReadT = TypeVar("ReadT")
Text = Annotated[str, QueryParameter(max_length=MAX_TEXT)]
Moves = Annotated[str, QueryParameter(max_length=3 * MAX_MOVES)]
OptionalText = Annotated[str | None, QueryParameter(max_length=MAX_TEXT)]
Limit = Annotated[int, QueryParameter(ge=1, le=MAX_LISTED)]
Every = Annotated[bool, QueryParameter(name="all")]
RobotCount = Annotated[int | None, QueryParameter(ge=1, le=len(ROBOTS))]
RobotsText = Annotated[str, QueryParameter(max_length=60)]
Seed = Annotated[int, QueryParameter(ge=0, le=999_999_999)]
Side = Annotated[int, QueryParameter(ge=1, le=99)]  # columns, rows; the game knows its limits
Wish = Annotated[int | None, QueryParameter(ge=1, le=MAX_LENGTH)]
_RULE = Decoder(Rule)


class Unreadable(Exception):
    """A parameter of a request cannot be read."""

    def __init__(self, parameter: str, mistakes: tuple[NotationMistake, ...]) -> None:
        super().__init__(f"{parameter}: {mistakes[0]}")
        self.parameter = parameter
        self.mistakes = mistakes


def read_position(text: str) -> Position:
    return read("position", parse_position, text)


def read_rule(text: str) -> Rule:
    """A reading of RC10 by its name, or a rule in JSON, as in settings."""
    if text in READINGS:
        return READINGS[text]
    try:
        rule: Rule = decode(_RULE, text)
    except Malformed as error:
        names = ", ".join(READINGS)
        because = f"expected {names}, or a rule in JSON, as in settings: {error}"
        mistake = NotationMistake(1, because, "not-understood", {"place": "rule"})
        raise Unreadable("rule", (mistake,)) from None
    return rule


def read(parameter: str, parse: Callable[[str], ReadT], text: str) -> ReadT:
    try:
        return parse(text)
    except Misread as error:
        raise Unreadable(parameter, error.mistakes) from None


def tell_mistakes(_: AnyRequest, error: Unreadable) -> Response[BadText]:
    """Report each mistake with its place, so that the page can point at it."""
    mistakes = tuple(
        Mistake(mistake.at, mistake.because, mistake.code, dict(mistake.facts))
        for mistake in error.mistakes
    )
    first = mistakes[0]
    answer = BadText(
        str(error), first.code, first.facts, parameter=error.parameter, mistakes=mistakes
    )
    return Response(answer, status_code=400, media_type=MediaType.JSON)
