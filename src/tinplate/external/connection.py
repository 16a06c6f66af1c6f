"""Connections to external bots: a process that we start, or a server that we connect to."""

import os
import shlex
import signal
import socket
import subprocess
import time
from contextlib import suppress
from typing import Protocol

MAX_LINE_BYTES = 1 << 20  # longer lines are an error
OWN_PREFIX = "TINPLATE_"
_CHUNK = 1 << 16


class BotDisconnected(Exception):
    """The bot has closed the connection, or cannot be reached. The sentence says why."""


class LineConnection(Protocol):
    """Sends and receives whole lines. TimeoutError after the deadline (monotonic time)."""

    def send(self, line: bytes, deadline: float) -> None: ...
    def receive(self, deadline: float) -> bytes: ...
    def has_unread(self) -> bool: ...
    def close(self) -> None: ...


class SocketConnection:
    """A connected socket."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._received = b""

    def send(self, line: bytes, deadline: float) -> None:
        self._set_timeout(deadline)
        try:
            self._socket.sendall(line)
        except TimeoutError:
            raise TimeoutError("it does not read the question") from None
        except OSError as error:
            raise BotDisconnected(f"it has disconnected: {error.strerror}") from None

    def receive(self, deadline: float) -> bytes:
        while b"\n" not in self._received:
            if len(self._received) > MAX_LINE_BYTES:
                raise BotDisconnected(f"it sent a line of more than {MAX_LINE_BYTES} bytes")
            self._received += self._receive_more(deadline)
        line, _, self._received = self._received.partition(b"\n")
        return line

    def has_unread(self) -> bool:
        """Whether it has sent something without being asked, or has disconnected."""
        if self._received:
            return True
        self._socket.settimeout(0)
        try:
            self._socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True

    def close(self) -> None:
        self._socket.close()

    def _receive_more(self, deadline: float) -> bytes:
        self._set_timeout(deadline)
        try:
            chunk = self._socket.recv(_CHUNK)
        except TimeoutError:
            got = "half a line" if self._received else "nothing"
            raise TimeoutError(f"it sent {got} in time") from None
        except OSError as error:
            raise BotDisconnected(f"it has disconnected: {error.strerror}") from None
        if not chunk:
            where = " in the middle of a line" if self._received else ""
            raise BotDisconnected(f"it has disconnected{where}")
        return chunk

    def _set_timeout(self, deadline: float) -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("its time is up")
        self._socket.settimeout(left)


class ProcessConnection(SocketConnection):
    """A process that we start in its own session, connected to its standard input and output."""

    def __init__(self, command: str) -> None:
        ours, theirs = socket.socketpair()
        super().__init__(ours)
        try:
            with theirs:
                end = theirs.fileno()
                self._process = subprocess.Popen(  # noqa: S603 - the operator chose it
                    shlex.split(command),
                    stdin=end,
                    stdout=end,
                    start_new_session=True,
                    env=_safe_environment(),
                )
        except (OSError, ValueError) as error:
            ours.close()
            raise BotDisconnected(f"it cannot be started: {error}") from None

    def close(self) -> None:
        """Kill it at once, with all processes that it has started."""
        with suppress(ProcessLookupError, PermissionError):  # it has ended already
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        super().close()  # after the process, so that it gets no error


def _safe_environment() -> dict[str, str]:
    """Without our own variables, which may hold passwords."""
    return {name: value for name, value in os.environ.items() if not name.startswith(OWN_PREFIX)}


def connect(host: str, port: int, deadline: float) -> SocketConnection:
    """Connect to a server."""
    left = max(deadline - time.monotonic(), 0.001)
    try:
        connection = socket.create_connection((host, port), timeout=left)
    except OSError as error:
        raise BotDisconnected(f"no answer from {host}, port {port}: {error}") from None
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return SocketConnection(connection)
