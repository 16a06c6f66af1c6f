"""`tinplate serve`: tables for everybody who can reach this machine."""

from pathlib import Path

from platformdirs import user_data_path

from tinplate.cli.output import say
from tinplate.server.serving import listen_on, server_for
from tinplate.store.address import default_address


def serve_tables(host: str, port: int, database: str | None, key_file: Path | None) -> None:
    """Serve until somebody presses Ctrl-C."""
    key_file = key_file or user_data_path("tinplate", appauthor=False) / "guests.key"
    listener = listen_on(host, port)
    address = f"http://{_in_address(host)}:{listener.getsockname()[1]}"
    server = server_for(
        database or default_address(),
        key_file,
        ready=lambda: say(f"Tinplate serves tables on {address} (Ctrl-C ends it)"),
    )
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        say("Goodbye. What was played is kept.")


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host
