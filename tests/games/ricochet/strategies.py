"""Random boards, positions and moves for properties."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from tests.games.ricochet import naive
from tests.games.ricochet.openboard import FRAME_AND_CENTRE
from tinplate.games.ricochet.board import (
    CELLS,
    CENTRE,
    Board,
    Position,
    Robots,
    board_named,
    board_names,
    both_sides,
    split_name,
)
from tinplate.games.ricochet.layout import cells_of
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.pieces import BOX_ROBOTS, ROBOTS, Robot, Target
from tinplate.games.ricochet.proof import Rule
from tinplate.games.ricochet.sections import Diagonal
from tinplate.grid import Cell, Heading

_OPEN_CELLS = [cell for cell in CELLS if cell not in CENTRE]
_COLOURS = BOX_ROBOTS[:4]
_NAMES = [*board_names("classic"), *board_names("2013")]

# A busy machine is no fault of the rules.

RULES = [
    Rule(ricochet=ricochet, deflection_counts=deflection_counts, early_stop=early_stop)
    for ricochet in ("required", "off")
    for deflection_counts in (True, False)
    for early_stop in ("void", "allowed")
]


def printed_boards() -> st.SearchStrategy[Board]:
    """A board of either box, turned any way round."""
    return st.builds(_turned, st.sampled_from(_NAMES), st.integers(0, 3)).map(board_named)


def _turned(name: str, quarter_turns: int) -> str:
    parts = split_name(name)
    return "".join(parts[quarter_turns:] + parts[:quarter_turns])


@st.composite
def wild_boards(draw: st.DrawFn) -> Board:
    """A board that was never printed: walls and barriers anywhere, often in endless loops."""
    walls = draw(st.sets(st.tuples(st.sampled_from(_OPEN_CELLS), st.sampled_from(Heading))))
    scattered = st.dictionaries(
        st.sampled_from(_OPEN_CELLS),
        st.builds(Diagonal, st.sampled_from(_COLOURS), st.booleans()),
        min_size=draw(st.sampled_from([0, 10, 30])),
        max_size=40,
    )
    diagonals = draw(scattered) | draw(st.just({}) | _loops())
    free = [cell for cell in _OPEN_CELLS if cell not in diagonals]
    symbols = draw(st.lists(st.sampled_from(free), unique=True, min_size=17, max_size=17))
    return Board(
        name="",
        walls=both_sides(walls | FRAME_AND_CENTRE),
        targets=dict(zip(Target, symbols, strict=True)),
        diagonals=diagonals,
    )


@st.composite
def _loops(draw: st.DrawFn) -> dict[Cell, Diagonal]:
    """Four barriers in the corners of a rectangle: whoever slides along its rim never stops."""
    columns = st.lists(st.sampled_from([0, 2, 4, 10, 12, 15]), unique=True, min_size=2, max_size=2)
    west, east = sorted(draw(columns))
    north, south = sorted(draw(columns))
    colour = draw(st.sampled_from(_COLOURS))
    return {
        Cell(west, north): Diagonal(colour, rising=True),
        Cell(east, north): Diagonal(colour, rising=False),
        Cell(east, south): Diagonal(colour, rising=True),
        Cell(west, south): Diagonal(colour, rising=False),
    }


def any_boards() -> st.SearchStrategy[Board]:
    return printed_boards() | wild_boards()


def robots_on(board: Board) -> st.SearchStrategy[Robots]:
    """Four or five robots where robots can stand."""
    free = [cell for cell in CELLS if board.may_rest(cell)]
    # They crowd in half of the cases: far apart they are seldom in each other's way.
    rim = [cell for cell in free if cell.x in (2, 10) or cell.y in (2, 10)]
    return st.sampled_from([free, rim]).flatmap(
        lambda cells: st.lists(
            st.sampled_from(cells),
            unique=True,
            min_size=len(BOX_ROBOTS) - 1,
            max_size=len(BOX_ROBOTS),
        ).map(tuple)
    )


@st.composite
def positions(draw: st.DrawFn, boards: st.SearchStrategy[Board]) -> Position:
    """A valid position on such a board."""
    board = draw(boards)
    return Position(board, draw(robots_on(board)), draw(st.sampled_from(Target)))


SIZES = (3, 4, 5, 9, 16, 17, 22, 32)  # columns or rows


@st.composite
def own_boards(
    draw: st.DrawFn, widths: Sequence[int] = SIZES, heights: Sequence[int] = SIZES
) -> Board:
    """A board of one's own: any size, with walls, barriers, blocked cells and targets anywhere."""
    width, height = draw(st.sampled_from(widths)), draw(st.sampled_from(heights))
    cells = cells_of(width, height)
    few = len(cells) // 4
    walls = draw(
        st.sets(st.tuples(st.sampled_from(cells), st.sampled_from(Heading)), max_size=8 * few)
    )
    blocked = draw(st.sets(st.sampled_from(cells), max_size=min(6, few)))
    free = [cell for cell in cells if cell not in blocked]
    barrier = st.builds(Diagonal, st.sampled_from(Robot), st.booleans())
    diagonals = draw(st.dictionaries(st.sampled_from(free), barrier, max_size=min(8, few)))
    restful = [cell for cell in free if cell not in diagonals]
    symbols = draw(st.lists(st.sampled_from(restful), unique=True, min_size=1, max_size=5))
    targets = dict(zip(draw(st.permutations(list(Target))), symbols, strict=False))
    return Board.custom(
        width, height, walls=walls, blocked=blocked, diagonals=diagonals, targets=targets
    )


@st.composite
def own_positions(
    draw: st.DrawFn, boards: st.SearchStrategy[Board] | None = None, most: int = len(ROBOTS)
) -> Position:
    """A position on such a board, with up to so many robots."""
    board = draw(own_boards() if boards is None else boards)
    restful = [cell for cell in board.cells if board.may_rest(cell)]
    target = draw(st.sampled_from(sorted(board.targets)))
    least = 1 if target.robot is None else target.robot.slot + 1
    count = draw(st.integers(least, max(least, min(most, len(restful)))))
    robots = draw(st.permutations(restful).map(lambda cells: tuple(cells[:count])))
    return Position(board, robots, target)


def any_move(robots: Robots) -> st.SearchStrategy[Move]:
    """A move of a robot on the board, be it possible or not."""
    return st.builds(Move, st.sampled_from(ROBOTS[: len(robots)]), st.sampled_from(Heading))


@st.composite
def proofs(draw: st.DrawFn) -> tuple[Position, list[Move]]:
    """Moves in which, mostly, some robot comes to rest on the target sooner or later."""
    position = draw(positions(any_boards()))
    # One robot makes most of the moves: alone it can ricochet.
    lead = st.builds(Move, st.just(position.target.robot or Robot.RED), st.sampled_from(Heading))
    moves = draw(st.lists(lead | lead | any_move(position.robots), max_size=12))
    playable, visited = _play(position, moves)
    if visited:
        targets = {**position.board.targets, position.target: draw(st.sampled_from(visited))}
        position = replace(position, board=replace(position.board, targets=targets))
    # The first impossible move ends an attempt, so most attempts shall have none.
    return position, draw(st.sampled_from([playable, playable, moves]))


def _play(position: Position, moves: list[Move]) -> tuple[list[Move], list[Cell]]:
    """The moves that can be made, and the cells on which they come to rest."""
    robots = position.robots
    playable, visited = [], []
    for move in moves:
        slid = naive.slide(position.board, robots, move.robot, move.heading)
        if slid is not None:
            robots = naive.put(robots, move.robot.slot, slid.cell)
            playable.append(move)
            visited.append(slid.cell)
    return playable, visited
