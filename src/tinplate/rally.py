"""Rally: courses, single registers, matches between bots, and the values of a match.

`Course`, `resolve` and `simulate` are where to begin. docs/library.md shows more.
"""

from tinplate.games.rally import api
from tinplate.games.rally.api import *  # noqa: F403 - all that is public, and nothing else

__all__ = api.__all__


def __dir__() -> list[str]:
    return list(__all__)
