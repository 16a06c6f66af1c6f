"""Several processes on one address: a parent that serves nobody starts them and replaces the dead.

A worker is told what to do on its standard input, so that no password is on a command line. It
ends when that is closed: no worker outlives its parent.
"""

import asyncio
import logging
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress

from msgspec import Struct
from msgspec.json import decode, encode

from tinplate.server.serving import Setup, open_server
from tinplate.store.log import Unavailable

PAUSE = 1.0  # seconds before a worker that has died is replaced
LONGEST_END = 20.0  # seconds for workers that were told to end
READY = b"ready\n"
log = logging.getLogger(__name__)


class Job(Struct, frozen=True):
    """What a worker has to do."""

    setup: Setup
    listener: int  # the number of the open file


class Workers:
    """As many processes as were asked for, until it is told to end them."""

    def __init__(
        self, setup: Setup, listener: socket.socket, number: int, ready: Callable[[], None]
    ) -> None:
        self._job = Job(setup, listener.fileno())
        self._number = number
        self._unready = number
        self._ready = ready  # to be called when all are
        self._processes: set[Process] = set()
        self._is_ending = asyncio.Event()

    def stop(self) -> None:
        """Tell all to end; told a second time, make them."""
        if self._is_ending.is_set():
            self._signal(signal.SIGKILL)
            return
        self._is_ending.set()
        self._signal(signal.SIGTERM)
        asyncio.get_running_loop().call_later(LONGEST_END, self._signal, signal.SIGKILL)

    async def run(self) -> None:
        """Until all have ended because they were told to."""
        async with asyncio.TaskGroup() as places:
            for _ in range(self._number):
                places.create_task(self._fill_a_place())

    async def _fill_a_place(self) -> None:
        while not self._is_ending.is_set():
            process = await self._started()
            self._processes.add(process)
            if self._is_ending.is_set():
                process.terminate()
            await self._wait_until_ready(process)
            code = await process.wait()
            self._processes.discard(process)
            if not self._is_ending.is_set():
                log.error("a worker has ended with code %d; another takes its place", code)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._is_ending.wait(), PAUSE)

    async def _started(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tinplate.server.workers",
            stdin=PIPE, stdout=PIPE, pass_fds=[self._job.listener], start_new_session=True,
        )  # fmt: skip
        if process.stdin is not None:
            process.stdin.write(encode(self._job) + b"\n")
        return process

    async def _wait_until_ready(self, process: Process) -> None:
        word = await process.stdout.readline() if process.stdout else b""
        if word == READY:
            self._unready -= 1
            if self._unready == 0:
                self._ready()

    def _signal(self, which: signal.Signals) -> None:
        for process in self._processes:
            with suppress(ProcessLookupError):
                process.send_signal(which)


async def work(job: Job) -> None:
    """Be a worker, until told to end or the parent is gone."""
    loop = asyncio.get_running_loop()
    server = await open_server(job.setup, ready=_say_ready)

    def stop() -> None:
        loop.remove_reader(sys.stdin)
        server.stop()

    loop.add_signal_handler(signal.SIGTERM, stop)
    loop.add_reader(sys.stdin, stop)  # nothing is written there any more: it can only be closed
    with socket.socket(fileno=job.listener) as listener:
        await server.serve(sockets=[listener])


def _say_ready() -> None:
    sys.stdout.buffer.write(READY)
    sys.stdout.flush()


def main() -> int:
    try:
        asyncio.run(work(decode(sys.stdin.buffer.readline(), type=Job)))
    except Unavailable as error:
        log.error("a worker cannot begin: %s", error)  # noqa: TRY400 - the sentence says it all
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
