"""Processes of a server in which everything can break: the process, its disk, its clock."""

import asyncio
import resource
import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

import httpx

from tests.attack.findings import Findings
from tests.server.running import Running
from tests.waiting import PATIENCE, a_moment, until

FROZEN = 12.0  # seconds; people keep their chairs for a minute
BROKEN = 5.0  # seconds
FULL_DISK = 64 * 1024  # bytes: no file may be longer
HOUR = 3600 * 10**9  # nanoseconds
STEPS = (-HOUR, 72 * HOUR)

Tell = Callable[[str], None]


class Campaign(NamedTuple):
    """What a part of the battery is given."""

    folder: Path
    findings: Findings
    tell: Tell
    seconds: float
    seed: int


class Machine:
    """Processes of a server on one database, and a clock that can be set."""

    def __init__(self, folder: Path, database: str, dice: Random) -> None:
        self.folder = folder
        self.database = database
        self.dice = dice
        self.processes: list[Running] = []
        self.counted = Counter[str]()
        self.wrong: list[str] = []
        self._offset, self.log = folder / "clock", folder / "log"
        self._offset.write_text("0", encoding="ascii")

    @property
    def addresses(self) -> list[str]:
        return [each.address for each in self.processes]

    async def add(self, file: int, *options: str) -> None:
        program = ("-m", "tests.attack.stepping", str(self._offset))
        process = Running(
            self.database, self.folder / "guests.key", ("--log-level", "warning", *options), program
        )
        process.stderr = file
        self.processes.append(process)
        await process.start()

    async def stop(self) -> None:
        for process in self.processes:
            process.send(signal.SIGCONT)
            await process.stop(signal.SIGKILL)

    # Faults

    async def kill(self) -> None:
        process = self.dice.choice(self.processes)
        await process.stop(signal.SIGKILL)
        await process.start()
        self.counted["kill -9"] += 1

    async def freeze(self) -> None:
        process = self.dice.choice(self.processes)
        process.send(signal.SIGSTOP)
        await passed(FROZEN)
        process.send(signal.SIGCONT)
        self.counted["SIGSTOP"] += 1

    async def step_clock(self) -> None:
        """And later back again; the clock of matches runs evenly."""
        step = STEPS[self.counted["steps of the clock"] // 2 % len(STEPS)]
        self._offset.write_text(str(step), encoding="ascii")
        await passed(BROKEN)
        self._offset.write_text("0", encoding="ascii")
        self.counted["steps of the clock"] += 2

    async def start_with_wrong_clock(self) -> None:
        """A process that starts when the clock is off, and again when it is right."""
        [process] = self.processes
        for offset in (STEPS[-1], 0):
            self._offset.write_text(str(offset), encoding="ascii")
            await process.stop(signal.SIGKILL)
            await process.start()
            await passed(BROKEN)
        self.counted["starts with a wrong clock"] += 1

    async def fill_disk(self) -> None:
        """No file grows any more; the server says that it is not ready, and is again later."""
        [process] = self.processes
        _, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (FULL_DISK, hard))
        try:
            is_told = await asks_until(process.address, 503)
            await passed(BROKEN)
        finally:
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        is_well = await asks_until(process.address, 200)
        self.counted["full disk"] += 1
        if not (is_told and is_well):
            self.wrong.append(f"full disk: 503 {is_told}, then 200 {is_well}")

    def tracebacks(self) -> list[str]:
        """What the processes logged as errors of their own."""
        return [
            line
            for line in self.log.read_text(encoding="utf-8", errors="replace").splitlines()
            if "Traceback" in line
        ]


def sqlite(folder: Path) -> str:
    """The address of a database there."""
    return f"sqlite:///{folder / 'tables.sqlite'}"


async def passed(seconds: float) -> None:
    """Let a fault last; nothing is proved by it."""
    end = monotonic() + seconds
    await until(lambda: monotonic() >= end)


async def asks_until(address: str, status: int) -> bool:
    """Whether `/ready` comes to answer that."""
    give_up = monotonic() + PATIENCE
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:
        while monotonic() < give_up:
            if (await http.get("/ready")).status_code == status:
                return True
            await a_moment()
    return False


@asynccontextmanager
async def machine(
    folder: Path, database: str, dice: Random, processes: int, *options: str
) -> AsyncIterator[Machine]:
    found = Machine(folder, database, dice)
    with found.log.open("ab") as log:
        try:
            await asyncio.gather(*(found.add(log.fileno(), *options) for _ in range(processes)))
            yield found
        finally:
            await found.stop()
