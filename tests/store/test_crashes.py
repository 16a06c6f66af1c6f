"""What was acknowledged is never lost: processes killed, servers restarted, disks full."""

import asyncio
import resource
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from tests.postgres import Postgres
from tests.store.logs import (
    Acknowledged,
    append,
    append_next,
    check_kept,
    head,
    opened,
    row,
    rows_of,
    unfinished,
    versions_of,
)
from tests.store.storm import LOGS
from tests.waiting import PATIENCE, a_moment, until
from tinplate.store import sql
from tinplate.store.database import PostgresServer
from tinplate.store.log import Conflict, Unavailable
from tinplate.store.sql import SqlStore

ROOT = Path(__file__).parents[2]
KILLS = 4


class Storm:
    """A process of `tests/store/storm.py`, and what it said was kept."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.told: list[Acknowledged] = []

    async def kill(self) -> None:
        """Without a warning; what it said before is heard."""
        self.process.kill()
        await self.listen()
        await self.process.wait()

    async def listen(self, rows: int | None = None) -> None:
        """Hear so many lines, or all there are."""
        assert self.process.stdout is not None
        while rows is None or rows > 0:
            line = await self.process.stdout.readline()
            if not line.endswith(b"\n"):
                return  # the end, perhaps in the middle of a line
            log, version, body = line.rstrip(b"\n").split(b"\t")
            self.told.append(Acknowledged(log.decode(), int(version), body))
            rows = None if rows is None else rows - 1


@asynccontextmanager
async def storm(address: str, *arguments: str) -> AsyncIterator[Storm]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.store.storm", address, *arguments,
        cwd=ROOT, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        yield Storm(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def test_processes_share_a_database(address: str) -> None:
    """Two processes fight for the same logs: each version is told to one, all rows are kept."""
    async with storm(address, "ann", "300") as ann, storm(address, "bob", "300") as bob:
        await asyncio.gather(ann.listen(), bob.listen())
        codes = [await ann.process.wait(), await bob.process.wait()]
    told = [*ann.told, *bob.told]
    async with opened(address) as store:
        await check_kept(store, LOGS, told)
        kept = sum([len(await rows_of(store, log)) for log in LOGS])

    assert [0, 0] == codes
    assert ann.told
    assert bob.told
    assert kept == len(told)


async def test_kill_9_loses_nothing_that_was_acknowledged(address: str) -> None:
    """Killed in the middle of a storm, again and again: what was told is kept, without a hole."""
    told: list[Acknowledged] = []
    for number in range(KILLS):
        async with storm(address, f"storm-{number}") as victim:
            await victim.listen(50 * number + 20)
            await victim.kill()
        told += victim.told
        async with opened(address) as store:
            await check_kept(store, LOGS, told)

        assert -signal.SIGKILL == victim.process.returncode


async def test_the_survivors_of_a_kill_go_on(address: str) -> None:
    """A process that dies with its locks stops nobody else who writes to the same logs."""
    async with storm(address, "ann") as ann, storm(address, "bob", "400") as bob:
        await asyncio.gather(ann.listen(50), bob.listen(50))
        await ann.kill()
        await bob.listen()
        code = await bob.process.wait()
    async with opened(address) as store:
        await check_kept(store, LOGS, [*ann.told, *bob.told])

    assert 0 == code


@pytest.mark.parametrize("hard", [True, False], ids=["hard", "soft"])
async def test_a_restart_of_the_server_loses_nothing(
    postgres: Postgres, postgres_address: str, *, hard: bool
) -> None:
    """Errors are told while it is away; then appends work again, and what was told is kept."""
    async with opened(postgres_address) as store:
        told: list[Acknowledged] = []
        errors: list[str] = []
        stopping = asyncio.Event()

        async def write(who: int) -> None:
            number = 0
            while not stopping.is_set():
                number += 1
                try:
                    told.append(await append_next(store, LOGS[who % 6], f"{who} {number}".encode()))
                except Conflict:
                    continue
                except Unavailable as error:
                    errors.append(str(error))
                    await a_moment()

        writers = [asyncio.create_task(write(who)) for who in range(10)]
        await until(lambda: len(told) > 100)
        postgres.stop(hard=hard)
        await until(lambda: bool(errors))
        told_before = len(told)
        postgres.start()
        await until(lambda: len(told) > told_before + 100)
        stopping.set()
        await asyncio.gather(*writers)
        await check_kept(store, LOGS, told)

    assert all("127.0.0.1" in error and "wind-up-key" not in error for error in errors)


async def test_a_restart_that_nobody_saw_disturbs_nobody(
    postgres: Postgres, postgres_address: str
) -> None:
    """Dead connections are noticed before they are used: the next append and read just work."""
    async with opened(postgres_address) as store:
        await append(store, "a", 0)
        postgres.stop()
        postgres.start()
        await append(store, "a", 1)
        postgres.stop()
        postgres.start()
        versions = await versions_of(store, "a")

    assert [0, 1] == versions


async def test_whoever_holds_a_log_too_long_is_not_waited_for(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process frozen in the middle of a transaction: others are told, and go on after it."""
    monkeypatch.setattr(sql, "QUERY_TIMEOUT", 1)
    async with opened(address) as store:
        await append(store, "a", 0)
        async with unfinished(address, "UPDATE log_heads SET version = 0 WHERE log = 'a'"):
            with pytest.raises(Unavailable, match=r"no answer in time|database is locked"):
                await asyncio.wait_for(append(store, "a", 1), PATIENCE)
        await append(store, "a", 1)
        versions = await versions_of(store, "a")

    assert [0, 1] == versions


async def test_a_frozen_process_loses_its_locks(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server ends a transaction in which nothing happens, so that others can go on."""
    async with opened(postgres_address) as store:
        await append(store, "a", 0)
        monkeypatch.setattr(sql, "QUERY_TIMEOUT", 1)
        async with opened(postgres_address) as frozen:
            with pytest.raises(DBAPIError):  # the end of its connection, in one of many words
                await hold_while(frozen, append(store, "a", 1))
            versions = await versions_of(store, "a")

    assert [0, 1] == versions


async def hold_while(store: SqlStore, others: Awaitable[None]) -> None:
    """Lock a log, and do nothing while others do something."""
    assert isinstance(store._database, PostgresServer)
    async with store._database._writing.begin() as connection:
        await connection.exec_driver_sql("UPDATE log_heads SET version = 7 WHERE log = 'a'")
        await others


async def test_a_full_disk_is_told_and_loses_nothing(sqlite_address: str) -> None:
    """The append that did not fit is refused; what was there is there; later there is room."""
    async with opened(sqlite_address) as store:
        await append(store, "a", 0)
        with files_no_larger_than(200_000), pytest.raises(Unavailable, match="disk"):
            await store.append(head("a", 1), [row(1, bytes(1_000_000))])
        await append(store, "a", 1)
        versions = await versions_of(store, "a")

    assert [0, 1] == versions


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """As on a full disk, writing fails."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, handler)
