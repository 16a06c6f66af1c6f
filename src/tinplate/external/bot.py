"""A bot that lives elsewhere, as one of the house: whatever it does costs a decision at most."""

import re
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from msgspec import Struct

from tinplate.external.line import HungUp, Line, ProgramLine, call
from tinplate.external.words import (
    PROTOCOL,
    AnswerCodec,
    Introduction,
    Question,
    decode_introduction,
    encode_question,
)
from tinplate.game import AnyGame, Malformed, Millis, Plan, Seat

LONGEST_START = 10.0  # seconds until a bot has to have introduced itself
_SEED_BITS = 53  # every language reads such a number
_NAME = re.compile(r"[\w.-]{1,20}")
_SCHEMES = ("stdio:", "tcp:")
_PROGRAM = re.compile(r"stdio:\s*(\S.*)")
_SERVER = re.compile(r"tcp://(\[[0-9a-fA-F:.]+\]|[^/:\s]+):(\d{1,5})/?")


class Outsider(Struct, frozen=True):
    """A bot that lives elsewhere: all that a process needs to know to play with it."""

    name: str
    place: str  # stdio:COMMAND or tcp://HOST:PORT
    introduced: Introduction


def named_place(text: str) -> tuple[str, str | None]:
    """`NAME=stdio:COMMAND` taken apart; without a name the place is one; else only a name."""
    name, equals, place = text.partition("=")
    if _NAME.fullmatch(name) and equals:
        return name, _checked(place)
    return text, _checked(text) if text.startswith(_SCHEMES) else None


def _checked(place: str) -> str:
    if _PROGRAM.fullmatch(place) or _SERVER.fullmatch(place):
        return place
    raise Malformed(f"“{place}”: expected stdio:COMMAND or tcp://HOST:PORT")


def meet(name: str, place: str) -> Outsider:
    """Let a bot introduce itself; Malformed, with the reason, if it does not."""
    line = None
    until = time.monotonic() + LONGEST_START
    try:
        line = _dial(place, until)
        return Outsider(name, place, decode_introduction(line.receive(until)))
    except (HungUp, Malformed, TimeoutError) as error:
        raise Malformed(f"the bot {name} has not introduced itself: {error}") from None
    finally:
        if line is not None:
            line.close()


def _dial(place: str, until: float) -> Line:
    if program := _PROGRAM.fullmatch(place):
        return ProgramLine(program[1])
    if server := _SERVER.fullmatch(place):
        return call(server[1].strip("[]"), int(server[2]), until)
    raise Malformed(f"“{place}” is no place of a bot")


class ExternalBot:
    """One line to it, and one question at a time; a line that was misused is replaced."""

    def __init__(self, outsider: Outsider, games: Iterable[AnyGame]) -> None:
        self.name = outsider.name
        self.games = outsider.introduced.games
        self.strength = outsider.introduced.strength
        self.limit = outsider.introduced.limit
        self._place = outsider.place
        self._games = {game.name: game for game in games}
        self._codecs = {game.name: AnswerCodec(game) for game in self._games.values()}
        self._turn = threading.Lock()
        self._line: Line | None = None
        self._is_introduced = False
        self._started = 0.0

    def start(self) -> None:
        """Take the time to start it now, so that no decision has to; if that fails, they will."""
        with suppress(HungUp, Malformed, TimeoutError), self._turn:
            self._introduced_line(time.monotonic() + LONGEST_START)

    def choose(
        self,
        view: Any,  # noqa: ANN401 - of any game
        seat: Seat,
        legal: Sequence[Any],
        now: Millis,
        dice: Random,
    ) -> Plan[Any]:
        """Its plan; any exception means that there is none, TimeoutError that it was too slow."""
        until = time.monotonic() + self.limit
        game = next(
            name for name, each in self._games.items() if isinstance(view, each.vocabulary.state)
        )
        seed = dice.getrandbits(_SEED_BITS)
        question = Question(PROTOCOL, game, seat, now, self.limit, seed, tuple(legal), view)
        if not self._turn.acquire(timeout=self.limit):
            raise TimeoutError("it is still busy with another question")
        try:
            line = self._introduced_line(until)
            line.send(encode_question(question), until)
            return self._codecs[game].decode(line.receive(until))
        except BaseException:
            if self._is_introduced:  # what comes next on this line would be the wrong answer
                self._hang_up()
            raise
        finally:
            self._turn.release()

    def close(self) -> None:
        with self._turn:
            self._hang_up()

    def _introduced_line(self, until: float) -> Line:
        """A line on which nothing stands in the way of an answer."""
        is_dead = self._is_introduced and self._line is not None and self._line.has_news()
        is_stuck = not self._is_introduced and time.monotonic() > self._started + LONGEST_START
        if is_dead or is_stuck:
            self._hang_up()
        if self._line is None:
            self._started = time.monotonic()
            self._line = _dial(self._place, until)
        if not self._is_introduced:
            self._hear_introduction(self._line, until)
        return self._line

    def _hear_introduction(self, line: Line, until: float) -> None:
        """One that takes its time to begin loses decisions meanwhile, and goes on beginning."""
        try:
            decode_introduction(line.receive(until))
        except TimeoutError:
            raise TimeoutError("it has not introduced itself yet") from None
        except (HungUp, Malformed):
            self._hang_up()
            raise
        self._is_introduced = True

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line, self._is_introduced = None, False
