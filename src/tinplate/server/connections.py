"""Connections are counted, and do not wait for ever: for those who say nothing, or never read.

Each is an open file, and a process has only so many: so one address cannot have all of them.

A transport that is closed first waits until all it has to say is read. Of somebody who does not
read, it would wait for as long as they like: so such connections are cut.
"""

import asyncio
import logging
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from ipaddress import IPv6Address, ip_address, ip_network

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from tinplate.server.budget import Seconds, connections_for, household

LONGEST_SILENCE = 5.0  # seconds from the connection to its first byte
LONGEST_REQUEST = 20.0  # seconds from its first byte, or from the connection, to its last
MOST_UNREAD = 1024 * 1024  # bytes: many times the longest message
MOST_FRAMES = 1_000  # in which one message may come
ACCEPTED_AT_ONCE = 8  # before they are counted, so that few files are open beyond the limit
MOST_WAITING = 2_048  # for the system to hold until they are accepted
OTHER_FILES = 64  # that a process needs besides: databases, logs, bots, and those just accepted
MANY_FILES = 65_536  # enough, where the system sets no limit
A_MINUTE = 60.0  # seconds
log = logging.getLogger(__name__)
Release = Callable[[], None]


def raise_file_limit() -> int:
    """Let this process open as many files as the system allows it; how many that is."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MANY_FILES if hard == resource.RLIM_INFINITY else hard
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MANY_FILES if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError) as error:  # some systems promise more than they give
        log.warning("the limit of %d open files cannot be raised: %s", soft, error)
        return soft
    return wanted


class Gate:
    """Counts connections before anything is read from them: those of each household, and all.

    Behind a proxy that is trusted there is everybody, so its own address has no limit of its own.
    For no number of people only all are counted.
    """

    def __init__(
        self,
        people: int,
        files: int,
        trusted: Iterable[str] = (),
        *,
        refused: Callable[[], None] = lambda: None,
        clock: Callable[[], Seconds] = time.monotonic,
    ) -> None:
        self.most = max(files - OTHER_FILES, files // 2)
        self.most_of_one = min(connections_for(people), self.most // 2) if people else self.most
        self._trusted = tuple(map(ip_network, trusted))
        self._refused = refused
        self._clock = clock
        self._all = 0
        self._of_one = Counter[str]()
        self._silent_until = clock()

    def admit(self, address: str) -> Release | None:
        """What to call when the connection is over; None if it is one too many."""
        home = "" if self._is_trusted(address) else household(address)
        if self._all >= self.most or (home and self._of_one[home] >= self.most_of_one):
            self._complain()
            return None
        self._all += 1
        self._of_one[home] += 1
        return partial(self._release, home)

    def _release(self, home: str) -> None:
        self._all -= 1
        self._of_one[home] -= 1
        if not self._of_one[home]:
            del self._of_one[home]

    def _complain(self) -> None:
        """Once a minute at most: a flood does not fill the disk."""
        self._refused()
        now = self._clock()
        if now >= self._silent_until:
            self._silent_until = now + A_MINUTE
            log.warning(
                "too many connections are open (%d, at most %d of one address): "
                "new ones are closed at once",
                self._all,
                self.most_of_one,
            )

    def _is_trusted(self, address: str) -> bool:
        if not self._trusted:
            return False
        try:
            known = ip_address(address)
        except ValueError:
            return False
        if isinstance(known, IPv6Address) and known.ipv4_mapped is not None:
            known = known.ipv4_mapped
        return any(known in network for network in self._trusted)


class PatientHttp(H11Protocol):
    """HTTP, looked at now and then: cut off if the client has got nowhere since the last time."""

    gate = Gate(people=0, files=MANY_FILES)
    _release: Release | None = None
    _silence: asyncio.TimerHandle | None = None
    _look: asyncio.TimerHandle | None = None
    _has_got_on = False
    _had_unread = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._release = self.gate.admit(self.client[0] if self.client else "")
        if self._release is None:
            transport.abort()
            return
        self._silence = self.loop.call_later(LONGEST_SILENCE, self._check_silence)
        self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        self._look_no_more()
        if self._release is not None:
            self._release()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: object) -> None:
        self._look_no_more()
        super().handle_websocket_upgrade(event)  # type: ignore[arg-type]
        protocol = self.transport.get_protocol()
        if isinstance(protocol, PatientSocket):  # it hears of the end of the connection, not we
            protocol.release, self._release = self._release, None

    def on_response_complete(self) -> None:
        self._has_got_on = True
        super().on_response_complete()

    def _look_later(self) -> None:
        self._look = self.loop.call_later(LONGEST_REQUEST, self._check)

    def _look_no_more(self) -> None:
        for timer in (self._silence, self._look):
            if timer is not None:
                timer.cancel()

    def _check_silence(self) -> None:
        if self.cycle is None and not self.conn.trailing_data[0]:  # not a byte
            self.transport.abort()

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

    release: Release | None = None  # to be called when it has

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


def counted_http(gate: Gate) -> type[PatientHttp]:
    """HTTP whose connections pass this gate."""
    return type("CountedHttp", (PatientHttp,), {"gate": gate})
