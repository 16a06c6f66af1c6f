"""External bots, played like our own. Whatever one does wrong, it loses one decision at most."""

import re
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from msgspec import Struct

from tinplate.external import python_bot
from tinplate.external.connection import BotDisconnected, LineConnection, ProcessConnection, connect
from tinplate.external.messages import (
    PROTOCOL,
    AnswerCodec,
    BotIntroduction,
    BotQuestion,
    decode_introduction,
    encode_question,
)
from tinplate.external.python_bot import PythonBot
from tinplate.game import AnyGame, Malformed, Millis, Plan, Seat

START_TIMEOUT = 10.0  # seconds for a bot to introduce itself
_SEED_BITS = 53  # every language can read such a number
_NAME = re.compile(r"[\w.-]{1,20}")
_SCHEMES = ("stdio:", "tcp:", "python:")
ADDRESSES = "NAME=stdio:COMMAND, NAME=tcp://HOST:PORT or NAME=python:MODULE:CLASS"
_PROGRAM = re.compile(r"stdio:\s*(\S.*)")
_SERVER = re.compile(r"tcp://(\[[0-9a-fA-F:.]+\]|[^/:\s]+):(\d{1,5})/?")


class ExternalBotSpec(Struct, frozen=True):
    """All that a process needs to know to play with an external bot."""

    name: str
    address: str  # stdio:COMMAND, tcp://HOST:PORT or python:MODULE:CLASS
    introduction: BotIntroduction


def parse_named_address(text: str) -> tuple[str, str | None]:
    """Split `NAME=ADDRESS`. An address without a name is its own name; a name has no address."""
    name, equals, address = text.partition("=")
    if _NAME.fullmatch(name) and equals:
        return name, _check_address(address)
    return text, _check_address(text) if text.startswith(_SCHEMES) else None


def _check_address(address: str) -> str:
    if any(each.fullmatch(address) for each in (_PROGRAM, _SERVER, python_bot.ADDRESS)):
        return address
    expected = "stdio:COMMAND, tcp://HOST:PORT or python:MODULE:CLASS"
    raise Malformed(f"“{address}”: expected {expected}")


def handshake(name: str, address: str) -> ExternalBotSpec:
    """Let a bot introduce itself. Malformed, with the reason, if it does not."""
    if python_bot.ADDRESS.fullmatch(address):
        return ExternalBotSpec(name, address, PythonBot(name, address).introduction)
    connection = None
    deadline = time.monotonic() + START_TIMEOUT
    try:
        connection = _connect(address, deadline)
        return ExternalBotSpec(name, address, decode_introduction(connection.receive(deadline)))
    except (BotDisconnected, Malformed, TimeoutError) as error:
        raise Malformed(f"the bot {name} did not introduce itself: {error}") from None
    finally:
        if connection is not None:
            connection.close()


def _connect(address: str, deadline: float) -> LineConnection:
    if program := _PROGRAM.fullmatch(address):
        return ProcessConnection(program[1])
    if server := _SERVER.fullmatch(address):
        return connect(server[1].strip("[]"), int(server[2]), deadline)
    raise Malformed(f"“{address}” is not the address of a bot")


def open_bot(spec: ExternalBotSpec, games: Iterable[AnyGame]) -> "ExternalBot | PythonBot":
    """The bot itself, to be started and closed."""
    if python_bot.ADDRESS.fullmatch(spec.address):
        return PythonBot(spec.name, spec.address)
    return ExternalBot(spec, games)


class ExternalBot:
    """One connection, and one question at a time. After a failure we connect again."""

    def __init__(self, spec: ExternalBotSpec, games: Iterable[AnyGame]) -> None:
        self.name = spec.name
        self.games = spec.introduction.games
        self.strength = spec.introduction.strength
        self.limit = spec.introduction.limit
        self._address = spec.address
        self._games = {game.name: game for game in games}
        self._codecs = {game.name: AnswerCodec(game) for game in self._games.values()}
        self._turn = threading.Lock()
        self._connection: LineConnection | None = None
        self._is_introduced = False
        self._started = 0.0

    def start(self) -> None:
        """Connect now, so that no decision has to wait. If that fails, the next one tries."""
        with suppress(BotDisconnected, Malformed, TimeoutError), self._turn:
            self._ready_connection(time.monotonic() + START_TIMEOUT)

    def choose(
        self,
        view: Any,  # noqa: ANN401 - of any game
        seat: Seat,
        legal: Sequence[Any],
        now: Millis,
        dice: Random,
    ) -> Plan[Any]:
        """Its plan. Any exception means that there is none; TimeoutError, that it was too slow."""
        deadline = time.monotonic() + self.limit
        game = next(
            name for name, each in self._games.items() if isinstance(view, each.vocabulary.state)
        )
        seed = dice.getrandbits(_SEED_BITS)
        question = BotQuestion(PROTOCOL, game, seat, now, self.limit, seed, tuple(legal), view)
        if not self._turn.acquire(timeout=self.limit):
            raise TimeoutError("it is still busy with another question")
        try:
            connection = self._ready_connection(deadline)
            connection.send(encode_question(question), deadline)
            return self._codecs[game].decode(connection.receive(deadline))
        except BaseException:
            if self._is_introduced:  # its next line could be a late answer to this question
                self._disconnect()
            raise
        finally:
            self._turn.release()

    def close(self) -> None:
        with self._turn:
            self._disconnect()

    def _ready_connection(self, deadline: float) -> LineConnection:
        """A connection on which the next line will be the answer."""
        is_dead = (
            self._is_introduced and self._connection is not None and self._connection.has_unread()
        )
        is_stuck = not self._is_introduced and time.monotonic() > self._started + START_TIMEOUT
        if is_dead or is_stuck:
            self._disconnect()
        if self._connection is None:
            self._started = time.monotonic()
            self._connection = _connect(self._address, deadline)
        if not self._is_introduced:
            self._receive_introduction(self._connection, deadline)
        return self._connection

    def _receive_introduction(self, connection: LineConnection, deadline: float) -> None:
        """A bot that is slow to start loses decisions meanwhile, but we let it go on starting."""
        try:
            decode_introduction(connection.receive(deadline))
        except TimeoutError:
            raise TimeoutError("it has not introduced itself yet") from None
        except (BotDisconnected, Malformed):
            self._disconnect()
            raise
        self._is_introduced = True

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection, self._is_introduced = None, False
