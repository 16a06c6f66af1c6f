"""A scripted player: reconnects when its socket breaks, and sends one command at a time."""

import asyncio
from dataclasses import dataclass
from itertools import count
from random import Random
from time import perf_counter
from typing import NamedTuple

from msgspec import Raw
from msgspec.json import encode
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tinplate.game import Malformed, Seat
from tinplate.load.choosing import choose
from tinplate.load.deliveries import Deliveries
from tinplate.load.protocol_check import ProtocolCheck
from tinplate.load.tally import LoadTally
from tinplate.lobby.values import Command as TableCommand
from tinplate.lobby.values import Guest, Say, Start
from tinplate.wire.incoming import Act, Hello, Ping, Play
from tinplate.wire.outgoing import Done, Outgoing, Pong, Refused, Trouble, read_outgoing

TIMEOUT = 60.0  # seconds for an answer or a connection
BACKOFF = (0.1, 1.0)  # seconds before we reconnect

LOST = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError)
Answer = Done | Refused | Trouble


class Acknowledged(NamedTuple):
    """An accepted command: it must stay in the log for ever."""

    log: str
    number: int  # the version of a table; in a match, the number of the entry to that seat
    guest: str
    command: str  # its id
    seat: Seat | None = None  # in a match


@dataclass(slots=True)
class Sent:
    """A command that waits for its answer."""

    message: Act | Play
    text: str
    answer: asyncio.Future[Answer]
    at: float = 0.0
    is_resent: bool = False


@dataclass(slots=True)
class SharedTable:
    """What the players at one table share."""

    table: str
    urls: tuple[str, ...]  # of the processes that serve it; players take turns
    game: str
    tally: LoadTally
    deliveries: Deliveries
    acknowledged: list[Acknowledged]
    is_down: asyncio.Event  # set while we have killed the server
    is_over: asyncio.Event  # set when players must not start anything new


class ScriptedPlayer:
    """A player at a table. Without a guest, it is a spectator."""

    def __init__(
        self, number: int, shared: SharedTable, guest: Guest | None, cookie: str | None
    ) -> None:
        self.number = number
        self.guest = guest
        self.check = ProtocolCheck(shared.tally.add_error)
        self.is_in = asyncio.Event()
        self._shared = shared
        self._tally = shared.tally
        self._headers = {"Cookie": cookie} if cookie else {}
        self._dice = Random(number)  # noqa: S311 - a script, no secret
        self._ids = count()
        self._socket: ClientConnection | None = None
        self._sent: Sent | None = None
        self.is_up_to_date = asyncio.Event()  # when the server has answered a ping

    async def stay(self) -> None:
        """Stay connected until cancelled."""
        while True:
            try:
                async with connect(
                    self._shared.urls[self.number % len(self._shared.urls)],
                    additional_headers=self._headers,
                    compression=None,
                    ping_interval=None,  # browsers do not ping either
                    open_timeout=TIMEOUT,
                    proxy=None,
                ) as socket:
                    await self._attend(socket)
            except LOST as error:
                self._note_loss(error)
            finally:
                self._socket = None
                self.is_in.clear()
            await asyncio.sleep(self._dice.uniform(*BACKOFF))

    @property
    def waits(self) -> bool:
        """Whether it waits for an answer: one that has come may not have been taken yet."""
        return self._sent is not None and not self._sent.answer.done()

    async def act(self, pace: tuple[float, float]) -> None:
        """Send one command after the other until the test is over."""
        pause = self._dice.uniform(0, pace[1])
        while True:
            due = perf_counter() + pause
            await asyncio.sleep(pause)
            if self._shared.is_over.is_set():
                return
            self._tally.lateness.append(perf_counter() - due)
            await self.ask(self._next())
            pause = self._dice.uniform(*pace)

    async def ask(self, message: Act | Play) -> Answer | None:
        """Send a command and return its answer, across reconnections. None if there is none."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        sent = self._sent = Sent(message, encode(message).decode(), answer)
        if self._tally.is_measuring:
            self._tally.commands += 1
        try:
            async with asyncio.timeout(TIMEOUT):
                await self._send(sent)
                return await answer
        except TimeoutError:
            self._tally.add_error(f"no answer within {TIMEOUT:g} s")
            return None
        finally:
            self._sent = None

    async def ping(self) -> None:
        """Ask for an answer, which comes after everything that there was to tell."""
        self.is_up_to_date.clear()
        if self._socket is not None:
            await self._socket.send(encode(Ping(0)).decode())

    def order(self, command: TableCommand) -> Act:
        return Act(self._new_id(), command)

    def _next(self) -> Act | Play:
        check = self.check
        table, seen = check.table, check.seen
        if table and not table.is_playing and self.guest and table.host == self.guest.id:
            return self.order(Start())
        if seen is not None and check.is_playing:
            command = choose(self._shared.game, check.legal, self._dice)
            if command is not None:
                return Play(self._new_id(), seen.match, Raw(encode(command)))
        id_ = self._new_id()
        return Act(id_, Say(f"line {id_}"))

    def _new_id(self) -> str:
        return f"{self.number}-{next(self._ids)}"

    async def _send(self, sent: Sent) -> None:
        """Send it now, or after we have reconnected."""
        socket = self._socket
        if socket is None:
            return
        sent.at = perf_counter()
        if isinstance(sent.message, Act) and isinstance(sent.message.command, Say):
            self._shared.deliveries.sent(sent.message.command.text, sent.at, self.number)
        try:
            await socket.send(sent.text)
        except ConnectionClosed:
            return  # the reader notices it too

    async def _attend(self, socket: ClientConnection) -> None:
        hello = Hello(self.check.seen, with_changes=True)  # as our own page asks
        await socket.send(encode(hello).decode())
        self._tally.connections += 1
        self._socket = socket
        if self._sent is not None:
            self._sent.is_resent = True
            self._tally.resent += 1
            await self._send(self._sent)
        while True:
            data = await socket.recv(decode=False)
            self._receive(data, perf_counter())

    def _receive(self, data: bytes, now: float) -> None:
        try:
            message = read_outgoing(data)
        except Malformed:
            self._tally.add_error("an unreadable message")
            return
        news = self.check.take(message)
        for key in news:
            self._shared.deliveries.heard(key, now, self.number)
        if self._tally.is_measuring:
            self._tally.messages += 1
            self._tally.received_bytes += len(data)
            self._tally.delivered += len(news)
        if self.check.table is not None:
            self.is_in.set()
        self._take_answer(message, now)

    def _take_answer(self, message: Outgoing, now: float) -> None:
        match message:
            case Done(id_) | Refused(id_) | Trouble(_, str(id_)):
                sent = self._sent
                if sent is None or sent.message.id != id_:
                    self._tally.add_error("an answer to nothing")
                elif not sent.answer.done():
                    self._judge(sent, message, now)
                    sent.answer.set_result(message)
            case Trouble(because):
                self._tally.add_error(f"trouble: {because}")
            case Pong():
                self.is_up_to_date.set()
            case _:
                pass

    def _judge(self, sent: Sent, answer: Answer, now: float) -> None:
        tally = self._tally
        match answer:
            case Done(_, number):
                self._check(sent.message, number)
                self._keep(sent, number, now)
            case Refused(_, because):
                if tally.is_measuring:
                    tally.refused[because] += 1
            case Trouble(because):
                tally.add_error(f"trouble: {because}")

    def _check(self, message: Act | Play, number: int) -> None:
        """Check that we received the effect of a command before its answer."""
        match message:
            case Play(_, match):
                was_told = self.check.has_entry(match, number)
            case Act(_, Say(text)):
                was_told = self.check.has_line(text)
            case Act():
                was_told = self.check.has_table(number)
        if not was_told:
            self._tally.add_error("acknowledged before its effect was sent")

    def _keep(self, sent: Sent, number: int, now: float) -> None:
        message, shared, seen = sent.message, self._shared, self.check.seen
        log = message.match if isinstance(message, Play) else shared.table
        guest = self.guest.id if self.guest else ""
        seat = seen.seat if seen and isinstance(message, Play) else None
        shared.acknowledged.append(Acknowledged(log, number, guest, message.id, seat))
        at = self.check.at(log, number)
        if at is not None and not sent.is_resent:
            shared.deliveries.sent((log, at), sent.at, self.number)
        if self._tally.is_measuring:
            self._tally.acknowledged += 1
            if not sent.is_resent:
                self._tally.acknowledging.append(now - sent.at)

    def _note_loss(self, error: Exception) -> None:
        self._tally.reconnections += 1
        if not self._shared.is_down.is_set():
            self._tally.add_error(f"connection lost: {error or type(error).__name__}")
