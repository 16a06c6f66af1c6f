"""What runs the matches: this process, several on this machine, or a Dask cluster."""

from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice

from tinplate.arena.bot_match import BrokenOff
from tinplate.arena.tournament import MatchJob, MatchResult, Tournament, play
from tinplate.executors import Crew, dask_cluster, is_wanted, processes


def play_all(
    tournament: Tournament, workers: int, cluster: str | None = None
) -> Generator[MatchResult]:
    """Yield the matches of a tournament as they finish. Closing the iterator stops the work.

    Given the address of a Dask cluster, all of its workers play.
    """
    if cluster is not None:
        with dask_cluster(cluster) as crew:
            yield from _spread(tournament, crew)
    elif workers == 1:
        yield from (play(tournament, job) for job in tournament.jobs)
    else:
        with processes(workers) as crew:
            yield from _spread(tournament, crew)


def _spread(tournament: Tournament, crew: Crew) -> Iterator[MatchResult]:
    jobs = tournament.jobs
    under_way = set[Future[MatchResult]]()
    while True:
        more = islice(jobs, crew.room - len(under_way))
        under_way |= {crew.submit(play_here, tournament, job) for job in more}
        if not under_way:
            return
        done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
        yield from (future.result() for future in done)


def play_here(tournament: Tournament, job: MatchJob) -> MatchResult:
    """Play a match in a worker until it is no longer wanted."""
    if not is_wanted():
        raise BrokenOff
    return play(tournament, job, is_wanted)
