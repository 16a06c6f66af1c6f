"""What Ricochet answers over HTTP: boards to draw, slides, solutions, hints.

Cells, headings, robots and slides are written as in views: `[0, 15]`, `n`, `r`.
"""

from typing import Literal

from msgspec import Struct

from tinplate.games.ricochet.board import Box
from tinplate.games.ricochet.motion import Move, Slide
from tinplate.games.ricochet.pieces import Robot, Symbol, Target
from tinplate.games.ricochet.proof import Rule, Verdict
from tinplate.games.ricochet.rounds import Round
from tinplate.games.ricochet.values import Event
from tinplate.grid import Cell, Heading
from tinplate.match import Entry

# Boards


class Wall(Struct, frozen=True):
    """A wall on one side of a cell, to a neighbour or at the edge of the board."""

    cell: Cell
    side: Heading


class Barrier(Struct, frozen=True):
    """A diagonal barrier: it rises from south-west to north-east, or falls."""

    cell: Cell
    colour: Robot
    rises: bool


class TargetCell(Struct, frozen=True):
    """A cell that carries a symbol."""

    target: Target
    colour: Robot | None  # None: any robot may arrive
    symbol: Symbol
    cell: Cell


class BoardFacts(Struct, frozen=True):
    """Everything printed on a board."""

    board: str
    sections: tuple[str, ...]  # clockwise from the north-west; a board of one's own has none
    boxes: tuple[Box, ...]  # those that have all of its sections
    width: int
    height: int
    walls: tuple[Wall, ...]  # each once
    barriers: tuple[Barrier, ...]
    targets: tuple[TargetCell, ...]
    centre: tuple[Cell, ...]  # closed: no robot can enter; elsewhere on a board of one's own


class SectionFacts(Struct, frozen=True):
    """One side of a piece of the board. A board has one section of each colour, in any order."""

    section: str
    colour: Robot
    number: int
    boxes: tuple[Box, ...]
    barriers: int
    targets: tuple[Target, ...]


class BoxFacts(Struct, frozen=True):
    """What can be built from a box; rotations of a board count once."""

    box: Box
    boards: int
    boards_without_barriers: int


class Boards(Struct, frozen=True):
    """What boards are made of."""

    boxes: tuple[BoxFacts, ...]
    sections: tuple[SectionFacts, ...]


# Positions


class PlacedRobot(Struct, frozen=True):
    """A robot on its cell."""

    robot: Robot
    cell: Cell


class PositionFacts(Struct, frozen=True):
    """The parts of a position."""

    position: str  # in the usual notation
    link: str  # the same for a URL, with _ for spaces
    board: str
    robots: tuple[PlacedRobot, ...]
    target: Target
    target_cell: Cell


class Dealt(Struct, frozen=True):
    """A new position. `moves` is the length of its shortest solution, if a length was requested."""

    position: PositionFacts
    moves: int | None
    is_as_wished: bool  # whether the length fits; otherwise it is the longest one found below it
    seal: str | None = None  # shows that all of it was dealt by chance; for solutions and hints


class Offered(Struct, frozen=True):
    """A move that can be made, and its result: `arrived` solves, `void` breaks RC10."""

    slide: Slide
    verdict: Verdict


class Played(Struct, frozen=True):
    """Moves played by the rules, up to the one that settled it or cannot be made."""

    before: PositionFacts
    made: tuple[Slide, ...]
    after: PositionFacts
    verdict: Verdict
    because: str | None  # why the moves do not solve it; None if they do, or there are none
    next: tuple[Offered, ...]  # empty once it is settled


# Solutions

Outcome = Literal["solved", "unsolvable", "out of time"]


class SolutionFacts(Struct, frozen=True):
    """A solution."""

    moves: tuple[Move, ...]
    slides: tuple[Slide, ...]
    robots: int  # how many of them move
    cells: int  # how far they travel in all


class Solved(Struct, frozen=True):
    """The solver's result. `at_least` is proven in any case: no solution is shorter."""

    position: str
    rule: Rule
    outcome: Outcome
    moves: int | None  # of a shortest solution, proven shortest
    at_least: int
    count: int | None  # of all shortest solutions; None if not requested, or out of time
    distinct: int | None  # of those that are not just reorderings of another
    solutions: tuple[SolutionFacts, ...]  # best first
    seconds: float


class Length(Struct, frozen=True):
    """An approximate length; `most` is None where there is no limit."""

    fewest: int
    most: int | None


class WhatIsHard(Struct, frozen=True):
    """What makes a position hard."""

    robots: int  # how many have to move
    blockers: int  # how often one robot has to block another
    detours: int  # moves the arriving robot makes beyond what it would need if it could stop


class Hinted(Struct, frozen=True):
    """A hint; what is beyond its level is None."""

    position: str
    rule: Rule
    level: Literal[1, 2, 3, 4]
    outcome: Outcome
    about: Length | None  # level 1
    moves: int | None  # level 2
    robot: Robot | None  # level 3: which one moves first
    hard: WhatIsHard | None  # level 3, if there was time to find all solutions
    move: Move | None  # level 4


# Drawing

ExportFormat = Literal["pddl", "asp"]
Symmetry = Literal["none", "mirror", "half-turn", "quarter-turn"]


class TargetLength(Struct, frozen=True):
    """What is known of a target; `at_least` is proven: no solution is shorter."""

    target: Target
    outcome: Outcome
    moves: int | None
    at_least: int


class Surveyed(Struct, frozen=True):
    """What is known of a board and the robots on it."""

    board: str
    rule: Rule
    lengths: tuple[TargetLength, ...]  # of all targets that the robots on the board can play
    unreachable: tuple[Cell, ...]  # proven: no robot can ever rest there


class PastedText(Struct, frozen=True, forbid_unknown_fields=True):
    """A text with a board in it, of any kind that we read."""

    text: str


class Drawn(Struct, frozen=True):
    """A board, with robots and a target if there were any."""

    board: BoardFacts
    robots: tuple[PlacedRobot, ...]
    target: Target | None


class WrittenText(Struct, frozen=True):
    """A board drawn as text, or a position as other programs read it."""

    text: str


# Matches


class Rounds(Struct, frozen=True):
    """What has happened in a match so far."""

    rounds: tuple[Round, ...]  # the finished ones
    entries: tuple[Entry[Event], ...]  # the latest, the current round included; at most 200
