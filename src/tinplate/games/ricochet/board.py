"""Boards: four sections round the closed centre (RC1, RC2), and positions on them (RC4).

A board of one's own has any size, and its name is its text (see `layout`).
"""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import InitVar, dataclass, field
from functools import cache, lru_cache
from itertools import permutations, product
from random import Random
from typing import Literal, get_args

from tinplate.arguments import require_text
from tinplate.game import Malformed
from tinplate.games.ricochet.layout import (
    BoardLayout,
    cells_of,
    format_line,
    frame_of,
    is_line,
    make_layout,
    parse_line,
    place,
    whole_walls,
)
from tinplate.games.ricochet.pieces import BOX_ROBOTS, ROBOTS, Robot, Target
from tinplate.games.ricochet.sections import SIDE, Diagonal, Section, section, sections
from tinplate.grid import Cell, Heading

Box = Literal["2013", "classic"]
Robots = tuple[Cell, ...]  # where the robots stand, in the order r g b y s v t p

SIZE = 2 * SIDE  # of printed boards
CELLS = cells_of(SIZE, SIZE)
CENTRE = frozenset(Cell(x, y) for x in (SIDE - 1, SIDE) for y in (SIDE - 1, SIDE))
FRAME = frame_of(SIZE, SIZE)
MARKS = "RGBY"
BOARDS_KEPT = 1_000  # of 6,144 and all others, in memory: that many matches may be running
_OWN_SIDES = (Heading.NORTH, Heading.WEST)
_CORNERS = (Cell(0, 0), Cell(SIDE, 0), Cell(SIDE, SIDE), Cell(0, SIDE))  # clockwise from north-west


@dataclass(frozen=True, repr=False)
class Board:
    """What is printed on a board. Walls, frame and centre included, are stored from both sides.

    A wall may be given from either side: the other side is added. `Board.custom` makes a board of
    any size.
    """

    name: str
    walls: frozenset[tuple[Cell, Heading]]
    targets: Mapping[Target, Cell]
    diagonals: Mapping[Cell, Diagonal]
    is_whole: InitVar[bool] = False  # whether the walls are known to be there from both sides
    width: int = SIZE
    height: int = SIZE
    blocked: frozenset[Cell] = CENTRE  # closed: no robot begins there
    _runs: dict[tuple[Cell, Heading], tuple[Cell, ...]] = field(
        init=False, default_factory=dict, compare=False
    )

    @classmethod
    def named(cls, name: str) -> "Board":
        """The board with these four sides, clockwise from the north-west: G1R2B2Y2.

        Or the one with this text, which says all that is on it: v1.16x16 ...
        """
        require_text(name, "board")
        return board_named(name)

    @classmethod
    def custom(  # noqa: PLR0913 - all that can be on a board
        cls,
        width: int,
        height: int,
        *,
        walls: Iterable[tuple[Cell, Heading]] = (),
        blocked: Iterable[Cell] = (),
        diagonals: Mapping[Cell, Diagonal] | None = None,
        targets: Mapping[Target, Cell] | None = None,
    ) -> "Board":
        """A board of one's own, of 3 to 32 columns and rows; Malformed says what cannot be.

        A wall may be given from either side; the frame, and walls round blocked cells, are there
        anyway. Its name is its text.
        """
        return _built(make_layout(width, height, walls, blocked, diagonals, targets))

    def __post_init__(self, is_whole: bool) -> None:
        frame = frame_of(self.width, self.height)
        gap = next((side for side in frame if side not in self.walls), None)
        if gap is not None:
            message = f"{self.name}: the frame has a gap {gap[1].compass} of {gap[0]}; it is a wall"
            raise Malformed(message)
        if not is_whole:
            object.__setattr__(self, "walls", both_sides(self.walls))
        for target, cell in self.targets.items():
            if not self.has(cell) or cell in self.diagonals:
                message = f"{self.name}: nobody can rest on {place(cell)}, where {target} is"
                raise Malformed(message)

    def __hash__(self) -> int:
        return hash(self.name)  # boards with one name are hardly ever different

    def __repr__(self) -> str:
        return f"Board.named({self.name!r})" if self.is_known else f"<custom Board {self.name!r}>"

    def __str__(self) -> str:
        """Its name, or its text: all that is on it."""
        if self.is_known:
            return self.name
        from tinplate.games.ricochet.custom_board import format_custom  # noqa: PLC0415 - it reads boards

        return format_custom(self)

    @property
    def is_known(self) -> bool:
        """Whether its name says all: it is printed, or its name is its text."""
        try:
            return board_named(self.name) == self
        except Malformed:
            return False

    @property
    def is_custom(self) -> bool:
        """Whether its name is its text: a board of one's own, of any size."""
        return is_line(self.name)

    @property
    def layout(self) -> BoardLayout:
        """What is on it, each thing once."""
        return make_layout(
            self.width, self.height, self.walls, self.blocked, self.diagonals, self.targets
        )

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row, blocked ones included."""
        return cells_of(self.width, self.height)

    @property
    def robot_counts(self) -> range:
        """RC4: with how many robots it can be played."""
        if self.is_custom:
            return range(1, len(ROBOTS) + 1)
        return range(len(BOX_ROBOTS) - 1, len(BOX_ROBOTS) + 1)

    def has(self, cell: Cell) -> bool:
        """Whether that cell is on the board."""
        return 0 <= cell.x < self.width and 0 <= cell.y < self.height

    def target_at(self, cell: Cell) -> Target | None:
        """The target whose symbol is printed there, if any."""
        return next((target for target, place in self.targets.items() if place == cell), None)

    def edges(self) -> Iterator[tuple[Cell, Heading]]:
        """Yield every wall once, in a fixed order, by the cell south or east of it."""
        for cell in self.cells:
            for side in Heading:
                is_last = not self.has(cell.towards(side))
                if (cell, side) in self.walls and (side in _OWN_SIDES or is_last):
                    yield cell, side

    def run(self, cell: Cell, heading: Heading) -> tuple[Cell, ...]:
        """The cells ahead, up to a wall (RC5), or up to and including a barrier."""
        known = self._runs.get((cell, heading))
        if known is None:
            known = self._runs[cell, heading] = tuple(self._ahead(cell, heading))
        return known

    def _ahead(self, cell: Cell, heading: Heading) -> Iterator[Cell]:
        cells, width = self.cells, self.width
        while (cell, heading) not in self.walls:
            there = cell.towards(heading)
            cell = cells[there.y * width + there.x]  # the same ones in all runs of all boards
            yield cell
            if cell in self.diagonals:
                return

    def may_rest(self, cell: Cell) -> bool:
        """RC1, RC8: whether a robot can stand there at all."""
        return self.has(cell) and cell not in self.blocked and cell not in self.diagonals

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle a board by its name, which is a hundredth of the size."""
        if self.is_known:
            return board_named, (self.name,)
        what = (self.name, self.walls, self.targets, self.diagonals)
        return Board, (*what, True, self.width, self.height, self.blocked)


@dataclass(frozen=True, repr=False)
class Position:
    """A puzzle: a board, the robots on it, and the target to reach."""

    board: Board
    robots: Robots
    target: Target

    def __str__(self) -> str:
        """The notation: one line that says it all."""
        return f"{self.board} {format_robots(self.robots)} {self.target}"

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    def __post_init__(self) -> None:
        for robot, cell in zip(Robot, self.robots, strict=False):
            refuse_impossible_cell(self.board, robot, cell)
        counts = self.board.robot_counts
        if len(self.robots) < counts[0]:
            message = f"the {ROBOTS[len(self.robots)].colour} robot is missing"
            raise Malformed(message)
        if len(self.robots) > counts[-1]:
            many = "one to eight" if self.board.is_custom else "four or five"
            message = f"a position has {many} robots; this has {len(self.robots)}"
            raise Malformed(message)
        _refuse_shared_cell(self.robots)
        if self.target not in self.board.targets:
            message = f"there is no {self.target} on the board {self.board.name}"
            raise Malformed(message, "target-not-here", target=self.target)
        arriving = self.target.robot
        if arriving is not None and arriving.slot >= len(self.robots):
            message = f"{self.target} is for the {arriving.colour} robot, which is not here"
            raise Malformed(message, "target-without-robot", target=self.target, robot=arriving)


def format_robots(robots: Robots) -> str:
    return ",".join(f"{robot}{cell}" for robot, cell in zip(ROBOTS, robots, strict=False))


def refuse_impossible_cell(board: Board, robot: Robot, cell: Cell) -> None:
    """RC4: raise Malformed if no robot can stand on that cell."""
    if not board.has(cell):
        reason, code = f"off the board (a1 to {board.cells[-1]})", "cell-off-board"
    elif cell in board.blocked and board.is_custom:
        reason, code = "blocked", "cell-is-blocked"
    elif cell in board.blocked:
        reason, code = "in the closed centre", "cell-in-centre"
    elif cell in board.diagonals:
        reason = f"on the {board.diagonals[cell].colour.colour} diagonal barrier"
        code = "cell-on-barrier"
    else:
        return
    message = f"the {robot.colour} robot cannot stand on {place(cell)}: it is {reason}"
    raise Malformed(message, code, robot=robot, cell=place(cell))


def _refuse_shared_cell(robots: Robots) -> None:
    for second, cell in zip(Robot, robots, strict=False):
        first = ROBOTS[robots.index(cell)]
        if first is not second:
            message = f"the {second.colour} robot cannot stand on {cell}: {first.colour} is there"
            raise Malformed(message)


@lru_cache(maxsize=BOARDS_KEPT)
def board_named(name: str) -> Board:
    """Build the board with these four sides, clockwise from the north-west: G1R2B2Y2.

    Or the one with this text: see `layout`.
    """
    if is_line(name):
        return _built(parse_line(name))
    return _assemble(name, [section(part) for part in split_name(name)])


def split_name(name: str) -> tuple[str, ...]:
    """Split a board's name into its sides; raise Malformed unless it is a valid board (RC2)."""
    parts = tuple(name[start : start + 2] for start in range(0, len(name), 2))
    for part in parts:
        section(part)
    if len(parts) != len(MARKS):
        message = f"a board has four sections, such as G1R2B2Y2; “{name}” has {len(parts)}"
        raise Malformed(message, "four-sections", count=len(parts))
    for mark in MARKS:
        same = [part for part in parts if part.startswith(mark)]
        if len(same) > 1:
            message = f"{same[0]} and {same[1]} have the same mark; a board has one section of each"
            raise Malformed(message, "same-mark", one=same[0], other=same[1])
    return parts


def board_names(box: Box = "2013", *, diagonals: bool = True) -> tuple[str, ...]:
    """RC2: return every board of a box by name, 96 classic and 1536 of 2013, in a fixed order."""
    refuse_unknown_box(box)
    return _listed(box, diagonals=diagonals)


@cache
def _listed(box: Box, *, diagonals: bool) -> tuple[str, ...]:
    return tuple(_assembled(box, diagonals=diagonals))


def _assembled(box: Box, *, diagonals: bool) -> Iterator[str]:
    sides = {mark: [side for side in box_sides(box) if side.startswith(mark)] for mark in MARKS}
    # A rotated board is the same board, so red stays in the north-west: 3! orders, not 4!.
    for order in permutations(MARKS[1:]):
        for chosen in product(*(sides[mark] for mark in (MARKS[0], *order))):
            if diagonals or not any(section(side).diagonals for side in chosen):
                yield "".join(chosen)


def refuse_unknown_box(box: str) -> None:
    """Raise Malformed if there is no such box."""
    if box not in get_args(Box):
        raise Malformed(f"there is no box “{box}”; there are {', '.join(get_args(Box))}")


def box_sides(box: Box) -> list[str]:
    """RC2: list the section sides in a box by name."""
    return sorted(name for name in sections() if box == "2013" or name[1] in "12")


def random_board(dice: Random, box: Box = "2013", *, diagonals: bool = True) -> Board:
    """Pick a board of the box, all equally likely, in any rotation."""
    parts = split_name(dice.choice(board_names(box, diagonals=diagonals)))
    start = dice.randrange(len(parts))
    return board_named("".join(parts[start:] + parts[:start]))


def random_robots(
    board: Board, dice: Random, *, silver: bool = False, count: int | None = None
) -> Robots:
    """RC4: put robots on cells without a symbol, a barrier, the centre or another robot."""
    number = count or len(BOX_ROBOTS) - (not silver)
    return tuple(dice.sample(cells_to_begin_on(board, number), k=number))


def cells_to_begin_on(board: Board, robots: int) -> list[Cell]:
    """RC4: list the cells on which robots are dealt; Malformed if they are too few."""
    taken = {*board.targets.values(), *board.blocked, *board.diagonals}
    free = [cell for cell in board.cells if cell not in taken]
    if len(free) < robots:
        message = f"{robots} robots need as many free cells; the board has {len(free)}"
        raise Malformed(message, "board-too-full", number=robots, free=len(free))
    return free


def tokens_of(board: Board, robots: int) -> tuple[Target, ...]:
    """RC3: the tokens that are played: the targets on the board that some robot may reach."""
    return tuple(
        target
        for target in Target
        if target in board.targets and (target.robot is None or target.robot.slot < robots)
    )


def _built(drawn: BoardLayout) -> Board:
    return Board(
        format_line(drawn),
        frozenset(map(_the_same, whole_walls(drawn))),
        drawn.targets,
        drawn.diagonals,
        is_whole=True,
        width=drawn.width,
        height=drawn.height,
        blocked=drawn.blocked,
    )


def _assemble(name: str, parts: list[Section]) -> Board:
    placed = [placed_section(part.name, quarter) for quarter, part in enumerate(parts)]
    return Board(
        name,
        frozenset().union(*(part.walls for part in placed)),
        {target: cell for part in placed for target, cell in part.targets.items()},
        {cell: mark for part in placed for cell, mark in part.diagonals.items()},
        is_whole=True,
    )


@cache
def placed_section(name: str, quarter: int) -> Section:
    """A section on its place on a board, its walls from both sides: there are 64 of them."""
    turned, corner = section(name), _CORNERS[quarter]
    for _ in range(quarter):
        turned = turned.turned_clockwise()
    return Section(
        name,
        both_sides({(_moved(cell, corner), side) for cell, side in turned.walls}),
        {target: _moved(cell, corner) for target, cell in turned.targets.items()},
        {_moved(cell, corner): mark for cell, mark in turned.diagonals.items()},
    )


def both_sides(walls: AbstractSet[tuple[Cell, Heading]]) -> frozenset[tuple[Cell, Heading]]:
    """Return every wall as seen from both of the cells it separates."""
    both = walls | {(cell.towards(side), side.opposite) for cell, side in walls}
    return frozenset(_the_same(wall) for wall in both)


@cache
def _the_same(wall: tuple[Cell, Heading]) -> tuple[Cell, Heading]:
    """Return one shared object for each possible wall: boards are many."""
    return wall


def _moved(cell: Cell, corner: Cell) -> Cell:
    return Cell(cell.x + corner.x, cell.y + corner.y)
