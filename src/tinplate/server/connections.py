"""Limits on connections: how many there are, and how long a client may stall.

Each connection is an open file, and a process has only so many. So each network has its own limit.

A transport that is closed waits until the client has read everything. A client that never reads
could keep it open for ever, so we abort such connections.

Whoever closes an idle connection may do so while a request is on its way, which is then lost. So we
wait longer than our clients: they close first.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from tinplate.server.proxies import NO_PROXIES, TrustedProxies
from tinplate.server.rate_limits import Seconds, max_connections, network_of

FIRST_BYTE_TIMEOUT = 5.0  # seconds
REQUEST_TIMEOUT = 20.0  # seconds from the first byte of a request, or the connection, to its end
KEEP_ALIVE_TIMEOUT = 75  # seconds; longer than proxies keep idle connections (nginx: 60), see below
MAX_UNREAD = 1024 * 1024  # bytes; many times the longest message
MAX_FRAMES = 1_000  # of one message
MAX_QUEUED = 8  # messages that wait to be handled; while there are more, we do not read
READ_BYTES = 8 * 1024  # at once: in a long read fit thousands of messages, and all are parsed
DIRECT = "tinplate.direct"  # the name of our extension of ASGI
FINAL_TEXT, TWO_BYTES, EIGHT_BYTES = 0x81, 126, 127  # RFC 6455: a first byte; kinds of length
ACCEPT_BATCH = 8  # accepted before we count them; few, so that we stay close to the limit
LISTEN_BACKLOG = 2_048  # connections that wait in the kernel
RESERVED_FILES = 64  # for databases, logs, bots and connections just accepted
ENOUGH_FILES = 65_536  # where the system sets no limit
MINUTE = 60.0  # seconds
log = logging.getLogger(__name__)
Release = Callable[[], None]


def raise_file_limit() -> int:
    """Raise the limit of open files as far as the system allows. Returns the limit."""
    try:
        import resource  # noqa: PLC0415 - only Unix has it
    except ModuleNotFoundError:
        return ENOUGH_FILES
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

    def data_received(self, data: bytes) -> None:
        if self._is_idle():
            self._has_progressed = True  # a request begins: it has its time
        super().data_received(data)

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
        is_fine = self._has_progressed or self._is_answering() or self._is_idle()
        if (has_unread and self._had_unread) or not is_fine:
            self.transport.abort()
            return
        self._has_progressed, self._had_unread = False, has_unread
        self._schedule_check()

    def _is_answering(self) -> bool:
        """Whether a complete request is here and not answered yet."""
        cycle = self.cycle
        return cycle is not None and not (cycle.more_body or cycle.response_complete)

    def _is_idle(self) -> bool:
        """Whether everything is answered, and nothing of the next request is here."""
        return self.timeout_keep_alive_task is not None


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """A websocket with bounded memory, which really ends when it is closed.

    Once a table session is attached, messages do not pass through ASGI any more: what happens for
    every message at every client has to be short.
    """

    release: Release | None = None  # called at the end
    _send_timeout = 0.0
    _on_writable: Callable[[], None] = staticmethod(lambda: None)
    _stall_timer: asyncio.TimerHandle | None = None
    _failure: Exception | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        transport.max_size = READ_BYTES  # type: ignore[attr-defined] # of asyncio; 256 KiB if not

    def attach(self, on_writable: Callable[[], None], send_timeout: Seconds) -> None:
        """Call this when the client can be sent more; cut off who reads nothing for so long."""
        self._on_writable, self._send_timeout = on_writable, send_timeout

    async def next_text(self) -> str:
        """The next message: empty if it is no text. ConnectionError if there will be none."""
        event = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        if event["type"] == "websocket.receive":
            return event.get("text") or ""
        raise self._failure or ConnectionAbortedError

    def fail(self, failure: Exception) -> None:
        """Let the reader hear of a failure."""
        self._failure = self._failure or failure
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1011})

    def send_texts(self, texts: Iterable[bytes]) -> None:
        """Send messages at once. The reader notices if the client is gone."""
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(b"".join(map(text_frame, texts)))

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._send_timeout:
            self._stall_timer = self.loop.call_later(self._send_timeout, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_stall_timer()
        self._on_writable()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.release is not None:
            self.release()
        self._stop_stall_timer()
        super().connection_lost(exc)

    def send_receive_event_to_app(self) -> None:
        """Go on reading until some messages wait. Uvicorn would stop after each of them."""
        was_paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = was_paused
        if not was_paused and self.queue.qsize() >= MAX_QUEUED:
            self.read_paused = True
            self.transport.pause_reading()

    def _stop_stall_timer(self) -> None:
        if self._stall_timer is not None:
            self._stall_timer.cancel()
            self._stall_timer = None

    async def run_asgi(self) -> None:
        extensions = self.scope.get("extensions") or {}
        extensions[DIRECT] = {"socket": self}
        self.scope["extensions"] = extensions
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


def text_frame(text: bytes) -> bytes:
    """A message as a server sends it: in one frame, and not masked."""
    size = len(text)
    if size < TWO_BYTES:
        return bytes((FINAL_TEXT, size)) + text
    if size < 1 << 16:
        return bytes((FINAL_TEXT, TWO_BYTES)) + size.to_bytes(2) + text
    return bytes((FINAL_TEXT, EIGHT_BYTES)) + size.to_bytes(8) + text


def limited_http_protocol(limiter: ConnectionLimiter) -> type[LimitedHttpProtocol]:
    """HTTP whose connections are counted by this limiter."""
    return type("CountedHttpProtocol", (LimitedHttpProtocol,), {"limiter": limiter})
