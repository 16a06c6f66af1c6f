"""A bus over Redis. What is published while Redis is down is lost, and callers never block."""

import asyncio
import logging
import re
from collections import deque
from contextlib import suppress
from urllib.parse import urlsplit

from msgspec.json import Decoder, encode
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from tinplate.game import Malformed
from tinplate.server.bus import BusMessage, Listener
from tinplate.wire.codec import decode

EXPECTED = "expected redis://USER:PASSWORD@HOST:PORT/NUMBER, or rediss:// for TLS"
MIN_DELAY, MAX_DELAY = 0.1, 2.0  # seconds before we try again
TIMEOUT = 5.0  # seconds; presence reports come more often, so silence means a dead connection
MAX_WAITING = 10_000  # messages; there are only so many when Redis does not read
SCHEMES, DEFAULT_PORT = {"redis", "rediss"}, 6379
_MESSAGES = Decoder(list[BusMessage])
log = logging.getLogger(__name__)


class RedisBus:
    """Publishes and subscribes on one channel. Each Redis database is a separate bus."""

    def __init__(self, url: str) -> None:
        """Malformed if this is not the address of a Redis. It connects in `open`, not here."""
        self.address, database = _parsed(url)
        self._channel = f"tinplate:{database}"
        self._redis = Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 0),  # we retry and log it ourselves
            socket_timeout=TIMEOUT,
            socket_connect_timeout=TIMEOUT,
            client_name="tinplate",
        )
        self._listeners: list[Listener] = []
        self._waiting: deque[BusMessage] = deque(maxlen=MAX_WAITING)
        self._is_something_waiting = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._is_down = False

    def publish(self, message: BusMessage) -> None:
        self._waiting.append(message)
        self._is_something_waiting.set()

    def subscribe(self, listener: Listener) -> None:
        self._listeners.append(listener)

    @property
    def is_up(self) -> bool:
        return not self._is_down

    async def open(self) -> None:
        loops = (self._receive_loop(), self._send_loop())
        self._tasks = [asyncio.create_task(loop) for loop in loops]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(RedisError, OSError, TimeoutError):
            await self._publish()
        await self._redis.aclose()

    async def _send_loop(self) -> None:
        delay = MIN_DELAY
        while True:
            await self._is_something_waiting.wait()
            try:
                await self._publish()
                delay = MIN_DELAY
            except (RedisError, OSError, TimeoutError):  # lost; the receiving loop logs the failure
                await asyncio.sleep(delay)
                delay = min(2 * delay, MAX_DELAY)

    async def _publish(self) -> None:
        """Send everything that is waiting in one Redis message."""
        messages = list(self._waiting)
        self._waiting.clear()
        self._is_something_waiting.clear()
        if messages:
            await self._redis.publish(self._channel, encode(messages))

    async def _receive_loop(self) -> None:
        delay = MIN_DELAY
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(self._channel)
                    while True:
                        async with asyncio.timeout(TIMEOUT):
                            message = await channel.get_message(timeout=None)
                        if message is not None:
                            delay = MIN_DELAY
                            self._deliver(message["data"])
            except (RedisError, OSError, TimeoutError) as error:
                self._note_failure(error)
            await asyncio.sleep(delay)
            delay = min(2 * delay, MAX_DELAY)

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
