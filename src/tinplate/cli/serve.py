"""`tinplate serve`: tables for everybody who can reach this machine."""

import asyncio
import socket
from pathlib import Path

from platformdirs import user_data_path

from tinplate.cli.output import say
from tinplate.game import Rejected
from tinplate.server.serving import listen_on, open_server
from tinplate.store.address import default_address
from tinplate.store.log import Unavailable


def serve_tables(host: str, port: int, database: str | None, key_file: Path | None) -> None:
    """Serve until somebody presses Ctrl-C."""
    key_file = key_file or user_data_path("tinplate", appauthor=False) / "guests.key"
    try:
        listener = listen_on(host, port)
    except OSError as error:
        raise Rejected(f"{host}, port {port}: {error.strerror}") from None
    with listener:
        try:
            asyncio.run(_serve(listener, host, database or default_address(), key_file))
        except Unavailable as error:
            raise Rejected(str(error)) from None
        except KeyboardInterrupt:
            say("Goodbye. What was played is kept.")


async def _serve(listener: socket.socket, host: str, database: str, key_file: Path) -> None:
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listener.getsockname()[1]}"
    server = await open_server(
        database,
        key_file,
        ready=lambda: say(f"Tinplate serves tables on {address} (Ctrl-C ends it)"),
    )
    await server.serve(sockets=[listener])
