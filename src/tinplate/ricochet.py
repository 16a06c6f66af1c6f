"""Ricochet: positions, the rules of sliding, the solver, and the values of a match.

`Position` is where to begin: `Position.parse(text).solve()`. docs/library.md shows more.
"""

from tinplate.games.ricochet import api
from tinplate.games.ricochet.api import *  # noqa: F403 - all that is public, and nothing else

__all__ = api.__all__


def __dir__() -> list[str]:
    return list(__all__)
