"""`tinplate serve`: tables for everybody who can reach this machine."""

import asyncio
import signal
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from ipaddress import ip_network
from pathlib import Path

from platformdirs import user_data_path

from tinplate.cli.output import say
from tinplate.external.bot import Outsider, meet, named_place
from tinplate.game import Malformed, Rejected
from tinplate.games import installed
from tinplate.server.guests import load_key
from tinplate.server.house import Policy
from tinplate.server.logs import Level
from tinplate.server.serving import Server, Setup, bus_at, listen_on, open_server
from tinplate.server.workers import Workers
from tinplate.store.address import default_address, file_of, parse_address, place_of
from tinplate.store.log import Unavailable
from tinplate.store.sql import SqlStore

# Wildcard addresses, and the address at which this machine reaches itself.
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - only when the user asks for it


def serve_tables(  # noqa: PLR0913, PLR0917 - click passes each by name
    host: str,
    port: int,
    workers: int,
    database: str | None,
    bus: str | None,
    key_file: Path | None,
    policy: Policy,
    log_level: Level,
    bots: tuple[str, ...],
) -> None:
    """Serve until Ctrl-C or SIGTERM."""
    if workers > 1 and bus is None:
        raise Rejected("several workers need --bus to reach each other")
    bus_at(bus)  # refuse before touching anything
    _check_proxies(policy.trusted_proxies)
    key_file = key_file or user_data_path("tinplate", appauthor=False) / "guests.key"
    setup = Setup(
        database or default_address(),
        str(key_file),
        bus,
        policy=policy,
        log_level=log_level,
        bots=tuple(_meet(bots)),
    )
    try:
        listener = listen_on(host, port)
    except OSError as error:
        raise Rejected(f"{host}, port {port}: {error.strerror}") from None
    with listener, _alone(setup):
        try:
            asyncio.run(_serve(setup, listener, workers, greeting(setup, listener)))
        except Unavailable as error:
            raise Rejected(str(error)) from None
    say("Goodbye. Everything played is saved.")


@contextmanager
def _alone(setup: Setup) -> Iterator[None]:
    """Lock the database: without a bus, two servers would take each other's players for absent."""
    file = file_of(parse_address(setup.database))
    if setup.bus is not None or file is None:
        yield
        return
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with file.with_name(f"{file.name}.lock").open("w") as lock:
        try:
            flock(lock, LOCK_EX | LOCK_NB)  # until this process ends, however it does
        except BlockingIOError:
            raise Rejected(f"{file} is already being served; two servers need a --bus") from None
        yield


def _check_proxies(proxies: Iterable[str]) -> None:
    """Refuse all but addresses and networks: a typo would trust nobody, a star everybody."""
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError as error:
            expected = "expected an address such as 10.0.0.1, or a network such as 10.0.0.0/8"
            raise Rejected(f"--trusted-proxy: {error}; {expected}") from None


def _meet(bots: Iterable[str]) -> Iterator[Outsider]:
    """Start each bot once, so that mistakes show before the server accepts players."""
    known = installed()
    names = set(known.bots)
    for written in bots:
        name, place = named_place(written)
        if place is None or name == written:
            raise Malformed(f"--bot {written}: expected NAME=stdio:COMMAND or NAME=tcp://HOST:PORT")
        if name in names:
            raise Malformed(f"--bot {written}: there is already a bot “{name}”")
        names.add(name)
        outsider = meet(name, place)
        if not outsider.introduced.games & set(known.packs):
            raise Malformed(f"--bot {written}: it plays none of {', '.join(known.packs)}")
        yield outsider


def greeting(setup: Setup, listener: socket.socket) -> str:
    """Say where to open it, and what to back up."""
    host, port = listener.getsockname()[:2]
    here = EVERYWHERE.get(host, host)
    name = f"[{here}]" if ":" in here else here
    lines = [f"Tinplate is running on http://{name}:{port} (Ctrl-C to stop)"]
    if host in EVERYWHERE:
        lines.append(f"From elsewhere, use this machine's name or address, port {port}.")
    lines.append(f"Tables are stored in {place_of(parse_address(setup.database))}")
    return "\n".join(lines)


async def _serve(setup: Setup, listener: socket.socket, workers: int, welcome: str) -> None:
    def ready() -> None:
        say(welcome)

    if workers > 1:
        await _check(setup)
        crowd = Workers(setup, listener, workers, ready)
        _end_by_signals(crowd.stop)
        await crowd.run()
    else:
        server: Server = await open_server(setup, ready)
        _end_by_signals(server.stop)
        await server.serve(sockets=[listener])


async def _check(setup: Setup) -> None:
    """Report mistakes once, not in every worker; create what is missing once."""
    store = await SqlStore.open(setup.database)
    await store.close()
    load_key(Path(setup.key_file))


def _end_by_signals(stop: Callable[[], None]) -> None:
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, stop)
