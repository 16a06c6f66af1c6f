"""A line to a bot elsewhere: a program that we start, or a server that we call."""

import os
import shlex
import signal
import socket
import subprocess
import time
from contextlib import suppress
from typing import Protocol

LONGEST_LINE = 1 << 20  # bytes; whoever writes more in one line is not one of us
OURS = "TINPLATE_"
_PIECE = 1 << 16


class HungUp(Exception):
    """The other side has gone, or never was there; says why."""


class Line(Protocol):
    """Whole lines, each way. Whatever takes longer than it may is a TimeoutError."""

    def send(self, line: bytes, until: float) -> None: ...
    def receive(self, until: float) -> bytes: ...
    def has_news(self) -> bool: ...
    def close(self) -> None: ...


class SocketLine:
    """A line over a connected socket; times are those of the monotonic clock."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._heard = b""

    def send(self, line: bytes, until: float) -> None:
        self._wait_no_longer_than(until)
        try:
            self._socket.sendall(line)
        except TimeoutError:
            raise TimeoutError("it does not read what it is asked") from None
        except OSError as error:
            raise HungUp(f"it has hung up: {error.strerror}") from None

    def receive(self, until: float) -> bytes:
        while b"\n" not in self._heard:
            if len(self._heard) > LONGEST_LINE:
                raise HungUp(f"a line of more than {LONGEST_LINE} bytes")
            self._heard += self._more(until)
        line, _, self._heard = self._heard.partition(b"\n")
        return line

    def has_news(self) -> bool:
        """Whether it has said something, or hung up, without being asked."""
        if self._heard:
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

    def _more(self, until: float) -> bytes:
        self._wait_no_longer_than(until)
        try:
            piece = self._socket.recv(_PIECE)
        except TimeoutError:
            said = "half a line" if self._heard else "nothing"
            raise TimeoutError(f"it answered {said} in time") from None
        except OSError as error:
            raise HungUp(f"it has hung up: {error.strerror}") from None
        if not piece:
            raise HungUp("it has hung up in the middle of a line" if self._heard else "it has gone")
        return piece

    def _wait_no_longer_than(self, until: float) -> None:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError("its time is up")
        self._socket.settimeout(left)


class ProgramLine(SocketLine):
    """A program of its own session, which speaks by its standard input and output."""

    def __init__(self, command: str) -> None:
        ours, theirs = socket.socketpair()
        super().__init__(ours)
        try:
            with theirs:
                end = theirs.fileno()
                self._process = subprocess.Popen(  # noqa: S603 - who runs the house chose it
                    shlex.split(command),
                    stdin=end,
                    stdout=end,
                    start_new_session=True,
                    env=_harmless_environment(),
                )
        except (OSError, ValueError) as error:
            ours.close()
            raise HungUp(f"it cannot be started: {error}") from None

    def close(self) -> None:
        """It ends at once, with all that it has started."""
        with suppress(ProcessLookupError, PermissionError):  # it has ended already
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        super().close()  # now it cannot complain any more


def _harmless_environment() -> dict[str, str]:
    """Without our own settings: there may be passwords among them."""
    return {name: value for name, value in os.environ.items() if not name.startswith(OURS)}


def call(host: str, port: int, until: float) -> SocketLine:
    """A line to a server."""
    left = max(until - time.monotonic(), 0.001)
    try:
        connection = socket.create_connection((host, port), timeout=left)
    except OSError as error:
        raise HungUp(f"nobody answers at {host}, port {port}: {error}") from None
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return SocketLine(connection)
