"""A full disk, a damaged file, a slow database, a stuck loop: the host is told of each."""

import asyncio
import logging
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from tests.server.processes import ANN, Process, WallClock, match_begun
from tests.store.test_trouble import PAGE_BYTES, free_pages, limit_pages
from tests.waiting import PATIENCE, until
from tinplate.lobby.values import Say
from tinplate.server import health
from tinplate.server.bus import MemoryBus
from tinplate.server.health import STUCK, HealthMonitor, LoopWatchdog
from tinplate.server.logging_setup import OncePerMinute
from tinplate.server.metrics import Metrics
from tinplate.server.recent import HOUR, MINUTE, HourCounter
from tinplate.store.address import parse_address
from tinplate.store.database import translate_errors
from tinplate.store.log import PartlyUnavailable, StoreFacts, StoreFailure, Unavailable
from tinplate.store.memory import MemoryStore
from tinplate.store.sql import SqlStore


@pytest.fixture(autouse=True)
def a_slow_machine_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests of slowness say what is slow."""
    monkeypatch.setattr(health, "SLOW_WRITE", PATIENCE)
    monkeypatch.setattr(health, "SLOW_LOOP", PATIENCE)


class Clock:
    """Stands still until it is moved. It starts late: 0 could be taken for never."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


class DownBus(MemoryBus):
    """Redis is gone."""

    @property
    def is_up(self) -> bool:
        return False


class Disk(MemoryStore):
    """A store on a disk that is as full as we say."""

    free = 10 * health.LOW_DISK

    async def facts(self) -> StoreFacts:
        return StoreFacts("Paper 1.0", size=1, free=self.free)


def monitored(clock: Clock, store: MemoryStore | None = None) -> tuple[HealthMonitor, Metrics]:
    metrics = Metrics(clock)
    return HealthMonitor(store or Disk(), MemoryBus(), metrics, clock), metrics


def told_in(metrics: Metrics) -> set[str]:
    """The troubles that Prometheus is told of."""
    [family] = [each for each in metrics.registry.collect() if each.name == "tinplate_trouble"]
    return {sample.labels["kind"] for sample in family.samples if sample.value}


def lines(caplog: pytest.LogCaptureFixture, trouble: str | None = None) -> list[str]:
    """All warnings, or those of one kind: a slow machine may have troubles of its own."""
    warnings = [each for each in caplog.records if each.levelno >= logging.WARNING]
    return [
        each.getMessage()
        for each in warnings
        if trouble is None or trouble == getattr(each, "trouble", None)
    ]


class HalfDown(MemoryStore):
    """One of its databases is."""

    async def check(self) -> None:
        raise PartlyUnavailable("one of two is down")


# What is told


async def test_one_database_of_several_that_is_down_is_told_and_people_play_on() -> None:
    """Or else every process would be sent nobody any more."""
    monitor, _ = monitored(Clock(), HalfDown())

    assert await monitor.is_store_fine()
    assert ("store-down",) == monitor.troubles()


async def test_a_full_disk_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """By `/ready`, by the metrics and by one line, while people try again and again."""
    store = await SqlStore.open(f"sqlite:///{tmp_path}/full.sqlite")
    process = Process(store, WallClock())
    table = await match_begun(process)
    limit_pages(store)
    failures = 0
    for number in range(60):
        try:
            await process.act(table, ANN, Say("x" * 200), f"say {number}")
        except Unavailable as failure:
            failures += failure.kind == "full"
    ready = await process.readiness()
    free_pages(store)
    await process.act(table, ANN, Say("again"), "at last")
    again = await process.readiness()

    assert failures > 1
    assert (False, True) == (ready.is_ready, again.is_ready)
    assert ("store-full",) == ready.troubles == again.troubles
    assert {"store-full"} == told_in(process.metrics)
    assert failures == process.metrics.registry.get_sample_value(
        "tinplate_store_failures_total", {"kind": "full"}
    )
    assert {"store-full": failures} == process.metrics.last_hour.counts()
    assert ["the store fails"] == [line[:15] for line in lines(caplog)]
    await process.log_cache.close()
    await store.close()


async def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    """However well the next check would go; and nobody is sent here."""
    file = tmp_path / "damaged.sqlite"
    store = await SqlStore.open(f"sqlite:///{file}")
    process = Process(store, WallClock())
    for number in range(20):
        await process.act(await match_begun(process), ANN, Say("x" * 200), f"say {number}")
    before = await process.readiness()
    await store.close()
    damage(file)
    store = await SqlStore.open(f"sqlite:///{file}")
    process = Process(store, WallClock())
    reading = asyncio.gather(*(store.read(f"log-{n}", after=-1, limit=99) for n in range(99)))
    with pytest.raises(Unavailable, match="malformed"):
        await reading
    after = await process.readiness()
    await store.close()

    assert (True, ()) == (before.is_ready, before.troubles)
    assert (False, ("store-damaged",)) == (after.is_ready, after.troubles)
    assert {"store-damaged"} == told_in(process.metrics)


def damage(file: Path) -> None:
    content = bytearray(file.read_bytes())
    for page in range(8, len(content) // PAGE_BYTES):
        content[page * PAGE_BYTES : page * PAGE_BYTES + 200] = b"\xff" * 200
    file.write_bytes(content)


async def test_a_slow_database_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """By how long real writes took; people are still sent here, for where else would they go."""
    monkeypatch.setattr(health, "SLOW_WRITE", 0)
    store = await SqlStore.open(f"sqlite:///{tmp_path}/slow.sqlite")
    process = Process(store, WallClock())
    await match_begun(process)
    ready = await process.readiness()
    caplog.clear()  # a server that other tests use may have told it, too
    process.health.log_troubles()
    process.health.log_troubles()
    here = lines(caplog)
    await store.close()

    assert (True, ("store-slow",)) == (ready.is_ready, ready.troubles)
    assert ["the database is slow"] == [line[:20] for line in here]


async def test_a_loop_that_is_late_is_told_when_it_runs_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Measured by the server itself, whether or not anybody asks."""
    monkeypatch.setattr(health, "SLOW_LOOP", 0)
    monkeypatch.setattr(health, "LOOK_INTERVAL", 0.01)
    process = Process(MemoryStore(), WallClock())
    await process.start()
    await until(lambda: lines(caplog, "loop-slow"))
    ready = await process.readiness()
    await process.stop()

    assert "loop-slow" in ready.troubles
    assert "loop-slow" in told_in(process.metrics)
    assert ["the event loop was late"] == [line[:23] for line in lines(caplog, "loop-slow")]


async def test_a_disk_is_told_of_before_it_is_full() -> None:
    """There is still time to act, and everything works."""
    disk = Disk()
    monitor, metrics = monitored(Clock(), disk)
    await monitor.refresh_facts()
    before = monitor.troubles()
    disk.free = health.LOW_DISK - 1
    await monitor.refresh_facts()

    assert () == before
    assert ("disk-low",) == monitor.troubles()
    assert disk.free == metrics.registry.get_sample_value("tinplate_disk_free_bytes")
    assert 1 == metrics.registry.get_sample_value("tinplate_database_bytes")


def test_a_bus_that_is_down_is_told() -> None:
    """People play on, and see each other's moves later."""
    metrics = Metrics()

    assert ("bus-down",) == HealthMonitor(MemoryStore(), DownBus(), metrics).troubles()
    assert {"bus-down"} == told_in(metrics)


async def test_trouble_is_over_a_minute_after_it_was_last_seen() -> None:
    """Long enough for whoever asks now and then."""
    clock = Clock()
    monitor, metrics = monitored(clock)
    metrics.store_failed("down")
    metrics.append_seconds.observe(health.SLOW_WRITE + 1)
    metrics.loop_lag_seconds.observe(health.SLOW_LOOP + 1)
    seen = monitor.troubles()
    clock.now += MINUTE - 1
    still = monitor.troubles()
    clock.now += 2

    assert ("store-down", "store-slow", "loop-slow") == seen == still
    assert () == monitor.troubles()


def test_each_kind_is_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    """However often we look."""
    clock = Clock()
    monitor, metrics = monitored(clock)
    for _ in range(5 * MINUTE):
        metrics.append_seconds.observe(203.25)
        metrics.loop_lag_seconds.observe(201.5)
        monitor.log_troubles()
        clock.now += 1

    assert [
        "the database is slow: it took 203.2 s to write",
        "the event loop was late by 201.5 s: this process is overloaded, or was stuck",
    ] * 5 == lines(caplog)


# What kind of failure it is


def provoked(tmp_path: Path, kind: str) -> Exception:
    """An error as SQLite itself makes it."""
    file = tmp_path / "some.sqlite"
    if kind == "damaged":
        file.write_bytes(b"Dear diary, " * 1000)
    else:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("CREATE TABLE t (x)")
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
        try:
            connection.execute("CREATE TABLE u (x)")
        except sqlite3.Error as error:
            return error
    raise AssertionError


@pytest.mark.parametrize("kind", ["damaged", "disk-error"])
def test_a_damaged_disk_is_known_by_its_errors(tmp_path: Path, kind: StoreFailure) -> None:
    """A file that is no database any more; a disk that the system has made read-only."""
    assert kind == kind_of(provoked(tmp_path, kind))


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (asyncpg.DiskFullError("could not extend file: No space left on device"), "full"),
        (asyncpg.DataCorruptedError("invalid page in block 7 of relation"), "damaged"),
        (asyncpg.PostgresIOError("could not read block 7"), "disk-error"),
        (asyncpg.TooManyConnectionsError("sorry, too many clients already"), "down"),
        (OSError(28, "No space left on device"), "full"),
        (ConnectionRefusedError(111, "Connection refused"), "down"),
        (TimeoutError(), "down"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_failures_of_a_server_are_told_apart(error: Exception, kind: StoreFailure) -> None:
    """What a host has to do is another thing each time."""
    assert kind == kind_of(error)


def kind_of(error: Exception) -> StoreFailure:
    with pytest.raises(Unavailable) as failed, translate_errors(parse_address("sqlite:///x")):
        raise error
    return failed.value.kind


# A loop that is stuck


def test_where_the_loop_is_stuck_is_told_while_it_is(caplog: pytest.LogCaptureFixture) -> None:
    """Nobody else can tell it then: `/ready` does not answer. Once a minute is enough."""
    clock = Clock()
    watchdog = LoopWatchdog(clock)
    for _ in range(2 * MINUTE):
        watchdog.look()
        clock.now += 1
    watchdog.alive()
    watchdog.look()

    assert 2 == len(lines(caplog))
    assert lines(caplog)[0].startswith(f"the event loop has been stuck for {STUCK + 1:.0f} s at ")
    assert "(look)" in lines(caplog)[0]


async def test_the_watchdog_runs_and_ends_with_the_server(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is a thread of its own, or it would be stuck, too."""
    monkeypatch.setattr(health, "STUCK", -1)
    watchdog = LoopWatchdog()
    watchdog.start()
    await until(lambda: lines(caplog))
    watchdog.stop()

    assert not watchdog._thread.is_alive()
    assert "the event loop has been stuck for 0 s at " in lines(caplog)[0]


# The log


def record(text: str, level: int = logging.ERROR, **values: object) -> logging.LogRecord:
    return logging.makeLogRecord(
        {"name": "tinplate.test", "levelno": level, "msg": text, "args": (1,), **values}
    )


@pytest.fixture
def told() -> tuple[OncePerMinute, Clock]:
    clock = Clock()
    return OncePerMinute(clock), clock


def test_a_flood_of_trouble_is_one_line_a_minute(told: tuple[OncePerMinute, Clock]) -> None:
    """The next line says how many were kept back."""
    allowed, clock = told
    first = [allowed.filter(record("it failed: %s")) for _ in range(100)]
    clock.now += MINUTE
    later = record("it failed: %s")

    assert [True, *[False] * 99] == first
    assert allowed.filter(later)
    assert 99 == later.__dict__["repeated"]


def test_one_kind_of_trouble_does_not_hide_another(told: tuple[OncePerMinute, Clock]) -> None:
    """Another sentence, another trouble of the store, another error, the same one elsewhere."""
    allowed, _ = told
    kinds = [
        record("it failed: %s"),
        record("it failed again: %s"),
        record("it failed: %s", trouble="full"),
        record("it failed: %s", trouble="down"),
        record("it failed: %s", exc_info=failure(ValueError)),
        record("it failed: %s", exc_info=failure(KeyError)),
    ]

    assert all(map(allowed.filter, kinds))
    assert not any(map(allowed.filter, kinds))


def test_what_is_no_trouble_is_not_counted(told: tuple[OncePerMinute, Clock]) -> None:
    """Each request is a line of its own."""
    allowed, _ = told

    assert all(allowed.filter(record("request", logging.INFO)) for _ in range(100))


def test_texts_that_differ_each_time_do_not_fill_the_memory(
    told: tuple[OncePerMinute, Clock],
) -> None:
    """Some libraries write ids into their sentences."""
    allowed, _ = told
    for number in range(5_000):
        allowed.filter(record(f"task {number} failed"))

    assert len(allowed._quiet_until) <= 1_000


def failure(kind: type[Exception]) -> object:
    try:
        raise kind  # noqa: TRY301
    except kind:
        return sys.exc_info()


def test_what_is_an_hour_old_is_forgotten() -> None:
    """The last hour, minute by minute."""
    clock = Clock()
    counter = HourCounter(clock)
    for minute in range(90):
        counter.add("late" if minute < 45 else "lost")
        counter.add("lost")
        clock.now += MINUTE

    assert {"lost": 59 + 45, "late": 14} == counter.counts()
    clock.now += HOUR
    assert {} == counter.counts()
