"""The optimal solver: shortest solutions, proven shortest; all of them; hints; many at once."""

from tinplate.games.ricochet.solver.all_shortest import Line, Solutions, solutions
from tinplate.games.ricochet.solver.batch import solve_each, solve_many
from tinplate.games.ricochet.solver.hints import BANDS, Band, Difficulty, Hint, Level, hint
from tinplate.games.ricochet.solver.shortest import Solution, SolverError, solve

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
