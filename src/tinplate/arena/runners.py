"""What runs the matches: this process, several on this machine, or a Dask cluster."""

import multiprocessing
import os
import signal
import socket
import sys
from collections.abc import Collection, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing.process import BaseProcess
from urllib.parse import urlsplit

from tinplate.arena.bot_match import BrokenOff
from tinplate.arena.tournament import MatchJob, MatchResult, Tournament, play
from tinplate.game import Malformed

AHEAD = 3  # jobs handed out to each worker before it needs them
LONGEST_CALL = 10  # seconds a cluster has to answer
PATIENCE = 0.2  # seconds before processes that are still running are told again


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def play_all(
    tournament: Tournament, workers: int, cluster: str | None = None
) -> Generator[MatchResult]:
    """Yield the matches of a tournament as they finish. Closing the iterator stops the work.

    Given the address of a Dask cluster, all of its workers play.
    """
    if cluster is not None:
        with _dask(cluster) as (executor, threads):
            yield from _spread(tournament, executor, threads)
    elif workers == 1:
        yield from (play(tournament, job) for job in tournament.jobs)
    else:
        with _processes(workers) as executor:
            yield from _spread(tournament, executor, workers)


def _spread(tournament: Tournament, executor: Executor, workers: int) -> Iterator[MatchResult]:
    jobs = tournament.jobs
    under_way = set[Future[MatchResult]]()
    while True:
        room = workers * AHEAD - len(under_way)
        under_way |= {executor.submit(play_here, tournament, job) for job in islice(jobs, room)}
        if not under_way:
            return
        done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
        yield from (future.result() for future in done)


class _Worker:
    """What a worker process knows about itself; a signal handler has nowhere else to look."""

    is_wanted = True


def play_here(tournament: Tournament, job: MatchJob) -> MatchResult:
    """Play a match in a worker until it is no longer wanted."""
    if not _Worker.is_wanted:
        raise BrokenOff
    return play(tournament, job, lambda: _Worker.is_wanted)


@contextmanager
def _processes(workers: int) -> Iterator[Executor]:
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")  # ours has threads, which do not survive a fork
    executor = ProcessPoolExecutor(workers, context, _handle_signals)
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        _end(set(multiprocessing.active_children()) - before)
        raise
    finally:
        executor.shutdown()


def _end(children: Collection[BaseProcess]) -> None:
    """Stop the processes and the matches they are playing."""
    while alive := [child for child in children if child.is_alive()]:
        for child in alive:
            child.terminate()
        alive[0].join(PATIENCE)


def _handle_signals() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends Ctrl-C to every process
    signal.signal(signal.SIGTERM, _break_off)


def _break_off(*_: object) -> None:
    """Stop after the current decision, so that everything opened for the match gets closed.

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
def _dask(address: str) -> Iterator[tuple[Executor, int]]:
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
            yield executor, threads
        finally:
            executor.shutdown(wait=False)
