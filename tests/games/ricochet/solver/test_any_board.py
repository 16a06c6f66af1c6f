"""The solver on boards of any size against the naive search."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.ricochet import naive
from tests.games.ricochet.solver.known import length
from tests.games.ricochet.strategies import RULES, own_boards, own_positions
from tests.games.ricochet.test_twins import naive_reading
from tinplate.games.ricochet.board import Board, Position
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.pieces import Robot, Target
from tinplate.games.ricochet.proof import READINGS, Rule
from tinplate.games.ricochet.reach import may_rest_on
from tinplate.games.ricochet.solver import hint, search, solutions, solve, solve_many
from tinplate.games.ricochet.solver.limits import fits
from tinplate.grid import Cell, Heading

any_rule = st.sampled_from(RULES)
MANY = 4  # robots with which the naive search gets slow
DEEP = 9  # moves: beyond what probes see, so that levels are searched
# Long and narrow: few cells for the naive search, and too wide for the kernels of printed boards.
narrow = own_boards(widths=(3, 4, 17), heights=(3, 4))


def assert_agreement(position: Position, rule: Rule, limit: int) -> None:
    naively = naive.shortest(position, naive_reading(rule), limit)
    solution = solve(position, rule, max_moves=limit)

    assert (None if naively is None else len(naively)) == length(position, rule, solution)
    assert naively is not None or solution.at_least > limit or solution.solvable is False


@settings(max_examples=60)
@given(own_positions(), any_rule)
def test_boards_of_all_sizes(position: Position, rule: Rule) -> None:
    """RC5 to RC10: the same length as the naive search, with one to eight robots."""
    assert_agreement(position, rule, 4 if len(position.robots) <= MANY else 3)


@settings(max_examples=60)
@given(own_positions(narrow, most=2), any_rule)
def test_long_solutions_and_proofs(position: Position, rule: Rule) -> None:
    """The same beyond what probes see, or both find that there is none."""
    if len(position.robots) <= 2:
        assert_agreement(position, rule, DEEP)
    else:
        assert_agreement(position, rule, 4)


def all_routes(
    position: Position, reading: naive.Reading, stage: naive.Stage, left: int
) -> Iterator[tuple[Move, ...]]:
    """All solutions of that many moves."""
    for robot, heading in naive.moves_of(stage):
        after = naive.follow(position, reading, stage, robot, heading)
        if after is None or (after.end is None) != (left > 1) or after.end == "void":
            continue
        if left == 1:
            yield (Move(robot, heading),)
        else:
            for rest in all_routes(position, reading, after, left - 1):
                yield (Move(robot, heading), *rest)


@settings(max_examples=60)
@given(own_positions(narrow, most=2) | own_positions(most=3), any_rule)
def test_all_solutions(position: Position, rule: Rule) -> None:
    """Each once, as the naive search finds them; the best of them is the hint."""
    found = solutions(position, rule, max_moves=6 if len(position.robots) == 1 else 4)
    if found.shortest.moves is None:
        return

    reading = naive_reading(rule)
    start = naive.opening(position)
    expected = {*all_routes(position, reading, start, len(found.shortest.moves))}

    assert expected == {route.moves for route in found.routes}
    assert len(expected) == found.count
    best = solutions(position, rule, best=1, max_moves=6)
    assert found.routes[0] == best.routes[0]
    assert best.routes[0].moves[0] == hint(position, 4, rule).move
    distinct = solutions(position, rule, distinct=True, max_moves=6)
    assert {route.moves for route in distinct.routes} <= expected
    assert bool(distinct.routes)


@settings(max_examples=40)
@given(own_positions(own_boards(widths=(3, 4, 5), heights=(3, 4, 5)), most=3))
def test_what_is_hopeless_has_no_solution(position: Position) -> None:
    """The quick proof never says so of a robot that arrives, or of one that arrived."""
    found = solve(position, READINGS["free"], max_moves=6)
    if found.moves is not None:
        robot, goal = found.moves[-1].robot, position.board.targets[position.target]
        assert may_rest_on(position.board, position.robots, robot, goal)


CORRIDOR = Board.custom(
    20,
    20,
    walls={(Cell(x, 9), Heading.SOUTH) for x in range(20)},
    targets={Target.RED_CIRCLE: Cell(5, 15), Target.GREEN_CIRCLE: Cell(19, 9)},
)
APART = (Cell(0, 0), Cell(5, 5), Cell(0, 12), Cell(9, 12))


def test_what_walls_separate_is_proven_unsolvable() -> None:
    red = Position(CORRIDOR, APART, Target.RED_CIRCLE)
    green = Position(CORRIDOR, APART, Target.GREEN_CIRCLE)

    assert solve(red).solvable is False
    assert "ge gs" == " ".join(map(str, solve(green).moves or ()))


def test_many_positions_of_all_sizes_at_once() -> None:
    positions = [
        Position(CORRIDOR, APART, Target.GREEN_CIRCLE),
        Position(
            Board.custom(5, 5, targets={Target.VORTEX: Cell(4, 4)}), (Cell(0, 0),), Target.VORTEX
        ),
    ]

    assert [2, 2] == [found.length for found in solve_many(positions)]


def test_a_search_that_needs_too_much_memory_says_what_it_has_proven(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Unknown, with the bound: by the kernels of printed boards, and by the others."""
    from tinplate.games.ricochet.solver import wide  # noqa: PLC0415 - loads its kernels

    monkeypatch.setattr(search, "_MOST_GROUPS", 1)
    monkeypatch.setattr(wide, "_MEMORY", 1)
    for size in (16, 20):
        board = Board.custom(size, size, targets={Target.RED_CIRCLE: Cell(7, 7)})
        cells = (Cell(0, 0), Cell(9, 0), Cell(0, 9), Cell(3, 5), Cell(8, 2))
        found = solve(Position(board, cells, Target.RED_CIRCLE))

        assert found.moves is None
        assert found.solvable is None
        assert found.at_least > 5


def test_missing_robots_are_parked() -> None:
    """Two robots on a full board have no place for the others; on one with a hole they do."""
    targets = {Target.RED_CIRCLE: Cell(15, 15)}
    full = Board.custom(16, 16, targets=targets)
    holed = Board.custom(16, 16, blocked={Cell(3, 3), Cell(9, 9)}, targets=targets)
    for board, is_narrow in ((full, False), (holed, True)):
        position = Position(board, (Cell(0, 0), Cell(0, 5)), Target.RED_CIRCLE)

        assert is_narrow == fits(position)
        assert 2 == solve(position).length
        assert {Robot.RED} == {move.robot for move in solve(position).moves or ()}


def test_robots_outside_a_closed_room_do_not_count() -> None:
    """On a full board they cannot be parked; two robots in the room are searched to the end."""
    room = [(Cell(x, 3), Heading.SOUTH) for x in range(5)]
    room += [(Cell(4, y), Heading.EAST) for y in range(4)]
    board = Board.custom(16, 16, walls=room, targets={Target.RED_CIRCLE: Cell(2, 2)})
    inside, outside = (Cell(0, 0), Cell(3, 0)), (Cell(9, 9), Cell(12, 3), Cell(6, 14))
    free = READINGS["free"]
    found = solve(Position(board, inside + outside, Target.RED_CIRCLE), free)
    alone = Board.custom(5, 4, targets=board.targets)

    assert found.proven
    assert found.length == solve(Position(alone, inside, Target.RED_CIRCLE), free).length


def test_a_large_board_listens_as_often_as_a_small_one() -> None:
    """A bare board of 32 by 32 with eight robots: a set of positions takes milliseconds there."""
    bare = Board.custom(32, 32, targets={Target.RED_CIRCLE: Cell(7, 9)})
    cells = (Cell(3, 3), *(Cell(4 * at, 30 - at) for at in range(1, 8)))
    asked = iter([False] * 3)
    found = solve(Position(bare, cells, Target.RED_CIRCLE), cancel=lambda: next(asked, True))

    assert (None, None) == (found.moves, found.solvable)
    assert found.explored < 200
    assert found.at_least > 1
