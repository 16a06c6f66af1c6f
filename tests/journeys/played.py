"""Matches played to their end without a page, to be watched on one; and what their logs say."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

import msgspec
from msgspec.json import encode
from websockets.sync.client import ClientConnection as Connection
from websockets.sync.client import connect

from tests.catalogues import GAMES
from tests.journeys.people import PATIENCE, Visitor
from tests.server.players import next_command
from tinplate.game import ends_match
from tinplate.lobby.values import Command, SeatBot, Stand, Start, Terms
from tinplate.match import Entry, Match
from tinplate.wire.codec import Codec
from tinplate.wire.incoming import Act, Hello, Play
from tinplate.wire.outgoing import (
    Done,
    Entries,
    OutgoingMessage,
    Refused,
    ViewMessage,
    read_outgoing,
)
from tinplate.wire.resources import MatchLog

Choice = Callable[[ViewMessage, Any, tuple[Any, ...]], object | None]


@contextmanager
def at_table(visitor: Visitor, table: str) -> Iterator[Connection]:
    """The socket of a table, with the visitor's name on it."""
    url = f"{visitor.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    cookies = "; ".join(
        f"{each['name']}={each['value']}" for each in visitor.page.context.cookies()
    )
    with connect(url, additional_headers={"Cookie": cookies}) as socket:
        socket.send(encode(Hello(with_views=True)).decode())
        yield socket


def heard(socket: Connection) -> OutgoingMessage:
    return read_outgoing(socket.recv(PATIENCE / 1000))


def ask(visitor: Visitor, table: str, *orders: Command) -> None:
    """Of a table what the page would ask for, without it."""
    with at_table(visitor, table) as socket:
        for number, order in enumerate(orders):
            socket.send(encode(Act(str(number), order)).decode())
            while not isinstance(answer := heard(socket), Done):
                assert not isinstance(answer, Refused), answer


def play(visitor: Visitor, table: str, command: object) -> None:
    """Do something in the match of a table, without the page."""
    with at_table(visitor, table) as socket:
        while not isinstance(shown := heard(socket), ViewMessage):
            pass
        socket.send(encode(Play("0", shown.match, msgspec.Raw(encode(command)))).decode())
        while not isinstance(answer := heard(socket), Done):
            assert not isinstance(answer, Refused), answer


def played_by_bots(visitor: Visitor, terms: Terms, bots: Sequence[str]) -> str:
    """A match of bots: one plays for the visitor, who leaves as soon as it has begun; its id."""
    table = visitor.open(terms, 1 + len(bots))
    with at_table(visitor, table) as socket:
        seated = (SeatBot(chair, bot) for chair, bot in enumerate(bots, 1))
        orders: tuple[SeatBot | Start | Stand, ...] = (*seated, Start(), Stand())
        for number, order in enumerate(orders):
            socket.send(encode(Act(str(number), order)).decode())
        match = ""
        while True:
            news = heard(socket)
            if isinstance(news, ViewMessage):
                match = news.match
            if isinstance(news, ViewMessage | Entries) and news.ending is not None:
                return match


def played_out(visitor: Visitor, terms: Terms, choose: Choice) -> str:
    """Somebody alone at a table of their own plays a match; its id."""
    with at_table(visitor, visitor.open(terms, 1)) as socket:
        socket.send(encode(Act("start", Start())).decode())
        while not isinstance(shown := heard(socket), ViewMessage):
            pass
        news: ViewMessage | Entries = shown
        codec = Codec(GAMES[shown.game])
        for number in range(10_000):
            if news.ending is not None:
                return shown.match
            legal = tuple(
                codec.decode_command(bytes(text))
                for text in msgspec.json.decode(news.legal, type=list[msgspec.Raw])
            )
            command = choose(shown, codec.decode_state(bytes(news.view)), legal)
            if command is not None:
                message = Play(str(number), shown.match, msgspec.Raw(encode(command)))
                socket.send(encode(message).decode())
            while not isinstance(told := heard(socket), Entries):
                pass
            news = told
    raise AssertionError("the match never ends")


def rally_at_random(seed: int) -> Choice:
    dice = Random(seed)
    return lambda _, __, legal: dice.choice([one for one in legal if not ends_match(one)])


def ricochet_by_the_solver(shown: ViewMessage, state: Any, _: tuple[Any, ...]) -> object | None:  # noqa: ANN401
    return next_command(state, shown.seat)


def table_at(visitor: Visitor, match: str, version: int) -> Match[Any, Any, Any, Any]:
    """The match as its log tells it, up to a version."""
    answer = visitor.http.get(f"{visitor.address}/api/matches/{match}/log")
    assert answer.ok, answer.text()
    log = msgspec.json.decode(answer.body(), type=MatchLog)
    game = GAMES[log.game]
    codec = Codec(game)
    entries: list[Entry[Any]] = [
        codec.decode_entry(bytes(text))
        for text in msgspec.json.decode(log.entries, type=list[msgspec.Raw])
    ]
    return Match(game, codec.decode_state(bytes(log.opening)), Random(0), entries[:version])
