"""Searches use the same memory one after the other, and nobody can tell."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from tests.games.ricochet.solver.known import HARDEST, known
from tests.games.ricochet.solver.test_solve import FREE, timeless
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.pieces import Robot, Target
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.solver import Solution, search, solutions, solve
from tinplate.games.ricochet.solver.search import Search

SPARE = 8  # spaces that are kept
HARD = "G2Y2B2R2 rm4,gc2,bf4,yk9 blue-hexagon"  # 12 moves


@pytest.fixture(autouse=True)
def none_spare() -> Iterator[None]:
    """Begin without spaces that were used before."""
    search._spare.clear()
    yield
    search._spare.clear()


def mixed_positions() -> list[Position]:
    """Four robots after five, barriers after none, long after short."""
    return [puzzle.position for puzzle in list(known("solver-lengths.jsonl"))[:280:7]]


def fresh(position: Position) -> Solution:
    """Solve it in new memory."""
    search._spare.clear()
    return solve(position)


def test_one_after_the_other() -> None:
    """RC13: used memory gives the same moves, by as many steps, as memory that is new."""
    positions = mixed_positions()
    expected = [fresh(position) for position in positions]

    assert [(one.moves, one.explored) for one in expected] == [
        (one.moves, one.explored) for one in map(solve, positions)
    ]
    assert 1 <= len(search._spare) <= SPARE


def test_eight_at_a_time() -> None:
    """RC13: the same side by side, however they take turns with the memory."""
    positions = mixed_positions()
    expected = [timeless(fresh(position)) for position in positions]
    with ThreadPoolExecutor(8) as threads:
        for _ in range(3):
            assert expected == [timeless(one) for one in threads.map(solve, positions)]

    assert len(search._spare) <= SPARE


def test_all_solutions_side_by_side() -> None:
    """RC13: the same for all solutions, which keep their memory longer."""
    positions = mixed_positions()[:12]
    expected = [solutions(position).routes for position in positions]
    with ThreadPoolExecutor(8) as threads:
        assert expected == [found.routes for found in threads.map(solutions, positions)]


def test_memory_is_used_again() -> None:
    """A search that is over leaves its space to the next one; one that goes on keeps it."""
    position = parse_position(HARD)
    robot = position.target.robot
    assert robot
    first = Search(position, robot, FREE)
    second = Search(position, robot, FREE)
    first.close()
    third = Search(position, robot, FREE)

    assert first._workspace is third._workspace
    assert second._workspace is not third._workspace


def test_memory_that_grew_is_given_up() -> None:
    """Hundreds of megabytes for one hard position are not kept for all that follow."""
    assert solve(parse_position(HARDEST), FREE, max_moves=18).at_least == 19
    assert [] == [*search._spare]


def test_at_most_eight_are_kept() -> None:
    """However many searches went on at once."""
    position = parse_position(HARD)
    robot = position.target.robot
    assert robot
    searches = [Search(position, robot, FREE) for _ in range(SPARE + 3)]
    for each in searches:
        each.close()

    assert SPARE == len(search._spare)


def test_growing_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """RC13: whoever begins with little room finds the same, with as many steps."""
    position = parse_position(HARD)
    expected = solve(position)
    search._spare.clear()
    monkeypatch.setattr(search, "_ROOM", 1 << 11)
    monkeypatch.setattr(search, "_FEW", 1 << 9)
    narrow = solve(position)

    assert (expected.moves, expected.explored) == (narrow.moves, narrow.explored)


def test_stopped_searches_leave_their_memory() -> None:
    """RC18: also who is stopped gives back what was lent."""
    position = parse_position(HARD)
    for _ in range(3):
        solve(position, READINGS["ricochet"], max_moves=6)
        solutions(position, max_moves=6)

    assert 1 == len(search._spare)


def test_helpers_are_those_of_the_target() -> None:
    """RC9: what was worked out for one target is not used for another one."""
    position = parse_position(HARD)
    other = replace(position, target=Target("blue-circle"))
    solve(position)
    kept, empty = (Search(each, Robot.BLUE, FREE)._helpers for each in (position, other))

    assert kept.any()
    assert not empty.any()


def test_helpers_are_used_again() -> None:
    """RC13: what is left of a search makes the next one no different."""
    position = parse_position(HARD)
    search.target_tables.cache_clear()
    search.goal_of.cache_clear()
    first, second = solve(position), solve(position)
    new = Search(position, Robot.BLUE, FREE)
    after = Search(position, Robot.BLUE, FREE)  # while the other one is not closed

    assert timeless(first) == timeless(second)
    assert new._helpers.any()
    assert not after._helpers.any()
