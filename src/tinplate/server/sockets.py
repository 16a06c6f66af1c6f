"""The socket of a table: reads messages one by one, answers them, and sends updates."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, NamedTuple

from litestar import WebSocket, websocket
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from msgspec.structs import replace

from tinplate.game import Malformed, Rejected
from tinplate.lobby.values import Arrange, Guest, Reaction, Rename, Say, Sit
from tinplate.server.compute import Busy, Requester
from tinplate.server.connections import DIRECT, LimitedWebSocketProtocol
from tinplate.server.context import ServerContext
from tinplate.server.log_cache import UnknownLog
from tinplate.server.logging_setup import mark
from tinplate.server.players import require_own_name, require_player, require_voice
from tinplate.server.rate_limits import (
    BYTES_PER_TOKEN,
    MAX_MALFORMED,
    WARNINGS,
    RateLimited,
    TokenBucket,
)
from tinplate.server.sessions import Identity, identify
from tinplate.server.terms import validate
from tinplate.server.watchers import Answer, Watcher
from tinplate.store.log import Unavailable
from tinplate.wire.incoming import Act, Hello, Incoming, Ping, Play, React, id_in, read_incoming
from tinplate.wire.outgoing import Done, Pong, Refused, Trouble, write_outgoing

# Close codes of our own. Browsers see the number.
BAD_MESSAGES, NO_TABLE, NO_HELLO, TOO_MUCH = 4400, 4404, 4408, 4429
OUR_FAULT, NOT_NOW = 4500, 4503
RECONNECT = 1012  # a standard code: service restart
SLOW_DOWN = "Too fast. Wait a second, then try again."
log = logging.getLogger(__name__)

Socket = WebSocket[Any, Any, Any]


class SignedOut(Exception):
    """The session by which this socket was opened has ended."""


class ServerClosing(Exception):
    """The server is shutting down, and this socket has nothing left to answer."""


class CloseReason(NamedTuple):
    """Why we close a socket."""

    code: int
    reason: str


@websocket("/api/tables/{table:str}/socket")
async def table_socket(
    socket: Socket, context: NamedDependency[ServerContext], table: FromPath[str]
) -> None:
    """Follow a table and its matches."""
    reason = await _run_session(socket, context, table)
    code = None if reason is None else reason.code
    log.info("socket closed", extra={"table": mark(table), "code": code})
    if reason is not None:
        with suppress(WebSocketDisconnect, OSError):
            async with asyncio.timeout(context.timeouts.send):
                await socket.close(*reason)


async def _run_session(socket: Socket, context: ServerContext, table: str) -> CloseReason | None:
    """Run until the socket ends. Returns why we close it, or None if the client is gone."""
    reason: CloseReason | None = None
    try:
        await socket.accept()
        with (
            context.rate_limiter.socket(address_of(socket)),
            context.metrics.sockets.track_inprogress(),
        ):
            reason = await TableSession(context, socket, table).run()
    except* RateLimited as refusals:
        context.metrics.refused("rate-limit")
        reason = CloseReason(TOO_MUCH, str(refusals.exceptions[0]))
    except* ServerClosing:
        reason = CloseReason(RECONNECT, "the server is restarting; reconnect in a moment")
    except* SignedOut:
        reason = CloseReason(RECONNECT, "you have signed out; reconnect as who you are now")
    except* Unavailable:
        reason = CloseReason(NOT_NOW, "the server can't read who you are right now")
    except* (WebSocketDisconnect, OSError):
        pass  # the client is gone, or does not read
    except* Exception:
        log.exception("a socket failed")
        context.metrics.failed("socket")
        reason = CloseReason(OUR_FAULT, "something went wrong on the server")
    return reason


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return connection.client.host if connection.client else ""


class TableSession:
    """One client at one table, from its first message to its last."""

    def __init__(self, context: ServerContext, socket: Socket, table: str) -> None:
        self._context = context
        self._address = address_of(socket)
        self._socket = _direct(socket)
        self._table = table
        self._cookies = dict(socket.cookies)
        self._identity: Identity | None = None
        now = monotonic()
        self._messages = TokenBucket(context.policy.messages, now)
        self._warnings = TokenBucket(WARNINGS, now)
        self._is_busy = False  # with a command, which we answer before we shut down

    @property
    def _guest(self) -> Guest | None:
        return None if self._identity is None else self._identity.guest

    async def run(self) -> CloseReason:
        hello = await self._hello()
        if hello is None:
            return CloseReason(NO_HELLO, "the first message must be a Hello")
        self._identity = await identify(self._context, self._cookies)
        if self._identity is None:
            return await self._follow(hello)
        guest, _, session = self._identity
        with self._context.signed_in_sockets.track(
            guest.id, session.id if session else None, lambda: self._socket.fail(SignedOut())
        ):
            return await self._follow(hello)

    async def _follow(self, hello: Hello) -> CloseReason:
        try:
            watcher = await self._context.hub.join(self._table, self._guest, hello)
        except UnknownLog:
            return CloseReason(NO_TABLE, "there is no such table")
        except Unavailable:
            return CloseReason(NOT_NOW, "the server can't read tables right now")
        sender = UpdateSender(self._context, self._socket, watcher, lambda: self._is_busy)
        try:
            with self._context.blocked_talk.track(watcher):
                if watcher.guest is not None:
                    await self._context.blocked_talk.look(watcher.guest.id)
                self._socket.attach(sender.schedule, self._context.timeouts.send)
                watcher.subscribe(sender.schedule)
                sender.schedule()
                return await self._receive(watcher)
        except Unavailable:
            return CloseReason(NOT_NOW, "the server can't read tables right now")
        finally:
            sender.stop()
            self._context.hub.leave(watcher)

    async def _hello(self) -> Hello | None:
        try:
            async with asyncio.timeout(self._context.timeouts.hello):
                message = read_incoming(await self._socket.next_text())
        except (Malformed, TimeoutError):
            return None
        return message if isinstance(message, Hello) else None

    async def _receive(self, watcher: Watcher) -> CloseReason:
        """Read messages until there is a reason to close the socket."""
        malformed = 0
        while malformed < MAX_MALFORMED:
            await self._socket.writable.wait()  # who does not read is not heard either
            text = await self._socket.next_text()
            if self._context.is_draining:
                continue  # without an answer, the client sends it again to another process
            try:
                message = read_incoming(text)
            except Malformed as error:
                malformed += 1
                self._context.metrics.refused("message")
                watcher.answer(_malformed_answer(text, error))
                continue
            if self._messages.spend(cost_of(message, len(text)), monotonic()):
                await self._handle(watcher, message)
            elif self._warnings.spend(1, monotonic()):
                self._context.metrics.refused("rate-limit")
                id_ = message.id if isinstance(message, Act | Play) else None
                watcher.answer(Trouble(SLOW_DOWN, id_, "slow-down"))
            else:
                return CloseReason(TOO_MUCH, "you did not slow down")
        return CloseReason(BAD_MESSAGES, "too many malformed messages")

    async def _handle(self, watcher: Watcher, message: Incoming) -> None:
        match message:
            case Hello() as again:
                watcher.restart(again)
            case Ping(at):
                watcher.answer(Pong(at, self._context.clock()))
            case React(reaction):
                await self._react(watcher, reaction)
            case Act() | Play():
                with self._context.metrics.command_seconds.time():
                    self._is_busy = True
                    answer = await self._answer(watcher, message)
                    self._is_busy = False
                watcher.answer(answer)

    async def _react(self, watcher: Watcher, reaction: Reaction) -> None:
        try:
            guest = await self._player()
            await require_own_name(self._context, guest)
            await require_voice(self._context, guest)
            self._context.hub.react(watcher.watched, guest, reaction)
        except Rejected as refusal:
            self._context.metrics.refused("rules")
            watcher.answer(Trouble(str(refusal), None, refusal.code, refusal.facts))

    async def _player(self) -> Guest:
        if self._identity is None:
            raise Rejected("Pick a name to play; without one you can only watch.", "no-name")
        if self._identity.account is None:
            await require_player(self._context, self._identity.guest)
        return self._identity.guest

    async def _answer(self, watcher: Watcher, message: Act | Play) -> Answer:
        metrics = self._context.metrics
        try:
            return Done(message.id, await self._do(watcher, message))
        except Rejected as refusal:
            metrics.refused("rules")
            return Refused(message.id, str(refusal), refusal.code, refusal.facts)
        except (RateLimited, Busy) as refusal:
            metrics.refused("rate-limit")
            return Trouble(str(refusal), message.id, refusal.code, refusal.facts)
        except Unavailable:
            metrics.refused("store")
            because = "The server can't save anything right now. Try again."
            return Trouble(because, message.id, "store-is-down")

    async def _do(self, watcher: Watcher, message: Act | Play) -> int:
        replica, tables = watcher.watched.replica, self._context.tables
        if isinstance(message, Act) and isinstance(message.command, Rename):
            # As they are called now: a moderator may have taken the name, or given it back.
            self._identity = await identify(self._context, self._cookies)
        guest = await self._player()
        if isinstance(message, Act) and isinstance(message.command, Sit | Say | Rename):
            await require_own_name(self._context, guest)
        if isinstance(message, Act) and isinstance(message.command, Say | Rename):
            await require_voice(self._context, guest)
        match message:
            case Act(id_, Arrange(wanted) as command):
                if wanted.deal not in {None, replica.table.terms.deal}:
                    await require_voice(self._context, guest)  # a name that others read
                self._context.rate_limiter.spend(self._address, "heavy")
                requester = Requester(guest.id, self._address)
                compute = partial(self._context.compute.run, requester)
                terms = await validate(self._context.catalogue, wanted, compute)
                return await tables.act(replica, guest, replace(command, terms=terms), id_)
            case Act(id_, Sit() as command):
                apart = await self._context.social.hidden(guest.id)
                return await tables.act(
                    replica,
                    guest,
                    command,
                    id_,
                    lambda: watcher.watched.attendance()._replace(apart=apart),
                )
            case Act(id_, command):
                there = watcher.watched.attendance
                return await tables.act(replica, guest, command, id_, there)
            case Play(id_, match, command):
                return await tables.play(replica, guest, match, command, id_)


class UpdateSender:
    """Sends one client what it does not have yet, all at once, whenever it can be sent something.

    There is no task for each client: at every command several of them are told something.
    """

    def __init__(
        self,
        context: ServerContext,
        socket: LimitedWebSocketProtocol,
        watcher: Watcher,
        is_busy: Callable[[], bool],
    ) -> None:
        self._context = context
        self._socket = socket
        self._watcher = watcher
        self._is_busy = is_busy
        self._loop = asyncio.get_running_loop()
        self._is_scheduled = False
        self._is_stopped = False

    def schedule(self) -> None:
        """Send soon: several changes at once are one message."""
        if not self._is_scheduled:
            self._is_scheduled = True
            self._loop.call_soon(self._send)

    def stop(self) -> None:
        self._is_stopped = True

    def _send(self) -> None:
        self._is_scheduled = False
        if self._is_stopped or not self._socket.writable.is_set():
            return  # when it can be sent more, we are called again
        try:
            texts = [write_outgoing(message) for message in self._watcher.pending()]
        except Exception as error:  # noqa: BLE001 - the reader ends the session
            self._socket.fail(error)
            return
        if texts:
            self._socket.send_texts(texts)
            self._context.metrics.messages_out.inc(len(texts))
        if self._context.is_draining and not self._is_busy():
            self._socket.fail(ServerClosing())


def _direct(socket: Socket) -> LimitedWebSocketProtocol:
    """The connection itself, without the layers of the framework."""
    extensions: dict[str, Any] = dict(socket.scope["extensions"] or {})
    protocol = extensions[DIRECT]["socket"]
    assert isinstance(protocol, LimitedWebSocketProtocol)  # noqa: S101 - we put it there
    return protocol


def _malformed_answer(text: str, error: Malformed) -> Refused | Trouble:
    """Refuse a malformed command. Trouble would make the client send it again."""
    because = f"Malformed message: {error}"
    id_ = id_in(text)
    if id_ is None:
        return Trouble(because, None, error.code, error.facts)
    return Refused(id_, because, error.code, error.facts)


def cost_of(message: Incoming, size: int) -> int:
    """The cost in tokens: higher for long messages, long answers, and what everybody reads."""
    match message:
        case Hello() | Act(_, Say()) | React():
            base = 5
        case _:
            base = 1
    return base + size // BYTES_PER_TOKEN
