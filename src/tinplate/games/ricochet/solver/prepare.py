"""Compile the kernels ahead of time: `python -m tinplate.games.ricochet.solver.prepare`."""

import sys
from collections.abc import Iterator

from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.solver import solutions
from tinplate.games.ricochet.solver.shortest import SAMPLES


def main() -> None:
    sys.stdout.write("Compiling the solver (once, about a minute) ")
    for _ in steps():
        sys.stdout.write(".")
        sys.stdout.flush()
    sys.stdout.write(" done.\n")


def steps() -> Iterator[None]:
    """Compile, or load from the cache, for one kind of position at a time."""
    for text in SAMPLES.values():
        for reading in ("free", "no-deflection"):
            solutions(parse_position(text), READINGS[reading])
        yield


if __name__ == "__main__":
    main()
