"""Compile the kernels ahead of time."""

from collections.abc import Iterator

from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.solver import solutions
from tinplate.games.ricochet.solver.shortest import SAMPLES


def steps() -> Iterator[None]:
    """Compile, or load from the cache, for one kind of position at a time."""
    for text in SAMPLES.values():
        for reading in ("free", "no-deflection"):
            solutions(parse_position(text), READINGS[reading])
        yield
