"""Compile the kernel once, ahead, so that nobody has to wait for it later: `python -m` this."""

import numpy as np

from tinplate.rally import kernel as k
from tinplate.rally.floor import floor_of, rules_of
from tinplate.rally.settings import Settings
from tinplate.rally.shelf import course_named


def main() -> None:
    course, settings = course_named("first-shift"), Settings()
    robots = np.zeros((1, 1, k.FIELDS), np.int64)
    cards = np.zeros((1, 1, k.REGISTERS, 2), np.int64)
    # All that is called from Python is compiled with what it calls.
    arrays = (floor_of(course, settings.edge), rules_of(course, settings))
    k.play_batch(*arrays, robots, cards, 1, k.REGISTERS, ends=True)
    k.play_turn(*arrays, robots[0], cards[0], 1, k.REGISTERS, ends=True, trace=k.SILENT)


if __name__ == "__main__":
    main()
