"""One process of the house: everything it needs, put together."""

import asyncio
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from random import SystemRandom

from tinplate.server.books import Books, Clock
from tinplate.server.bots import BotPlayers
from tinplate.server.bus import Bus
from tinplate.server.guests import Signer
from tinplate.server.hub import Hub
from tinplate.server.tables import NewId, Tables
from tinplate.server.timekeeper import Timekeeper
from tinplate.store.log import Moment, Store


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take, in seconds."""

    grace: float = 60  # that somebody may stay away from the table
    bots: float = 0.7  # that a bot waits before it does something
    reading: float = 20  # that a client may take to read a message
    hello: float = 10  # that a client may take to introduce itself


EVERYDAY = Pace()


def wall_clock() -> Moment:
    return Moment(time.time_ns() // 1_000_000)


def unguessable_id() -> str:
    return secrets.token_urlsafe(16)


class House:
    """What the handlers of requests and sockets work with."""

    def __init__(  # noqa: PLR0913 - what varies, each by name
        self,
        store: Store,
        bus: Bus,
        signer: Signer,
        *,
        pace: Pace = EVERYDAY,
        clock: Clock = wall_clock,
        new_id: NewId = unguessable_id,
    ) -> None:
        dice = SystemRandom()  # nobody can foresee a deal
        self.store = store
        self.signer = signer
        self.pace = pace
        self.clock = clock
        self.new_id = new_id
        self.books = Books(store, bus, clock, dice)
        self.tables = Tables(self.books, new_id)
        self.hub = Hub(self.books, self.tables, pace.grace)
        self.bots = BotPlayers(self.hub, self.tables, pace.bots, dice)
        self.timekeeper = Timekeeper(self.books)
        self._time: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Let time pass."""
        self._time = asyncio.create_task(self.timekeeper.run())

    async def stop(self) -> None:
        """Finish what is under way; what is written down is there for the next one."""
        if self._time is not None:
            self._time.cancel()
            with suppress(asyncio.CancelledError):
                await self._time
        await self.bots.close()
        await self.hub.close()
        await self.books.close()
        await self.store.close()
