"""A bus carries words to every process; over a real Redis also after it was killed."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import Redis

from tests.redis import PASSWORD, RedisServer, running_redis
from tests.waiting import PATIENCE, a_moment, until
from tinplate.game import Malformed
from tinplate.lobby.values import Guest
from tinplate.server.bus import (
    Bus,
    BusMessage,
    GuestReacted,
    Heartbeat,
    LogGrew,
    MemoryBus,
    PresenceReport,
    Present,
)
from tinplate.server.redis_bus import RedisBus

TABLE = "table"
GROWN = LogGrew(TABLE, "log-1", 7)
REPORT = PresenceReport("process", TABLE, Present(("ann", "bob"), 2))
BEAT = Heartbeat("process")
FIRST = LogGrew(TABLE, "first", 0)


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisServer]:
    with running_redis() as server:
        yield server


class Ear:
    """Remembers what came over a bus."""

    def __init__(self, bus: Bus) -> None:
        self.heard: list[BusMessage] = []
        self._changed = asyncio.Event()
        bus.subscribe(self._take)

    def _take(self, message: BusMessage) -> None:
        self.heard.append(message)
        self._changed.set()

    async def until(self, message: BusMessage) -> None:
        async with asyncio.timeout(PATIENCE):
            while message not in self.heard:
                self._changed.clear()
                await self._changed.wait()


@asynccontextmanager
async def opened(*buses: RedisBus) -> AsyncIterator[list[Ear]]:
    """Buses on which words have come through, on the channel of the table, too."""
    ears = [Ear(bus) for bus in buses]
    for bus in buses:
        await bus.open()
        bus.follow(TABLE)
    try:
        await carried(buses[0], ears, FIRST)
        yield ears
    finally:
        for bus in buses:
            await bus.close()


async def carried(bus: Bus, ears: list[Ear], message: BusMessage) -> None:
    """Announced again and again, as processes do, until everybody has heard it."""
    waiting = [asyncio.create_task(ear.until(message)) for ear in ears]
    while not all(task.done() for task in waiting):
        bus.publish(message)
        await asyncio.wait(waiting, timeout=0.1)
    await asyncio.gather(*waiting)


async def test_one_process_hears_itself() -> None:
    """At once, in the order in which it was said."""
    bus = MemoryBus()
    ear = Ear(bus)
    bus.publish(GROWN)
    bus.publish(REPORT)

    assert [GROWN, REPORT] == ear.heard


async def test_all_processes_hear_all_words(redis: RedisServer) -> None:
    """As they were said and in order; of several about one log, the last is enough."""
    here, there = RedisBus(redis.address), RedisBus(redis.address)
    async with opened(here, there) as ears:
        for ear in ears:
            ear.heard.clear()
        words: list[BusMessage] = [GROWN, REPORT, LogGrew(TABLE, "log-1", 8)]
        for message in words:
            here.publish(message)
        for ear in ears:
            await ear.until(words[-1])

        assert [words[1:]] * 2 == [
            [message for message in ear.heard if message != FIRST] for ear in ears
        ]


async def test_the_reactions_of_several_guests_are_all_carried(redis: RedisServer) -> None:
    """None replaces that of another; of one guest, the last is enough."""
    bus = RedisBus(redis.address)
    ann, bob = (
        [GuestReacted(TABLE, Guest(id_, id_), reaction) for reaction in ("wow", "oops")]
        for id_ in ("ann", "bob")
    )
    async with opened(bus) as [ear]:
        for message in (*ann, *bob):
            bus.publish(message)
        await ear.until(bob[1])

        assert [ann[1], bob[1]] == [each for each in ear.heard if isinstance(each, GuestReacted)]


async def test_only_processes_that_follow_a_table_hear_of_it(redis: RedisServer) -> None:
    """Heartbeats are heard by all; and nobody hears of a table that is not followed any more."""
    here, there = RedisBus(redis.address), RedisBus(redis.address)
    async with opened(here, there) as [ear, other]:
        there.unfollow(TABLE)
        there.follow("another")
        await carried(here, [other], LogGrew("another", "log-2", 1))
        other.heard.clear()
        here.publish(GROWN)
        await ear.until(GROWN)
        await carried(here, [other], BEAT)

        assert GROWN not in other.heard


async def test_whoever_follows_is_told_when_words_begin_to_come(redis: RedisServer) -> None:
    """So that one can ask what one has missed; also after Redis was gone."""
    bus, told = RedisBus(redis.address), list[str]()
    bus.on_follow(told.append)
    async with opened(bus) as ears:
        bus.follow("another")
        await until(lambda: told == [TABLE, "another"])
        redis.kill()
        redis.start()
        await carried(bus, ears, GROWN)
        await until(lambda: set(told[2:]) == {TABLE, "another"})


async def test_each_database_has_a_bus_of_its_own(redis: RedisServer) -> None:
    """Redis itself would carry words from one to the other."""
    mine, yours = RedisBus(redis.address), RedisBus(redis.address.replace("/0", "/1"))
    async with opened(mine) as [my_ear], opened(yours) as [your_ear]:
        yours.publish(REPORT)
        await your_ear.until(REPORT)
        await carried(mine, [my_ear], GROWN)

        assert REPORT not in my_ear.heard


async def test_a_bus_that_breaks_is_mended(
    redis: RedisServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits or fails while it is down; that is said once, and without the password."""
    bus = RedisBus(redis.address)
    failures = list[Exception]()
    note = bus._note_failure

    def count(error: Exception) -> None:
        failures.append(error)
        note(error)

    monkeypatch.setattr(bus, "_note_failure", count)
    with caplog.at_level(logging.WARNING, "tinplate"):
        async with opened(bus) as ears:
            redis.kill()
            while len(failures) < 3:
                bus.publish(LogGrew(TABLE, "lost", len(failures)))
                await a_moment()
            redis.start()
            await carried(bus, ears, GROWN)
    said = [record.getMessage() for record in caplog.records]

    assert 2 == len(said)
    assert "is down, trying again: " in said[0]
    assert "works again" in said[1]
    assert PASSWORD not in caplog.text


async def test_a_bus_may_be_down_from_the_beginning() -> None:
    """A server opens without it, and closes; nothing is raised."""
    with running_redis() as server:
        server.kill()
        bus = RedisBus(server.address)
        await bus.open()
        bus.follow(TABLE)
        bus.publish(GROWN)
        await until(lambda: not bus.is_up)
        server.start()
        await carried(bus, [Ear(bus)], GROWN)
        await bus.close()


async def test_what_is_none_of_our_words_is_passed_over(
    redis: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    """Another version of this program may say what we do not know."""
    bus, stranger = RedisBus(redis.address), Redis.from_url(redis.address)
    async with opened(bus) as ears:
        for text in (b"\xff", b"{}", b'[{"type":"Rumour"}]', b'[{"type":"News","log":1}]'):
            await stranger.publish("tinplate:0:heartbeats", text)
        await carried(bus, ears, GROWN)
    await stranger.aclose()

    assert 4 == caplog.text.count("ignored a malformed message on the bus")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "nonsense",
        "secret@host",
        "secret:secret@host:1",
        "http://:secret@host",
        "redis://",
        "redis://:secret@",
        "redis://:secret@host:port",
        "redis://:secret@host:70000",
        "redis://:secret@host/name",
        "redis://:secret@host/1/2",
        "redis://:secret@host/12345",
        "redis://:secret@host?db=1",
        "redis://[secret",
    ],
)
def test_an_address_that_is_none(url: str) -> None:
    """Is refused with what was expected, and no password."""
    with pytest.raises(Malformed, match="not the address of a bus: expected redis://") as error:
        RedisBus(url)

    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("redis://host", "host, port 6379, database 0"),
        ("redis://:secret@host:1234/7", "host, port 1234, database 7"),
        ("rediss://user:secret@[::1]:1/", "::1, port 1, database 0"),
    ],
)
def test_an_address_names_its_place(url: str, place: str) -> None:
    """Without the password."""
    assert place == RedisBus(url).address
