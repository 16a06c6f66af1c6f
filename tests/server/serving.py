"""A real server for tests, on a spare port of this machine."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tinplate.external.bot import ExternalBotSpec
from tinplate.server.context import Policy, Timeouts
from tinplate.server.rate_limits import RateLimit
from tinplate.server.serving import Server, ServerConfig, listen_on, open_server

LOCALHOST = "127.0.0.1"
LONGEST_START = 120  # seconds: where nothing is compiled yet, that comes first
QUICK = Timeouts(grace=60, bot_pause=0, send=5, hello=5)
UNCOUNTED = Policy(people=0, messages=RateLimit(10_000, 10_000))  # tests hurry, all from one place


@contextmanager
def serving(
    folder: Path,
    timeouts: Timeouts = QUICK,
    policy: Policy = UNCOUNTED,
    bots: tuple[ExternalBotSpec, ...] = (),
) -> Iterator[str]:
    """Serve from a database in that folder; the address, as a browser would write it."""
    is_ready = threading.Event()
    servers = list[Server]()
    with listen_on(LOCALHOST, 0) as listener:

        async def serve() -> None:
            database = f"sqlite:///{folder / 'tables.sqlite'}"
            setup = ServerConfig(
                database, str(folder / "guests.key"), timeouts=timeouts, policy=policy, bots=bots
            )
            server = await open_server(setup, is_ready.set)
            servers.append(server)
            await server.serve(sockets=[listener])

        thread = threading.Thread(target=lambda: asyncio.run(serve()))
        thread.start()
        try:
            assert is_ready.wait(LONGEST_START)
            yield f"http://{LOCALHOST}:{listener.getsockname()[1]}"
        finally:
            for server in servers:
                server.stop()
            thread.join(LONGEST_START)
    assert not thread.is_alive()
