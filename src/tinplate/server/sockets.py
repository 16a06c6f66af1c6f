"""The socket of a table: reads what a client sends, one message after the other, and answers."""

import asyncio
import logging
from typing import Any

from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from tinplate.game import Malformed, Rejected
from tinplate.lobby.values import Guest
from tinplate.server.books import Unknown
from tinplate.server.guests import COOKIE
from tinplate.server.house import House
from tinplate.server.watcher import Answer, Watcher
from tinplate.store.log import Unavailable
from tinplate.wire.incoming import Act, Hello, Ping, Play, read_incoming
from tinplate.wire.outgoing import Done, Outgoing, Pong, Refused, Trouble, write_outgoing

LARGEST_MESSAGE = 64 * 1024  # bytes; a course of one's own is the largest thing people send
MOST_MISTAKES = 10
# Reasons to close, besides those of the protocol itself; browsers show the number.
BAD_MESSAGES, NO_TABLE, NO_HELLO, OUR_FAULT = 4400, 4404, 4408, 4500
log = logging.getLogger(__name__)

Socket = WebSocket[Any, Any, Any]


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: Socket, house: NamedDependency[House], table: FromPath[str]) -> None:
    """Follow a table and its matches."""
    await socket.accept()
    try:
        await Conversation(house, socket, table).hold()
    except* (WebSocketDisconnect, OSError):
        pass  # the client is gone, or does not read: there is nobody to tell
    except* Exception:
        log.exception("a socket failed")
        await socket.close(OUR_FAULT, "something went wrong here, and was written down")


class Conversation:
    """From the first message of a socket to the last."""

    def __init__(self, house: House, socket: Socket, table: str) -> None:
        self._house = house
        self._socket = socket
        self._table = table
        self._guest: Guest | None = house.signer.read(socket.cookies.get(COOKIE))

    async def hold(self) -> None:
        hello = await self._hello()
        if hello is None:
            await self._socket.close(NO_HELLO, "the first message has to be a Hello")
            return
        try:
            watcher = await self._house.hub.join(self._table, self._guest, hello)
        except Unknown:
            await self._socket.close(NO_TABLE, "there is no such table")
            return
        try:
            async with asyncio.TaskGroup() as both:
                telling = both.create_task(self._tell(watcher))
                await self._listen(watcher)
                telling.cancel()
        finally:
            self._house.hub.leave(watcher)
        await self._socket.close(BAD_MESSAGES, "too many messages that are none of ours")

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

    async def _send(self, message: Outgoing) -> None:
        try:
            async with asyncio.timeout(self._house.pace.reading):
                await self._socket.send_text(write_outgoing(message))
        except RuntimeError:  # so the protocol says that the socket is being closed
            raise ConnectionAbortedError from None

    async def _listen(self, watcher: Watcher) -> None:
        """Until there were too many mistakes."""
        mistakes = 0
        while mistakes < MOST_MISTAKES:
            text = await self._socket.receive_text()
            try:
                message = read_incoming(text)
            except Malformed as error:
                mistakes += 1
                await watcher.answer(Trouble(f"This is no message of ours: {error}"))
                continue
            match message:
                case Hello() as again:
                    watcher.start_again(again)
                case Ping(at):
                    await watcher.answer(Pong(at, self._house.clock()))
                case Act() | Play():
                    await watcher.answer(await self._answer(watcher, message))

    async def _answer(self, watcher: Watcher, message: Act | Play) -> Answer:
        try:
            return Done(message.id, await self._do(watcher, message))
        except Rejected as refusal:
            return Refused(message.id, str(refusal))
        except Unavailable:
            return Trouble("The house cannot write at the moment; try again.", message.id)

    async def _do(self, watcher: Watcher, message: Act | Play) -> int:
        room, tables = watcher.gathering.room, self._house.tables
        if self._guest is None:
            raise Rejected("Who has no name can only watch.")
        match message:
            case Act(id_, command):
                return await tables.act(room, self._guest, command, id_)
            case Play(id_, match, command):
                return await tables.play(room, self._guest, match, command, id_)
