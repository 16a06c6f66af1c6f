"""What a command costs: CPU of the server and bytes to the clients, at a fixed number of commands.

`python -m bench.costs [TABLES] [SECONDS] [RUNS]`. 125 tables that play four times as fast as people
do send as many commands as 500 tables, and fill four times as quickly. CPU time depends on what
else runs on the machine: a fixed loop of Python is timed along, so that runs can be compared.
"""

import asyncio
import sys
from contextlib import suppress
from statistics import mean
from time import thread_time

from rich.console import Console
from rich.table import Table as Grid

from tinplate.load.load_test import against_own_server
from tinplate.load.plan import LoadPlan
from tinplate.load.report import LoadReport, cpu_per_command

TABLES, SECONDS, RUNS = 125, 15.0, 3
SEATS = 4
COMMANDS = 267  # a second: those of 500 tables at human pace
LOOP = 60_000  # rounds
INTERVAL = 0.5  # seconds between two loops


def main(tables: int, seconds: float, runs: int) -> None:
    pace = tables * SEATS / COMMANDS  # seconds between two commands of a player, on average
    plan = LoadPlan(
        tables, tables * SEATS, ("ricochet", "rally"), (pace * 2 / 3, pace * 4 / 3), seconds
    )
    grid = Grid(
        "CPU ms", "bytes", "messages", "commands/s", "p99 ms", "errors", "loop, CPU ms",
        title=f"a command at {tables} tables",
    )  # fmt: skip
    for _ in range(runs):
        loops = list[float]()
        grid.add_row(*row_of(asyncio.run(measured(plan, loops))), f"{1e3 * mean(loops):.2f}")
    Console().print(grid)


async def measured(plan: LoadPlan, loops: list[float]) -> LoadReport:
    timing = asyncio.create_task(time_loops(loops))
    try:
        return await against_own_server(plan, lambda *_: None)
    finally:
        timing.cancel()
        with suppress(asyncio.CancelledError):
            await timing


async def time_loops(loops: list[float]) -> None:
    while True:
        began = thread_time()
        for number in range(LOOP):
            number * number % 7
        loops.append(thread_time() - began)
        await asyncio.sleep(INTERVAL)


def row_of(report: LoadReport) -> tuple[str, ...]:
    each = max(report.acknowledged, 1)
    return (
        f"{cpu_per_command(report) or 0:.3f}",
        f"{report.received_bytes / each:.0f}",
        f"{report.messages / each:.2f}",
        f"{report.acknowledged / report.seconds:.0f}",
        "-" if report.acknowledgement is None else f"{report.acknowledgement.p99:.1f}",
        f"{sum(report.errors.values())}",
    )


if __name__ == "__main__":
    given = sys.argv[1:]
    tables, seconds, runs = (given + [str(TABLES), str(SECONDS), str(RUNS)][len(given) :])[:3]
    main(int(tables), float(seconds), int(runs))
