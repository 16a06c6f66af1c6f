"""A real server for tests, on a spare port of this machine."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tinplate.server.house import Pace
from tinplate.server.serving import listen_on, server_for

LOCALHOST = "127.0.0.1"
QUICK = Pace(grace=60, bots=0, reading=5, hello=5)


@contextmanager
def serving(folder: Path, pace: Pace = QUICK) -> Iterator[str]:
    """Serve from a database in that folder; the address, as a browser would write it."""
    listener = listen_on(LOCALHOST, 0)
    is_ready = threading.Event()
    server = server_for(
        f"sqlite:///{folder / 'tables.sqlite'}", folder / "guests.key", is_ready.set, pace
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        assert is_ready.wait(30)
        yield f"http://{LOCALHOST}:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(30)
        listener.close()
    assert not thread.is_alive()
