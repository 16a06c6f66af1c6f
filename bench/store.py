"""The store: appends a second and how long each waits, on SQLite and on PostgreSQL.

Every table appends one row after the other, as quickly as it is told that the last one is kept; or,
at human pace, each at random moments, 300 a second all together. The databases sync to the disk.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from random import Random
from statistics import median
from time import perf_counter

from rich.console import Console
from rich.table import Table as Grid
from tests.postgres import binaries, running_postgres

from tinplate.store.log import Head, Moment, Row
from tinplate.store.sql import SqlStore

BODY = bytes(400)  # about as long as an entry of a match in JSON
IS_PUBLIC_AND_OPEN = (True, True)
SECONDS = 3.0
TABLES = (1, 50, 500)
HUMAN_TABLES, HUMAN_RATE = 500, 300  # commands a second, of all tables together


class Timed:
    """Appends, and keeps how long each took."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._end = perf_counter() + SECONDS
        self.waits: list[float] = []

    @property
    def goes_on(self) -> bool:
        return perf_counter() < self._end

    async def append(self, log: str, version: int) -> None:
        now = Moment(version)
        head = Head(log, "match", version, now, *IS_PUBLIC_AND_OPEN, now, b"{}")
        began = perf_counter()
        await self._store.append(head, [Row(version, now, BODY)])
        self.waits.append(perf_counter() - began)


Pace = Callable[[Timed, str], Awaitable[None]]  # plays at the table of that name


def main(console: Console) -> None:
    """Print how quickly rows are kept."""
    console.print("Measuring the store ...", highlight=False)
    grid = Grid(
        "", "tables", "appends/s", "median ms", "99 % ms", "worst ms", title="one process appends"
    )
    for name, address in databases():
        for tables in TABLES:
            add_row(grid, name, str(tables), asyncio.run(measured(address, as_told, tables)))
        human = asyncio.run(measured(address, at_human_pace, HUMAN_TABLES))
        add_row(grid, name, f"{HUMAN_TABLES}, human pace", human)
    console.print(grid)
    if binaries() is None:
        console.print("No PostgreSQL here: `python -m tests.postgres` installs one.")


def add_row(grid: Grid, name: str, tables: str, waits: list[float]) -> None:
    times = sorted(1e3 * seconds for seconds in waits)
    last_hundredth = times[int(0.99 * (len(times) - 1))]
    grid.add_row(
        name,
        tables,
        f"{len(times) / SECONDS:.0f}",
        f"{median(times):.2f}",
        f"{last_hundredth:.2f}",
        f"{times[-1]:.2f}",
    )


def databases() -> Iterator[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        yield "SQLite", f"sqlite:///{folder}/logs.sqlite"
    if binaries() is not None:
        with running_postgres(syncs=True) as server:
            yield "PostgreSQL", server.address("postgres")


async def measured(address: str, pace: Pace, tables: int) -> list[float]:
    """How long each append took."""
    store = await SqlStore.open(address)
    timed = Timed(store)
    began = f"{perf_counter()}"  # logs of this measurement only
    await asyncio.gather(*(pace(timed, f"{began} {number}") for number in range(tables)))
    await store.close()
    return timed.waits


async def as_told(timed: Timed, log: str) -> None:
    version = 0
    while timed.goes_on:
        await timed.append(log, version)
        version += 1


async def at_human_pace(timed: Timed, log: str) -> None:
    dice, version = Random(log), 0
    while True:
        await asyncio.sleep(dice.expovariate(HUMAN_RATE / HUMAN_TABLES))
        if not timed.goes_on:
            return
        await timed.append(log, version)
        version += 1
