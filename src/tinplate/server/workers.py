"""Several worker processes on one address. Their parent starts them and replaces dead ones.

A worker reads its job from standard input, so that no password is on a command line. It ends when
standard input is closed, so no worker outlives its parent.
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

from tinplate.server.serving import ServerConfig, open_server
from tinplate.store.log import Unavailable

RESTART_DELAY = 1.0  # seconds before a dead worker is replaced
STOP_TIMEOUT = 20.0  # seconds for workers to end
READY = b"ready\n"
log = logging.getLogger(__name__)


class WorkerJob(Struct, frozen=True):
    """What a worker is told to do."""

    config: ServerConfig
    listener: int  # a file descriptor


class WorkerSupervisor:
    """Keeps a number of workers running until it is stopped."""

    def __init__(
        self, config: ServerConfig, listener: socket.socket, number: int, ready: Callable[[], None]
    ) -> None:
        self._job = WorkerJob(config, listener.fileno())
        self._number = number
        self._unready = number
        self._ready = ready  # called once, when all workers are ready
        self._processes: set[Process] = set()
        self._is_ending = asyncio.Event()

    def stop(self) -> None:
        """Ask all workers to end. If called again, kill them."""
        if self._is_ending.is_set():
            self._signal(signal.SIGKILL)
            return
        self._is_ending.set()
        self._signal(signal.SIGTERM)
        asyncio.get_running_loop().call_later(STOP_TIMEOUT, self._signal, signal.SIGKILL)

    async def run(self) -> None:
        """Run until `stop` was called and all workers have ended."""
        async with asyncio.TaskGroup() as slots:
            for _ in range(self._number):
                slots.create_task(self._keep_one_running())

    async def _keep_one_running(self) -> None:
        while not self._is_ending.is_set():
            process = await self._started()
            self._processes.add(process)
            if self._is_ending.is_set():
                process.terminate()
            await self._wait_until_ready(process)
            code = await process.wait()
            self._processes.discard(process)
            if not self._is_ending.is_set():
                log.error("a worker ended with code %d; starting another", code)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._is_ending.wait(), RESTART_DELAY)

    async def _started(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tinplate.server.workers",
            stdin=PIPE, stdout=PIPE, pass_fds=[self._job.listener], start_new_session=True,
        )  # fmt: skip
        if process.stdin is not None:
            process.stdin.write(encode(self._job) + b"\n")
        return process

    async def _wait_until_ready(self, process: Process) -> None:
        line = await process.stdout.readline() if process.stdout else b""
        if line == READY:
            self._unready -= 1
            if self._unready == 0:
                self._ready()

    def _signal(self, which: signal.Signals) -> None:
        for process in self._processes:
            with suppress(ProcessLookupError):
                process.send_signal(which)


async def work(job: WorkerJob) -> None:
    """Run as a worker until SIGTERM, or until the parent is gone."""
    loop = asyncio.get_running_loop()
    server = await open_server(job.config, ready=_say_ready)

    def stop() -> None:
        loop.remove_reader(sys.stdin)
        server.stop()

    loop.add_signal_handler(signal.SIGTERM, stop)
    loop.add_reader(sys.stdin, stop)  # nothing more is sent, so it is readable when closed
    with socket.socket(fileno=job.listener) as listener:
        await server.serve(sockets=[listener])


def _say_ready() -> None:
    sys.stdout.buffer.write(READY)
    sys.stdout.flush()


def main() -> int:
    try:
        asyncio.run(work(decode(sys.stdin.buffer.readline(), type=WorkerJob)))
    except Unavailable as error:
        log.error("a worker cannot start: %s", error)  # noqa: TRY400 - no traceback needed
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
