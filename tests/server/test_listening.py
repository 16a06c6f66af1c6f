"""Where a server listens."""

import asyncio
import socket

from tests.server.serving import LOCALHOST
from tinplate.server.serving import listen_on


async def test_nothing_waits_for_company() -> None:
    """A message that follows another at once is sent at once, not when the first has arrived."""
    accepted = asyncio.get_running_loop().create_future()

    def note(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        accepted.set_result(writer)

    with listen_on(LOCALHOST, 0) as listener:
        async with await asyncio.start_server(note, sock=listener):
            _, client = await asyncio.open_connection(*listener.getsockname())
            server: asyncio.StreamWriter = await accepted
            option = server.get_extra_info("socket").getsockopt(
                socket.IPPROTO_TCP, socket.TCP_NODELAY
            )
            for writer in (client, server):
                writer.close()
                await writer.wait_closed()

    assert 0 != option
