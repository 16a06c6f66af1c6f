"""Compile the kernels once, ahead, so that nobody has to wait for it later: `python -m` this."""

import sys
from collections.abc import Iterator

from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.solver import solutions
from tinplate.games.ricochet.solver.shortest import SAMPLES


def main() -> None:
    sys.stdout.write("Compiling the solver (once, about two minutes) ")
    for _ in steps():
        sys.stdout.write(".")
        sys.stdout.flush()
    sys.stdout.write(" done.\n")


def steps() -> Iterator[None]:
    """One kind of position after the other; what is compiled already is only loaded."""
    for text in SAMPLES.values():
        for reading in ("free", "no-deflection"):
            solutions(parse_position(text), READINGS[reading])
        yield


if __name__ == "__main__":
    main()
