"""Plans: an interpreter of PDDL, which knows nothing of our code, executes them step by step."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.games.ricochet.formats.puzzles import positions
from tests.games.ricochet.formats.test_pddl import TASK
from tests.games.ricochet.formats.validator import InvalidPlan, claimed_cost, validated_cost
from tinplate.game import Rejected
from tinplate.games.ricochet.board import Board, Position
from tinplate.games.ricochet.formats.pddl import write_pddl
from tinplate.games.ricochet.formats.plan import write_plan
from tinplate.games.ricochet.formats.positions import puzzle_of, target_for
from tinplate.games.ricochet.formats.reading import PlanningTask, read_task
from tinplate.games.ricochet.motion import Move, Slide, after, slide
from tinplate.games.ricochet.notation import parse_moves
from tinplate.games.ricochet.pieces import ROBOTS
from tinplate.games.ricochet.proof import READINGS, attempt
from tinplate.grid import Heading

FREE = READINGS["free"]
PLAN = """\
(go tin north)
(step tin f c north)
(stop-at-barrier tin c north)
(go Rob south)
(step Rob a d south)
(stop-at-barrier Rob d south)
; cost = 2 (general cost)
"""


def plan_of(task: PlanningTask, moves: tuple[Move, ...]) -> str:
    slides = attempt(task.position, moves, FREE).slides
    return write_plan(task.pddl, task.robots, slides)


def test_every_step_is_an_action() -> None:
    """As planners write them, with the names of the task."""
    task = read_task(TASK, "task")

    assert PLAN == plan_of(task, parse_moves("gn rs"))


def test_a_robot_stops_a_robot() -> None:
    """That is another action than stopping at a barrier."""
    plan = plan_of(read_task(TASK, "task"), parse_moves("rs re"))

    assert "(stop-at-robot Rob e f east)" in plan.splitlines()


def test_costs_are_those_of_the_task() -> None:
    """The domain says: each start, each step and each stop costs what the task says."""
    task = TASK.replace("(go-cost) 1", "(go-cost) 3").replace("(stop-cost) 0", "(stop-cost) 2")

    assert 10 == claimed_cost(plan_of(read_task(task, "task"), parse_moves("gn rs")))


@given(
    positions(most=6, robots=3),
    st.lists(st.builds(Move, st.sampled_from(ROBOTS[:3]), st.sampled_from(Heading)), min_size=1),
)
def test_plans_are_valid(position: Position, wishes: list[Move]) -> None:
    """Whatever robots do, the plan does the same, and costs what it claims."""
    robots, made = position.robots, list[Slide]()
    for move in wishes:
        try:
            made.append(slide(position.board, robots, move))
        except Rejected:
            continue
        robots = after(robots, made[-1])
    assume(made)
    written = write_pddl(puzzle_of(_ending(position, made[-1])), "mine")
    task = read_task(written, "task")
    plan = write_plan(task.pddl, task.robots, made)

    assert len(made) == claimed_cost(plan) == validated_cost(written, plan)


def _ending(position: Position, last: Slide) -> Position:
    """The position with the target where the last robot stops."""
    drawn, target = position.board.layout, target_for(last.robot)
    board = Board.custom(
        drawn.width,
        drawn.height,
        walls=drawn.walls,
        blocked=drawn.blocked,
        targets={target: last.end},
    )
    return Position(board, position.robots, target)


SOLVED = """\
(go rob south)
(step rob a d south)
(stop-at-barrier rob d south)
(go tin north)
(step tin f c north)
(stop-at-barrier tin c north)
(go tin south)
(step tin c f south)
(stop-at-barrier tin f south)
(go rob east)
(step rob d e east)
(stop-at-robot rob e f east)
; cost = 4 (general cost)
"""
REACHABLE = TASK.replace("(at Rob c)", "(at Rob e)")


def test_the_validator_accepts_a_valid_plan() -> None:
    """It is strict, and not blind."""
    assert 4 == validated_cost(REACHABLE, SOLVED)


@pytest.mark.parametrize("number", range(12))
def test_the_validator_misses_no_line(number: int) -> None:
    """A plan without one of its steps fails."""
    lines = SOLVED.splitlines()

    with pytest.raises(InvalidPlan):
        validated_cost(REACHABLE, "\n".join([*lines[:number], *lines[number + 1 :]]))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(go rob south)", "(go rob east)"),
        ("(go rob south)", "(go d south)"),
        ("(go rob south)", "(walk rob south)"),
        ("(go rob south)", "(go rob)"),
        ("(step rob a d south)", "(step rob a e south)"),
        ("(step rob a d south)", "(step tin a d south)"),
        ("(step rob d e east)", "(step rob d e east)\n(step rob e f east)"),
        ("(stop-at-robot rob e f east)", "(stop-at-barrier rob e east)"),
        ("(stop-at-robot rob e f east)", "(stop-at-robot rob e d east)"),
        ("(stop-at-barrier rob d south)", "(stop-at-robot rob d a south)"),
        ("(go tin north)", "(go tin north)\n(go rob east)"),
    ],
)
def test_the_validator_misses_no_wrong_step(old: str, new: str) -> None:
    """Each of these breaks another condition of the domain."""
    assert old in SOLVED
    with pytest.raises(InvalidPlan):
        validated_cost(REACHABLE, SOLVED.replace(old, new))
