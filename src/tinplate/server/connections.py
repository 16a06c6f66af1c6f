"""Connections that do not wait for ever: for those who say nothing, say it slowly, or never read.

A transport that is closed first waits until all it has to say is read. Of somebody who does not
read, it would wait for as long as they like: so such connections are cut.
"""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

LONGEST_REQUEST = 20.0  # seconds from its first byte, or from the connection, to its last
MOST_UNREAD = 1024 * 1024  # bytes: many times the longest message
MOST_FRAMES = 1_000  # in which one message may come


class PatientHttp(H11Protocol):
    """HTTP, looked at now and then: cut off if the client has got nowhere since the last time."""

    _look: asyncio.TimerHandle | None = None
    _has_got_on = False
    _had_unread = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        self._look_no_more()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: object) -> None:
        self._look_no_more()
        super().handle_websocket_upgrade(event)  # type: ignore[arg-type]

    def on_response_complete(self) -> None:
        self._has_got_on = True
        super().on_response_complete()

    def _look_later(self) -> None:
        self._look = self.loop.call_later(LONGEST_REQUEST, self._check)

    def _look_no_more(self) -> None:
        if self._look is not None:
            self._look.cancel()

    def _check(self) -> None:
        has_unread = self.transport.get_write_buffer_size() > 0
        if (has_unread and self._had_unread) or not (self._has_got_on or self._is_our_turn()):
            self.transport.abort()
            return
        self._has_got_on, self._had_unread = False, has_unread
        self._look_later()

    def _is_our_turn(self) -> bool:
        """Whether a request is here as a whole, and not answered yet."""
        cycle = self.cycle
        return cycle is not None and not (cycle.more_body or cycle.response_complete)


class PatientSocket(WebSocketsSansIOProtocol):
    """A websocket whose memory is bounded, and which really ends when it is closed."""

    async def run_asgi(self) -> None:
        await super().run_asgi()
        if not self.disconnected:
            self.loop.call_later(self.close_timeout, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def handle_ping(self) -> None:
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()  # asks on and on, and reads no answer
        else:
            super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MOST_FRAMES:  # empty ones are in no limit of size
            self.conn.fail(1009, "too many frames")
            self.handle_parser_exception()
        else:
            super().handle_cont(event)
