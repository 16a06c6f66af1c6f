"""The socket of a table: reads what a client sends, one message after the other, and answers."""

import asyncio
import logging
import time
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from litestar import WebSocket, websocket
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from tinplate.game import Malformed, Rejected
from tinplate.lobby.values import Arrange, Guest, Say
from tinplate.server.books import Unknown
from tinplate.server.budget import (
    BYTES_A_CREDIT,
    MOST_MISTAKES,
    REFUSALS,
    Budget,
    OverBudget,
)
from tinplate.server.guests import COOKIE
from tinplate.server.house import House
from tinplate.server.logs import mark
from tinplate.server.terms import validate
from tinplate.server.thinking import Busy, Who
from tinplate.server.watcher import Answer, Watcher
from tinplate.store.log import Unavailable
from tinplate.wire.incoming import Act, Hello, Incoming, Ping, Play, id_in, read_incoming
from tinplate.wire.outgoing import Done, Outgoing, Pong, Refused, Trouble, write_outgoing

# Reasons to close, besides those of the protocol itself; browsers show the number.
BAD_MESSAGES, NO_TABLE, NO_HELLO, TOO_MUCH = 4400, 4404, 4408, 4429
OUR_FAULT, NOT_NOW = 4500, 4503
COME_BACK = 1012  # of the protocol itself: a restart
SLOW_DOWN = "You are too fast for us: wait a second, then send it again."
log = logging.getLogger(__name__)

Socket = WebSocket[Any, Any, Any]


class HouseCloses(Exception):
    """The process ends, and all that was asked for here is answered."""


class Farewell(NamedTuple):
    """Why we close a socket."""

    code: int
    reason: str


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: Socket, house: NamedDependency[House], table: FromPath[str]) -> None:
    """Follow a table and its matches."""
    farewell = await _followed(socket, house, table)
    code = None if farewell is None else farewell.code
    log.info("socket closed", extra={"table": mark(table), "code": code})
    if farewell is not None:
        with suppress(WebSocketDisconnect, OSError):
            async with asyncio.timeout(house.pace.reading):
                await socket.close(*farewell)


async def _followed(socket: Socket, house: House, table: str) -> Farewell | None:
    """Until it ends; why, if there is somebody to tell."""
    farewell: Farewell | None = None
    try:
        await socket.accept()
        with house.door.socket(address_of(socket)), house.metrics.sockets.track_inprogress():
            farewell = await Conversation(house, socket, table).hold()
    except* OverBudget as refusals:
        house.metrics.refused("budget")
        farewell = Farewell(TOO_MUCH, str(refusals.exceptions[0]))
    except* HouseCloses:
        farewell = Farewell(COME_BACK, "the server ends; come back in a moment")
    except* (WebSocketDisconnect, OSError):
        pass  # the client is gone, or does not read
    except* Exception:
        log.exception("a socket failed")
        farewell = Farewell(OUR_FAULT, "something went wrong here, and was written down")
    return farewell


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return connection.client.host if connection.client else ""


class Conversation:
    """From the first message of a socket to the last."""

    def __init__(self, house: House, socket: Socket, table: str) -> None:
        self._house = house
        self._socket = socket
        self._table = table
        self._guest: Guest | None = house.signer.read(socket.cookies.get(COOKIE))
        now = time.monotonic()
        self._messages = Budget(house.policy.messages, now)
        self._refusals = Budget(REFUSALS, now)
        self._is_busy = False  # with a command, which is to be answered before the house closes

    async def hold(self) -> Farewell:
        hello = await self._hello()
        if hello is None:
            return Farewell(NO_HELLO, "the first message has to be a Hello")
        try:
            watcher = await self._house.hub.join(self._table, self._guest, hello)
        except Unknown:
            return Farewell(NO_TABLE, "there is no such table")
        except Unavailable:
            return Farewell(NOT_NOW, "the house cannot read at the moment")
        try:
            async with asyncio.TaskGroup() as both:
                telling = both.create_task(self._tell(watcher))
                farewell = await self._listen(watcher)
                telling.cancel()
        finally:
            self._house.hub.leave(watcher)
        return farewell

    async def _hello(self) -> Hello | None:
        try:
            async with asyncio.timeout(self._house.pace.hello):
                message = read_incoming(await self._socket.receive_text())
        except (Malformed, TimeoutError):
            return None
        return message if isinstance(message, Hello) else None

    async def _tell(self, watcher: Watcher) -> None:
        while True:
            await watcher.wait()
            for message in watcher.news():
                await self._send(message)
            if self._house.is_draining and not self._is_busy:
                raise HouseCloses

    async def _send(self, message: Outgoing) -> None:
        try:
            async with asyncio.timeout(self._house.pace.reading):
                await self._socket.send_text(write_outgoing(message))
            self._house.metrics.messages_out.inc()
        except RuntimeError:  # so the protocol says that the socket is being closed
            raise ConnectionAbortedError from None

    async def _listen(self, watcher: Watcher) -> Farewell:
        """Until there is a reason to close the socket."""
        mistakes = 0
        while mistakes < MOST_MISTAKES:
            text = await self._socket.receive_text()
            if self._house.is_draining:
                continue  # never acknowledged, so it will be sent again, elsewhere
            try:
                message = read_incoming(text)
            except Malformed as error:
                mistakes += 1
                self._house.metrics.refused("message")
                await watcher.answer(_complaint(text, error))
                continue
            if self._messages.spend(cost_of(message, len(text)), time.monotonic()):
                await self._take(watcher, message)
            elif self._refusals.spend(1, time.monotonic()):
                self._house.metrics.refused("budget")
                id_ = message.id if isinstance(message, Act | Play) else None
                await watcher.answer(Trouble(SLOW_DOWN, id_, "slow-down"))
            else:
                return Farewell(TOO_MUCH, "you did not slow down")
        return Farewell(BAD_MESSAGES, "too many messages that are none of ours")

    async def _take(self, watcher: Watcher, message: Incoming) -> None:
        match message:
            case Hello() as again:
                watcher.start_again(again)
            case Ping(at):
                await watcher.answer(Pong(at, self._house.clock()))
            case Act() | Play():
                with self._house.metrics.command_seconds.time():
                    self._is_busy = True
                    answer = await self._answer(watcher, message)
                    self._is_busy = False
                await watcher.answer(answer)

    async def _answer(self, watcher: Watcher, message: Act | Play) -> Answer:
        metrics = self._house.metrics
        try:
            return Done(message.id, await self._do(watcher, message))
        except Rejected as refusal:
            metrics.refused("rules")
            return Refused(message.id, str(refusal), refusal.code, refusal.facts)
        except (OverBudget, Busy) as refusal:
            metrics.refused("budget")
            return Trouble(str(refusal), message.id, refusal.code, refusal.facts)
        except Unavailable:
            metrics.refused("store")
            because = "The house cannot write at the moment; try again."
            return Trouble(because, message.id, "house-cannot-write")

    async def _do(self, watcher: Watcher, message: Act | Play) -> int:
        room, tables = watcher.gathering.room, self._house.tables
        if self._guest is None:
            raise Rejected("Who has no name can only watch.", "no-name")
        match message:
            case Act(id_, Arrange(wanted)):
                address = address_of(self._socket)
                self._house.door.spend(address, "heavy")
                who = Who(self._guest.id, address)
                think = partial(self._house.thinkers.think, who)
                terms = await validate(self._house.catalogue, wanted, think)
                return await tables.act(room, self._guest, Arrange(terms), id_)
            case Act(id_, command):
                return await tables.act(room, self._guest, command, id_)
            case Play(id_, match, command):
                return await tables.play(room, self._guest, match, command, id_)


def _complaint(text: str, error: Malformed) -> Refused | Trouble:
    """To who waits for the answer to a command a refusal: in trouble, they would send it again."""
    because = f"This is no message of ours: {error}"
    id_ = id_in(text)
    return Trouble(because) if id_ is None else Refused(id_, because)


def cost_of(message: Incoming, size: int) -> int:
    """In credits: what is long, answered with much or read by everybody costs more."""
    match message:
        case Hello() | Act(_, Say()):
            base = 5
        case _:
            base = 1
    return base + size // BYTES_A_CREDIT
