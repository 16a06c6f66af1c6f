"""One process of the house: everything it needs, put together."""

import asyncio
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from random import SystemRandom
from typing import Any

from tinplate.catalogue import Catalogue
from tinplate.server.attendance import Attendance
from tinplate.server.books import Books, Clock
from tinplate.server.bots import BotPlayers
from tinplate.server.budget import MESSAGES, PEOPLE_AT_AN_ADDRESS, Allowance, Door
from tinplate.server.bus import Bus
from tinplate.server.guests import Signer
from tinplate.server.hub import Hub
from tinplate.server.lookout import Lookout
from tinplate.server.metrics import Metrics
from tinplate.server.tables import NewId, Tables
from tinplate.server.thinking import Thinkers
from tinplate.server.timekeeper import Timekeeper
from tinplate.store.log import Moment, Store, Unavailable
from tinplate.wire.resources import Readiness
from tinplate.wire.schema import message_schema


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take, in seconds."""

    grace: float = 60  # that somebody may stay away from the table
    beat: float = 1  # between two calls of the roll: whoever is silent for some is gone
    bots: float = 0.7  # that bots wait after what people see
    reading: float = 20  # that a client may take to read a message
    hello: float = 10  # that a client may take to introduce itself


EVERYDAY = Pace()


@dataclass(frozen=True, slots=True)
class Policy:
    """What who runs the house decides about strangers."""

    people: int = PEOPLE_AT_AN_ADDRESS  # that one address has room for; 0 counts nobody
    messages: Allowance = MESSAGES  # on one socket
    trusted_proxies: tuple[str, ...] = ()  # whose word for the address of somebody is taken
    metrics_token: str | None = None  # who knows it may read the metrics; None: nobody


CAREFUL = Policy()
LONGEST_LOOK = 2.0  # seconds for the store to answer, to be called ready


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
        catalogue: Catalogue,
        *,
        pace: Pace = EVERYDAY,
        policy: Policy = CAREFUL,
        clock: Clock = wall_clock,
        new_id: NewId = unguessable_id,
    ) -> None:
        dice = SystemRandom()  # nobody can foresee a deal
        self.store = store
        self.bus = bus
        self.signer = signer
        self.catalogue = catalogue
        self.pace = pace
        self.policy = policy
        self.door = Door(policy.people, time.monotonic)
        self.thinkers = Thinkers(policy.people, catalogue.packs.values())
        self.metrics = Metrics()
        self.is_draining = False  # ends soon: nothing new is begun here
        self.clock = clock
        self.new_id = new_id
        self.books = Books(store, bus, catalogue, clock, dice, self.metrics)
        self.tables = Tables(self.books, new_id)
        attendance = Attendance(bus, unguessable_id())
        self.hub = Hub(self.books, self.tables, attendance, grace=pace.grace, beat=pace.beat)
        self.lookout = Lookout(self.books, self.hub)
        self.bots = BotPlayers(self.hub, self.tables, self.metrics, pace.bots, dice)
        self.timekeeper = Timekeeper(self.books, self.hub)
        self.metrics.tables.set_function(lambda: self.hub.tables)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Let time pass."""
        await self.bus.open()
        self._tasks = [
            asyncio.create_task(self.timekeeper.run()),
            asyncio.create_task(self.hub.run()),
            asyncio.create_task(self.lookout.run()),
            asyncio.create_task(self.metrics.watch_the_loop()),
        ]

    @cached_property
    def message_schema(self) -> dict[str, Any]:
        """What goes over the socket, as JSON Schema."""
        return message_schema(self.catalogue.packs.values())

    async def readiness(self) -> Readiness:
        """Whether people should be sent here."""
        try:
            await asyncio.wait_for(self.store.head("ready"), LONGEST_LOOK)
            answers = True
        except (Unavailable, TimeoutError):
            answers = False
        return Readiness(answers, self.bus.is_up, self.is_draining)

    async def drain(self) -> None:
        """Begin nothing new; whoever is here gets their answer, and is told to come back elsewhere.

        Not everybody may listen: somebody has to say when it has been long enough.
        """
        self.is_draining = True
        await self.hub.empty()

    async def stop(self) -> None:
        """Finish what is under way; what is written down is there for the next one."""
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self.bots.close()
        await self.hub.close()
        await self.books.close()
        self.hub.call_the_roll()  # nobody is here any more
        await self.bus.close()
        await self.store.close()
