"""One server process: the application on a listening socket."""

import asyncio
import logging
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import uvicorn
from msgspec import Struct
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from tinplate.external.bot import ExternalBot, ExternalBotSpec, open_bot
from tinplate.external.python_bot import PythonBot
from tinplate.games import installed
from tinplate.server.app import create_app, with_head
from tinplate.server.bus import Bus, MemoryBus
from tinplate.server.connections import (
    ACCEPT_BATCH,
    KEEP_ALIVE_TIMEOUT,
    LISTEN_BACKLOG,
    ConnectionLimiter,
    LimitedWebSocketProtocol,
    limited_http_protocol,
    raise_file_limit,
)
from tinplate.server.context import (
    DEFAULT_POLICY,
    DEFAULT_TIMEOUTS,
    Policy,
    ServerContext,
    Timeouts,
)
from tinplate.server.garbage import collect_garbage
from tinplate.server.guests import CookieSigner, load_key
from tinplate.server.logging_setup import Level, set_up_logging
from tinplate.server.preparing import Preparation
from tinplate.server.proxies import AnyApp, TrustedProxies, without_strangers_prefix
from tinplate.server.rate_limits import MAX_MESSAGE_BYTES
from tinplate.server.steady_clock import SteadyClock, last_written
from tinplate.store.opening import open_store

DRAIN_TIMEOUT = 3  # seconds to answer what is under way at a shutdown
CLOSE_TIMEOUT = 3  # seconds after that for connections to close
log = logging.getLogger(__name__)


class ServerConfig(Struct, frozen=True):
    """What all processes of a server have in common. Without a bus there is only one."""

    database: str  # one address, or several with commas between them
    key_file: str
    bus: str | None = None
    timeouts: Timeouts = DEFAULT_TIMEOUTS
    policy: Policy = DEFAULT_POLICY
    log_level: Level | None = None  # None: the caller has set up logging
    bots: tuple[ExternalBotSpec, ...] = ()  # external ones
    compiles: bool = False  # whether it compiles games that are not compiled yet


class Server(uvicorn.Server):
    """Uvicorn's server, which also reports when it is ready and drains before it ends."""

    def __init__(
        self,
        config: uvicorn.Config,
        context: ServerContext,
        bots: Sequence[ExternalBot | PythonBot],
        ready: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._context = context
        self._bots = bots
        self._ready = ready
        self._collecting: asyncio.Task[None] | None = None

    def stop(self) -> None:
        """Shut down as soon as everything under way is answered."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(LISTEN_BACKLOG)  # uvicorn's own backlog is also its accept batch
        if self.started:
            self._collecting = asyncio.create_task(collect_garbage())
            self._ready()
            self._context.preparation.begin()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # accept no new connections
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_TIMEOUT):
                await self._context.drain()
        await super().shutdown(sockets)
        if self._collecting is not None:
            self._collecting.cancel()
        for bot in self._bots:
            self._context.catalogue.remove_bot(bot)
            await asyncio.to_thread(bot.close)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the caller."""
        yield


async def open_server(
    config: ServerConfig, ready: Callable[[], None], tell: Callable[[str], None] = log.info
) -> Server:
    """Open a server. It calls `ready` when it accepts connections, and tells what it compiles."""
    if config.log_level is not None:
        set_up_logging(config.log_level, sys.stderr)
    bus = bus_at(config.bus)
    store = await open_store(config.database)
    signer = CookieSigner(load_key(Path(config.key_file)))
    catalogue = installed()
    context = ServerContext(
        store,
        bus,
        signer,
        catalogue,
        timeouts=config.timeouts,
        policy=config.policy,
        clock=SteadyClock(not_before=await last_written(store)),
        preparation=Preparation(catalogue.packs.values(), compiles=config.compiles, tell=tell),
    )
    proxies = TrustedProxies(config.policy.trusted_proxies)
    limiter = ConnectionLimiter(
        config.policy.people,
        raise_file_limit(),
        proxies,
        refused=partial(context.metrics.refused, "rate-limit"),
    )
    bots = [open_bot(spec, catalogue.games.values()) for spec in config.bots]
    for bot in bots:
        catalogue.add_bot(bot)
        await asyncio.to_thread(bot.start)
    uvicorn_config = uvicorn.Config(
        _behind(proxies, with_head(create_app(context)), config.policy.trusted_proxies),
        http=limited_http_protocol(limiter),
        ws=LimitedWebSocketProtocol,
        proxy_headers=False,  # see _behind
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,  # costs memory for each connection and saves little
        backlog=ACCEPT_BATCH,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_TIMEOUT,
        timeout_graceful_shutdown=CLOSE_TIMEOUT,
    )
    return Server(uvicorn_config, context, bots, ready)


def _behind(proxies: TrustedProxies, app: AnyApp, written: tuple[str, ...]) -> AnyApp:
    """The app as proxies reach it: only the trusted ones are believed."""
    if written:
        app = ProxyHeadersMiddleware(app, list(written))
    return without_strangers_prefix(app, proxies)


def bus_at(url: str | None) -> Bus:
    if url is None:
        return MemoryBus()
    from tinplate.server.redis_bus import RedisBus  # noqa: PLC0415 - it belongs to an extra

    return RedisBus(url)


def listen_on(host: str, port: int) -> socket.socket:
    """A socket bound to this address. OSError if it is taken. Port 0 takes any free port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Name the protocol, or asyncio does not set TCP_NODELAY and small messages are delayed.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    return listener
