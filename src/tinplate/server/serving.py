"""A process that serves: the application on a listening socket."""

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from tinplate.rally import prepare
from tinplate.server.app import create_app
from tinplate.server.budget import LARGEST_MESSAGE
from tinplate.server.bus import MemoryBus
from tinplate.server.connections import PatientHttp, PatientSocket
from tinplate.server.guests import Signer, load_key
from tinplate.server.house import CAREFUL, EVERYDAY, House, Pace, Policy
from tinplate.store.sql import SqlStore

LONGEST_FAREWELL = 5  # seconds for sockets to close when the server ends


class Server(uvicorn.Server):
    """Says when it is ready to be used."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


async def open_server(
    database: str,
    key_file: Path,
    ready: Callable[[], None],
    pace: Pace = EVERYDAY,
    policy: Policy = CAREFUL,
) -> Server:
    """A server over a database; `ready` is called when it can be used."""
    store = await SqlStore.open(database)
    house = House(store, MemoryBus(), Signer(load_key(key_file)), pace=pace, policy=policy)
    # Loading the compiled kernel takes a moment: nobody should wait for it in a match.
    await asyncio.to_thread(prepare.main)
    config = uvicorn.Config(
        create_app(house),
        http=PatientHttp,
        ws=PatientSocket,
        proxy_headers=bool(policy.trusted_proxies),
        forwarded_allow_ips=list(policy.trusted_proxies),
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # memory for each connection, and little to gain
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=LONGEST_FAREWELL,
    )
    return Server(config, ready)


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
