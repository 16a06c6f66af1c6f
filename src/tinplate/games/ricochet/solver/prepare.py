"""Compile the kernels ahead of time."""

from collections.abc import Iterator

from tinplate.games.ricochet.solver.all_shortest import load_all_kernels
from tinplate.games.ricochet.solver.shortest import load_kernels


def steps() -> Iterator[None]:
    """Compile, or load from the cache: first what every search needs, then all solutions."""
    load_kernels()
    yield
    load_all_kernels()
    yield
