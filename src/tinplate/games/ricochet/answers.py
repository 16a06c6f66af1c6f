"""What the solver answers, as plain values: to hold one, nothing has to be compiled."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.notation import format_moves
from tinplate.games.ricochet.pieces import Robot

Level = Literal[1, 2, 3, 4]  # of a hint


class SolverError(RuntimeError):
    """The solver contradicts the rules: a bug of ours. Names the position."""


@dataclass(frozen=True, repr=False)
class Solution:
    """What a search found out.

    `moves` is None if there is no solution (`solvable` is False) or none was found before a limit
    (`solvable` is None). `at_least` is proven either way: no solution is shorter.
    """

    moves: tuple[Move, ...] | None
    solvable: bool | None
    at_least: int
    explored: int  # sets of positions looked at
    seconds: float

    def __str__(self) -> str:
        """The moves, as `rn rw bw`; what is known if there are none."""
        if self.moves is not None:
            return format_moves(self.moves)
        moves = "1 move" if self.at_least == 1 else f"{self.at_least} moves"
        return "no solution" if self.proven else f"no solution below {moves}"

    def __repr__(self) -> str:
        return f"<Solution: {self}>"

    @property
    def length(self) -> int | None:
        """How many moves it takes; None without a solution."""
        return None if self.moves is None else len(self.moves)

    @property
    def proven(self) -> bool:
        """Whether the answer is final: the shortest solution, or that there is none."""
        return self.solvable is not None


class ShortestRoute(NamedTuple):
    """One of the shortest solutions; the fewer robots and cells the better."""

    robots: int  # how many of them move
    cells: int  # how far they travel, all together
    moves: tuple[Move, ...]

    def __str__(self) -> str:
        return format_moves(self.moves)

    def __repr__(self) -> str:
        return f"<ShortestRoute: {self}>"


@dataclass(frozen=True, repr=False)
class Solutions:
    """All shortest solutions, or the best of them.

    If there was no time to find them all, `count` is None and `routes` has one of them, if any.
    """

    shortest: Solution
    count: int | None  # of all of them, however many are in `routes`
    distinct: int | None  # of those that are not only another order of one, if that was asked
    routes: tuple[ShortestRoute, ...]
    seconds: float

    def __repr__(self) -> str:
        if self.shortest.length is None:
            return f"<Solutions: {self.shortest}>"
        count = "not all counted" if self.count is None else self.count
        return f"<Solutions: {count}, of {self.shortest.length} moves>"


class Band(NamedTuple):
    """A length that is told roughly."""

    word: str
    fewest: int
    most: int | None


class Difficulty(NamedTuple):
    """What makes a position hard, told by the best of its shortest solutions."""

    robots: int  # so many robots have to move
    blockers: int  # so often a robot is stopped by another one
    detours: int  # moves the arriving robot makes beyond those it would need if it could stop


@dataclass(frozen=True)
class Hint:
    """What may be told at a level: what is beyond it is None.

    Without a solution (`solvable` is False) or without the time to find one (`solvable` is None)
    there is nothing to tell.
    """

    solvable: bool | None
    band: Band | None = None  # level 1: roughly how long
    moves: int | None = None  # level 2: how long
    difficulty: Difficulty | None = None  # level 3, if there was time to see all solutions
    robot: Robot | None = None  # level 3: which robot moves first
    move: Move | None = None  # level 4: which move comes first
