"""The optimal solver: shortest solutions, proven shortest; all of them; hints; many at once."""

from tinplate.games.ricochet.answers import (
    Band,
    Difficulty,
    Hint,
    Level,
    Line,
    Solution,
    Solutions,
    SolverError,
)
from tinplate.games.ricochet.solver.all_shortest import solutions
from tinplate.games.ricochet.solver.batch import solve_each, solve_many
from tinplate.games.ricochet.solver.hints import BANDS, hint
from tinplate.games.ricochet.solver.shortest import solve

__all__ = [
    "BANDS",
    "Band",
    "Difficulty",
    "Hint",
    "Level",
    "Line",
    "Solution",
    "Solutions",
    "SolverError",
    "hint",
    "solutions",
    "solve",
    "solve_each",
    "solve_many",
]
