"""`tinplate serve`: tables for everybody who can reach this machine."""

import asyncio
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from threading import Thread
from typing import TextIO

from tinplate.cli.options import LOCALHOST, USUAL_PORT
from tinplate.cli.output import say
from tinplate.external.bot import ADDRESSES, ExternalBotSpec, handshake, parse_named_address
from tinplate.file_lock import lock
from tinplate.game import Malformed, Rejected
from tinplate.games import installed
from tinplate.server.context import Policy, unguessable_id
from tinplate.server.guests import load_key
from tinplate.server.host import MIN_TOKEN
from tinplate.server.logging_setup import Level
from tinplate.server.serving import Server, ServerConfig, bus_at, listen_on, open_server
from tinplate.server.workers import WorkerSupervisor
from tinplate.store.address import (
    default_address,
    default_key_file,
    describe,
    file_of,
    parse_address,
    split_addresses,
)
from tinplate.store.log import Unavailable
from tinplate.store.opening import open_store

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - the operator asked for it
# Addresses that this machine calls by a name. Browsers have passkeys for names only.
HERE = {*EVERYWHERE, LOCALHOST, "::1"}


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
    *,
    host_page: bool,
    in_browser: bool = False,
) -> None:
    """Serve until Ctrl-C or SIGTERM."""
    _check_host_token(policy.host_token)
    new_token = unguessable_id() if host_page and policy.host_token is None else None
    if new_token is not None:
        policy = replace(policy, host_token=new_token)
    if workers > 1 and bus is None:
        raise Rejected("several workers need a bus: see --bus")
    bus_at(bus)  # check the address before we touch anything
    _check_proxies(policy.trusted_proxies)
    key_file = key_file or default_key_file()
    config = ServerConfig(
        database or default_address(),
        str(key_file),
        bus,
        policy=policy,
        log_level=log_level,
        bots=tuple(_handshakes(bots)),
        compiles=True,
    )
    try:
        listener = listen_on(host, port)
    except OSError as error:
        raise Rejected(f"{host}, port {port}: {error.strerror}") from None
    with listener, _alone(config):
        try:
            _check_key(key_file)
            welcome = greeting(config, listener, new_token)
            page = address_of(listener) if in_browser else None
            asyncio.run(_serve(config, listener, workers, welcome, page))
        except Unavailable as error:
            raise Rejected(str(error)) from None
    say("Goodbye. All matches are saved.")


def usual_port_or_another() -> tuple[str, ...]:
    """Options that ask for any free port if somebody else has the usual one."""
    if "TINPLATE_PORT" in os.environ:
        return ()
    try:
        listen_on(LOCALHOST, USUAL_PORT).close()
    except OSError:
        return ("--port", "0")
    return ()


@contextmanager
def _alone(config: ServerConfig) -> Iterator[None]:
    """Lock the database: without a bus, two servers would take each other's players for absent."""
    files = [file_of(parse_address(address)) for address in split_addresses(config.database)]
    file = next((file for file in files if file is not None), None)  # one of them is enough
    if config.bus is not None or file is None:
        yield
        return
    with _lock_beside(file) as file_lock:
        try:
            lock(file_lock)  # until this process ends, however it does
        except BlockingIOError:
            raise Rejected(f"another server uses {file}; two servers need a --bus") from None
        yield


def _lock_beside(file: Path) -> TextIO:
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return file.with_name(f"{file.name}.lock").open("w")
    except OSError as error:
        raise Rejected(f"--database: {file}: {error.strerror}") from None


def _check_key(file: Path) -> None:
    """Name the option if it can be neither read nor made."""
    try:
        load_key(file)
    except OSError as error:
        raise Rejected(f"--key-file: {file}: {error.strerror}") from None


def _check_proxies(proxies: Iterable[str]) -> None:
    """Reject anything else: uvicorn would silently trust nobody, or with a star everybody."""
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError as error:
            expected = "expected an address like 10.0.0.1 or a network like 10.0.0.0/8"
            raise Rejected(f"--trusted-proxy: {error}; {expected}") from None


def _handshakes(bots: Iterable[str]) -> Iterator[ExternalBotSpec]:
    """Let each bot introduce itself, so that errors show before anybody connects."""
    known = installed()
    names = set(known.bots)
    for written in bots:
        name, address = parse_named_address(written)
        if address is None or name == written:
            raise Malformed(f"--bot {written}: expected {ADDRESSES}")
        if name in names:
            raise Malformed(f"--bot {written}: there is already a bot “{name}”")
        names.add(name)
        spec = handshake(name, address)
        if not spec.introduction.games & set(known.packs):
            raise Malformed(f"--bot {written}: it plays none of {', '.join(known.packs)}")
        yield spec


def _check_host_token(token: str | None) -> None:
    if token is not None and (len(token) < MIN_TOKEN or token != token.strip()):
        raise Malformed(f"--host-token: expected at least {MIN_TOKEN} characters, without blanks")


def address_of(listener: socket.socket) -> str:
    """Where this machine reaches it."""
    host, port = listener.getsockname()[:2]
    here = "localhost" if host in HERE else host
    return f"http://[{here}]:{port}" if ":" in here else f"http://{here}:{port}"


def greeting(config: ServerConfig, listener: socket.socket, new_token: str | None = None) -> str:
    """Where to open it, and what to back up."""
    host, port = listener.getsockname()[:2]
    address = address_of(listener)
    lines = [f"Tinplate is running on {address} (Ctrl-C to stop)"]
    if host in EVERYWHERE:
        lines.append(f"Others reach it at the name or address of this machine, port {port}.")
    if config.policy.host_token is not None:
        lines.append(f"How it is: {address}/host")
    if new_token is not None:
        lines.append(f"The token for that page, until the server stops: {new_token}")
    places = [describe(parse_address(address)) for address in split_addresses(config.database)]
    lines.append(f"Tables are stored in {', '.join(places)}")
    return "\n".join(lines)


async def _serve(
    config: ServerConfig, listener: socket.socket, workers: int, welcome: str, page: str | None
) -> None:
    def ready() -> None:
        say(welcome)
        if page is not None:  # in a thread: some browsers return when they are closed
            Thread(target=webbrowser.open, args=(page,), daemon=True).start()

    if workers > 1:
        await _check(config)
        supervisor = WorkerSupervisor(config, listener, workers, ready)
        _stop_on_signals(supervisor.stop)
        await supervisor.run()
    else:
        server: Server = await open_server(config, ready, _tell_of_compiling)
        _stop_on_signals(server.stop)
        await server.serve(sockets=[listener])


def _tell_of_compiling(line: str) -> None:
    """To standard error: the first line of the output is the address, for programs that wait."""
    sys.stderr.write(f"{line}\n")


async def _check(config: ServerConfig) -> None:
    """Report mistakes once, not in every worker; create what is missing once."""
    store = await open_store(config.database)
    await store.close()


def _stop_on_signals(stop: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(each, stop)
        except NotImplementedError:  # on Windows
            signal.signal(each, lambda *_: loop.call_soon_threadsafe(stop))
