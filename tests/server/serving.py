"""A real server for tests, on a spare port of this machine."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tinplate.external.bot import Outsider
from tinplate.server.budget import Allowance
from tinplate.server.house import Pace, Policy
from tinplate.server.serving import Server, Setup, listen_on, open_server

LOCALHOST = "127.0.0.1"
LONGEST_START = 120  # seconds: where nothing is compiled yet, that comes first
QUICK = Pace(grace=60, bots=0, reading=5, hello=5)
UNCOUNTED = Policy(people=0, messages=Allowance(10_000, 10_000))  # tests hurry, all from one place


@contextmanager
def serving(
    folder: Path, pace: Pace = QUICK, policy: Policy = UNCOUNTED, bots: tuple[Outsider, ...] = ()
) -> Iterator[str]:
    """Serve from a database in that folder; the address, as a browser would write it."""
    is_ready = threading.Event()
    servers = list[Server]()
    with listen_on(LOCALHOST, 0) as listener:

        async def serve() -> None:
            database = f"sqlite:///{folder / 'tables.sqlite'}"
            setup = Setup(database, str(folder / "guests.key"), pace=pace, policy=policy, bots=bots)
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
