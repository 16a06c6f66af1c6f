"""A Dask cluster plays the matches: a real one, on this machine."""

from collections.abc import Iterator

import pytest
from distributed import LocalCluster

from tests.arena.test_order import ORDER, without_times
from tinplate.arena.crew import play_all
from tinplate.game import Malformed


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Its address: two workers, a process each, and no page that tells of them."""
    with LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    ) as here:
        yield here.scheduler_address


def test_a_cluster_plays_the_same_matches(cluster: str) -> None:
    """The same results as on this machine: each match follows from the seed."""
    here = [without_times(played) for played in play_all(ORDER, 1)]
    there = [without_times(played) for played in play_all(ORDER, 1, cluster)]

    assert here == sorted(there, key=lambda played: (played.job.number, played.job.course))


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says which address, and why."""
    monkeypatch.setattr("tinplate.arena.crew.LONGEST_CALL", 0.2)

    with pytest.raises(Malformed, match=r"--cluster tcp://127\.0\.0\.1:1: ."):
        next(play_all(ORDER, 1, "tcp://127.0.0.1:1"))


def test_an_address_that_is_none() -> None:
    """Bad input gets a clear error."""
    with pytest.raises(Malformed, match="--cluster nowhere"):
        next(play_all(ORDER, 1, "nowhere://"))
