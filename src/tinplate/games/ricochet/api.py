"""Ricochet for Python programs: what `tinplate.ricochet` offers.

The solver and the pictures are imported when they are first asked for: reading and playing
positions needs neither.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Literal, Self

from tinplate.arguments import (
    require_list,
    require_number,
    require_seed,
    require_text,
    unexpected,
)
from tinplate.ending import (
    AbortAgreed,
    AbortMatch,
    Abstained,
    EndAgreed,
    EndMatch,
    OfferDeclined,
    PlayOn,
    PlayOnSaid,
    Resign,
    Resigned,
)
from tinplate.game import Malformed, Rejected
from tinplate.games.ricochet import board, notation
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
from tinplate.games.ricochet.board import (
    Board,
    Box,
    board_names,
    random_board,
    random_robots,
    refuse_unknown_box,
)
from tinplate.games.ricochet.drawn_board import draw_board, read_drawing
from tinplate.games.ricochet.motion import Move, Slide, after, slide, slides
from tinplate.games.ricochet.pieces import Robot, Symbol, Target
from tinplate.games.ricochet.proof import READINGS, Attempt, Rule, attempt
from tinplate.games.ricochet.sections import Diagonal
from tinplate.games.ricochet.settings import PRESETS, Settings
from tinplate.games.ricochet.values import (
    Announced,
    Bid,
    Bidding,
    BidPlaced,
    BidWithdrawn,
    ClaimRoute,
    Command,
    DoneSaid,
    DoubtProof,
    Event,
    GiveUp,
    GlassAsked,
    MakeMove,
    MatchAborted,
    MatchEnded,
    MoveDemanded,
    MoveTakenBack,
    Pause,
    Phase,
    ProofBegan,
    ProofDoubted,
    ProofFailed,
    Proving,
    RobotSlid,
    SandTurned,
    SatOut,
    SayDone,
    SkipAgreed,
    SkipToken,
    SolutionClaimed,
    State,
    TakeBack,
    Thinking,
    TokenMissed,
    TokenReturned,
    TokenTurned,
    TokenWon,
    TurnGlass,
    TurnToken,
)

__all__ = [
    "PRESETS",
    "READINGS",
    "AbortAgreed",
    "AbortMatch",
    "Abstained",
    "Announced",
    "Attempt",
    "Band",
    "Bid",
    "BidPlaced",
    "BidWithdrawn",
    "Bidding",
    "Board",
    "Box",
    "ClaimRoute",
    "Command",
    "Diagonal",
    "Difficulty",
    "DoneSaid",
    "DoubtProof",
    "EndAgreed",
    "EndMatch",
    "Event",
    "GiveUp",
    "GlassAsked",
    "Hint",
    "Level",
    "MakeMove",
    "MatchAborted",
    "MatchEnded",
    "Move",
    "MoveDemanded",
    "MoveTakenBack",
    "Moves",
    "OfferDeclined",
    "Pause",
    "Phase",
    "PlayOn",
    "PlayOnSaid",
    "Position",
    "ProofBegan",
    "ProofDoubted",
    "ProofFailed",
    "Proving",
    "Reading",
    "Resign",
    "Resigned",
    "Robot",
    "RobotSlid",
    "Rule",
    "SandTurned",
    "SatOut",
    "SayDone",
    "Settings",
    "ShortestRoute",
    "SkipAgreed",
    "SkipToken",
    "Slide",
    "Solution",
    "SolutionClaimed",
    "Solutions",
    "SolverError",
    "State",
    "Symbol",
    "TakeBack",
    "Target",
    "Thinking",
    "TokenMissed",
    "TokenReturned",
    "TokenTurned",
    "TokenWon",
    "TurnGlass",
    "TurnToken",
    "board_names",
    "draw_board",
    "read_drawing",
    "solve_many",
]

Moves = str | Move | Iterable[Move | str]  # `yw bn`, a move, or several
Reading = Literal["ricochet", "free", "no-deflection", "early-stop", "early-stop-deflection"]


@dataclass(frozen=True, repr=False, eq=False)
class Position(board.Position):
    """A puzzle: a board, the robots on it, and the target to reach.

    Frozen: `play` returns another position. `str(position)` is the notation, and
    `Position.parse` reads it back.
    """

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle`; Malformed says what is wrong where."""
        require_text(text, "position")
        return cls.of(notation.parse_position(text, custom=True))

    @classmethod
    def random(
        cls,
        seed: int | str | None = None,
        *,
        box: Box = "2013",
        silver: bool = False,
        diagonals: bool = True,
        target: Target | str | None = None,
    ) -> Self:
        """Deal a position; the same seed deals the same.

        `silver` adds the fifth robot, `diagonals=False` leaves out boards with barriers.
        """
        require_seed(seed)
        refuse_unknown_box(box)
        if target is not None:
            require_text(target, "target")
        wanted = None if target is None else notation.parse_target(target)
        dice = Random(seed)  # noqa: S311 - a puzzle, not a secret
        dealt = random_board(dice, box, diagonals=diagonals)
        robots = random_robots(dealt, dice, silver=silver)
        return cls(dealt, robots, wanted or dice.choice(tuple(Target)))

    @classmethod
    def of(cls, position: board.Position) -> Self:
        """The same position with all these methods, for one that comes from a match's state."""
        if not isinstance(position, board.Position):
            raise unexpected(position, "position", "a Position")
        return cls(position.board, position.robots, position.target)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, board.Position):
            return NotImplemented
        return (self.board, self.robots, self.target) == (other.board, other.robots, other.target)

    def __hash__(self) -> int:
        return super().__hash__()

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg()

    def moves(self) -> tuple[Move, ...]:
        """Every move that can be made now."""
        return tuple(slid.move for slid in slides(self.board, self.robots))

    def play(self, moves: Moves) -> Self:
        """The position after these moves, as in `play("yw bn")`; the target stays the same.

        Rejected says which move cannot be made and why; Malformed, what is not a move. Whether the
        moves solve the position is for `check` to say.
        """
        robots = self.robots
        for number, move in enumerate(_moves(moves), start=1):
            try:
                robots = after(robots, slide(self.board, robots, move))
            except Rejected as refused:
                told = f"move {number} ({move}): {refused}"
                raise Rejected(told, refused.code, **refused.facts) from None
        return type(self)(self.board, robots, self.target)

    def check(self, moves: Moves, rule: Rule | Reading = "ricochet") -> Attempt:
        """Judge a solution: the slides, and whether the robot arrived by this reading of RC10.

        Play ends with the move that decides, or before one that cannot be made (`refusal`).
        """
        return attempt(self, _moves(moves), _rule(rule))

    def solve(
        self,
        rule: Rule | Reading = "ricochet",
        *,
        seconds: float | None = None,
        max_moves: int | None = None,
    ) -> Solution:
        """The shortest solution, proven shortest, or the proof that there is none.

        Gives up after so many seconds or beyond `max_moves`; then `at_least` is what is proven.
        Every solution has been replayed through the rules.
        """
        from tinplate.games.ricochet.solver import solve  # noqa: PLC0415

        return solve(self, _rule(rule), seconds=seconds, max_moves=max_moves)

    def solutions(
        self,
        rule: Rule | Reading = "ricochet",
        *,
        best: int | None = None,
        distinct: bool = False,
        seconds: float | None = None,
    ) -> Solutions:
        """All shortest solutions, fewest robots first, then fewest cells; or only the `best` few.

        `distinct` keeps one of those that differ only in the order of unrelated moves.
        """
        from tinplate.games.ricochet.solver import solutions  # noqa: PLC0415

        if best is not None:
            require_number(best, "best", least=1)
        return solutions(self, _rule(rule), best=best, distinct=distinct, seconds=seconds)

    def hint(
        self,
        level: Level,
        rule: Rule | Reading = "ricochet",
        *,
        seconds: float | None = None,
    ) -> Hint:
        """As much of the best solution as a level allows.

        1: roughly how long; 2: how long; 3: which robot moves first, and what makes it hard; 4: the
        first move.
        """
        from tinplate.games.ricochet.solver import hint  # noqa: PLC0415

        return hint(self, level, _rule(rule), seconds=seconds)

    def svg(self, *, dark: bool = False) -> str:
        """The picture, as the text of an SVG file."""
        from tinplate.games.ricochet.svg import draw_picture  # noqa: PLC0415

        return draw_picture(self, dark=dark)


def solve_many(  # noqa: PLR0913 - all but the first two are chosen by name
    positions: Iterable[board.Position | str],
    rule: Rule | Reading = "ricochet",
    *,
    seconds: float | None = None,
    max_moves: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    threads: int | None = None,
) -> list[Solution]:
    """A shortest solution of each, in the order given; the limits hold for each.

    Several threads share the work, as many as there are cores or as you say.
    `progress(done, all)` is called after each.
    """
    from tinplate.games.ricochet import solver  # noqa: PLC0415

    require_list(positions, "positions")
    if threads is not None:
        require_number(threads, "threads", least=1)
    return solver.solve_many(
        [
            Position.parse(each) if isinstance(each, str) else Position.of(each)
            for each in positions
        ],
        _rule(rule),
        seconds=seconds,
        max_moves=max_moves,
        progress=progress,
        threads=threads,
    )


def _moves(moves: Moves) -> tuple[Move, ...]:
    if isinstance(moves, Move):
        return (moves,)
    if isinstance(moves, str):
        return notation.parse_moves(moves)
    require_list(moves, "moves")
    return tuple(move for each in moves for move in _moves(each))


def _rule(rule: Rule | Reading) -> Rule:
    if isinstance(rule, Rule):
        return rule
    require_text(rule, "rule")
    if rule not in READINGS:
        raise Malformed(f"there is no rule “{rule}”; there are {', '.join(READINGS)}")
    return READINGS[rule]
