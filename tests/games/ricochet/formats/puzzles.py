"""Random positions that other programs can describe: any size, walls, blocked cells."""

from hypothesis import strategies as st

from tinplate.games.ricochet.board import Board, Position
from tinplate.games.ricochet.formats.positions import puzzle_of
from tinplate.games.ricochet.layout import cells_of
from tinplate.games.ricochet.pieces import ROBOTS, Target
from tinplate.grid import Heading

TARGETS = [target for target in Target if target.robot is None or target.endswith("circle")]


@st.composite
def positions(draw: st.DrawFn, most: int = 9, robots: int = len(ROBOTS)) -> Position:
    """A position with one target; it may be anywhere, also where a robot stands."""
    sizes = st.integers(3, most)
    width, height = draw(sizes), draw(sizes)
    cells = cells_of(width, height)
    blocked = draw(st.sets(st.sampled_from(cells), max_size=len(cells) // 4))
    free = [cell for cell in cells if cell not in blocked]
    walls = draw(st.sets(st.tuples(st.sampled_from(free), st.sampled_from(Heading)), max_size=40))
    count = draw(st.integers(1, min(robots, len(free))))
    stand = draw(st.lists(st.sampled_from(free), unique=True, min_size=count, max_size=count))
    fitting = [each for each in TARGETS if each.robot is None or each.robot.slot < count]
    target, cell = draw(st.sampled_from(fitting)), draw(st.sampled_from(free))
    board = Board.custom(width, height, walls=walls, blocked=blocked, targets={target: cell})
    return Position(board, tuple(stand), target)


def without_closed_parts(position: Position) -> Position:
    """The same position, with everything blocked where nobody can ever be."""
    puzzle = puzzle_of(position).with_closed_parts_blocked()
    board = Board.custom(
        puzzle.width,
        puzzle.height,
        walls=puzzle.walls,
        blocked=puzzle.blocked,
        targets=position.board.targets,
    )
    return Position(board, position.robots, position.target)
