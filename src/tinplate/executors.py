"""What runs much work at once: several processes of this machine, or a Dask cluster."""

import multiprocessing
import os
import signal
import socket
import sys
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess
from typing import NamedTuple, ParamSpec, TypeVar
from urllib.parse import urlsplit

from tinplate.game import Malformed

AHEAD = 3  # jobs handed out to each worker before it needs them
LONGEST_CALL = 10  # seconds a cluster has to answer
Arguments = ParamSpec("Arguments")
ResultT = TypeVar("ResultT")
PATIENCE = 0.2  # seconds before processes that are still running are told again


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Processes that are started meanwhile never hear Ctrl-C; this one does, a moment later.

    A terminal sends it to all of them, and each would print where it was.
    """
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    resource_tracker.ensure_running()  # or else the first start would, and hear it again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Crew(NamedTuple):
    """What runs jobs, and how many of them at once."""

    executor: Executor
    workers: int

    @property
    def room(self) -> int:
        """How many jobs it may hold, so that no worker waits for the next."""
        return self.workers * AHEAD

    def submit(
        self, work: Callable[Arguments, ResultT], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[ResultT]:
        """Hand out a job; that may start a process."""
        with deaf_to_interrupts():
            return self.executor.submit(work, *args, **kwargs)


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


class _Worker:
    """What a worker process knows about itself; a signal handler has nowhere else to look."""

    is_wanted = True


def is_wanted() -> bool:
    """Whether somebody still waits for what this worker does."""
    return _Worker.is_wanted


@contextmanager
def processes(workers: int) -> Iterator[Crew]:
    """Start processes; after an exception they are stopped, with what they are doing."""
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")  # ours has threads, which do not survive a fork
    executor = ProcessPoolExecutor(workers, context, _handle_signals)
    try:
        yield Crew(executor, workers)
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        _end(set(multiprocessing.active_children()) - before)
        raise
    finally:
        executor.shutdown()


def _end(children: Collection[BaseProcess]) -> None:
    """Stop the processes and what they are doing."""
    while alive := [child for child in children if child.is_alive()]:
        for child in alive:
            child.terminate()
        alive[0].join(PATIENCE)


def _handle_signals() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends Ctrl-C to every process
    signal.signal(signal.SIGTERM, _break_off)


def _break_off(*_: object) -> None:
    """Stop at the next chance, so that everything opened for the work gets closed.

    The worker then ends by itself, because the executor is shut down. It must not exit here: half a
    result may be in the pipe, and the parent would wait for the other half for ever.
    """
    _Worker.is_wanted = False


def check_cluster(cluster: str) -> None:
    """Raise Malformed if nothing answers: Dask would keep trying, and only when first used."""
    try:
        place = urlsplit(cluster if "//" in cluster else f"//{cluster}")  # as Dask reads it
        host, port = place.hostname, place.port
    except ValueError as error:
        raise Malformed(f"--cluster {cluster}: {error}") from None
    if not host or not port:
        raise Malformed(f"--cluster {cluster}: expected an address such as tcp://HOST:8786")
    try:
        socket.create_connection((host, port), LONGEST_CALL).close()
    except OSError as error:
        raise Malformed(f"--cluster {cluster}: no answer: {error}") from None


@contextmanager
def dask_cluster(address: str) -> Iterator[Crew]:
    """Connect to a cluster and count its workers; Tinplate has to be installed there too."""
    try:
        from distributed import Client  # noqa: PLC0415 - most people do without it
    except ImportError:
        raise Malformed("--cluster needs Dask: pip install 'tinplate[cluster]'") from None
    try:
        client = Client(address, timeout=LONGEST_CALL)
    except (OSError, ValueError) as error:
        raise Malformed(f"--cluster {address}: {error}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise Malformed(f"--cluster {address}: it has no workers")
        executor = client.get_executor(pure=False)
        try:
            yield Crew(executor, threads)
        finally:
            executor.shutdown(wait=False)
