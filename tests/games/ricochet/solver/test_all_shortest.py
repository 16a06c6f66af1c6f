"""All shortest solutions, against going through everything."""

import json
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.ricochet.openboard import open_board
from tests.games.ricochet.solver.known import HARDEST, Known, known
from tests.games.ricochet.solver.plainly import classes, count_routes, every_route
from tests.games.ricochet.solver.test_agreement import any_rule, reachable
from tests.games.ricochet.solver.test_solve import BOXED_IN, EIGHT, after_calls, on_open_board
from tests.games.ricochet.strategies import RULES, any_boards, positions
from tests.games.ricochet.test_twins import naive_reading
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.notation import format_moves, parse_position
from tinplate.games.ricochet.pieces import Robot, Target
from tinplate.games.ricochet.proof import READINGS, Rule, attempt
from tinplate.games.ricochet.solver import (
    ShortestRoute,
    Solutions,
    SolverError,
    all_shortest,
    levels,
    routes,
    solutions,
    solve,
)
from tinplate.grid import Cell

SHORT = 3  # moves; going through all routes gets slow beyond
FREE = READINGS["free"]
RED, VORTEX = Target("red-circle"), Target("vortex")
# Only robots can stop a robot short of the edge.
bare_boards = st.just(open_board(targets=dict.fromkeys(Target, Cell(3, 1))))
FIVE = "G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle"  # ten moves in five ways, and their orders
ROUND = "gf2\\ gf5/ gc5\\"  # from c2 east and south, and back to c2 from the other side
MANY = "G1Y1R2B2 rj2,ge15,be11,yp1 blue-hexagon"  # 11 moves in hundreds of orders
DATA = Path(__file__).parents[1] / "data"


def measured(position: Position, rule: Rule, route: ShortestRoute) -> ShortestRoute:
    """The same route, measured by the rules."""
    made = attempt(position, route.moves, rule).slides
    return ShortestRoute(
        len({slid.robot for slid in made}),
        sum(len(slid.cells) - 1 for slid in made),
        tuple(slid.move for slid in made),
    )


def assert_all_found(position: Position, rule: Rule) -> None:
    """All routes and no others, none twice, the best first; one of each class if that is asked."""
    found = solutions(position, rule, max_moves=SHORT)
    length = min(found.shortest.at_least, SHORT)  # if none was found, there is none of any length
    plainly = sorted(every_route(position, rule, length), key=format_moves)

    assert plainly == sorted((route.moves for route in found.routes), key=format_moves)
    assert len(plainly) == (found.count or 0)
    assert [measured(position, rule, route) for route in found.routes] == [*found.routes]
    assert sorted(found.routes, key=lambda route: route[:2]) == [*found.routes]
    assert_one_of_each_class(position, rule, found, SHORT)


def assert_one_of_each_class(
    position: Position, rule: Rule, whole: Solutions, limit: int | None = None
) -> None:
    groups = classes(position, rule, [route.moves for route in whole.routes])
    told = solutions(position, rule, distinct=True, max_moves=limit)

    assert whole.count == told.count
    assert len(groups) == (told.distinct or 0) == len(told.routes)
    assert [1] * len(groups) == [
        sum(1 for route in told.routes if route.moves in group) for group in groups
    ]


@settings(max_examples=16)
@given(reachable(), any_rule)
def test_all_routes_within_reach(position: Position, rule: Rule) -> None:
    """RC5 to RC10: exactly the routes that going through everything finds, on all boards."""
    assert_all_found(position, rule)


@settings(max_examples=14)
@given(reachable(bare_boards), any_rule)
def test_all_routes_without_walls(position: Position, rule: Rule) -> None:
    """RC5: the same where robots stop at robots, and the order of moves matters most."""
    assert_all_found(position, rule)


@settings(max_examples=16)
@given(positions(any_boards()), st.integers(0, 4), any_rule)
def test_all_routes_from_the_target(position: Position, slot: int, rule: Rule) -> None:
    """RC9: the same where a robot stands on the target at first."""
    cell = position.robots[slot % len(position.robots)]
    targets = {**position.board.targets, position.target: cell}

    assert_all_found(replace(position, board=replace(position.board, targets=targets)), rule)


@pytest.mark.parametrize("reading", READINGS)
def test_any_robot_may_arrive(reading: str) -> None:
    """RC9: solutions of all robots that reach the vortex in as many moves are told."""
    position = on_open_board(VORTEX, "p5", walls="p5n", red="p16", blue="a5")
    rule = READINGS[reading]
    arriving = {route.moves[-1].robot for route in solutions(position, rule).routes}

    assert 2 <= len(arriving)
    assert_all_found(position, rule)


def beyond_a_probe() -> list[Known]:
    """Five moves, where the search has levels, on boards of all kinds."""
    longer = [
        puzzle
        for puzzle in [*known("optimal.jsonl"), *known("solver-lengths.jsonl")]
        if set(puzzle.lengths.values()) == {5}
    ]
    return [
        *longer[::32],
        next(puzzle for puzzle in longer if puzzle.position.target is VORTEX),
        next(puzzle for puzzle in longer if puzzle.position.board.diagonals),
    ]


@pytest.mark.parametrize("puzzle", beyond_a_probe(), ids=lambda puzzle: puzzle.text)
def test_as_many_as_the_naive_rules_count(puzzle: Known) -> None:
    """RC5 to RC10: the count of longer solutions is that of the naive rules, under each reading."""
    position = puzzle.position

    assert {
        reading: count_routes(position, naive_reading(READINGS[reading]), length)
        for reading, length in puzzle.lengths.items()
    } == {reading: solutions(position, READINGS[reading]).count for reading in puzzle.lengths}


class Counted(NamedTuple):
    """A position of 7 to 12 moves, and how many solutions it has.

    Up to nine moves it was the naive rules that counted them, which takes minutes.
    """

    position: str
    reading: str
    moves: int
    routes: int
    distinct: int


def counted() -> list[Counted]:
    lines = (DATA / "solver-counts.jsonl").read_text(encoding="utf-8").splitlines()
    return [Counted(**json.loads(line)) for line in lines]


@pytest.mark.parametrize("known", counted(), ids=lambda known: known.position)
def test_counts_of_long_solutions(known: Counted) -> None:
    """RC13: all of them, each once, and which of them are only another order of another one."""
    position, rule = parse_position(known.position), READINGS[known.reading]
    found = solutions(position, rule)
    routes = found.routes

    assert known.routes == len(routes) == len({route.moves for route in routes})
    assert {known.moves} == {len(route.moves) for route in routes}
    assert {"arrived"} == {attempt(position, route.moves, rule).verdict for route in routes}
    assert known.distinct == solutions(position, rule, distinct=True).distinct
    assert_one_of_each_class(position, rule, found)


@pytest.mark.parametrize("distinct", [False, True])
@pytest.mark.parametrize("text", [FIVE, MANY, "Y2G1B2R2 rj9,gj3,bn12,yo1 vortex"])
def test_the_best_are_the_first_of_all(text: str, *, distinct: bool) -> None:
    """RC13: whoever wants a few gets the same ones as whoever wants all, and the same counts."""
    position = parse_position(text)
    whole = solutions(position, distinct=distinct)

    assert len(whole.routes) > 2
    for best in (0, 1, 2, len(whole.routes) - 1, len(whole.routes) + 1):
        few = solutions(position, best=best, distinct=distinct)

        assert whole.routes[:best] == few.routes
        assert (whole.count, whole.distinct) == (few.count, few.distinct)


@settings(max_examples=16)
@given(reachable(bare_boards), any_rule, st.integers(1, 5))
def test_the_best_where_there_are_many(position: Position, rule: Rule, best: int) -> None:
    """RC13: the same where many routes are as good as others: the order of the moves decides."""
    whole = solutions(position, rule, max_moves=SHORT)

    assert whole.routes[:best] == solutions(position, rule, best=best, max_moves=SHORT).routes


@pytest.mark.parametrize("known", counted(), ids=lambda known: known.position)
def test_the_best_of_long_ones(known: Counted) -> None:
    """RC13: the one that is best of all, and how many there are, without listing the others."""
    position, rule = parse_position(known.position), READINGS[known.reading]
    whole, one = solutions(position, rule), solutions(position, rule, best=1)

    assert (whole.routes[:1], known.routes) == (one.routes, one.count)


@pytest.mark.parametrize("room", [32, 64])
def test_graphs_that_need_more_memory(monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    """RC13: the same routes, however often there was too little memory at first."""
    whole = solutions(parse_position(MANY))
    monkeypatch.setattr(routes, "_ROOM", room)

    assert whole.routes == solutions(parse_position(MANY)).routes


def test_nobody_asked_for_the_order() -> None:
    """RC13: how many differ in more than the order is not told unless it is asked."""
    assert solutions(parse_position(EIGHT)).distinct is None


def test_fewest_robots_then_fewest_cells() -> None:
    """RC13: red and yellow do it on 25 cells or on 50; with green and blue it takes 61."""
    position = parse_position(FIVE)
    routes = solutions(position, distinct=True).routes

    assert [(2, 25), (2, 50), (3, 61), (3, 61), (3, 61)] == [route[:2] for route in routes]
    assert "re yn yw yn ye yn ye rs rw rn" == format_moves(routes[0].moves)


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_no_solutions(rule: Rule) -> None:
    """RC5: where nobody ever arrives there is nothing to list, and that is certain."""
    found = solutions(on_open_board(RED, "f6", walls=BOXED_IN), rule, distinct=True)

    assert (False, 0, 0, ()) == (found.shortest.solvable, found.count, found.distinct, found.routes)


def test_a_robot_on_its_target_leaves_and_comes_back_in_all_ways() -> None:
    """RC9: standing there is not arriving: from the corner it leaves east or south."""
    position = on_open_board(RED, "a1", red="a1")

    assert ["re rw", "rs rn"] == [
        format_moves(route.moves) for route in solutions(position, FREE).routes
    ]


def test_only_who_comes_back_arrives() -> None:
    """RC7, RC9: barriers send red round to where it stands; another robot's move is no arrival."""
    position = on_open_board(RED, "c2", red="c2", walls="c2n c2w", barriers=ROUND)

    assert ["re", "rs"] == [format_moves(route.moves) for route in solutions(position, FREE).routes]


@pytest.mark.parametrize(
    "position",
    [
        on_open_board(RED, "a1", red="a1", blue="b1", barriers="yj1\\"),
        on_open_board(VORTEX, "a1", red="a1", blue="p9", green="k11"),
    ],
    ids=["its own", "the vortex"],
)
def test_whoever_stands_on_the_target_at_first_does_no_harm(position: Position) -> None:
    """RC9, RC10: only coming to rest there counts; another robot may move before red leaves."""
    routes = solutions(position).routes

    assert {3} == {len(route.moves) for route in routes}
    assert Robot.BLUE in {route.moves[0].robot for route in routes}
    assert_all_found(position, READINGS["ricochet"])


def test_too_few_moves_allowed_for_any() -> None:
    """RC13: whether there are longer ones is left open."""
    found = solutions(parse_position(EIGHT), max_moves=7, distinct=True)

    assert (None, None, None, ()) == (
        found.shortest.solvable,
        found.count,
        found.distinct,
        found.routes,
    )
    assert 8 == found.shortest.at_least


def test_enough_moves_allowed_for_all() -> None:
    """RC13: a limit that is not in the way changes nothing."""
    position = parse_position(EIGHT)

    assert solutions(position).routes == solutions(position, max_moves=8).routes


def test_no_time_for_any() -> None:
    """RC18: without time there is no answer, and no claim."""
    found = solutions(parse_position(HARDEST), FREE, seconds=0)

    assert (None, None, ()) == (found.shortest.solvable, found.count, found.routes)


def test_stopped_at_any_stage() -> None:
    """RC18: who is stopped after the first one tells it, and that there may be more."""
    position = parse_position(MANY)
    asked = count(1)
    solutions(position, cancel=lambda: next(asked) < 0)
    times = next(asked)
    first = solve(position).moves
    stopped = [solutions(position, cancel=after_calls(call)) for call in range(1, times, 10)]

    assert 100 < times
    assert {(None, None)} == {(found.count, found.distinct) for found in stopped}
    assert {(), (first,)} == {tuple(route.moves for route in found.routes) for found in stopped}
    assert all(
        measured(position, READINGS["ricochet"], route) == route
        for found in stopped
        for route in found.routes
    )


def test_a_cancel_that_never_comes_for_all() -> None:
    """RC18: being asked does not change the answer."""
    position = parse_position(MANY)

    assert solutions(position).routes == solutions(position, cancel=lambda: False).routes


def test_a_line_that_solves_nothing_is_a_bug_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """RC13: what the rules do not let pass never leaves the solver; the position is named."""
    monkeypatch.setattr(all_shortest, "is_solution", lambda *_: False)
    with pytest.raises(SolverError) as error:
        solutions(parse_position(EIGHT))

    assert str(error.value).endswith(f" does not solve {EIGHT}")


@pytest.mark.parametrize("block", [1, 3, 1_000_000])
def test_marking_in_blocks(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    """RC13: in how many steps the ways back are marked does not change them."""
    position = parse_position(MANY)
    whole = solutions(position).routes
    monkeypatch.setattr(levels, "_BLOCK", block)

    assert whole == solutions(position).routes
