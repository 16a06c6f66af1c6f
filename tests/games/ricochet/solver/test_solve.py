"""What the solver says about a position, and when it stops."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from math import nan
from threading import Event, current_thread
from typing import Any

import pytest

from tests.games.ricochet.openboard import open_board, stand
from tests.games.ricochet.solver.known import HARDEST, HARDEST_LENGTH, Known, known, length
from tests.games.ricochet.strategies import RULES
from tinplate.game import Malformed
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.notation import format_moves, format_position, parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import READINGS, Rule
from tinplate.games.ricochet.solver import Solution, kernels, shortest, solutions, solve
from tinplate.games.ricochet.solver.shortest import SAMPLE, ParallelSearch, is_solution
from tinplate.grid import Cell

RED = Target("red-circle")
VORTEX = Target("vortex")
FREE = READINGS["free"]
EIGHT = "R1Y2G1B1 rk15,gm7,bh12,yl14 blue-hexagon"  # eight moves by every reading


def on_open_board(
    target: Target, at: str, *, walls: str = "", barriers: str = "", **robots: str
) -> Position:
    board = open_board(walls=walls, barriers=barriers, targets={target: Cell.named(at)})
    return Position(board, stand(**robots), target)


every_rule = pytest.mark.parametrize("rule", RULES, ids=str)
BOXED_IN = "f6n f6e f6s f6w"


@every_rule
@pytest.mark.parametrize(
    "position",
    [
        on_open_board(RED, "f6", walls=BOXED_IN),
        on_open_board(VORTEX, "f6", walls=BOXED_IN),
        on_open_board(RED, "f6", walls=BOXED_IN, barriers="gc3/ bm12\\"),
        on_open_board(VORTEX, "f6", walls=BOXED_IN, silver="k4", barriers="gc3/ bm12\\"),
        on_open_board(RED, "k11", walls=BOXED_IN, red="f6"),
        # The others are enclosed as well, for all their ways have to be looked at.
        on_open_board(RED, "f6", walls=f"{BOXED_IN} p1s p1w p16n p16w a16n", red="f6"),
        # Two robots in a room of two cells by two: neither gets out, and nobody gets in.
        on_open_board(RED, "k11", walls="a2s b2s b1e b2e", green="b1"),
    ],
    ids=[
        "target", "vortex", "barriers", "silver", "robot", "robot on its target", "two in a room"
    ],
)  # fmt: skip
def test_no_solution_is_proven(position: Position, rule: Rule) -> None:
    """RC5: an enclosed target is never reached, and an enclosed robot never arrives elsewhere."""
    solution = solve(position, rule)

    assert (None, False, True) == (solution.moves, solution.solvable, solution.proven)


A_ROOM = "c3n d3n e3n c5s d5s e5s c3w c4w c5w e3e e4e e5e"  # of three cells by three


@every_rule
@pytest.mark.parametrize("silver", ["", "h3"])
def test_whoever_is_walled_off_is_not_searched(rule: Rule, silver: str) -> None:
    """RC5: where nobody can come in to help, it does not matter how the others stand outside."""
    solution = solve(on_open_board(RED, "d4", walls=A_ROOM, red="c3", silver=silver), rule)

    assert (None, False) == (solution.moves, solution.solvable)
    assert solution.explored < 100


def test_two_in_a_room() -> None:
    """RC5: green in the same room is a stop for red; the others are outside and do not count."""
    position = on_open_board(RED, "d3", walls=A_ROOM, red="c3", green="e5")
    solution = solve(position, FREE)

    assert solution.moves
    assert "gn re" == format_moves(solution.moves)
    assert solution.explored < 100


def test_the_others_solve_it_when_one_is_enclosed() -> None:
    """RC9: any robot may reach the vortex, so one that cannot move does not matter."""
    position = on_open_board(VORTEX, "p2", walls=BOXED_IN + " p2s", red="f6")
    solution = solve(position, FREE)

    assert 1 == length(position, FREE, solution)


def test_a_robot_on_its_target_leaves_and_comes_back() -> None:
    """RC9: standing there is not arriving."""
    position = on_open_board(RED, "a1", red="a1")

    assert {"free": 2, "ricochet": 4} == {
        reading: length(position, READINGS[reading], solve(position, READINGS[reading]))
        for reading in ("free", "ricochet")
    }


def test_of_two_ways_to_a_cell_the_one_that_turns() -> None:
    """RC7, RC10: north goes straight to the target, east is sent there by two barriers."""
    position = on_open_board(RED, "c2", walls="c2n c2w", barriers="ge5/ ge2\\", red="c5")
    solution = solve(position)

    assert solution.moves
    assert "re" == format_moves(solution.moves)


@pytest.mark.parametrize("puzzle", list(known("solver-lengths.jsonl"))[:280:35], ids=str)
def test_the_same_call_gives_the_same_moves(puzzle: Known) -> None:
    """RC13: of several shortest solutions it is always the same one."""
    one, other = solve(puzzle.position), solve(puzzle.position)

    assert (one.moves, one.explored) == (other.moves, other.explored)


def test_many_threads_at_once() -> None:
    """RC10: searches side by side do not disturb each other."""
    puzzles = list(known("solver-lengths.jsonl"))[:280:4]

    def lengths(puzzle: Known) -> dict[str, int | None]:
        position = puzzle.position
        return {
            reading: length(position, READINGS[reading], solve(position, READINGS[reading]))
            for reading in puzzle.lengths
        }

    with ThreadPoolExecutor(8) as threads:
        assert [puzzle.lengths for puzzle in puzzles] == list(threads.map(lengths, puzzles))


@pytest.mark.parametrize("reading", READINGS)
def test_too_few_moves_allowed(reading: str) -> None:
    """RC13: no solution within the limit; whether there is a longer one is left open."""
    for most in range(8):
        solution = solve(parse_position(EIGHT), READINGS[reading], max_moves=most)

        assert (None, None, False) == (solution.moves, solution.solvable, solution.proven)
        assert most + 1 == solution.at_least


@pytest.mark.parametrize("most", [8, 9, 1000, None])
def test_enough_moves_allowed(most: int | None) -> None:
    """RC13: a limit that is not in the way changes nothing."""
    position = parse_position(EIGHT)

    assert solve(position).moves == solve(position, max_moves=most).moves


@pytest.mark.parametrize("reading", READINGS)
def test_the_limit_counts_by_the_rule(reading: str) -> None:
    """RC10: a free solution within the limit does not help where the rule needs more moves."""
    puzzle = Known(
        "Y4B4R4G4 ro7,gm5,bm11,yd5 yellow-circle",
        {
            "free": 1,
            "ricochet": 1,
            "no-deflection": 10,
            "early-stop": 3,
            "early-stop-deflection": 1,
        },
    )
    shortest = puzzle.lengths[reading]
    rule, position = READINGS[reading], puzzle.position

    assert shortest == length(position, rule, solve(position, rule, max_moves=shortest))
    assert Solution(None, None, shortest, 0, 0) == timeless(
        solve(position, rule, max_moves=shortest - 1)
    )


def timeless(solution: Solution) -> Solution:
    """The answer without what it took to find it."""
    return Solution(solution.moves, solution.solvable, solution.at_least, 0, 0)


def test_no_time_at_all() -> None:
    """RC18: without time there is no answer, and no claim."""
    solution = solve(parse_position(HARDEST), FREE, seconds=0)

    assert (None, None, False) == (solution.moves, solution.solvable, solution.proven)
    assert 1 <= solution.at_least <= HARDEST_LENGTH


def test_time_enough() -> None:
    """RC18: a clock that is not in the way changes nothing."""
    position = parse_position(EIGHT)

    assert solve(position).moves == solve(position, seconds=3600).moves


def after_calls(number: int) -> Callable[[], bool]:
    """Says stop when it is asked for the so many-th time."""
    calls = count(1)
    return lambda: next(calls) >= number


def test_a_search_can_be_cancelled() -> None:
    """RC18: whoever is asked to stop stops soon, however much is left to do."""
    whole = solve(parse_position(HARDEST), FREE)
    explored = []
    for calls in (1, 10, 50):
        solution = solve(parse_position(HARDEST), FREE, cancel=after_calls(calls))
        explored.append(solution.explored)

        assert (None, None) == (solution.moves, solution.solvable)
        assert 1 <= solution.at_least <= HARDEST_LENGTH

    assert sorted(set(explored)) == explored
    assert explored[-1] < whole.explored / 2


def test_the_second_search_can_be_cancelled_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """RC10: where the free solution breaks the rule the search goes on, and still listens."""
    monkeypatch.setattr("tinplate.games.ricochet.solver.shortest.BUDGET", 500)
    position = parse_position("Y4B4R4G4 ro7,gm5,bm11,yd5 yellow-circle")
    rule = READINGS["no-deflection"]
    solution = solve(position, rule, cancel=after_calls(5))

    assert (None, None) == (solution.moves, solution.solvable)
    assert 1 < solution.at_least <= 10


def test_a_cancel_that_never_comes() -> None:
    """RC18: being asked does not change the answer."""
    position = parse_position(EIGHT)

    assert solve(position).moves == solve(position, cancel=lambda: False).moves


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"max_moves": -1}, "max_moves: expected 0 or more, not -1"),
        ({"seconds": -0.5}, "seconds: expected 0 or more, not -0.5"),
        ({"seconds": nan}, "seconds: expected 0 or more, not nan"),
    ],
)
def test_limits_that_are_none(limits: dict[str, Any], message: str) -> None:
    """RC18: no limit is below nothing."""
    with pytest.raises(Malformed) as refused:
        solve(parse_position(EIGHT), **limits)

    assert message == str(refused.value)


def test_the_sample_takes_every_kernel() -> None:
    """RC10: it is longer by the rule, so that both kinds of searches are made, and traced back."""
    sample = parse_position(SAMPLE)
    free, ruled = (solve(sample, READINGS[name]) for name in ("free", "no-deflection"))

    assert free.moves
    assert not is_solution(sample, free.moves, READINGS["no-deflection"])
    assert ruled.moves


ALL_KINDS = [
    "R1Y2G1B1 rk15,gm7,bh12,yl14 blue-hexagon",
    "B2Y2G3R1 ra11,gn16,bn9,yg1,sp14 blue-square",
    "Y3G2R4B1 rh15,gi4,bc6,yg16 red-square",
    "Y4B1R3G1 re6,gp7,bb16,yi1,sa8 blue-triangle",
]


def test_all_kinds_of_positions_share_one_kernel() -> None:
    """RC4, RC7: four robots and five, with barriers and without; nothing is compiled twice."""
    for text in ALL_KINDS:
        solutions(parse_position(text), READINGS["no-deflection"], best=1)

    for kernel in (
        kernels.advance,
        kernels.mark_arrivals,
        kernels.mark_level,
        kernels.extend_graph,
        kernels.find_best,
    ):
        assert 1 == len(kernel.signatures)


def test_threads_load_the_kernels_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second thread waits for the first, and neither counts that as time of its search."""
    loads, solving = list[str](), shortest.find_shortest

    def slowly(searches: ParallelSearch, *others: Any) -> Solution:  # noqa: ANN401 - all that it takes
        if format_position(searches.position) == SAMPLE:
            loads.append(current_thread().name)
            both_wait.wait()
        return solving(searches, *others)

    both_wait = Event()
    monkeypatch.setattr(shortest, "_loaded", Event())
    monkeypatch.setattr(shortest, "find_shortest", slowly)
    with ThreadPoolExecutor(2) as threads:
        found = [threads.submit(solve, parse_position(EIGHT)) for _ in range(2)]
        both_wait.set()

    assert 1 == len(loads)
    assert [8, 8] == [len(each.result().moves or ()) for each in found]
