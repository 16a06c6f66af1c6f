"""Clients that do what no client should: the others do not notice, and what it costs is bounded."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from typing import ClassVar

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.server.client import Client, Person, introduced
from tests.server.players import A_SHORT_RICOCHET
from tests.server.serving import ServerClock, serving
from tests.waiting import PATIENCE, a_moment, until
from tinplate.lobby.values import Sit, Stand
from tinplate.server import connections, sockets
from tinplate.server import serving as server_side
from tinplate.server.context import Policy, Timeouts
from tinplate.server.rate_limits import MESSAGES, WARNINGS
from tinplate.wire.incoming import Ping
from tinplate.wire.outgoing import Done, Trouble

TIMEOUTS = Timeouts(grace=3_600, bot_pause=0)
LONGEST = max(connections.REQUEST_TIMEOUT, TIMEOUTS.send, TIMEOUTS.hello)  # that anybody is given
POLICY = Policy(people=0)
BURST = int(MESSAGES.burst)  # messages on one socket
WARNINGS_GIVEN = int(WARNINGS.burst)
PROXY_KEEPS = 60  # seconds: nginx keeps an idle connection that long
SMALL = 4_096  # bytes in the buffers of the system, so that what is not read is felt


class Watched(connections.LimitedWebSocketProtocol):
    """Says how much was ever waiting to be read, and by whom."""

    alive: ClassVar = set["Watched"]()
    most_unread: ClassVar = 0
    most_waiting: ClassVar = 0  # messages that were read and not yet handled
    ping_every: ClassVar = 3_600.0  # seconds; who is rude could answer them

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.close_timeout = 0.2  # who is closed on is read that long, and the others are slowed
        self.ping_interval, self.ping_timeout = Watched.ping_every, LONGEST
        Watched.alive.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        Watched.alive.discard(self)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        Watched.most_unread = max(Watched.most_unread, self.transport.get_write_buffer_size())
        Watched.most_waiting = max(Watched.most_waiting, self.queue.qsize())


@pytest.fixture(scope="module")
def clock() -> ServerClock:
    return ServerClock()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, clock: ServerClock) -> Iterator[str]:
    """A server with everyday budgets."""
    with pytest.MonkeyPatch.context() as change:
        change.setattr(server_side, "LimitedWebSocketProtocol", Watched)
        folder = tmp_path_factory.mktemp("rude")
        with serving(folder, TIMEOUTS, POLICY, clock=clock) as address:
            yield address


class Company:
    """Ann, at the table where somebody misbehaves, and Bob at another."""

    def __init__(
        self, ann: Person, bob: Person, table: str, other: str, clock: ServerClock
    ) -> None:
        self.ann, self.bob, self.table, self.other = ann, bob, table, other
        self.clock = clock

    async def play_on(self) -> None:
        """Both do a dozen things, and each is answered."""
        async with self.ann.at(self.table) as hers, self.bob.at(self.other) as his:
            for _ in range(6):
                await asyncio.gather(self._up_and_down(hers), self._up_and_down(his))

    async def go_home(self) -> None:
        """Neither is here; time passes until nobody else is."""
        await self._let_pass_until(lambda: not Watched.alive)

    async def see_cut_off(self, connection: socket.socket) -> None:
        """They have gone; what there is can be read, and some time later the connection ends."""
        reading = asyncio.create_task(read_to_the_end(connection))
        await self._let_pass_until(reading.done)
        await reading

    async def see_end(self, task: asyncio.Task[None]) -> None:
        """They have gone, and some time later it is over."""
        await self._let_pass_until(task.done)
        await task

    async def _let_pass_until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                await self.clock.pass_seconds(LONGEST)
                await a_moment()

    async def _up_and_down(self, client: Client) -> None:
        for command in (Stand(), Sit(0)):
            assert isinstance(await client.act(command), Done)


@pytest.fixture
async def company(server: str, clock: ServerClock) -> Company:
    ann, bob = await introduced(server, "Ann"), await introduced(server, "Bob")
    hers, his = [await each.open(A_SHORT_RICOCHET, 2) for each in (ann, bob)]
    return Company(ann, bob, hers, his, clock)


class StillClock:
    """A clock for budgets, which stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def budgets(monkeypatch: pytest.MonkeyPatch) -> StillClock:
    """Nobody gets new credit for being slow."""
    clock = StillClock()
    monkeypatch.setattr(sockets, "monotonic", clock)
    return clock


async def small_connection(address: str) -> socket.socket:
    """A connection in whose buffers not much fits."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    connection.setblocking(False)  # noqa: FBT003
    host, port = address.removeprefix("http://").split(":")
    await asyncio.get_running_loop().sock_connect(connection, (host, int(port)))
    return connection


async def upgraded(address: str, table: str) -> socket.socket:
    """A websocket without a library that would be polite; Hello is said."""
    connection, loop = await small_connection(address), asyncio.get_running_loop()
    host = address.removeprefix("http://")
    request = (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    await loop.sock_sendall(connection, request.encode())
    assert b"101" in await loop.sock_recv(connection, 1_000)
    await loop.sock_sendall(connection, frame(b'{"type":"Hello"}'))
    return connection


def frame(data: bytes, first: int = 0x81) -> bytes:
    """A masked frame; the mask is all zeros."""
    assert len(data) < 126
    return bytes([first, 0x80 | len(data)]) + bytes(4) + data


async def flood(connection: socket.socket, data: bytes) -> None:
    """Send it again and again, until the other side has had enough."""
    with suppress(ConnectionError):
        while True:
            await asyncio.get_running_loop().sock_sendall(connection, data)


async def read_to_the_end(connection: socket.socket) -> None:
    with suppress(ConnectionError):
        while await asyncio.get_running_loop().sock_recv(connection, 65_536):
            pass


async def closing_code(connection: ClientConnection) -> int | None:
    with suppress(ConnectionClosed):
        async for _ in connection:
            pass
    return connection.close_code


# Who does not read

SHORTEST = frame(b'{"type":"Hello"}')  # that is well-formed


@pytest.mark.parametrize(
    "message",
    [
        frame(b'{"type":"Ping","at":1}') * 50,
        SHORTEST * 50,
        frame(b"x" * 125, first=0x89) * 50,  # pings of the websocket itself
    ],
    ids=["messages", "hellos", "ping frames"],
)
async def test_whoever_asks_and_never_reads(company: Company, message: bytes) -> None:
    """Is cut off; what waits to be read by them is never more than a few messages.

    Nor is what they have sent: thousands of short messages in one read would stop everybody.
    """
    Watched.most_unread = Watched.most_waiting = 0
    with closing(await upgraded(company.ann.address, company.table)) as rude:
        flooding = asyncio.create_task(flood(rude, message))
        await company.play_on()
        await company.see_end(flooding)
    await company.go_home()

    assert Watched.most_unread < 2 * connections.MAX_UNREAD
    assert Watched.most_waiting <= connections.MAX_QUEUED + connections.READ_BYTES / len(SHORTEST)


async def test_whoever_is_told_things_and_never_reads(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Is cut off too, though they ask for nothing: they do not answer when they are called."""
    monkeypatch.setattr(Watched, "ping_every", LONGEST)
    with closing(await upgraded(company.ann.address, company.table)) as rude:
        await company.play_on()
        await company.go_home()
        await company.see_cut_off(rude)


async def test_whoever_asks_over_http_and_never_reads(company: Company) -> None:
    """Answers do not wait for ever."""
    address = company.ann.address
    request = f"GET /api/schema HTTP/1.1\r\nHost: {address.removeprefix('http://')}\r\n\r\n"
    with closing(await small_connection(address)) as rude:
        flooding = asyncio.create_task(flood(rude, request.encode() * 10))
        await company.play_on()
        await company.see_end(flooding)
        await company.see_cut_off(rude)


# Who sends too much


@pytest.mark.usefixtures("budgets")
async def test_whoever_floods_is_told_and_then_closed_on(company: Company) -> None:
    """A burst is fine, then there are warnings, then the end."""
    ann = company.ann
    async with ann.at(company.table) as hers:
        playing = asyncio.create_task(company.play_on())
        for _ in range(BURST):
            await hers.send(Ping(1))
        await hers.until(lambda: len(hers.pongs) == BURST)
        await hers.send(Ping(1))
        await hers.until(lambda: hers.troubles)
        for _ in range(WARNINGS_GIVEN):
            await hers.send(Ping(1))
        await hers.connection.wait_closed()
        await playing

    assert (sockets.TOO_MUCH, "you did not slow down") == (
        hers.connection.close_code,
        hers.connection.close_reason,
    )
    assert BURST == len(hers.pongs)
    assert {sockets.SLOW_DOWN} == {trouble.because for trouble in hers.troubles}


async def test_whoever_slows_down_when_told_is_not_closed_on(
    company: Company, budgets: StillClock
) -> None:
    """The commands that were too much are named, and can be sent again."""
    async with company.ann.at(company.table) as hers:
        for number in range(BURST + 20):
            await hers.connection.send(
                f'{{"type":"Act","id":"{number}","command":{{"type":"Sit","chair":1}}}}'
            )
        answers = [await hers.answer_to(str(number)) for number in range(BURST + 20)]
        late = [answer.id for answer in answers if isinstance(answer, Trouble)]
        budgets.now += 1
        again = await hers.act(Stand(), late[0])

    assert [str(number) for number in range(BURST, BURST + 20)] == late
    assert isinstance(again, Done)


async def test_a_message_in_endless_pieces(company: Company) -> None:
    """Empty ones are pieces too."""
    with closing(await upgraded(company.ann.address, company.table)) as rude:
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(rude, frame(b"{", first=0x01))
        flooding = asyncio.create_task(flood(rude, frame(b"", first=0x00) * 100))
        await company.play_on()
        await company.see_cut_off(rude)
        await company.see_end(flooding)
    await company.go_home()


# Who sends garbage

DEEP = "[" * 30_000
GARBAGE: list[str | bytes] = [
    b"\x00\xff" * 100,
    "",
    "null",
    "[]",
    "{}",
    DEEP,
    '{"type":"Ping","at":' + DEEP,
    '{"type":"Play","id":"x","match":"y","command":' + DEEP + "]" * 30_000 + "}",
    '{"type":"Act","id":"x","command":{"type":"Arrange","terms":{"game":"rally","settings":{"x":'
    + DEEP + "]" * 30_000 + "}}}}",
    '{"type":"Ping","at":NaN}',
    '{"type":"Ping","at":1e999}',
    '{"type":"Ping","at":' + "9" * 5_000 + "}",
    '{"type":"Hello","seen":{"match":"x","seat":' + "9" * 400 + ',"version":0}}',
    '{"type":"Hello","seen":{"match":"x","seat":-1,"version":-9223372036854775808}}',
    '{"type":"Act","id":"x","command":{"type":"Sit","chair":1e400}}',
    '{"type":"Act","id":"\\ud800","command":{"type":"Say","text":"\\ud800\\udc00\\udfff"}}',
    '{"type":"Act","id":"x","command":{"type":"Say","text":"\\u0000"}}',
]  # fmt: skip


@pytest.mark.parametrize("garbage", GARBAGE, ids=lambda text: repr(text)[:40])
async def test_garbage_is_answered_and_changes_nothing(
    company: Company, garbage: str | bytes
) -> None:
    """With `Trouble` or a refusal, and after a lot of it the end. It is never our fault."""
    ann = company.ann
    async with ann.at(company.table) as hers:
        await hers.until(lambda: hers.table)
        before = hers.table
        for _ in range(3):
            await hers.connection.send(garbage)
        await hers.connection.send('{"type":"Ping","at":1}')
        await hers.until(lambda: hers.pongs)

        assert before == hers.table
        assert not hers.lines
    async with ann.socket(company.table) as first:
        await first.send(garbage)
        with suppress(ConnectionClosed):
            await first.recv()  # for some of it is well-formed

        assert first.close_code in {None, sockets.NO_HELLO}


@pytest.mark.parametrize(
    "bad",
    [
        frame(b"\xc3("),  # half of a letter
        frame(b"{}", first=0xF1),  # bits that mean nothing
        frame(b"{}", first=0x83),  # a kind of frame that there is not
        frame(b"{}", first=0x80),  # the end of what never began
        b"\x81\xff" + b"\xff" * 8,  # longer than anything
        b"\x81\x02{}",  # not masked
        b"GET / HTTP/1.1\r\n\r\n",
    ],
    ids=["utf-8", "reserved", "opcode", "continuation", "length", "unmasked", "http"],
)
async def test_frames_that_are_none(company: Company, bad: bytes) -> None:
    """End the connection, and nothing else."""
    with closing(await upgraded(company.ann.address, company.table)) as rude:
        await asyncio.get_running_loop().sock_sendall(rude, bad)
        await company.see_cut_off(rude)
    await company.play_on()
    await company.go_home()


# Who comes, and then nothing


@pytest.mark.parametrize(
    "beginning",
    [
        b"",
        b"GET / HT",
        b"POST /api/guest HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    ],
    ids=["nothing", "half a line", "half a body"],
)
async def test_connections_that_say_nothing_end(company: Company, beginning: bytes) -> None:
    """So do those that begin and do not go on, or go on for ever, letter by letter."""
    loop = asyncio.get_running_loop()
    rude = [await small_connection(company.ann.address) for _ in range(50)]
    for connection in rude:
        await loop.sock_sendall(connection, beginning)
    slow = asyncio.create_task(trickle(rude[0]))
    await company.play_on()
    for connection in rude:
        await company.see_cut_off(connection)
    await company.see_end(slow)
    for connection in rude:
        connection.close()


async def trickle(connection: socket.socket) -> None:
    with suppress(ConnectionError):
        while True:
            await asyncio.get_running_loop().sock_sendall(connection, b"x")
            await a_moment()


async def test_whoever_asks_one_thing_after_the_other_is_not_cut_off(company: Company) -> None:
    """However long the connection lasts: each request is answered in time."""
    loop, address = asyncio.get_running_loop(), company.ann.address
    request = f"GET /health HTTP/1.1\r\nHost: {address.removeprefix('http://')}\r\n\r\n".encode()
    answers = 0
    with closing(await small_connection(address)) as polite:
        while answers < 10:  # for twice as long as a request may take
            await loop.sock_sendall(polite, request)
            answers += b"200 OK" in await loop.sock_recv(polite, 10_000)
            await company.clock.pass_seconds(connections.REQUEST_TIMEOUT / 5)

    assert 10 == answers


async def test_idle_connections_outlive_those_of_proxies(company: Company) -> None:
    """A proxy that keeps one for a minute never sends a request into one that we close."""
    loop, address = asyncio.get_running_loop(), company.ann.address
    request = f"GET /health HTTP/1.1\r\nHost: {address.removeprefix('http://')}\r\n\r\n".encode()
    with closing(await small_connection(address)) as idle:
        for _ in range(2):
            await ask(idle, request)
            for _ in range(4):
                await company.clock.pass_seconds(PROXY_KEEPS / 4)
        await loop.sock_sendall(idle, b"GET / HT")  # a new request has its time, and no more
        await company.see_cut_off(idle)
    with closing(await small_connection(address)) as idle:
        await ask(idle, request)
        await company.see_cut_off(idle)


async def ask(connection: socket.socket, request: bytes) -> None:
    """Ask whether it is alive, and read all of the answer."""
    loop, answer = asyncio.get_running_loop(), b""
    await loop.sock_sendall(connection, request)
    while not answer.endswith(b'{"status":"ok"}'):
        some = await loop.sock_recv(connection, 10_000)
        assert some, "cut off"
        answer += some


async def test_whoever_opens_a_socket_and_says_nothing_is_sent_away(company: Company) -> None:
    """After a while."""
    async with company.ann.socket(company.table) as silent:
        await company.play_on()
        await company.clock.pass_seconds(TIMEOUTS.hello)

        assert sockets.NO_HELLO == await closing_code(silent)
    await company.go_home()


async def test_many_who_come_and_go_at_once_leave_nothing_behind(company: Company) -> None:
    """Half of them without a word, half in the middle of one."""
    playing = asyncio.create_task(company.play_on())
    for _ in range(20):
        rude = await asyncio.gather(*(small_connection(company.ann.address) for _ in range(50)))
        for connection in rude[::2]:
            with suppress(BlockingIOError):
                connection.send(b"GET /api/tables/x/socket HTTP/1.1\r\nUpgrade: websocket\r\n")
        for connection in rude:
            connection.close()
    await playing
    await company.play_on()
    await until(lambda: not Watched.alive)  # without any time passing
