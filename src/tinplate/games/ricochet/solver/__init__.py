"""The optimal solver: proven shortest solutions, all of them, hints, and batches."""

from tinplate.games.ricochet.solver.all_shortest import ShortestRoute, Solutions, solutions
from tinplate.games.ricochet.solver.batch import solve_each, solve_many
from tinplate.games.ricochet.solver.hints import BANDS, Band, Difficulty, Hint, Level, hint
from tinplate.games.ricochet.solver.shortest import Solution, SolverError, solve

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
    "solutions",
    "solve",
    "solve_each",
    "solve_many",
]
