"""Everything that a server stands on breaks while people play: processes, disk, clock, database."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from random import Random
from time import monotonic

from tests.attack.evening import Evening
from tests.attack.findings import number
from tests.attack.machine import BROKEN, Campaign, Machine, machine, passed, sqlite
from tests.postgres import Postgres, running_postgres
from tests.redis import RedisServer, running_redis

TABLES = 12
PROCESSES = 3
BETWEEN = 40  # commands that are acknowledged between two faults

Fault = Callable[[], Awaitable[None]]


async def on_sqlite(given: Campaign) -> None:
    """One process."""
    async with machine(given.folder, sqlite(given.folder), Random(given.seed), 1) as there:
        faults = (there.kill, there.fill_disk, there.kill, there.freeze,
                  there.step_clock, there.start_with_wrong_clock)  # fmt: skip
        await suffered("SQLite, one process", there, faults, given)


async def on_postgres(given: Campaign) -> None:
    """Three processes on PostgreSQL and Redis."""
    async with AsyncExitStack() as stack:
        postgres = stack.enter_context(running_postgres(syncs=True))
        redis = stack.enter_context(running_redis())
        database = await postgres.empty_database()
        options = ("--bus", redis.address)
        there = await stack.enter_async_context(
            machine(given.folder, database, Random(given.seed), PROCESSES, *options)
        )
        faults = (there.kill, lambda: restart_redis(there, redis), there.kill, there.freeze,
                  lambda: restart_postgres(there, postgres), there.step_clock)  # fmt: skip
        name = f"PostgreSQL and Redis, {PROCESSES} processes"
        await suffered(name, there, faults, given)


async def restart_redis(there: Machine, redis: RedisServer) -> None:
    """It is away for a while, and comes back knowing nobody."""
    redis.kill()
    await passed(BROKEN)
    await asyncio.to_thread(redis.start)
    there.counted["Redis killed"] += 1


async def restart_postgres(there: Machine, postgres: Postgres) -> None:
    await asyncio.to_thread(lambda: postgres.stop(hard=True))
    await passed(BROKEN)
    postgres.start()  # it would end with the thread that starts it
    there.counted["PostgreSQL killed"] += 1


async def suffered(name: str, there: Machine, faults: tuple[Fault, ...], given: Campaign) -> None:
    """People play, one fault comes after the other; at the end all is compared."""
    evening = Evening(there.addresses, TABLES, there.dice.randrange(2**32))
    end, count, before = monotonic() + given.seconds, 0, given.findings.count
    try:
        while monotonic() < end or count < len(faults):
            await evening.until_acknowledged(BETWEEN)
            await faults[count % len(faults)]()
            count += 1
            given.tell(
                f"{name}: {evening.acknowledged} commands, {there.counted.total()} things broken"
            )
        await evening.until_acknowledged(BETWEEN)
        await evening.finish()
        verdict = await evening.judge(there.database, given.findings)
    finally:
        await evening.cancel()
    given.findings.fault(f"{name}: /ready", *there.wrong)
    given.findings.fault(f"{name}: an error in the log", *there.tracebacks())
    happened = ", ".join(f"{count} × {kind}" for kind, count in there.counted.items())
    people = len({each.person.guest.id for each in evening.people if each.person.guest})
    given.findings.tried(
        f"Faults: {name}",
        f"{number(people)} players, {number(len(evening.sittings))} matches; {happened}",
        f"{number(verdict.commands)} commands acknowledged, each exactly once; "
        f"{number(evening.repeated)} ids sent again and answered identically; "
        f"{number(evening.reconnections)} reconnections without a gap",
    )
    given.findings.tried(
        f"Secrets: {name}",
        f"{number(verdict.messages)} messages, {verdict.letters / 1e6:.1f} MB, to every seat and a "
        "spectator of each table",
        "no card, draft, power-down or hidden entry",
        since=before,
    )
