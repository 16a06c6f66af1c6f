"""Compile the kernels once, ahead, so that nobody has to wait for it later: `python -m` this."""

import sys

from tinplate.ricochet.notation import parse_position
from tinplate.ricochet.proof import READINGS
from tinplate.ricochet.solver import solutions

# One of each kind: four and five robots, without barriers and with them; none is solved at sight.
POSITIONS = (
    "R1Y2G1B1 rk15,gm7,bh12,yl14 blue-hexagon",
    "B2Y2G3R1 ra11,gn16,bn9,yg1,sp14 blue-square",
    "Y3G2R4B1 rh15,gi4,bc6,yg16 red-square",
    "Y4B1R3G1 re6,gp7,bb16,yi1,sa8 blue-triangle",
)


def main() -> None:
    sys.stdout.write("Compiling the solver (once, about a minute) ")
    for text in POSITIONS:
        for reading in ("free", "no-deflection"):
            solutions(parse_position(text), READINGS[reading])
        sys.stdout.write(".")
        sys.stdout.flush()
    sys.stdout.write(" done.\n")


if __name__ == "__main__":
    main()
