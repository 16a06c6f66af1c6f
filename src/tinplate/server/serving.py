"""A process that serves: the application on a listening socket."""

import asyncio
import gc
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import uvicorn
from msgspec import Struct

from tinplate.external.bot import ExternalBot, Outsider
from tinplate.games import installed
from tinplate.server.app import create_app, with_head
from tinplate.server.budget import LARGEST_MESSAGE
from tinplate.server.bus import Bus, MemoryBus
from tinplate.server.connections import (
    ACCEPTED_AT_ONCE,
    MOST_WAITING,
    Gate,
    PatientSocket,
    counted_http,
    raise_file_limit,
)
from tinplate.server.guests import Signer, load_key
from tinplate.server.house import CAREFUL, EVERYDAY, House, Pace, Policy
from tinplate.server.logs import Level, set_up_logs
from tinplate.server.redis_bus import RedisBus
from tinplate.store.sql import SqlStore

LONGEST_DRAIN = 3  # seconds for what is under way to be answered when the server ends
LONGEST_FAREWELL = 3  # seconds for connections to close after that


class Setup(Struct, frozen=True):
    """What all processes of a house have in common; without a bus there is only one."""

    database: str
    key_file: str
    bus: str | None = None
    pace: Pace = EVERYDAY
    policy: Policy = CAREFUL
    log_level: Level | None = None  # None: whoever runs it has set that up
    bots: tuple[Outsider, ...] = ()  # of others, besides those of the house


class Server(uvicorn.Server):
    """Says when it is ready to be used, and ends without leaving anybody in doubt."""

    def __init__(
        self,
        config: uvicorn.Config,
        house: House,
        bots: Sequence[ExternalBot],
        ready: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._house = house
        self._bots = bots
        self._ready = ready

    def stop(self) -> None:
        """End as soon as all that is under way is answered."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(MOST_WAITING)  # the backlog says how many are accepted at once, too
        if self.started:
            _pause_briefly()
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # nobody new comes in
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_DRAIN):
                await self._house.drain()
        await super().shutdown(sockets)
        for bot in self._bots:
            self._house.catalogue.remove_bot(bot)
            await asyncio.to_thread(bot.close)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Who runs the server decides which signals end it."""
        yield


async def open_server(setup: Setup, ready: Callable[[], None]) -> Server:
    """A server over a database; `ready` is called when it can be used."""
    if setup.log_level is not None:
        set_up_logs(setup.log_level, sys.stderr)
    bus = bus_at(setup.bus)
    store = await SqlStore.open(setup.database)
    signer = Signer(load_key(Path(setup.key_file)))
    catalogue = installed()
    house = House(store, bus, signer, catalogue, pace=setup.pace, policy=setup.policy)
    gate = Gate(
        setup.policy.people,
        raise_file_limit(),
        setup.policy.trusted_proxies,
        refused=partial(house.metrics.refused, "budget"),
    )
    bots = [ExternalBot(outsider, catalogue.games.values()) for outsider in setup.bots]
    for bot in bots:
        catalogue.add_bot(bot)
        await asyncio.to_thread(bot.start)
    for pack in catalogue.packs.values():
        await asyncio.to_thread(pack.prepare)
    config = uvicorn.Config(
        with_head(create_app(house)),
        http=counted_http(gate),
        ws=PatientSocket,
        proxy_headers=bool(setup.policy.trusted_proxies),
        forwarded_allow_ips=list(setup.policy.trusted_proxies),
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # memory for each connection, and little to gain
        backlog=ACCEPTED_AT_ONCE,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=LONGEST_FAREWELL,
    )
    return Server(config, house, bots, ready)


def _pause_briefly() -> None:
    """Look for garbage often, and at little at a time: everybody waits meanwhile.

    What is there now stays to the end, and is not looked at again. A look at everything takes a
    third of a second with 2,000 sockets: it comes every few minutes, when they play.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000, 5, 100)


def bus_at(url: str | None) -> Bus:
    return MemoryBus() if url is None else RedisBus(url)


def listen_on(host: str, port: int) -> socket.socket:
    """A socket at that address; OSError if it is taken. Port 0 is any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, or asyncio leaves it to the system to hold small messages back for company.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    return listener
