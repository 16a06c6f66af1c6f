"""The solver against the naive search, on random positions of all kinds."""

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.ricochet import naive
from tests.games.ricochet.openboard import open_board
from tests.games.ricochet.solver.known import length
from tests.games.ricochet.strategies import (
    RULES,
    any_boards,
    positions,
    printed_boards,
    robots_on,
    wild_boards,
)
from tests.games.ricochet.test_twins import naive_reading
from tinplate.games.ricochet.board import CELLS, CENTRE, Board, Position
from tinplate.games.ricochet.pieces import ROBOTS, Robot, Target
from tinplate.games.ricochet.proof import Rule, attempt
from tinplate.games.ricochet.sections import Diagonal
from tinplate.games.ricochet.solver import kernels, reference, solve
from tinplate.games.ricochet.solver.search import Search, number_of
from tinplate.grid import Cell

SEARCHED = 4  # moves; one more than a probe sees, and the naive search gets slow beyond
any_rule = st.sampled_from(RULES)


def assert_agreement(position: Position, rule: Rule, limit: int = SEARCHED) -> None:
    """Up to the limit the same length; beyond it both have found nothing."""
    naively = naive.shortest(position, naive_reading(rule), limit)
    solution = solve(position, rule, max_moves=limit)

    assert (None if naively is None else len(naively)) == length(position, rule, solution)
    assert naively is not None or solution.at_least > limit or solution.solvable is False


@settings(max_examples=25)
@given(positions(printed_boards()), any_rule)
def test_printed_boards(position: Position, rule: Rule) -> None:
    """RC5 to RC10: the same length as the naive search on every board of the boxes."""
    assert_agreement(position, rule)


@settings(max_examples=25)
@given(positions(wild_boards()), any_rule)
def test_wild_boards(position: Position, rule: Rule) -> None:
    """RC7, RC8: the same among walls and barriers that were never printed, and endless loops."""
    assert_agreement(position, rule)


@st.composite
def reachable(draw: st.DrawFn, boards: st.SearchStrategy[Board] = any_boards()) -> Position:  # noqa: B008 - a strategy is a value
    """A position whose target some robot that may arrive has been seen to rest on."""
    position = draw(positions(boards))
    robots, visited = position.robots, list[Cell]()
    for _ in range(draw(st.integers(2, SEARCHED))):
        possible = [
            (robot, slid)
            for robot, heading in naive.moves_of(naive.opening(replace(position, robots=robots)))
            if (slid := naive.slide(position.board, robots, robot, heading))
        ]
        if possible:
            robot, slid = draw(st.sampled_from(possible))
            robots = naive.put(robots, robot.slot, slid.cell)
            visited += [slid.cell] if position.target.welcomes(robot) else []
    cells = visited or [position.robots[(position.target.robot or Robot.RED).slot]]
    targets = {**position.board.targets, position.target: draw(st.sampled_from(cells))}
    return replace(position, board=replace(position.board, targets=targets))


@settings(max_examples=35)
@given(reachable(), any_rule)
def test_targets_within_reach(position: Position, rule: Rule) -> None:
    """RC9, RC10: the same where a robot can get there, straight or round corners."""
    assert_agreement(position, rule)


@st.composite
def bare(draw: st.DrawFn) -> Position:
    """No walls but the frame and the centre, so that robots stop at each other."""
    target = draw(st.sampled_from(Target))
    cell = draw(st.sampled_from([cell for cell in CELLS if cell not in CENTRE]))
    board = open_board(targets={target: cell})
    return Position(board, draw(robots_on(board)), target)


@settings(max_examples=25)
@given(bare(), any_rule)
def test_boards_without_walls(position: Position, rule: Rule) -> None:
    """RC5, RC6: the same where only robots can stop a robot short of the edge."""
    assert_agreement(position, rule)


ROOM = [Cell(x, y) for x in range(2, 6) for y in range(2, 6)]
ROOM_WALLS = " ".join(f"c{n}w f{n}e" for n in range(3, 7)) + " c3n d3n e3n f3n c6s d6s e6s f6s"


@st.composite
def walled_off(draw: st.DrawFn) -> Position:
    """The arriving robot in a closed room, others in it or outside."""
    inside, outside = ROOM, [cell for cell in CELLS if cell not in (*ROOM, *CENTRE)]
    walls = draw(st.sampled_from(["", " d4e", " d4e e4s c5n"]))
    target = draw(st.sampled_from(Target))
    board = open_board(walls=ROOM_WALLS + walls, targets={target: draw(st.sampled_from(inside))})
    robots = draw(st.lists(st.sampled_from(outside), unique=True, min_size=4, max_size=5))
    with_it = draw(st.integers(1, 3))
    slots = draw(st.permutations(range(len(robots))))[:with_it]
    cells = draw(st.permutations(inside))[:with_it]
    for slot, cell in zip({(target.robot or Robot.RED).slot, *slots}, cells, strict=False):
        robots[slot] = cell
    return Position(board, tuple(robots), target)


@settings(max_examples=25)
@given(walled_off(), any_rule)
def test_robots_in_a_closed_room(position: Position, rule: Rule) -> None:
    """RC5: the same where some robots never meet; only those in the room can help."""
    assert_agreement(position, rule)


@settings(max_examples=25)
@given(positions(any_boards()), st.integers(0, 4), any_rule)
def test_robots_that_stand_on_the_target(position: Position, slot: int, rule: Rule) -> None:
    """RC9: standing there is not arriving; the robot has to leave and come back."""
    cell = position.robots[slot % len(position.robots)]
    targets = {**position.board.targets, position.target: cell}

    assert_agreement(replace(position, board=replace(position.board, targets=targets)), rule)


@settings(max_examples=25)
@given(reachable(), any_rule)
def test_the_reference_agrees(position: Position, rule: Rule) -> None:
    """RC5 to RC10: the search that is meant to be read finds solutions of the same length."""
    plainly = reference.solve(position, rule, limit=3)
    solution = solve(position, rule, max_moves=3)

    assert (None if plainly is None else len(plainly)) == length(position, rule, solution)
    assert plainly is None or "arrived" == attempt(position, plainly, rule).verdict


def serpentine() -> Board:
    """Barriers at the ends of the rows send a robot back along the next row, to the centre."""
    barriers = {
        Cell(x, y): Diagonal(Robot.RED, rising=y % 2 == 1) for y in range(16) for x in (0, 15)
    }
    return replace(open_board(targets={Target("red-circle"): Cell(4, 4)}), diagonals=barriers)


def children(position: Position) -> tuple[int, int]:
    """For how many sets the solver has memory, and how many one move makes of the fullest set."""
    arriving = position.target.robot or Robot.RED
    search = Search(position, arriving, RULES[0])
    others = {cell for robot, cell in zip(ROBOTS, position.robots, strict=False)} - {
        position.robots[arriving.slot]
    }
    cells = {number_of(cell) for cell in CELLS if position.board.may_rest(cell)}
    whole = sum(1 << cell for cell in cells - {number_of(cell) for cell in others})
    rest = sorted(
        (search._goal.classes[slot], cell)
        for slot, cell in enumerate(search._cells)
        if slot != arriving.slot
    )
    key = np.uint64(int.from_bytes([cell for _, cell in rest], "little"))
    words = [np.uint64(whole >> (64 * word) & (1 << 64) - 1) for word in range(4)]
    room = 4 * 4 * len(CELLS)
    count, _ = kernels.expand(
        key, *words, np.full(4, 2**64 - 1, np.uint64),
        search._tables.slides, search._goal.problem, False,  # noqa: FBT003
        np.zeros(room, np.uint64), np.zeros((room, 4), np.uint64),
    )  # fmt: skip
    return search._tables.children, count


@settings(max_examples=25)
@given(positions(any_boards()))
def test_there_is_room_for_every_child(position: Position) -> None:
    """RC7: however long barriers make a way, what one move makes of a set has its place."""
    room, needed = children(position)

    assert needed <= room


def test_there_is_room_on_the_longest_way() -> None:
    """RC7: ways that wind through half of the board pass far more cells than straight ones."""
    robots = tuple(Cell.named(name) for name in ("d4", "b1", "g8", "j9", "b16"))
    room, needed = children(Position(serpentine(), robots, Target("red-circle")))

    assert 350 < needed <= room
