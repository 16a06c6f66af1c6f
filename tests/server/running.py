"""`tinplate serve` as a process of its own, to be killed and started again."""

import asyncio
import signal
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from tests.server.serving import LOCALHOST, LONGEST_START
from tests.waiting import PATIENCE

SERVE = ("-m", "tinplate.cli.main")


class Running:
    """One process; it comes back at the same address."""

    def __init__(
        self,
        database: str,
        key_file: Path,
        options: Sequence[str],
        program: Sequence[str] = SERVE,
    ) -> None:
        self._program = program
        self._options = ["--database", database, "--key-file", str(key_file), *options]
        self._port = "0"
        self._process: asyncio.subprocess.Process | None = None
        self.address = ""
        self.stderr: int | None = None  # a file for what it logs; None: ours

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, *self._program, "serve", "--host", LOCALHOST,
            "--port", self._port, "--people", "0", "--puzzles", "0", *self._options,
            stdout=asyncio.subprocess.PIPE, stderr=self.stderr,
        )  # fmt: skip
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), LONGEST_START)
        self.address = line.decode().split()[4]
        self._port = self.address.rpartition(":")[2]

    @property
    def is_listening(self) -> bool:
        """Whether it lets somebody in; it does until it begins to end."""
        with socket.socket() as probe:
            return probe.connect_ex((LOCALHOST, int(self._port))) == 0

    async def stop(self, with_signal: signal.Signals) -> int:
        """The code with which it ended."""
        self.send(with_signal)
        return await self.end()

    def send(self, which: signal.Signals) -> None:
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(which)

    async def end(self) -> int:
        assert self._process is not None
        return await asyncio.wait_for(self._process.wait(), PATIENCE)


@asynccontextmanager
async def running(database: str, folder: Path, *options: str) -> AsyncIterator[Running]:
    """One process, ended the hard way in the end; guests are known by the key in the folder."""
    server = Running(database, folder / "guests.key", options)
    await server.start()
    try:
        yield server
    finally:
        await server.stop(signal.SIGKILL)


@asynccontextmanager
async def several(
    number: int, database: str, folder: Path, *options: str
) -> AsyncIterator[list[Running]]:
    """As many processes, which start at the same time."""
    async with AsyncExitStack() as stack:
        starting = (
            stack.enter_async_context(running(database, folder, *options)) for _ in range(number)
        )
        yield await asyncio.gather(*starting)
