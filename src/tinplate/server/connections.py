"""Limits on connections: how many there are, and how long a client may stall.

Each connection is an open file, and a process has only so many. So each network has its own limit.

A transport that is closed waits until the client has read everything. A client that never reads
could keep it open for ever, so we abort such connections.
"""

import asyncio
import logging
import resource
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from tinplate.server.proxies import NO_PROXIES, TrustedProxies
from tinplate.server.rate_limits import Seconds, max_connections, network_of

FIRST_BYTE_TIMEOUT = 5.0  # seconds
REQUEST_TIMEOUT = 20.0  # seconds from the first byte of a request, or the connection, to its end
MAX_UNREAD = 1024 * 1024  # bytes; many times the longest message
MAX_FRAMES = 1_000  # of one message
ACCEPT_BATCH = 8  # accepted before we count them; few, so that we stay close to the limit
LISTEN_BACKLOG = 2_048  # connections that wait in the kernel
RESERVED_FILES = 64  # for databases, logs, bots and connections just accepted
ENOUGH_FILES = 65_536  # where the system sets no limit
MINUTE = 60.0  # seconds
log = logging.getLogger(__name__)
Release = Callable[[], None]


def raise_file_limit() -> int:
    """Raise the limit of open files as far as the system allows. Returns the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH_FILES if hard == resource.RLIM_INFINITY else hard
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return ENOUGH_FILES if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError) as error:  # some systems refuse what they promise
        log.warning("cannot raise the limit of %d open files: %s", soft, error)
        return soft
    return wanted


class ConnectionLimiter:
    """Counts connections before anything is read from them: in total, and for each network.

    A trusted proxy stands for all of its clients, so it has no limit of its own. With `people` = 0
    only the total is limited.
    """

    def __init__(
        self,
        people: int,
        files: int,
        trusted: TrustedProxies = NO_PROXIES,
        *,
        refused: Callable[[], None] = lambda: None,
        clock: Callable[[], Seconds] = time.monotonic,
    ) -> None:
        self.max_total = max(files - RESERVED_FILES, files // 2)
        self.max_per_network = (
            min(max_connections(people), self.max_total // 2) if people else self.max_total
        )
        self._trusted = trusted
        self._refused = refused
        self._clock = clock
        self._total = 0
        self._per_network = Counter[str]()
        self._quiet_until = clock()

    def admit(self, address: str) -> Release | None:
        """Returns a function to call when the connection is over, or None if there are too many."""
        network = "" if address in self._trusted else network_of(address)
        if self._total >= self.max_total or (
            network and self._per_network[network] >= self.max_per_network
        ):
            self._note_refusal()
            return None
        self._total += 1
        self._per_network[network] += 1
        return partial(self._release, network)

    def _release(self, network: str) -> None:
        self._total -= 1
        self._per_network[network] -= 1
        if not self._per_network[network]:
            del self._per_network[network]

    def _note_refusal(self) -> None:
        """Log once a minute at most, so that a flood does not fill the disk."""
        self._refused()
        now = self._clock()
        if now >= self._quiet_until:
            self._quiet_until = now + MINUTE
            log.warning(
                "too many open connections (%d; at most %d for each address): "
                "closing new ones at once",
                self._total,
                self.max_per_network,
            )


class LimitedHttpProtocol(H11Protocol):
    """HTTP that checks its client at intervals, and aborts if there was no progress."""

    limiter = ConnectionLimiter(people=0, files=ENOUGH_FILES)
    _release: Release | None = None
    _silence_timer: asyncio.TimerHandle | None = None
    _check_timer: asyncio.TimerHandle | None = None
    _has_progressed = False
    _had_unread = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._release = self.limiter.admit(self.client[0] if self.client else "")
        if self._release is None:
            transport.abort()
            return
        self._silence_timer = self.loop.call_later(FIRST_BYTE_TIMEOUT, self._check_silence)
        self._schedule_check()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_timers()
        if self._release is not None:
            self._release()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: object) -> None:
        self._cancel_timers()
        super().handle_websocket_upgrade(event)  # type: ignore[arg-type]
        protocol = self.transport.get_protocol()
        if isinstance(protocol, LimitedWebSocketProtocol):  # it is told when the connection ends
            protocol.release, self._release = self._release, None

    def on_response_complete(self) -> None:
        self._has_progressed = True
        super().on_response_complete()

    def _schedule_check(self) -> None:
        self._check_timer = self.loop.call_later(REQUEST_TIMEOUT, self._check)

    def _cancel_timers(self) -> None:
        for timer in (self._silence_timer, self._check_timer):
            if timer is not None:
                timer.cancel()

    def _check_silence(self) -> None:
        if self.cycle is None and not self.conn.trailing_data[0]:  # not a byte
            self.transport.abort()

    def _check(self) -> None:
        has_unread = self.transport.get_write_buffer_size() > 0
        if (has_unread and self._had_unread) or not (self._has_progressed or self._is_answering()):
            self.transport.abort()
            return
        self._has_progressed, self._had_unread = False, has_unread
        self._schedule_check()

    def _is_answering(self) -> bool:
        """Whether a complete request is here and not answered yet."""
        cycle = self.cycle
        return cycle is not None and not (cycle.more_body or cycle.response_complete)


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """A websocket with bounded memory, which really ends when it is closed."""

    release: Release | None = None  # called at the end

    def connection_lost(self, exc: Exception | None) -> None:
        if self.release is not None:
            self.release()
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        await super().run_asgi()
        if not self.disconnected:
            self.loop.call_later(self.close_timeout, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def handle_ping(self) -> None:
        if self.transport.get_write_buffer_size() > MAX_UNREAD:
            self.transport.abort()  # it pings without reading our answers
        else:
            super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MAX_FRAMES:  # empty frames count towards no size limit
            self.conn.fail(1009, "too many frames")
            self.handle_parser_exception()
        else:
            super().handle_cont(event)


def limited_http_protocol(limiter: ConnectionLimiter) -> type[LimitedHttpProtocol]:
    """HTTP whose connections are counted by this limiter."""
    return type("CountedHttpProtocol", (LimitedHttpProtocol,), {"limiter": limiter})
