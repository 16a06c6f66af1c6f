"""People for tests: each has a cookie, a socket, and what a client knows of table and match."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.catalogues import GAMES
from tests.waiting import PATIENCE
from tinplate.game import Seat
from tinplate.lobby.values import ChatLine, Guest, Sit, Start, Terms
from tinplate.lobby.values import Command as TableCommand
from tinplate.match import Entry
from tinplate.server.guests import COOKIE
from tinplate.wire.codec import Codec
from tinplate.wire.differences import changed
from tinplate.wire.incoming import Act, Hello, Incoming, LastSeen, Play
from tinplate.wire.outgoing import (
    Changes,
    Chat,
    Done,
    Ending,
    Entries,
    Pong,
    Presence,
    Reacted,
    Refused,
    TableMessage,
    Trouble,
    ViewMessage,
    Welcome,
    read_outgoing,
)
from tinplate.wire.resources import Opened, OpenTable

TLS = ssl.create_default_context()  # not used, but httpx would make one for each client


class Closed(AssertionError):
    """The socket was closed before what was waited for came."""


class Person:
    """Somebody with a name, or without one: a browser that may open several sockets."""

    def __init__(self, address: str, cookie: str | None, guest: Guest | None) -> None:
        self.address = address
        self.cookie = cookie
        self.guest = guest

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}

    def _http(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.address, headers=self.headers, verify=TLS)

    async def get(self, path: str, params: dict[str, str] | None = None) -> httpx.Response:
        async with self._http() as http:
            return await http.get(path, params=params)

    async def open(self, terms: Terms, chairs: int) -> str:
        """A table of one's own; its id."""
        async with self._http() as http:
            answer = await http.post(
                "/api/tables", json=msgspec.to_builtins(OpenTable(terms, chairs))
            )
        assert answer.status_code == httpx.codes.CREATED, answer.text
        return msgspec.json.decode(answer.content, type=Opened).id

    def socket(self, table: str, over: socket.socket | None = None, **headers: str) -> connect:
        """The bare socket of a table, over a connection of its own."""
        url = f"{self.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        headers = {**self.headers, **headers}
        return connect(url, additional_headers=headers, compression=None, sock=over)

    @asynccontextmanager
    async def at(
        self,
        table: str,
        seen: LastSeen | None = None,
        *,
        with_views: bool = False,
        with_changes: bool = False,
    ) -> AsyncIterator["Client"]:
        """Come to a table."""
        async with self.socket(table) as connection:
            client = Client(connection, self.guest)
            await client.send(Hello(seen, with_views, with_changes))
            reading = asyncio.create_task(client.read())
            try:
                yield client
            finally:
                await connection.close()
                await reading


async def introduced(address: str, name: str) -> Person:
    """Somebody who has taken a name."""
    async with httpx.AsyncClient(base_url=address, verify=TLS) as http:
        answer = await http.post("/api/guest", json={"name": name})
    assert answer.status_code == httpx.codes.CREATED, answer.text
    guest = msgspec.json.decode(answer.content, type=Guest)
    return Person(address, answer.cookies[COOKIE], guest)


def nameless(address: str) -> Person:
    return Person(address, None, None)


class Client:
    """One socket, and what can be known at its end by nothing but what came through it."""

    def __init__(self, connection: ClientConnection, guest: Guest | None) -> None:
        self.connection = connection
        self.guest = guest
        self.raw: list[str] = []  # all that crossed the socket
        self.told: list[tuple[int, str]] = []  # the same, with the version it led to
        self.states: dict[int, Any] = {}  # the view after each message, by version
        self.troubles: list[Trouble] = []
        self.you: Guest | None = None
        self.table: TableMessage | None = None
        self.presence: Presence | None = None
        self.lines: list[ChatLine] = []
        self.reactions: list[Reacted] = []
        self.pongs: list[Pong] = []
        self.views: list[ViewMessage] = []
        self.views_told: list[Any] = []  # with entries
        self.entries: list[Entry[Any]] = []
        self.match: str | None = None
        self.game: Any = None
        self.seat: Seat | None = None
        self.state: Any = None  # the view, folded
        self.version = 0
        self.legal: tuple[Any, ...] = ()
        self.ending: Ending | None = None
        self.is_closed = False
        self.changes: list[Changes] = []
        self._shown: Any = None  # the view and the legal commands, as JSON
        self._offered: list[Any] = []
        self._ids = (f"{id(self)}-{number}" for number in count())
        self.answers: dict[str, Done | Refused | Trouble] = {}
        self._early: list[Entries | Changes] = []  # came before it was known what to fold them into
        self._changed = asyncio.Condition()

    @property
    def seen(self) -> LastSeen:
        assert self.match is not None
        return LastSeen(self.match, self.seat, self.version)

    def pick_up(self, before: "Client") -> None:
        """Go on from what was known on another socket; entries that came since are folded in."""
        self.match, self.game, self.seat = before.match, before.game, before.seat
        self.state, self.version = before.state, before.version
        self.legal, self.ending = before.legal, before.ending
        self._shown, self._offered = before._shown, before._offered
        for news in self._early:
            self._fold(news)
        self._early.clear()

    async def send(self, message: Incoming) -> None:
        await self.connection.send(encode(message).decode())

    async def act(self, command: TableCommand, name: str | None = None) -> Done | Refused | Trouble:
        name = name or next(self._ids)
        await self.send(Act(name, command))
        return await self.answer_to(name)

    async def play(self, command: object, name: str | None = None) -> Done | Refused | Trouble:
        assert self.match is not None
        name = name or next(self._ids)
        await self.send(Play(name, self.match, msgspec.Raw(encode(command))))
        return await self.answer_to(name)

    async def answer_to(self, name: str) -> Done | Refused | Trouble:
        await self.until(lambda: name in self.answers)
        return self.answers.pop(name)

    async def next_version(self) -> None:
        before = self.version
        await self.until(lambda: self.version != before)

    async def until(self, is_so: Callable[[], object]) -> None:
        """Wait for what will come; AssertionError if it does not, Closed if it cannot any more."""
        async with self._changed:
            try:
                await asyncio.wait_for(
                    self._changed.wait_for(lambda: is_so() or self.is_closed), PATIENCE
                )
            except TimeoutError:
                raise AssertionError(f"nothing happens after {self.raw[-3:]}") from None
        if not is_so():
            raise Closed(f"the socket was closed after {self.raw[-3:]}")

    async def read(self) -> None:
        try:
            async for text in self.connection:
                assert isinstance(text, str)
                self.raw.append(text)
                self._take(text)
                self.told.append((self.version, text))
                self.states[self.version] = self.state
                async with self._changed:
                    self._changed.notify_all()
        except ConnectionClosed:
            pass
        finally:
            self.is_closed = True
            async with self._changed:
                self._changed.notify_all()

    def _take(self, text: str) -> None:
        match read_outgoing(text):
            case Welcome(you, _):
                self.you = you
            case TableMessage() as table:
                self.table = table
            case Presence() as presence:
                self.presence = presence
            case Chat(lines, is_whole):
                self.lines = [*([] if is_whole else self.lines), *lines]
            case Reacted() as reacted:
                self.reactions.append(reacted)
            case ViewMessage() as view:
                self._look(view)
            case Entries() | Changes() as entries:
                self._fold(entries)
            case Done(name) | Refused(name) as answer:
                self.answers[name] = answer
            case Trouble(_, str(name)) as answer:
                self.answers[name] = answer
            case Trouble() as trouble:
                self.troubles.append(trouble)
            case Pong() as pong:
                self.pongs.append(pong)

    def _look(self, view: ViewMessage) -> None:
        self.views.append(view)
        self.match, self.seat, self.version = view.match, view.seat, view.version
        self.game = GAMES[view.game]
        self._shown = msgspec.json.decode(view.view)
        self.state = Codec(self.game).decode_state(bytes(view.view))
        self._offer(msgspec.json.decode(view.legal))
        self.ending = view.ending

    def _fold(self, news: Entries | Changes) -> None:
        if self.game is None:
            self._early.append(news)
            return
        assert self.match == news.match
        codec = Codec(self.game)
        for text in msgspec.json.decode(bytes(news.entries), type=list[msgspec.Raw]):
            entry = codec.decode_entry(bytes(text))
            assert entry.version == self.version + 1
            self.version = entry.version
            self.entries.append(entry)
            for event in entry.events:
                self.state = self.game.evolve(self.state, event)
        if isinstance(news, Changes):
            self._change(news)
        else:
            if bytes(news.view) != b"null":
                self.views_told.append(codec.decode_state(bytes(news.view)))
                assert self.state == self.views_told[-1]
            self._offer(msgspec.json.decode(news.legal))
        self.ending = news.ending

    def _change(self, news: Changes) -> None:
        """What was told with changes and put together is what the rules say."""
        self.changes.append(news)
        view, legal = msgspec.json.decode(news.view), msgspec.json.decode(news.legal)
        self._shown = changed(self._shown, view)
        assert self.state == Codec(self.game).decode_state(encode(self._shown))
        self._offer(changed(self._offered, legal))

    def _offer(self, offered: list[Any]) -> None:
        self._offered = offered
        self.legal = tuple(Codec(self.game).decode_command(encode(each)) for each in offered)


async def begin(ann: Client, bob: Client) -> None:
    """Ann has opened the table; Bob sits down beside her, and they begin."""
    assert isinstance(await bob.act(Sit(1)), Done)
    assert isinstance(await ann.act(Start()), Done)
    await ann.until(lambda: ann.match and ann.seat == 0)
    await bob.until(lambda: bob.match and bob.seat == 1)


def encode(value: object) -> bytes:
    return msgspec.json.encode(value)
