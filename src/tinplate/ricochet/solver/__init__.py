"""The optimal solver: `solve` finds a shortest solution and proves that none is shorter."""

from tinplate.ricochet.solver.shortest import Solution, SolverError, solve

__all__ = ["Solution", "SolverError", "solve"]
