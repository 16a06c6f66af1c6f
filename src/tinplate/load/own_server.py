"""A server for a load test: a process, with SQLite in a folder if nothing else is said."""

import asyncio
import os
import re
import secrets
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from tinplate.game import Rejected

LOCALHOST = "127.0.0.1"
START_TIMEOUT = 120.0  # seconds; kernels may have to be compiled first
STOP_TIMEOUT = 30.0
PROCESSES = Path("/proc")  # on Linux


class Usage(Struct, frozen=True):
    """What a process has used so far."""

    rss_mb: float
    cpu_seconds: float


class OwnServer:
    """`tinplate serve` as a process. It can be killed, and started again at the same address."""

    def __init__(
        self, folder: Path, database: str | None = None, options: Sequence[str] = ()
    ) -> None:
        """With more options of `serve`. Of several workers, `usage` has only who started them."""
        self._key_file = folder / "guests.key"
        self._port = "0"
        self._process: asyncio.subprocess.Process | None = None
        self._spent = 0.0  # CPU seconds of processes that are gone
        self._options = options
        self.database = database or f"sqlite:///{folder / 'tables.sqlite'}"
        self.address = ""
        self.metrics_token = secrets.token_hex()

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tinplate.cli.main", "serve", "--host", LOCALHOST,
            "--port", self._port, "--database", self.database, "--key-file", str(self._key_file),
            "--metrics-token", self.metrics_token,
            "--people", "0", "--log-level", "warning",  # all come from one address
            "--puzzles", "0",  # a new server makes them for an hour, on a core that players need
            *self._options,
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        self.address = await self._printed_address(self._process)
        self._port = self.address.rpartition(":")[2]

    async def kill(self) -> None:
        """Kill it, as a power failure would."""
        usage = self.usage()
        self._spent = usage.cpu_seconds if usage else 0.0
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        await self._end(signal.SIGTERM)

    def usage(self) -> Usage | None:
        """None if the system does not say."""
        if self._process is None or self._process.returncode is not None:
            return None
        process = PROCESSES / str(self._process.pid)
        try:
            status, times = (process / "status").read_text(), (process / "stat").read_text()
        except OSError:
            return None
        resident = re.search(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE)
        user, system = times.rpartition(")")[2].split()[11:13]
        ticks = os.sysconf("SC_CLK_TCK")
        return Usage(
            rss_mb=int(resident[1]) / 1024 if resident else 0.0,
            cpu_seconds=self._spent + (int(user) + int(system)) / ticks,
        )

    async def _printed_address(self, process: asyncio.subprocess.Process) -> str:
        assert process.stdout is not None  # noqa: S101 - it is a pipe
        try:
            line = await asyncio.wait_for(process.stdout.readline(), START_TIMEOUT)
        except TimeoutError:
            line = b""
        address = re.search(r"http://\S+", line.decode())
        if address is None:
            raise Rejected(f"The server did not start: {line.decode() or 'no output'}")
        return address[0]

    async def _end(self, how: signal.Signals) -> None:
        process = self._process
        if process is None or process.returncode is not None:
            return
        process.send_signal(how)
        try:
            await asyncio.wait_for(process.wait(), STOP_TIMEOUT)
        except TimeoutError:
            process.kill()
            await process.wait()
