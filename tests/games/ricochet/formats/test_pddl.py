"""Tasks of the planning domain: what they mean, and what is refused."""

import re

import pytest
from hypothesis import given

from tests.games.ricochet.formats.puzzles import positions, without_closed_parts
from tinplate.game import Malformed
from tinplate.games.ricochet.board import Board, Position
from tinplate.games.ricochet.formats.pddl import is_domain, is_pddl, read_pddl, write_pddl
from tinplate.games.ricochet.formats.positions import position_of, puzzle_of
from tinplate.games.ricochet.formats.reading import read_task
from tinplate.games.ricochet.pieces import Target
from tinplate.grid import Cell, Heading

# Two rows of three cells with names of their own, a wall between b and c, and one between b and e.
#   a b|c
#     -
#   d e f
TASK = """\
; a task of our own
(define (problem tiny)
(:domain ricochet-robots)
(:objects
    a b c d e f - cell
    Rob tin - robot
    west east north south - direction
)
(:init
    (NEXT a b east) (NEXT b a west) (NEXT b c east) (NEXT c b west)
    (NEXT d e east) (NEXT e d west) (NEXT e f east) (NEXT f e west)
    (NEXT a d south) (NEXT d a north) (NEXT b e south) (NEXT e b north)
    (NEXT c f south) (NEXT f c north)
    (BLOCKED a north) (BLOCKED b north) (BLOCKED c north)
    (BLOCKED d south) (BLOCKED e south) (BLOCKED f south)
    (BLOCKED a west) (BLOCKED d west) (BLOCKED c east) (BLOCKED f east)
    (BLOCKED b east) (BLOCKED c west)
    (BLOCKED b south) (BLOCKED e north)
    (free b) (free c) (free d) (free e)
    (at Rob a) (at tin f)
    (nothing-is-moving)
    (= (total-cost) 0) (= (go-cost) 1) (= (step-cost) 0) (= (stop-cost) 0)
)
(:goal (and (at Rob c) (nothing-is-moving)))
(:metric minimize (total-cost))
)
"""


def changed(*changes: tuple[str, str]) -> str:
    """The task with other words in it, each of which must have been there."""
    task = TASK
    for old, new in changes:
        assert old in task
        task = task.replace(old, new)
    return task


def refusal(task: str) -> str:
    with pytest.raises(Malformed) as refused:
        read_task(task, "task")
    return str(refused.value)


def test_neighbours_say_where_cells_are() -> None:
    """Names mean nothing: the board follows from NEXT, BLOCKED and free."""
    task = read_pddl(TASK)
    puzzle = task.puzzle

    assert ("tiny", 3, 2) == (task.name, puzzle.width, puzzle.height)
    assert {
        (Cell(1, 0), Heading.EAST),
        (Cell(2, 0), Heading.WEST),
        (Cell(1, 0), Heading.SOUTH),
        (Cell(1, 1), Heading.NORTH),
    } == puzzle.walls
    assert frozenset() == puzzle.blocked
    assert {"Rob": Cell(0, 0), "tin": Cell(2, 1)} == puzzle.robots
    assert ("Rob", Cell(2, 0)) == (puzzle.wanted, puzzle.target)
    assert "abcdef" == "".join(task.cells[Cell(x, y)] for y in range(2) for x in range(3))


def test_a_board_with_less_than_three_rows_gets_blocked_ones() -> None:
    """Ours have three; what is added changes nothing."""
    position, names = position_of(read_pddl(TASK).puzzle)

    assert ("Rob", "tin") == names
    assert (3, 3) == (position.board.width, position.board.height)
    assert {Cell(0, 2), Cell(1, 2), Cell(2, 2)} == position.board.blocked
    assert (Target.RED_CIRCLE, (Cell(0, 0), Cell(2, 1))) == (position.target, position.robots)


def test_capital_letters_mean_nothing() -> None:
    """PDDL has none, and plans use the names as they were declared."""
    task = read_pddl(changed(("(at Rob a)", "(AT ROB A)"), ("(NEXT a b east)", "(next A B East)")))

    assert read_pddl(TASK) == task
    assert ["Rob", "tin"] == [*task.puzzle.robots]


def test_a_cell_that_is_not_free_is_blocked() -> None:
    """By the domain nobody ever steps there, and robots stop before it as before a robot."""
    task = read_pddl(changed(("(free e)", "")))

    assert {Cell(1, 1)} == task.puzzle.blocked
    assert (Cell(0, 1), Heading.EAST) not in task.barriers


def test_cells_that_are_not_there_are_blocked() -> None:
    """A board need not be a rectangle."""
    without_e = changed(
        ("a b c d e f", "a b c d f"),
        ("(NEXT d e east) (NEXT e d west) (NEXT e f east) (NEXT f e west)", ""),
        ("(NEXT b e south) (NEXT e b north)", ""),
        ("(BLOCKED e south)", ""),
        ("(BLOCKED e north)", ""),
        ("(free e)", ""),
    )
    closed = without_e.replace("(free b)", "(free b) (BLOCKED d east) (BLOCKED f west)")

    assert {Cell(1, 1)} == read_pddl(closed).puzzle.blocked
    assert "neither NEXT nor BLOCKED says what is east of d" in refusal(without_e)


def test_parts_that_nobody_can_enter_are_blocked() -> None:
    """Nothing ever happens there; files that have no blocked cells close them off by walls."""
    walls = "(BLOCKED b south) (BLOCKED b west) (BLOCKED a east)"

    assert {Cell(1, 0)} == read_pddl(changed(("(BLOCKED b south)", walls))).puzzle.blocked


def test_names_say_where_parts_are_that_nothing_joins() -> None:
    """NEXT cannot: then cell-3-12 is in column 3 and row 12."""
    board = Board.custom(
        3,
        3,
        walls=[(Cell(0, row), Heading.EAST) for row in range(3)],
        targets={Target.RED_CIRCLE: Cell(0, 2)},
    )
    position = Position(board, (Cell(0, 0), Cell(2, 2)), Target.RED_CIRCLE)
    across = re.compile(r"NEXT cell-(1-. cell-2|2-. cell-1)")
    lines = write_pddl(puzzle_of(position), "task").splitlines()
    apart = "\n".join(line for line in lines if not across.search(line))

    assert position == read_task(apart, "task").position
    assert "NEXT never leads to far1" in refusal(apart.replace("cell-2-", "far"))


def test_the_fifth_robot_may_have_to_arrive() -> None:
    """Our targets are for the first four: the one that matters comes first."""
    cells = "(free b) (free c) (free d) (free e)"
    task = changed(
        ("Rob tin - robot", "tin r2 r3 r4 Rob - robot"),
        (cells, "(at r2 b) (at r3 d) (at r4 e) (free c)"),
    )
    position, names = position_of(read_pddl(task).puzzle)

    assert ("Rob", "tin", "r2", "r3", "r4") == names
    assert Cell(0, 0) == position.robots[0]


def test_any_robot_may_arrive() -> None:
    """A goal for all of them is the vortex."""
    any_of = "(or (at tin c) (at Rob c))"
    task = read_task(changed(("(at Rob c)", any_of)), "task")

    assert Target.VORTEX == task.position.target
    assert "neither for one" in refusal(changed(("(at Rob c)", "(or (at tin c) (at Rob b))")))


def test_costs_are_read() -> None:
    """The domain leaves them to the task."""
    task = changed(("(go-cost) 1", "(go-cost) 3"), ("(stop-cost) 0", "(stop-cost) 2.0"))

    assert (3, 0, 2) == read_pddl(task).costs


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("(:goal", "(goal", "line 24: a task has no (goal ...)"),
        ("(:domain ricochet-robots)", "", "the task has no (:domain ...)"),
        ("(:metric", "(:init) (:metric", "line 25: there is a second (:init ...)"),
        (")\n(:goal", "\n(:goal", "line 2: this parenthesis is never closed"),
        ("(define (problem tiny)", "(define (problem tiny))", "line 26: “)” stands outside"),
        ("ricochet-robots", "blocks", "line 3: (:domain blocks) is another domain"),
        ("- robot", "- truck", "line 6: there is no type “truck”"),
        ("west east", "up east", "line 7: there is no direction “up”"),
        ("a b c d", "a b c a d", "line 5: “a” is declared twice"),
        ("north south - direction", "north south", "has no type"),
        ("(BLOCKED b east)", "(BLOCKED b)", "line 17: (BLOCKED b): blocked has cell direction"),
        ("(BLOCKED b east)", "(BLOCKED z east)", "line 17: (BLOCKED z east): “z” is not a cell"),
        ("(BLOCKED b east)", "(WALL b east)", "line 17: there is no fact (WALL b east)"),
        ("(BLOCKED b east)", "", "line 17: (BLOCKED c west) without (BLOCKED b east): a wall"),
        ("(BLOCKED b east)", "BLOCKED", "line 17: “BLOCKED” should be in parentheses"),
        ("(BLOCKED d south)", "", "neither NEXT nor BLOCKED says what is south of d"),
        ("(NEXT e f east)", "", "neither NEXT nor BLOCKED says what is east of e"),
        ("(NEXT a b east)", "(NEXT a b east) (NEXT a c east)", "line 10: (NEXT a c east): b is"),
        ("(NEXT c f south)", "(NEXT c e south)", "does not fit on a board"),
        ("(at tin f)", "(at tin f) (at tin e)", "line 20: (at tin e): tin is at f already"),
        ("(at tin f)", "(at tin a)", "line 20: (at tin a): rob is there already"),
        ("(at tin f)", "", "does not say where tin is"),
        ("(at tin f)", "(at tin f) (free f)", "line 20: (at tin f), and yet f is free"),
        ("(nothing-is-moving)\n", "\n", "no robot could ever start"),
        ("(nothing-is-moving)\n", "(is-moving tin east)\n", "line 21: (is-moving tin east)"),
        ("(= (go-cost) 1)", "", "does not say what (go-cost) is"),
        ("(= (go-cost) 1)", "(= (go-cost) one)", "line 22: this should be a cost"),
        ("(= (step-cost) 0)", "(= (step-cost) 1)", "line 22: steps have a cost"),
        ("(at Rob c) (nothing", "(at Rob c) (at tin a) (nothing", "line 24: the goal asks for 2"),
        ("(and (at Rob c) (nothing-is-moving))", "(at Rob c)", "line 24: the goal does not ask"),
        ("(at Rob c)", "(free c)", "line 24: the goal is (at ROBOT CELL); this is (free c)"),
        ("(free c)", "", "the goal is on c, where no robot can ever be"),
        ("minimize (total-cost)", "maximize (total-cost)", "line 25: we minimize (total-cost)"),
        ("(:metric minimize (total-cost))", "", "no (:metric ...)"),
        ("(:metric minimize (total-cost))", ")(:metric", "line 25: there is more after"),
    ],
)  # fmt: skip
def test_what_is_refused(old: str, new: str, told: str) -> None:
    """With the line, and one sentence about what is wrong there."""
    assert told in refusal(changed((old, new)))


def test_a_deep_nest_is_refused() -> None:
    """Parentheses are counted, not followed by our own stack."""
    assert "line 1" in refusal("(" * 100_000)


def test_too_many_robots_are_refused() -> None:
    """A board has eight at most."""
    board = Board.custom(3, 3, targets={Target.RED_CIRCLE: Cell(2, 2)})
    puzzle = puzzle_of(Position(board, (Cell(0, 0),), Target.RED_CIRCLE))
    crowd = {f"r{number}": Cell(number % 3, number // 3) for number in range(9)}
    task = write_pddl(puzzle._replace(robots=crowd, wanted="r0"), "crowd")

    assert "a board has at most 8 robots; this has 9" in refusal(task)


def test_domains_are_told_from_tasks() -> None:
    """By what is in them, comments aside."""
    domain = "; the domain\n( DEFINE\n (Domain ricochet-robots))"

    assert is_pddl(domain)
    assert is_domain(domain)
    assert not is_domain(TASK)
    assert not is_pddl("barrier(1,2,south).")


@given(positions())
def test_what_is_written_is_read_back(position: Position) -> None:
    """But for parts that nobody can enter, it is the same position."""
    read = read_task(write_pddl(puzzle_of(position), "mine"), "task")

    assert without_closed_parts(position) == read.position
    assert "mine" == read.pddl.name


def test_barriers_cannot_be_written() -> None:
    """Planners know no diagonals."""
    board = Board.named("R4G1B1Y1")
    position = Position(board, tuple(map(Cell.named, ("a1", "b1", "c1", "d1"))), Target.VORTEX)

    with pytest.raises(Malformed, match="no diagonal barriers"):
        puzzle_of(position)


def test_names_that_are_none_are_not_written() -> None:
    """A file may be called as it likes."""
    position, _ = position_of(read_pddl(TASK).puzzle)

    assert "(problem task)" in write_pddl(puzzle_of(position), "my (own) board")
