"""A Dask cluster on this machine, for tests."""

from collections.abc import Iterator
from contextlib import contextmanager

from distributed import LocalCluster


@contextmanager
def local_cluster() -> Iterator[str]:
    """Its address: two workers, a process each. Several may run at the same time."""
    with LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0"
    ) as here:
        yield here.scheduler_address
