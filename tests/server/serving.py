"""A real server for tests, on a spare port of this machine."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.waiting import others_run
from tinplate.external.bot import ExternalBotSpec
from tinplate.server.context import Policy, Timeouts
from tinplate.server.rate_limits import RateLimit
from tinplate.server.serving import Server, ServerConfig, listen_on, open_server

LOCALHOST = "127.0.0.1"
LONGEST_START = 120  # seconds: where nothing is compiled yet, that comes first
QUICK = Timeouts(grace=60, bot_pause=0)
UNCOUNTED = Policy(people=0, messages=RateLimit(10_000, 10_000))  # tests hurry, all from one place


class ServerClock:
    """The clock of a server's event loop. A test can put it forward, and timeouts pass at once.

    They pass for everybody who is connected: polite clients should have nothing to answer.
    """

    def __init__(self) -> None:
        self._ahead = 0.0
        self._loop: asyncio.AbstractEventLoop | None = None

    def new_loop(self) -> asyncio.AbstractEventLoop:
        clock = self

        class Loop(asyncio.SelectorEventLoop):
            def time(self) -> float:
                return super().time() + clock._ahead

        self._loop = Loop()
        return self._loop

    async def pass_seconds(self, seconds: float) -> None:
        """Returns when what was due has been done, or has begun."""
        assert self._loop is not None
        passing = asyncio.run_coroutine_threadsafe(self._pass(seconds), self._loop)
        await asyncio.wrap_future(passing)

    async def _pass(self, seconds: float) -> None:
        self._ahead += seconds
        await others_run(2)


@contextmanager
def serving(  # noqa: PLR0913, PLR0917 - what varies
    folder: Path,
    timeouts: Timeouts = QUICK,
    policy: Policy = UNCOUNTED,
    bots: tuple[ExternalBotSpec, ...] = (),
    clock: ServerClock | None = None,
    database: str | None = None,
) -> Iterator[str]:
    """Serve from a database, usually in that folder; the address, as a browser would write it."""
    is_ready = threading.Event()
    servers = list[Server]()
    with listen_on(LOCALHOST, 0) as listener:

        async def serve() -> None:
            setup = ServerConfig(
                database or f"sqlite:///{folder / 'tables.sqlite'}",
                str(folder / "guests.key"),
                timeouts=timeouts,
                policy=policy,
                bots=bots,
            )
            server = await open_server(setup, is_ready.set)
            servers.append(server)
            await server.serve(sockets=[listener])

        def run() -> None:
            with asyncio.Runner(loop_factory=clock.new_loop if clock else None) as runner:
                runner.run(serve())

        thread = threading.Thread(target=run)
        thread.start()
        try:
            assert is_ready.wait(LONGEST_START)
            yield f"http://{LOCALHOST}:{listener.getsockname()[1]}"
        finally:
            for server in servers:
                server.stop()
            thread.join(LONGEST_START)
    assert not thread.is_alive()
