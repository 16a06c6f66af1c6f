"""`python -m tinplate`: the command, where the folder of commands is not in the PATH."""

import sys

from tinplate.cli.entry import main

if __name__ == "__main__":  # processes that we start may import it
    sys.exit(main())
