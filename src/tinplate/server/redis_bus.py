"""A bus over Redis: what is announced while it is down is lost, and nobody waits for it."""

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
from tinplate.server.bus import Listener, Word
from tinplate.wire.codec import decode

EXPECTED = "expected redis://USER:PASSWORD@HOST:PORT/NUMBER, or rediss:// for TLS"
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 2.0  # seconds before the next try to connect
PATIENCE = 5.0  # seconds; all processes call the roll more often, so silence means a dead line
MOST_WAITING = 10_000  # words; more are only waiting when Redis does not read
SCHEMES, DEFAULT_PORT = {"redis", "rediss"}, 6379
_WORDS = Decoder(list[Word])
log = logging.getLogger(__name__)


class RedisBus:
    """Publishes and subscribes on one channel; each database of the server is another house."""

    def __init__(self, url: str) -> None:
        """Malformed if that is no address of a Redis; connect to nothing before `open`."""
        self.place, database = _parsed(url)
        self._channel = f"tinplate:{database}"
        self._redis = Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 0),  # we try again ourselves, and say so
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            client_name="tinplate",
        )
        self._listeners: list[Listener] = []
        self._waiting: deque[Word] = deque(maxlen=MOST_WAITING)
        self._is_something_waiting = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._is_down = False

    def announce(self, word: Word) -> None:
        self._waiting.append(word)
        self._is_something_waiting.set()

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    @property
    def is_up(self) -> bool:
        return not self._is_down

    async def open(self) -> None:
        self._tasks = [asyncio.create_task(self._hear()), asyncio.create_task(self._speak())]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(RedisError, OSError, TimeoutError):
            await self._publish()
        await self._redis.aclose()

    async def _speak(self) -> None:
        pause = SHORTEST_PAUSE
        while True:
            await self._is_something_waiting.wait()
            try:
                await self._publish()
                pause = SHORTEST_PAUSE
            except (RedisError, OSError, TimeoutError):  # what is not carried is not heard here
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _publish(self) -> None:
        """All that waits, in one message."""
        words = list(self._waiting)
        self._waiting.clear()
        self._is_something_waiting.clear()
        if words:
            await self._redis.publish(self._channel, encode(words))

    async def _hear(self) -> None:
        pause = SHORTEST_PAUSE
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(self._channel)
                    while True:
                        async with asyncio.timeout(PATIENCE):
                            message = await channel.get_message(timeout=None)
                        if message is not None:
                            pause = SHORTEST_PAUSE
                            self._take(message["data"])
            except (RedisError, OSError, TimeoutError) as error:
                self._complain(error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _take(self, text: bytes) -> None:
        if self._is_down:
            self._is_down = False
            log.warning("the bus at %s carries again", self.place)
        try:
            words: list[Word] = decode(_WORDS, text)
        except Malformed as error:  # of another version of this program
            log.warning("something on the bus is none of our words: %s", error)
            return
        for word in words:
            for listener in self._listeners:
                listener(word)

    def _complain(self, error: Exception) -> None:
        """Once, until it carries again."""
        if not self._is_down:
            self._is_down = True
            reason = str(error) or type(error).__name__
            log.warning("the bus at %s does not carry, trying again: %s", self.place, reason)


def _parsed(url: str) -> tuple[str, int]:
    """Where it is, as a complaint may name it, and the number of the database."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port or DEFAULT_PORT
    except ValueError:
        host = None
    number = "" if host is None else parts.path.removeprefix("/") or "0"
    is_ours = host and parts.scheme in SCHEMES and not (parts.query or parts.fragment)
    if not is_ours or not re.fullmatch("[0-9]{1,4}", number):
        raise Malformed(f"this is no address of a bus: {EXPECTED}")  # it may hold a password
    return f"{host}, port {port}, database {number}", int(number)
