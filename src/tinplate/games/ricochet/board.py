"""Boards: four sections round the closed centre (RC1, RC2), and positions on them (RC4)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import permutations, product
from random import Random
from typing import Literal, get_args

from tinplate.arguments import require_text
from tinplate.game import Malformed
from tinplate.games.ricochet.pieces import ROBOTS, Robot, Target
from tinplate.games.ricochet.sections import SIDE, Diagonal, Section, section, sections
from tinplate.grid import COLUMNS, Cell, Heading

Box = Literal["2013", "classic"]
Robots = tuple[Cell, ...]  # where the robots stand, in the order r g b y s

SIZE = 2 * SIDE
CELLS = tuple(Cell(x, y) for y in range(SIZE) for x in range(SIZE))
CENTRE = frozenset(Cell(x, y) for x in (SIDE - 1, SIDE) for y in (SIDE - 1, SIDE))
FRAME = frozenset(
    (cell, heading) for cell in CELLS for heading in Heading if cell.towards(heading) not in CELLS
)
MARKS = "RGBY"
BOARDS_KEPT = 1_000  # of 6,144, in memory: that many matches may be running at once
_OWN_SIDES = (Heading.NORTH, Heading.WEST)
_CORNERS = (Cell(0, 0), Cell(SIDE, 0), Cell(SIDE, SIDE), Cell(0, SIDE))  # clockwise from north-west


@dataclass(frozen=True, repr=False)
class Board:
    """What is printed on a board. Walls, frame and centre included, are stored from both sides."""

    name: str
    walls: frozenset[tuple[Cell, Heading]]
    targets: Mapping[Target, Cell]
    diagonals: Mapping[Cell, Diagonal]
    _runs: dict[tuple[Cell, Heading], tuple[Cell, ...]] = field(
        init=False, default_factory=dict, compare=False
    )

    @classmethod
    def named(cls, name: str) -> "Board":
        """The board with these four sides, clockwise from the north-west: G1R2B2Y2."""
        require_text(name, "board")
        return board_named(name)

    def __post_init__(self) -> None:
        gap = next((side for side in FRAME if side not in self.walls), None)
        if gap is not None:
            message = f"{self.name}: the frame has a gap {gap[1].word} of {gap[0]}; it is a wall"
            raise Malformed(message)
        for target, cell in self.targets.items():
            if not is_on_board(cell) or cell in self.diagonals:
                message = f"{self.name}: nobody can rest on {_place(cell)}, where {target} is"
                raise Malformed(message)

    def __hash__(self) -> int:
        return hash(self.name)  # boards with one name are hardly ever different

    def __repr__(self) -> str:
        return f"Board.named({self.name!r})"

    def target_at(self, cell: Cell) -> Target | None:
        """The target whose symbol is printed there, if any."""
        return next((target for target, place in self.targets.items() if place == cell), None)

    def edges(self) -> Iterator[tuple[Cell, Heading]]:
        """Yield every wall once, in a fixed order, by the cell south or east of it."""
        for cell in CELLS:
            for side in Heading:
                is_last = not is_on_board(cell.towards(side))
                if (cell, side) in self.walls and (side in _OWN_SIDES or is_last):
                    yield cell, side

    def run(self, cell: Cell, heading: Heading) -> tuple[Cell, ...]:
        """The cells ahead, up to a wall (RC5), or up to and including a barrier."""
        known = self._runs.get((cell, heading))
        if known is None:
            known = self._runs[cell, heading] = tuple(self._ahead(cell, heading))
        return known

    def _ahead(self, cell: Cell, heading: Heading) -> Iterator[Cell]:
        while (cell, heading) not in self.walls:
            there = cell.towards(heading)
            cell = CELLS[there.y * SIZE + there.x]  # the same ones in all runs of all boards
            yield cell
            if cell in self.diagonals:
                return

    def may_rest(self, cell: Cell) -> bool:
        """RC1, RC8: whether a robot can stand there at all."""
        return is_on_board(cell) and cell not in CENTRE and cell not in self.diagonals

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle a printed board by its name, which is a hundredth of the size."""
        try:
            is_printed = board_named(self.name) == self
        except Malformed:
            is_printed = False
        if is_printed:
            return board_named, (self.name,)
        return Board, (self.name, self.walls, self.targets, self.diagonals)


@dataclass(frozen=True, repr=False)
class Position:
    """A puzzle: a board, the robots on it, and the target to reach."""

    board: Board
    robots: Robots
    target: Target

    def __str__(self) -> str:
        """The notation: one line that says it all."""
        return f"{self.board.name} {format_robots(self.robots)} {self.target}"

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    def __post_init__(self) -> None:
        for robot, cell in zip(Robot, self.robots, strict=False):
            refuse_impossible_cell(self.board, robot, cell)
        if len(self.robots) < len(ROBOTS) - 1:
            message = f"the {ROBOTS[len(self.robots)].colour} robot is missing"
            raise Malformed(message)
        if len(self.robots) > len(ROBOTS):
            message = f"a position has four or five robots; this has {len(self.robots)}"
            raise Malformed(message)
        _refuse_shared_cell(self.robots)
        if self.target not in self.board.targets:
            message = f"there is no {self.target} on the board {self.board.name}"
            raise Malformed(message)


def format_robots(robots: Robots) -> str:
    return ",".join(f"{robot}{cell}" for robot, cell in zip(ROBOTS, robots, strict=False))


def refuse_impossible_cell(board: Board, robot: Robot, cell: Cell) -> None:
    """RC4: raise Malformed if no robot can stand on that cell."""
    if not is_on_board(cell):
        reason, code = f"off the board (a1 to {CELLS[-1]})", "cell-off-board"
    elif cell in CENTRE:
        reason, code = "in the closed centre", "cell-in-centre"
    elif cell in board.diagonals:
        reason = f"on the {board.diagonals[cell].colour.colour} diagonal barrier"
        code = "cell-on-barrier"
    else:
        return
    message = f"the {robot.colour} robot cannot stand on {_place(cell)}: it is {reason}"
    raise Malformed(message, code, robot=robot, cell=_place(cell))


def _place(cell: Cell) -> str:
    return str(cell) if 0 <= cell.x < len(COLUMNS) else f"({cell.x}, {cell.y})"


def _refuse_shared_cell(robots: Robots) -> None:
    for second, cell in zip(Robot, robots, strict=False):
        first = ROBOTS[robots.index(cell)]
        if first is not second:
            message = f"the {second.colour} robot cannot stand on {cell}: {first.colour} is there"
            raise Malformed(message)


def is_on_board(cell: Cell) -> bool:
    return 0 <= cell.x < SIZE and 0 <= cell.y < SIZE


@lru_cache(maxsize=BOARDS_KEPT)
def board_named(name: str) -> Board:
    """Build the board with these four sides, clockwise from the north-west: G1R2B2Y2."""
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


def random_robots(board: Board, dice: Random, *, silver: bool = False) -> Robots:
    """RC4: put robots on cells without a symbol, a barrier, the centre or another robot."""
    symbols = set(board.targets.values())
    free = [cell for cell in CELLS if board.may_rest(cell) and cell not in symbols]
    return tuple(dice.sample(free, k=len(Robot) if silver else len(Robot) - 1))


def _assemble(name: str, parts: list[Section]) -> Board:
    walls: set[tuple[Cell, Heading]] = set()
    targets: dict[Target, Cell] = {}
    diagonals: dict[Cell, Diagonal] = {}
    for quarter_turns, (corner, part) in enumerate(zip(_CORNERS, parts, strict=True)):
        turned = part
        for _ in range(quarter_turns):
            turned = turned.turned_clockwise()
        walls |= {(_moved(cell, corner), side) for cell, side in turned.walls}
        targets |= {target: _moved(cell, corner) for target, cell in turned.targets.items()}
        diagonals |= {_moved(cell, corner): mark for cell, mark in turned.diagonals.items()}
    return Board(name, both_sides(walls), targets, diagonals)


def both_sides(walls: set[tuple[Cell, Heading]]) -> frozenset[tuple[Cell, Heading]]:
    """Return every wall as seen from both of the cells it separates."""
    both = walls | {(cell.towards(side), side.opposite) for cell, side in walls}
    return frozenset(_the_same(wall) for wall in both)


@cache
def _the_same(wall: tuple[Cell, Heading]) -> tuple[Cell, Heading]:
    """Return one shared object for each possible wall: boards are many."""
    return wall


def _moved(cell: Cell, corner: Cell) -> Cell:
    return Cell(cell.x + corner.x, cell.y + corner.y)
