"""A Dask cluster plays the matches: a real one, on this machine."""

import re
from collections.abc import Iterator

import pytest

from tests.arena.test_tournament import ORDER, without_times
from tests.clusters import local_cluster
from tinplate.arena.runners import play_all
from tinplate.executors import check_cluster
from tinplate.game import Malformed


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Its address."""
    with local_cluster() as address:
        yield address


def test_a_cluster_plays_the_same_matches(cluster: str) -> None:
    """The same results as on this machine: each match follows from the seed."""
    here = [without_times(played) for played in play_all(ORDER, 1)]
    there = [without_times(played) for played in play_all(ORDER, 1, cluster)]

    assert here == sorted(there, key=lambda played: (played.job.number, played.job.variant))


def test_it_hangs_up_when_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says which address, and why."""
    monkeypatch.setattr("tinplate.executors.LONGEST_CALL", 0.2)

    with pytest.raises(Malformed, match=r"--cluster tcp://127\.0\.0\.1:1: ."):
        next(play_all(ORDER, 1, "tcp://127.0.0.1:1"))


def test_whoever_is_there_is_found_out_first(cluster: str) -> None:
    """At the door of a cluster nobody complains."""
    check_cluster(cluster)


@pytest.mark.parametrize(
    ("address", "complaint"),
    [
        ("tcp://127.0.0.1:1", "no answer"),
        ("nowhere://", "expected an address such as tcp://HOST:8786"),
        ("127.0.0.1:1", "no answer"),
        ("127.0.0.1", "expected an address such as tcp://HOST:8786"),
        ("tcp://127.0.0.1:many", "many"),
    ],
)
def test_an_address_that_is_none(address: str, complaint: str) -> None:
    """Bad input gets a clear error."""
    with pytest.raises(Malformed, match=f"--cluster {re.escape(address)}: .*{complaint}"):
        check_cluster(address)
