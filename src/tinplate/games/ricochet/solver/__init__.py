"""The optimal solver: proven shortest solutions, all of them, hints, and batches."""

from tinplate.games.ricochet.answers import (
    Band,
    Difficulty,
    Hint,
    Level,
    ShortestRoute,
    Solution,
    Solutions,
    SolverError,
)
from tinplate.games.ricochet.solver.all_shortest import solutions
from tinplate.games.ricochet.solver.batch import solve_each, solve_many
from tinplate.games.ricochet.solver.hints import BANDS, hint, hint_from
from tinplate.games.ricochet.solver.shortest import solve

__all__ = [
    "BANDS",
    "Band",
    "Difficulty",
    "Hint",
    "Level",
    "ShortestRoute",
    "Solution",
    "Solutions",
    "SolverError",
    "hint",
    "hint_from",
    "solutions",
    "solve",
    "solve_each",
    "solve_many",
]
