"""What many players need: a model from measured costs, checked against runs that it has not seen.

`python -m bench.scale [--quick]` plays both games at human pace against 1, 2 and 4 processes with a
real PostgreSQL and a real Redis, on this machine. It prints tables and writes no file. Server,
databases and players share the cores, so run it where nothing else runs.

The model knows what processes and tables cost where nobody does anything, and what a command costs:
the command itself, its share of a transaction (the busier a process, the more commands share one),
and each further process that has people at the table. It learns that from three runs: one process
with few players, one with many, and two that share every table. All other runs are predictions.
"""

import argparse
import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import asyncpg
from redis.asyncio import Redis
from rich.console import Console
from rich.table import Table as Grid
from tests.postgres import Postgres, running_postgres
from tests.process_tree import children_of
from tests.redis import RedisServer, running_redis
from tests.server.running import several

from tinplate.load.load_test import against
from tinplate.load.plan import LoadPlan
from tinplate.server.presence import REPEAT

SEATS = 4  # at a table
HUMAN = (5.0, 10.0)  # seconds between two commands of a player
GAMES = ("ricochet", "rally")
TABLES, SECONDS = 500, 30.0
QUICK_TABLES, QUICK_SECONDS = 60, 8.0
TOLERANCE = 0.2  # of a prediction
SETTLED = 0.05  # of a core, that a process uses which has started
PATIENCE = 60  # seconds until it has
TICKS = os.sysconf("SC_CLK_TCK")

# What we assume of machines that we do not have.
CORES = 8  # of a machine
BUSY = 0.7  # of a core, that a server process may be
BUSY_DATABASE = 0.5  # of its cores
WAL = 100e6  # bytes a second that the disk of a database writes and syncs
BUSY_REDIS = 0.7  # of the one core that it uses
HEARTBEAT = 60  # bytes
DAY = 24 * 60 * 60


class Setting(NamedTuple):
    """How players are spread over processes."""

    players: int
    processes: int
    is_together: bool  # all at a table are connected to the same process

    @property
    def neighbours(self) -> int:
        """The further processes that have people at the same table."""
        return 0 if self.is_together else min(self.processes, SEATS) - 1

    @property
    def repeats(self) -> float:
        """Presence reports in a second, to Redis and from there to all at the table."""
        at_a_table = self.neighbours + 1
        return self.players / SEATS * at_a_table * (1 + at_a_table) / REPEAT

    def __str__(self) -> str:
        spread = "together" if self.is_together else "spread"
        return f"{self.processes} x {spread}, {self.players} players"


@dataclass(frozen=True)
class Costs:
    """What happens in a second; CPU in cores."""

    commands: float
    rows: float
    transactions: float
    server: float
    postgres: float
    redis: float
    wal_bytes: float
    client_bytes: float
    bus_bytes: float


@dataclass(frozen=True)
class Measured(Costs):
    """What was seen, and what the model cannot know."""

    megabytes: float  # of all server processes
    idle: Costs  # when everybody was there, before they began
    row_bytes: float  # in the database, with its share of indexes and heads
    slowest: float  # ms, of 99 % of commands
    errors: int


# Measuring


class Meter(NamedTuple):
    """What has been used until a moment."""

    at: float
    server: float  # seconds of CPU
    postgres: float
    redis: float
    transactions: float
    wal_bytes: float
    rows: float
    stored_bytes: float
    bus_bytes: float


class Cluster:
    """Processes on one PostgreSQL and one Redis."""

    def __init__(
        self, postgres: Postgres, redis: RedisServer, database: str, pids: Sequence[int]
    ) -> None:
        self._postgres = postgres
        self._redis = redis
        self._database = database
        self._pids = pids

    async def meter(self) -> Meter:
        connection = await asyncpg.connect(self._database)
        # Before the counters of CPU, which are not to count what comes after.
        found = await connection.fetchrow(
            "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS transactions,"
            " pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint AS wal,"
            " (SELECT count(*) FROM log_rows) AS rows,"
            " pg_database_size(current_database()) AS stored"
        )
        await connection.close()
        if found is None:
            raise RuntimeError("PostgreSQL has no answer")
        client = Redis.from_url(self._redis.address)
        traffic = await client.info("stats")
        await client.aclose()
        return Meter(
            perf_counter(),
            sum(map(cpu_seconds, self._pids)),
            cpu_seconds(self._postgres.pid)
            + sum(map(cpu_seconds, children_of(self._postgres.pid))),
            cpu_seconds(self._redis.pid),
            found["transactions"],
            found["wal"],
            found["rows"],
            found["stored"],
            traffic["total_net_input_bytes"] + traffic["total_net_output_bytes"],
        )

    def megabytes(self) -> float:
        return sum(map(resident_megabytes, self._pids))


def cpu_seconds(process: int) -> float:
    """Of a process, and of its children that have ended."""
    try:
        times = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:15]
    except OSError:
        return 0.0
    return sum(map(int, times)) / TICKS


def resident_megabytes(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@asynccontextmanager
async def cluster(processes: int) -> AsyncIterator[tuple[Cluster, list[str]]]:
    with (
        tempfile.TemporaryDirectory(prefix="tinplate-scale-") as folder,
        running_postgres(syncs=True) as postgres,
        running_redis() as redis,
    ):
        database = await postgres.empty_database()
        options = ("--bus", redis.address, "--log-level", "warning")
        async with several(processes, database, Path(folder), *options) as servers:
            pids = [server.pid for server in servers]
            yield Cluster(postgres, redis, database, pids), [each.address for each in servers]


async def measured(setting: Setting, seconds: float) -> Measured:
    """Play for so long, and see what it takes."""
    plan = LoadPlan(
        setting.players // SEATS,
        setting.players,
        GAMES,
        HUMAN,
        seconds,
        is_together=setting.is_together,
    )
    steps = {step: asyncio.Event() for step in ("Everybody", "Matches", "Playing", "Comparing")}

    def tell(step: str, _: float) -> None:
        for word, event in steps.items():
            if step.startswith(word):
                event.set()

    async with cluster(setting.processes) as (servers, addresses):
        await settled(servers, setting.processes)
        playing = asyncio.create_task(against(plan, addresses, tell))
        meters = list[Meter]()
        for event in steps.values():
            reached = asyncio.create_task(event.wait())
            await asyncio.wait([reached, playing], return_when=asyncio.FIRST_COMPLETED)
            if not event.is_set():
                playing.result()  # raises what went wrong
            meters.append(await servers.meter())
        megabytes = servers.megabytes()
        report = await playing
    idle_began, idle_ended, before, after = meters
    idle = between(idle_began, idle_ended, 0, 0)
    return Measured(
        **asdict(between(before, after, report.acknowledged, report.received_bytes)),
        megabytes=megabytes,
        idle=idle,
        row_bytes=(after.stored_bytes - before.stored_bytes) / max(after.rows - before.rows, 1),
        slowest=report.acknowledgement.p99 if report.acknowledgement else 0.0,
        errors=sum(report.errors.values()),
    )


async def settled(servers: Cluster, processes: int) -> None:
    """Until they have done what they do once."""
    for _ in range(PATIENCE):
        before = await servers.meter()
        await asyncio.sleep(1)
        if between(before, await servers.meter(), 0, 0).server < SETTLED * processes:
            return


def between(before: Meter, after: Meter, commands: int, client_bytes: int) -> Costs:
    passed = after.at - before.at
    each = Meter(*((now - then) / passed for then, now in zip(before, after, strict=True)))
    return Costs(
        commands=commands / passed,
        rows=each.rows,
        transactions=each.transactions,
        server=each.server,
        # When nobody does anything, PostgreSQL tidies up what was done before.
        postgres=each.postgres if commands else 0.0,
        redis=each.redis,
        wal_bytes=each.wal_bytes if commands else 0.0,
        client_bytes=client_bytes / passed,
        bus_bytes=each.bus_bytes,
    )


# The model


class Part(NamedTuple):
    """Seconds of CPU, or bytes."""

    process: float  # each second
    repeat: float
    command: float
    transaction: float
    neighbour: float

    def of(self, rates: "Rates") -> float:
        return (
            self.process * rates.setting.processes
            + self.repeat * rates.setting.repeats
            + self.command * rates.commands
            + self.transaction * rates.transactions
            + self.neighbour * rates.commands * rates.setting.neighbours
        )


class Rates(NamedTuple):
    """What happens in a second, without what it costs."""

    setting: Setting
    commands: float
    transactions: float


PARTS: tuple[Callable[[Costs], float], ...] = (
    lambda costs: costs.server,
    lambda costs: costs.postgres,
    lambda costs: costs.redis,
    lambda costs: costs.wal_bytes,
    lambda costs: costs.bus_bytes,
)


class Model(NamedTuple):
    """What a command costs, as three runs have shown it."""

    commands: float  # of a player in a second
    rows: float  # for each command
    cycle: float  # seconds from one transaction of a busy process to its next
    client_bytes: float  # for each command
    player: float  # MB
    process: float  # MB, before anybody comes
    delivery: float  # seconds of Redis, for a message to one process
    parts: tuple[Part, ...]

    def predict(self, setting: Setting) -> Costs:
        commands = self.commands * setting.players
        each = self.rows * commands / setting.processes
        transactions = setting.processes * each / (1 + each * self.cycle)
        rates = Rates(setting, commands, transactions)
        heartbeats = setting.processes * (setting.processes - 1)  # one's own is in the process
        server, postgres, redis, wal, bus = (part.of(rates) for part in self.parts)
        return Costs(
            commands=commands,
            rows=self.rows * commands,
            transactions=transactions,
            server=server,
            postgres=postgres,
            redis=redis + self.delivery * heartbeats,
            wal_bytes=wal,
            client_bytes=self.client_bytes * commands,
            bus_bytes=bus + HEARTBEAT * heartbeats,
        )


def learned(
    few: tuple[Setting, Measured], many: tuple[Setting, Measured], pair: tuple[Setting, Measured]
) -> Model:
    """Few and many players on one process tell apart commands and transactions."""
    setting, alone = many
    each = alone.rows
    parts = [_part(of, few, many, pair) for of in PARTS]
    megabytes = (alone.megabytes - few[1].megabytes) / (setting.players - few[0].players)
    redis = parts[2]
    return Model(
        commands=alone.commands / setting.players,
        rows=alone.rows / alone.commands,
        cycle=max(0.0, (each / max(alone.transactions, 1e-9) - 1) / each),
        client_bytes=alone.client_bytes / alone.commands,
        player=max(0.0, megabytes),
        process=alone.megabytes - max(0.0, megabytes) * setting.players,
        delivery=(redis.command + redis.transaction) / 2,  # it is taken in, and delivered once
        parts=tuple(parts),
    )


def _part(
    of: Callable[[Costs], float],
    few: tuple[Setting, Measured],
    many: tuple[Setting, Measured],
    pair: tuple[Setting, Measured],
) -> Part:
    """Idle times tell what processes and tables cost; the rest is that of commands."""
    (one, alone), (two, both) = many, pair
    process, repeat = _solved(
        (two.processes, two.repeats, of(both.idle)), (one.processes, one.repeats, of(alone.idle))
    )
    idle = Part(process, repeat, 0.0, 0.0, 0.0)
    little, much = (
        (run.commands, run.transactions, of(run) - idle.of(Rates(setting, 0, 0)))
        for setting, run in (few, many)
    )
    command, transaction = _solved(little, much)
    known = Part(process, repeat, command, transaction, 0.0)
    left = of(both) - known.of(Rates(two, both.commands, both.transactions))
    return known._replace(neighbour=max(0.0, left / (both.commands * two.neighbours)))


ALIKE = 0.1  # two equations that say nearly the same tell one thing, and not two
Equation = tuple[float, float, float]  # two factors, and what they amount to


def _solved(first: Equation, second: Equation) -> tuple[float, float]:
    """The two unknowns. Nothing costs less than nothing: the second equation is then for one."""
    (a, b, c), (d, e, f) = first, second
    determinant = a * e - d * b
    if f <= 0 or abs(determinant) < ALIKE * max(a * e, d * b):
        return max(0.0, f / d), 0.0
    x, y = (c * e - f * b) / determinant, (a * f - d * c) / determinant
    if y < 0:
        return f / d, 0.0
    return (x, y) if x >= 0 else (0.0, f / e)


# What it takes


class Needs(NamedTuple):
    """What so many players need."""

    setting: Setting
    costs: Costs
    databases: int

    @property
    def machines(self) -> int:
        return ceil(self.setting.processes / CORES)


def needs(model: Model, players: int, *, is_together: bool) -> Needs:
    """As many processes as are busy, but not too busy."""
    processes = 1
    for _ in range(100):  # the more there are, the fewer commands share a transaction
        costs = model.predict(Setting(players, processes, is_together))
        wanted = ceil(costs.server / BUSY)
        if wanted <= processes:
            break
        processes = wanted
    by_cores = costs.postgres / (CORES * BUSY_DATABASE)
    return Needs(
        Setting(players, processes, is_together),
        costs,
        ceil(max(by_cores, costs.wal_bytes / WAL)),
    )


# Printing


def main(*, is_quick: bool) -> None:
    tables, seconds = (QUICK_TABLES, QUICK_SECONDS) if is_quick else (TABLES, SECONDS)
    players = tables * SEATS
    console = Console()
    settings = [
        Setting(players // 4, 1, is_together=True),
        Setting(players, 1, is_together=True),
        Setting(players, 2, is_together=False),
        Setting(players, 2, is_together=True),
        Setting(players, 4, is_together=True),
        Setting(players, 4, is_together=False),
    ]
    runs = list[tuple[Setting, Measured]]()
    for setting in settings:
        console.print(f"Measuring {setting}, load {os.getloadavg()[0]:.1f} ...", highlight=False)
        runs.append((setting, asyncio.run(measured(setting, seconds))))
    model = learned(runs[0], runs[1], runs[2])
    console.print(table_of_runs(runs))
    console.print(table_of_costs(model))
    console.print(table_of_checks(model, runs[3:]))
    console.print(table_of_needs(model, runs[1][1].row_bytes))


def table_of_runs(runs: list[tuple[Setting, Measured]]) -> Grid:
    grid = Grid(
        "processes", "commands/s", "server ms", "PostgreSQL ms", "Redis ms", "commands in one tx",
        "p99 ms", "MB", "errors", title="measured: CPU for each command",
    )  # fmt: skip
    for setting, run in runs:
        grid.add_row(
            str(setting),
            f"{run.commands:.0f}",
            *(f"{1e3 * cores / run.commands:.2f}" for cores in (run.server, run.postgres)),
            f"{1e3 * run.redis / run.commands:.3f}",
            f"{run.rows / max(run.transactions, 1):.1f}",
            f"{run.slowest:.0f}",
            f"{run.megabytes:.0f}",
            f"{run.errors}",
        )
    return grid


def table_of_costs(model: Model) -> Grid:
    grid = Grid(
        "", "a process, each second", "a report repeated", "a command", "a transaction",
        "each further process there",
        title="the model: CPU in ms, bytes",
    )  # fmt: skip
    names = ("server, ms", "PostgreSQL, ms", "Redis, ms", "WAL, bytes", "Redis, bytes")
    for name, part in zip(names, model.parts, strict=True):
        scale = 1e3 if name.endswith("ms") else 1
        grid.add_row(name, *(f"{scale * each:.3g}" for each in part))
    return grid


def table_of_checks(model: Model, runs: list[tuple[Setting, Measured]]) -> Grid:
    grid = Grid(
        "processes", "server", "PostgreSQL", "Redis", "WAL", "Redis, bytes",
        title=f"predicted / measured; more than {TOLERANCE:.0%} off: !",
    )  # fmt: skip
    for setting, run in runs:
        # As many commands as there were: the model is about their costs.
        paced = model._replace(commands=run.commands / setting.players)
        predicted = paced.predict(setting)
        shares = [of(predicted) / max(of(run), 1e-9) for of in PARTS]
        grid.add_row(
            str(setting),
            *(f"{share:.2f}{' !' if abs(share - 1) > TOLERANCE else ''}" for share in shares),
        )
    return grid


def table_of_needs(model: Model, row_bytes: float) -> Grid:
    grid = Grid(
        "players", "tables", "commands/s", "processes", f"machines of {CORES} cores", "memory GB",
        "databases", "WAL MB/s", "Redis cores", "to clients Gbit/s", "kept GB/day",
        title=f"needed; processes {BUSY:.0%} busy, databases {BUSY_DATABASE:.0%}, one Redis"
        f" up to {BUSY_REDIS:.0%}",
    )  # fmt: skip
    for many in (10_000, 100_000, 1_000_000):
        for is_together in (True, False):
            each = needs(model, many, is_together=is_together)
            costs = each.costs
            too_much = " !" if costs.redis > BUSY_REDIS else ""
            grid.add_row(
                f"{many:,}",
                "together" if is_together else "spread",
                f"{costs.commands:,.0f}",
                f"{each.setting.processes:,}",
                f"{each.machines:,}",
                f"{(each.setting.processes * model.process + many * model.player) / 1e3:,.0f}",
                f"{each.databases}",
                f"{costs.wal_bytes / 1e6:.1f}",
                f"{costs.redis:.2f}{too_much}",
                f"{8 * costs.client_bytes / 1e9:.2f}",
                f"{costs.rows * row_bytes * DAY / 1e9:,.0f}",
            )
    return grid


if __name__ == "__main__":
    given = argparse.ArgumentParser(prog="python -m bench.scale", description=__doc__)
    given.add_argument("--quick", action="store_true", help="two minutes, and rough numbers")
    main(is_quick=given.parse_args().quick)
