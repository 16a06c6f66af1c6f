"""Matches played to their end without a page, to be watched on one; and what their logs say."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from msgspec.json import encode
from websockets.sync.client import connect

from tests.journeys.people import PATIENCE, Visitor
from tests.server.players import next_command
from tinplate.catalogue import GAMES
from tinplate.lobby.values import Start, Terms
from tinplate.match import Entry, Table
from tinplate.wire.codec import Codec
from tinplate.wire.incoming import Act, Hello, Play
from tinplate.wire.outgoing import Entries, Message, View, read_outgoing
from tinplate.wire.resources import MatchLog

Choice = Callable[[View, Any, tuple[Any, ...]], object | None]


def played_out(visitor: Visitor, terms: Terms, choose: Choice) -> str:
    """Somebody alone at a table of their own plays a match; its id."""
    table = visitor.open(terms, 1)
    url = f"{visitor.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    cookies = "; ".join(
        f"{each['name']}={each['value']}" for each in visitor.page.context.cookies()
    )
    with connect(url, additional_headers={"Cookie": cookies}) as socket:

        def heard() -> Message:
            return read_outgoing(socket.recv(PATIENCE / 1000))

        socket.send(encode(Hello(with_views=True)).decode())
        socket.send(encode(Act("start", Start())).decode())
        while not isinstance(shown := heard(), View):
            pass
        news: View | Entries = shown
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
            while not isinstance(told := heard(), Entries):
                pass
            news = told
    raise AssertionError("the match never ends")


def rally_at_random(seed: int) -> Choice:
    dice = Random(seed)
    return lambda _, __, legal: dice.choice(legal)


def ricochet_by_the_solver(shown: View, state: Any, _: tuple[Any, ...]) -> object | None:  # noqa: ANN401
    return next_command(state, shown.seat)


def table_at(visitor: Visitor, match: str, version: int) -> Table[Any, Any, Any, Any]:
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
    return Table(game, codec.decode_state(bytes(log.opening)), Random(0), entries[:version])
