"""What rated matches cost that end: the recording alone, and all of it beside the tables.

`python -m bench.rated_ends` records matches in SQLite and in PostgreSQL: 50 a second, each of two
people who have never played before, and then as many as it can. `--tables` plays as well: the same
tables alone and beside 1,000 sign-ins a minute, 50 ends a second, and both. A fixed loop of Python
is timed along: CPU time depends on what else runs on the machine. `--workers` plays them on several
processes with PostgreSQL and Redis; their CPU is not known then.
"""

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Iterator
from time import perf_counter, process_time
from typing import NamedTuple

from rich.console import Console
from rich.table import Table as Grid
from tests.postgres import running_postgres
from tests.redis import running_redis

from bench.costs import COMMANDS, SEATS, time_loops
from bench.store import databases
from tinplate.games import installed
from tinplate.load.load_test import against_own_server
from tinplate.load.plan import LoadPlan
from tinplate.load.report import LoadReport, extra_cpu
from tinplate.load.tally import Spread, spread
from tinplate.ratings.results import RatedMatch, RatedSeat
from tinplate.server.ratings import RatingPool
from tinplate.store.opening import open_store

PER_SECOND, SIGN_INS = 50, 1_000
SECONDS = 10.0
AT_ONCE = 2_000  # matches
POOL = ("ricochet", "usual")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=0, help="that play meanwhile")
    options.add_argument("--workers", type=int, default=1, help="processes of the server")
    options.add_argument("--seconds", type=float, default=SECONDS)
    chosen = options.parse_args()
    console = Console()
    if chosen.tables:
        for place in servers(chosen.workers):
            console.print(asyncio.run(beside_tables(chosen.tables, chosen.seconds, place)))
    else:
        console.print(recording(chosen.seconds))


# The recording alone


def recording(seconds: float) -> Grid:
    grid = Grid("", "matches", "a second", "CPU ms each", "median ms", "99 % ms", "worst ms")
    for name, address in databases():
        for row in asyncio.run(recorded(address, seconds)):
            grid.add_row(name, *row)
    return grid


async def recorded(address: str, seconds: float) -> list[tuple[str, ...]]:
    store = await open_store(address)
    try:
        pool = RatingPool(store, installed(), POOL)
        await pool.record(match_of("first"))
        paced = await timed(pool, "paced", int(PER_SECOND * seconds), 1 / PER_SECOND)
        return [paced, await timed(pool, "at once", AT_ONCE, 0)]
    finally:
        await store.close()


async def timed(pool: RatingPool, name: str, matches: int, interval: float) -> tuple[str, ...]:
    """Record them, one each interval."""
    began, cpu = perf_counter(), process_time()

    async def record(number: int) -> float:
        due = began + number * interval
        await asyncio.sleep(max(0, due - perf_counter()))
        ended = perf_counter()
        await pool.record(match_of(f"{name} {number}"))
        return perf_counter() - ended

    waits = await asyncio.gather(*map(record, range(matches)))
    took, used = perf_counter() - began, process_time() - cpu
    return (
        f"{matches}",
        f"{matches / took:.0f}",
        f"{1e3 * used / matches:.2f}",
        *figures(spread(waits)),
    )


def match_of(name: str) -> RatedMatch:
    people = [RatedSeat(f"{name} {place}", place, f"{name} {place}") for place in (1, 2)]
    return RatedMatch(name, *POOL, 1, tuple(people))


def figures(times: Spread | None) -> tuple[str, ...]:
    if times is None:
        return ("-",) * 3
    return tuple(f"{each:.1f}" for each in (times.p50, times.p99, times.most))


# Beside the tables


class Place(NamedTuple):
    """Where a server runs: an empty database for each run, and options of `serve`."""

    database: Callable[[], Awaitable[str | None]]
    options: tuple[str, ...]


def servers(workers: int) -> Iterator[Place]:
    if workers == 1:

        async def beside_the_server() -> None:
            """SQLite in its own folder."""

        yield Place(beside_the_server, ())
        return
    with running_postgres(syncs=True) as postgres, running_redis() as redis:
        options = ("--workers", f"{workers}", "--bus", redis.address)
        yield Place(postgres.empty_database, options)


async def beside_tables(tables: int, seconds: float, place: Place) -> Grid:
    """As many commands as 500 tables send at human pace, whatever the number of tables."""
    pace = tables * SEATS / COMMANDS
    grid = Grid(
        "beside", "commands/s", "p99 alone, ms", "p99 beside, ms", "ratio", "signed in, p50/p99",
        "ended/s", "recorded, p50/p99", "CPU % alone", "beside", "ms each", "loop, ms", "errors",
    )  # fmt: skip
    for sign_ins, ends in ((SIGN_INS, 0), (0, PER_SECOND), (SIGN_INS, PER_SECOND)):
        plan = LoadPlan(
            tables,
            tables * SEATS,
            ("ricochet", "rally"),
            (pace * 2 / 3, pace * 4 / 3),
            seconds,
            sign_ins=sign_ins,
            rated_ends=ends,
        )
        loops = list[float]()
        timing = asyncio.create_task(time_loops(loops))
        database = await place.database()
        report = await against_own_server(plan, lambda *_: None, database, place.options)
        timing.cancel()
        grid.add_row(*row_of(report), f"{1e3 * sum(loops) / len(loops):.1f}", errors_in(report))
    return grid


def row_of(report: LoadReport) -> tuple[str, ...]:
    alone, signed, rated, extra = report.alone, report.sign_ins, report.rated, extra_cpu(report)
    before, beside = alone.acknowledgement if alone else None, report.acknowledgement
    if alone is None or report.cost is None or before is None or beside is None:
        return ("nothing was measured",)
    done = (signed.done if signed else 0) + (rated.ended if rated else 0)
    used = report.cost.ended.cpu_seconds - report.cost.began.cpu_seconds
    return (
        " and ".join(name for name, one in (("sign-ins", signed), ("ends", rated)) if one),
        f"{report.acknowledged / report.seconds:.0f}",
        f"{before.p99:.0f}",
        f"{beside.p99:.0f}",
        f"{beside.p99 / before.p99:.2f}",
        two_of(signed.times if signed else None),
        f"{rated.ended / rated.seconds:.1f}" if rated else "-",
        two_of(rated.recording if rated else None),
        f"{100 * (alone.cpu_seconds or 0) / alone.seconds:.0f}",
        f"{100 * used / report.seconds:.0f}",
        "-" if signed and rated else f"{1e3 * (extra or 0) / max(done, 1):.1f}",
    )


def two_of(times: Spread | None) -> str:
    return "-" if times is None else f"{times.p50:.0f} / {times.p99:.0f}"


def errors_in(report: LoadReport) -> str:
    return f"{sum(report.errors.values())}"


if __name__ == "__main__":
    main()
