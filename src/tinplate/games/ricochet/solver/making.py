"""A board by a seed: drawn at random, symmetric if wished, with a position of a wished length.

The same seed and wish make the same board on every machine: what is tried is counted, not timed.
Where the time runs out first, there is none.
"""

from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter
from typing import Literal, NamedTuple

from tinplate.game import Malformed, Rejected
from tinplate.games.ricochet.board import (
    Board,
    Position,
    cells_to_begin_on,
    random_robots,
    tokens_of,
)
from tinplate.games.ricochet.layout import LARGEST, SMALLEST
from tinplate.games.ricochet.pieces import ROBOTS, Robot, Symbol, Target
from tinplate.games.ricochet.proof import READINGS, Rule
from tinplate.games.ricochet.sections import Diagonal
from tinplate.games.ricochet.solver.shortest import load_kernels_for, solve
from tinplate.grid import Cell, Heading

Symmetry = Literal["none", "mirror", "half-turn", "quarter-turn"]
Wall = tuple[Cell, Heading]

MOST_SEED = 999_999_999
MOST_MOVES = 30
ANY_LENGTH = range(3, MOST_MOVES + 1)  # shorter ones are no puzzles
TRIES = 400  # positions that are solved
DEALS = 4  # of robots on one board
CELLS_PER_TARGET = 15  # as on printed boards
CELLS_PER_BARRIER = 40
CELLS_PER_EDGE_WALL = 8  # along each side
BARRIER_COLOURS = 4
SMALLEST_WITH_CENTRE = 10  # columns or rows
SMALL = 5  # columns or rows: here targets may be along the edge, too


class BoardWish(NamedTuple):
    """What a board should be like."""

    width: int = 16
    height: int = 16
    robots: int = 4
    moves: int | None = None  # of the shortest solution; None: any
    symmetry: Symmetry = "none"
    barriers: bool = False


class Made(NamedTuple):
    """A position on a new board, and the length of its shortest solution."""

    position: Position
    moves: int
    is_as_wished: bool  # otherwise it is the longest below the wished length


def make_board(
    seed: int,
    wish: BoardWish,
    rule: Rule = READINGS["ricochet"],
    *,
    seconds: float,
    cancel: Callable[[], bool] | None = None,
) -> Made:
    """Draw boards until one has a position of the wished length; Rejected if time runs out."""
    load_kernels_for(first_position(seed, wish))
    lengths = ANY_LENGTH if wish.moves is None else range(wish.moves, wish.moves + 1)
    until, longest = perf_counter() + seconds, None
    for _, position in zip(range(TRIES), _positions(seed, wish), strict=False):
        left = max(0.0, until - perf_counter())
        found = solve(position, rule, max_moves=lengths[-1], seconds=left, cancel=cancel)
        if found.length is not None and (longest is None or found.length > longest.moves):
            longest = Made(position, found.length, found.length in lengths)
            if longest.is_as_wished:
                return longest
        if perf_counter() >= until or (cancel is not None and cancel()):
            message = "No board like this turned up in time. Wish for a shorter solution."
            raise Rejected(message, "wish-took-too-long")
    if longest is None:
        message = "No board like this can be solved. Wish for a larger one, or a longer solution."
        raise Rejected(message, "wish-cannot-be-met")
    return longest


def first_position(seed: int, wish: BoardWish) -> Position:
    """The first one that is tried: all others need the same of the solver."""
    _refuse_bad_wish(seed, wish)
    return next(_positions(seed, wish))


def draw_board(wish: BoardWish, dice: Random) -> Board:
    """Draw one board at random; where the robots stand and how long it takes does not matter."""
    return _Sketch(wish, dice).board()


def _refuse_bad_wish(seed: int, wish: BoardWish) -> None:
    sides = range(SMALLEST, LARGEST + 1)
    is_square = wish.width == wish.height
    if not (
        0 <= seed <= MOST_SEED
        and wish.width in sides
        and wish.height in sides
        and wish.robots in range(1, len(ROBOTS) + 1)
        and (wish.moves is None or 1 <= wish.moves <= MOST_MOVES)
        and (is_square or wish.symmetry != "quarter-turn")
    ):
        message = (
            f"seed {seed}, {wish.width}x{wish.height}, {wish.robots} robots, {wish.moves} moves,"
            f" {wish.symmetry}; expected up to {MOST_SEED}, sides of {SMALLEST} to {LARGEST}, 1 to"
            f" {len(ROBOTS)} robots, 1 to {MOST_MOVES} moves, and a square for a quarter-turn"
        )
        raise Malformed(message, "not-understood", place="wish")


def _positions(seed: int, wish: BoardWish) -> Iterator[Position]:
    """Yield positions: a few deals of robots on each board, with all its targets."""
    dice = Random(f"{seed} {wish}")  # noqa: S311 - for a game
    for _ in range(TRIES):
        board = draw_board(wish, dice)
        cells_to_begin_on(board, wish.robots)  # Malformed if there are too few
        for _ in range(DEALS):
            robots = random_robots(board, dice, count=wish.robots)
            targets = [*tokens_of(board, wish.robots)]
            dice.shuffle(targets)
            for target in targets:
                yield Position(board, robots, target)


class _Sketch:
    """A board being drawn: corners with a target in each, walls along the edge, barriers."""

    def __init__(self, wish: BoardWish, dice: Random) -> None:
        self._wish, self._dice = wish, dice
        self._width, self._height = wish.width, wish.height
        self._blocked = self._centre()
        self._walls = set[Wall]()
        self._corners = list[list[Cell]]()  # those of one orbit together
        self._diagonals = dict[Cell, Diagonal]()

    def board(self) -> Board:
        area = self._width * self._height
        self._draw_edges()
        wanted = max(1, min(len(Target), round(area / CELLS_PER_TARGET)))
        for cell in self._shuffled_cells():
            if sum(map(len, self._corners)) < wanted:
                self._draw_corner(cell, wanted)
        if self._wish.barriers:
            for _ in range(max(1, area // CELLS_PER_BARRIER)):
                self._draw_barrier()
        return Board.custom(
            self._width,
            self._height,
            walls=self._walls,
            blocked=self._blocked,
            diagonals=self._diagonals,
            targets=self._targets(),
        )

    def _centre(self) -> set[Cell]:
        """Large boards have a closed centre, as printed ones do."""
        if min(self._width, self._height) < SMALLEST_WITH_CENTRE:
            return set()
        columns = {(self._width - 1) // 2, self._width // 2}
        rows = {(self._height - 1) // 2, self._height // 2}
        return {Cell(x, y) for x in columns for y in rows}

    def _image(self, cell: Cell, side: Heading) -> Wall:
        """Where a wall goes by the wished symmetry."""
        last_x, last_y = self._width - 1, self._height - 1
        match self._wish.symmetry:
            case "none":
                return cell, side
            case "mirror":
                is_upright = side in (Heading.NORTH, Heading.SOUTH)
                return Cell(last_x - cell.x, cell.y), side if is_upright else side.opposite
            case "half-turn":
                return Cell(last_x - cell.x, last_y - cell.y), side.opposite
            case "quarter-turn":
                return Cell(last_x - cell.y, cell.x), side.clockwise

    def _orbit(self, cell: Cell, side: Heading = Heading.NORTH) -> list[Wall]:
        """A wall, and where it comes by the symmetry, again and again."""
        orbit = [(cell, side)]
        while (image := self._image(*orbit[-1])) != orbit[0]:
            orbit.append(image)
        return orbit

    def _cells_of_orbit(self, cell: Cell) -> list[Cell]:
        return [*dict.fromkeys(each for each, _ in self._orbit(cell))]

    def _is_fixed(self, cell: Cell) -> bool:
        """Whether the symmetry leaves the cell where it is."""
        return self._wish.symmetry != "none" and self._image(cell, Heading.NORTH)[0] == cell

    def _shuffled_cells(self) -> list[Cell]:
        """All cells; on larger boards without those along the edge."""
        rim = 0 if min(self._width, self._height) < SMALL else 1
        columns, rows = range(rim, self._width - rim), range(rim, self._height - rim)
        cells = [Cell(x, y) for y in rows for x in columns]
        self._dice.shuffle(cells)
        return cells

    def _draw_edges(self) -> None:
        """A few walls that stop robots along the edge of the board."""
        for y in (0, self._height - 1):
            for _ in range(self._width // CELLS_PER_EDGE_WALL):
                x = self._dice.randrange(1, self._width - 1)
                self._walls |= {*self._orbit(Cell(x, y), Heading.EAST)}
        for x in (0, self._width - 1):
            for _ in range(self._height // CELLS_PER_EDGE_WALL):
                y = self._dice.randrange(1, self._height - 1)
                self._walls |= {*self._orbit(Cell(x, y), Heading.SOUTH)}

    def _draw_corner(self, cell: Cell, most: int) -> None:
        """Two walls that meet, and a target between them; not beside another corner."""
        orbit = self._cells_of_orbit(cell)
        if self._is_fixed(cell):
            return  # walls on all its sides would close it
        if sum(map(len, self._corners)) + len(orbit) > most and self._corners:
            return
        if len(orbit) > len(Target) or any(map(self._is_near_something, orbit)):
            return
        side = self._dice.choice([*Heading])
        self._walls |= {*self._orbit(cell, side), *self._orbit(cell, side.clockwise)}
        self._corners.append(orbit)

    def _is_near_something(self, cell: Cell) -> bool:
        taken = {each for orbit in self._corners for each in orbit} | self._blocked
        return any(
            Cell(cell.x + dx, cell.y + dy) in taken for dx in (-1, 0, 1) for dy in (-1, 0, 1)
        )

    def _draw_barrier(self) -> None:
        colour = self._dice.choice(ROBOTS[:BARRIER_COLOURS])
        rising = self._dice.random() < 0.5  # noqa: PLR2004 - a coin
        cell = next(filter(self._has_room, self._shuffled_cells()), None)
        if cell is None:
            return
        flips = self._wish.symmetry in ("mirror", "quarter-turn")
        for at, (image, _) in enumerate(self._orbit(cell)):
            self._diagonals.setdefault(image, Diagonal(colour, rising ^ (flips and at % 2 == 1)))

    def _has_room(self, cell: Cell) -> bool:
        """Whether a barrier can be there, and wherever the symmetry repeats it."""
        around = map(self._is_near_something, self._cells_of_orbit(cell))
        return not (self._is_fixed(cell) or any(around))

    def _targets(self) -> dict[Target, Cell]:
        """Corners of one orbit get one symbol in several colours; the last one is the vortex."""
        cells = [cell for orbit in self._corners for cell in orbit]
        present: list[Robot | None] = [*ROBOTS[: self._wish.robots], None]
        tokens = [target for target in Target if target.robot in present]
        by_symbol = sorted(tokens, key=lambda target: [*Symbol].index(target.symbol))
        return dict(zip(by_symbol, cells, strict=False))
