"""A bus over Redis. What is published while Redis is down is lost, and callers never block.

Each table has a channel, to which a process subscribes as long as it follows the table. Heartbeats
and news of people have a channel that all processes are subscribed to.
"""

import asyncio
import logging
import re
from collections.abc import Hashable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from msgspec.json import Decoder, encode
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from tinplate.game import Malformed
from tinplate.server.background import OnFault, keep_running
from tinplate.server.bus import (
    AccountChanged,
    BlocksChanged,
    BusMessage,
    FollowListener,
    GuestReacted,
    Listener,
    LogGrew,
    NewsCame,
    table_of,
)
from tinplate.wire.codec import decode

EXPECTED = "expected redis://USER:PASSWORD@HOST:PORT/NUMBER, or rediss:// for TLS"
MIN_DELAY, MAX_DELAY = 0.1, 2.0  # seconds before we try again
TIMEOUT = 5.0  # seconds; heartbeats come more often, so silence means a dead connection
AT_ONCE = 1_000  # channels in one command
SCHEMES, DEFAULT_PORT = {"redis", "rediss"}, 6379
FAILURES = (RedisError, OSError, TimeoutError)
_MESSAGES = Decoder(list[BusMessage])
log = logging.getLogger(__name__)


class RedisBus:
    """Publishes and subscribes. Each Redis database is a separate bus."""

    def __init__(self, url: str) -> None:
        """Malformed if this is not the address of a Redis. It connects in `open`, not here."""
        self.address, database = _parsed(url)
        self._heartbeats = f"tinplate:{database}:heartbeats"
        self._prefix = f"tinplate:{database}:table:"
        self._redis = Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 0),  # we retry and log it ourselves
            socket_timeout=TIMEOUT,
            socket_connect_timeout=TIMEOUT,
            client_name="tinplate",
        )
        self._listeners: list[Listener] = []
        self._on_follow: list[FollowListener] = []
        self._followed: dict[str, None] = {}  # a set in order
        self._unsettled: dict[str, None] = {}  # to be subscribed to, or not any more
        self._is_something_unsettled = asyncio.Event()
        self._waiting: dict[Hashable, BusMessage] = {}
        self._is_something_waiting = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._is_down = False

    def publish(self, message: BusMessage) -> None:
        key = _key(message)
        self._waiting.pop(key, None)  # it takes its place at the end
        self._waiting[key] = message
        self._is_something_waiting.set()

    def subscribe(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def follow(self, table: str) -> None:
        self._followed[table] = None
        self._settle(table)

    def unfollow(self, table: str) -> None:
        self._followed.pop(table, None)
        self._settle(table)

    def on_follow(self, listener: FollowListener) -> None:
        self._on_follow.append(listener)

    @property
    def is_up(self) -> bool:
        return not self._is_down

    async def open(self, on_fault: OnFault = lambda: None) -> None:
        loops = {"hear the bus": self._receive_loop, "tell the bus": self._send_loop}
        self._tasks = [
            asyncio.create_task(keep_running(name, run, on_fault)) for name, run in loops.items()
        ]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(*FAILURES):
            await self._publish()
        await self._redis.aclose()

    # Sending

    async def _send_loop(self) -> None:
        delay = MIN_DELAY
        has_lost = False
        while True:
            await self._is_something_waiting.wait()
            try:
                await self._publish()
                delay = MIN_DELAY
                if has_lost:
                    has_lost = False
                    self._notify_of_follows(self._followed)
            except FAILURES:  # lost; the receiving loop logs the failure
                has_lost = True
                await asyncio.sleep(delay)
                delay = min(2 * delay, MAX_DELAY)

    async def _publish(self) -> None:
        """Send everything that is waiting: one Redis message for each channel, all together."""
        messages, self._waiting = self._waiting, {}
        self._is_something_waiting.clear()
        channels: dict[str, list[BusMessage]] = {}
        for message in messages.values():
            channels.setdefault(self._channel_of(table_of(message)), []).append(message)
        if channels:
            pipeline = self._redis.pipeline(transaction=False)
            for channel, each in channels.items():
                pipeline.publish(channel, encode(each))
            await pipeline.execute()

    def _channel_of(self, table: str | None) -> str:
        return self._heartbeats if table is None else f"{self._prefix}{table}"

    # Receiving

    async def _receive_loop(self) -> None:
        delay = MIN_DELAY
        while True:
            try:
                async with self._redis.pubsub() as channels:
                    await channels.subscribe(self._heartbeats)
                    self._unsettled = dict(self._followed)
                    following = asyncio.create_task(self._follow_loop(channels))
                    try:
                        while True:
                            async with asyncio.timeout(TIMEOUT):
                                message = await channels.get_message(timeout=None)
                            if message is not None and self._take(message):
                                delay = MIN_DELAY
                    finally:
                        following.cancel()
                        await asyncio.gather(following, return_exceptions=True)
            except FAILURES as error:
                self._note_failure(error)
            await asyncio.sleep(delay)
            delay = min(2 * delay, MAX_DELAY)

    async def _follow_loop(self, channels: PubSub) -> None:
        """Subscribe to what is followed. If it fails, the receiving loop notices, too."""
        with suppress(*FAILURES):
            while True:
                tables = [*self._unsettled][:AT_ONCE]
                for table in tables:
                    del self._unsettled[table]
                come = [self._channel_of(each) for each in tables if each in self._followed]
                gone = [self._channel_of(each) for each in tables if each not in self._followed]
                if come:
                    await channels.subscribe(*come)
                if gone:
                    await channels.unsubscribe(*gone)
                if not self._unsettled:
                    self._is_something_unsettled.clear()
                    await self._is_something_unsettled.wait()

    def _settle(self, table: str) -> None:
        self._unsettled[table] = None
        self._is_something_unsettled.set()

    def _take(self, message: dict[str, Any]) -> bool:
        """Whether it is a message of ours, and not an answer of Redis."""
        if message["type"] == "message":
            self._deliver(message["data"])
            return True
        channel = message["channel"].decode()
        table = channel.removeprefix(self._prefix)
        if message["type"] == "subscribe" and table != channel and table in self._followed:
            self._notify_of_follows([table])
        return False

    def _notify_of_follows(self, tables: "list[str] | dict[str, None]") -> None:
        for table in [*tables]:
            for listener in self._on_follow:
                listener(table)

    def _deliver(self, text: bytes) -> None:
        if self._is_down:
            self._is_down = False
            log.warning("the bus at %s works again", self.address)
        try:
            messages: list[BusMessage] = decode(_MESSAGES, text)
        except Malformed as error:  # from another version of this program
            log.warning("ignored a malformed message on the bus: %s", error)
            return
        for message in messages:
            for listener in self._listeners:
                listener(message)

    def _note_failure(self, error: Exception) -> None:
        """Log it once, until the bus works again."""
        if not self._is_down:
            self._is_down = True
            reason = str(error) or type(error).__name__
            log.warning("the bus at %s is down, trying again: %s", self.address, reason)


def _key(message: BusMessage) -> Hashable:
    """A message replaces one with the same key that is still waiting: it is later news."""
    match message:
        case LogGrew(_, log):
            return "log", log
        case AccountChanged(person):
            return "account", person
        case NewsCame(person):
            return "news", person
        case BlocksChanged(person, other):
            return "blocks", person, other
        case GuestReacted(table, guest):
            return "reaction", table, guest.id
        case _:
            return type(message), table_of(message), getattr(message, "asks", False)


def _parsed(url: str) -> tuple[str, int]:
    """The address without its password, for log lines, and the number of the database."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port or DEFAULT_PORT
    except ValueError:
        host = None
    number = "" if host is None else parts.path.removeprefix("/") or "0"
    is_ours = host and parts.scheme in SCHEMES and not (parts.query or parts.fragment)
    if not is_ours or not re.fullmatch("[0-9]{1,4}", number):
        raise Malformed(f"this is not the address of a bus: {EXPECTED}")  # it may hold a password
    return f"{host}, port {port}, database {number}", int(number)
