"""When a target is reached, and the ricochet rule under every setting."""

import pytest

from tests.games.ricochet.openboard import open_board, stand
from tinplate.games.ricochet.board import Position, Robots
from tinplate.games.ricochet.notation import parse_moves
from tinplate.games.ricochet.pieces import BOX_ROBOTS, Robot, Target
from tinplate.games.ricochet.proof import READINGS, Attempt, Rule, attempt
from tinplate.grid import Cell

REQUIRED = Rule()
OFF = Rule(ricochet="off")
NO_DEFLECTION = Rule(deflection_counts=False)
EARLY_STOP = Rule(early_stop="allowed")


def puzzle(
    robots: Robots, on: str = "a1", target: Target = Target.RED_CIRCLE, barriers: str = ""
) -> Position:
    """An open board whose target lies on that cell."""
    board = open_board(barriers=barriers, targets={target: Cell.named(on)})
    return Position(board, robots, target)


def play(moves: str, position: Position, rule: Rule = REQUIRED) -> Attempt:
    return attempt(position, parse_moves(moves), rule)


def test_its_own_robot_reaches_a_coloured_target() -> None:
    """RC9: a coloured target is reached by the robot of its colour."""
    assert "arrived" == play("rn rw", puzzle(stand(red="c5"))).verdict


@pytest.mark.parametrize("rule", READINGS.values(), ids=READINGS)
@pytest.mark.parametrize("moves", ["gn gw", "gw gn"])
def test_another_robot_does_not_reach_a_coloured_target(moves: str, rule: Rule) -> None:
    """RC9: a robot of another colour may rest on the target, but that settles nothing."""
    tried = play(moves, puzzle(stand(red="c5", green="e8")), rule)

    assert stand(red="c5", green="a1") == tried.robots
    assert "under way" == tried.verdict


@pytest.mark.parametrize("rule", READINGS.values(), ids=READINGS)
def test_another_robot_may_go_straight_over_it(rule: Rule) -> None:
    """RC9, RC10: what stands on a target that is not its own voids nothing."""
    tried = play("gw", puzzle(stand(red="c5", green="e1")), rule)

    assert stand(red="c5", green="a1") == tried.robots
    assert "under way" == tried.verdict


@pytest.mark.parametrize("robot", BOX_ROBOTS)
def test_every_robot_reaches_the_vortex(robot: Robot) -> None:
    """RC9: the vortex is reached by any robot, silver included."""
    robots = [Cell.named(corner) for corner in ("p1", "p16", "a16", "n13", "l11")]
    robots[robot.slot] = Cell.named("c5")
    tried = play(f"{robot}n {robot}w", puzzle(tuple(robots), target=Target.VORTEX))

    assert "arrived" == tried.verdict


def test_passing_over_is_not_reaching() -> None:
    """RC9: reaching is coming to rest on the target."""
    assert "under way" == play("rn rw", puzzle(stand(red="e5"), on="c1"), OFF).verdict


def test_standing_there_from_the_start_is_not_reaching() -> None:
    """RC9: a robot that stands on its target has yet to come to rest on it by a move."""
    tried = play("gs rs re rn rw", puzzle(stand(red="a1", green="n1")))

    assert "arrived" == tried.verdict
    assert 5 == len(tried.slides)


def test_the_first_arrival_ends_it() -> None:
    """RC9: what would come after the arrival is not played."""
    tried = play("rn rw re rs", puzzle(stand(red="c5")))

    assert "rn rw" == " ".join(str(slid.move) for slid in tried.slides)
    assert stand(red="a1") == tried.robots


def test_every_move_counts() -> None:
    """RC6: blue, moved only to be an obstacle, makes it three moves; without it red slides past."""
    robots = stand(red="c5", blue="e12")
    helped = play("bn rn re", puzzle(robots, on="d1"))

    assert ("arrived", 3) == (helped.verdict, len(helped.slides))
    assert "under way" == play("rn re", puzzle(robots, on="d1")).verdict


def test_an_impossible_move_ends_the_attempt() -> None:
    """RC5: the moves before it stand, and the sentence says why it cannot be made."""
    tried = play("rn rn rw", puzzle(stand(red="c5")))

    assert "Red cannot move up: a wall is in the way." == tried.refusal
    assert ("under way", 1, stand(red="c1")) == (tried.verdict, len(tried.slides), tried.robots)


def test_no_moves_at_all() -> None:
    """RC9: nobody arrives without moving."""
    robots = stand(red="a1")

    assert Attempt((), robots, "under way", None) == play("", puzzle(robots), OFF)


@pytest.mark.parametrize(
    ("rule", "verdict"),
    [(REQUIRED, "void"), (NO_DEFLECTION, "void"), (OFF, "arrived"), (EARLY_STOP, "under way")],
)
def test_going_straight(rule: Rule, verdict: str) -> None:
    """RC10: a robot that goes straight to its target must find another route, if so agreed."""
    assert verdict == play("rw", puzzle(stand(red="c1")), rule).verdict


@pytest.mark.parametrize("rule", [REQUIRED, NO_DEFLECTION, EARLY_STOP])
def test_two_moves_at_right_angles(rule: Rule) -> None:
    """RC10: two consecutive moves of the arriving robot at right angles are a ricochet."""
    assert "arrived" == play("rn rw", puzzle(stand(red="c5")), rule).verdict


@pytest.mark.parametrize(("rule", "verdict"), [(REQUIRED, "void"), (EARLY_STOP, "under way")])
def test_turning_back_is_no_ricochet(rule: Rule, verdict: str) -> None:
    """RC10: reversing by 180 degrees is no ricochet."""
    tried = play("re rw", puzzle(stand(red="c1")), rule)

    assert (verdict, 2) == (tried.verdict, len(tried.slides))


def test_others_may_move_in_between() -> None:
    """RC10: only the arriving robot's own moves are looked at."""
    assert "arrived" == play("rn be bn rw", puzzle(stand(red="c5", blue="d12"))).verdict


def test_others_cannot_ricochet_for_it() -> None:
    """RC10: right angles between two robots' moves, or among another's, do not count."""
    assert "void" == play("bn be rw", puzzle(stand(red="c1", blue="d12"))).verdict


def test_any_two_consecutive_moves() -> None:
    """RC10: one right angle anywhere on the way is enough; the last moves may go straight."""
    assert "arrived" == play("rn re rw", puzzle(stand(red="c5"))).verdict


TURNED_AT_C1 = "bc1\\"  # sends what goes north to the west, and what goes east to the south


@pytest.mark.parametrize(
    ("rule", "verdict"),
    [(REQUIRED, "arrived"), (EARLY_STOP, "arrived"), (NO_DEFLECTION, "void"), (OFF, "arrived")],
)
def test_a_barrier_may_do_the_turning(rule: Rule, verdict: str) -> None:
    """RC10: a barrier that turned the robot is a ricochet, unless agreed otherwise."""
    tried = play("rn", puzzle(stand(red="c5"), barriers=TURNED_AT_C1), rule)

    assert verdict == tried.verdict


@pytest.mark.parametrize(("rule", "verdict"), [(REQUIRED, "arrived"), (NO_DEFLECTION, "void")])
def test_a_barrier_earlier_on_the_way_is_enough(rule: Rule, verdict: str) -> None:
    """RC10: red is turned west at c3, stops at green, and goes straight on when green has left."""
    position = puzzle(stand(red="c8", green="a3"), on="a3", barriers="bc3\\")

    assert verdict == play("rn gs rw", position, rule).verdict


def test_its_own_barrier_turns_nobody() -> None:
    """RC7, RC10: passing through the barrier of its colour is no ricochet."""
    assert "void" == play("rw", puzzle(stand(red="e1"), barriers="rc1/")).verdict


def test_behind_a_barrier_the_heading_at_rest_counts() -> None:
    """RC10: red set off north, rests heading west: south from there is a right angle."""
    tried = play("rn rs", puzzle(stand(red="c5"), barriers=TURNED_AT_C1, on="a15"), NO_DEFLECTION)

    assert "arrived" == tried.verdict


def test_behind_a_barrier_the_heading_at_the_start_does_not_count() -> None:
    """RC10: red set off north, rests heading west: going east it only turns back."""
    tried = play("rn re", puzzle(stand(red="c5"), barriers=TURNED_AT_C1, on="c16"), NO_DEFLECTION)

    assert "void" == tried.verdict


COME_BACK = "rw rs rn"  # straight to a1, away at a right angle, and back


def test_an_early_stop_voids_the_solution() -> None:
    """RC10: a robot that rests on its target before it has ricocheted ends the attempt there."""
    tried = play(COME_BACK, puzzle(stand(red="c1")))

    assert ("void", 1, None) == (tried.verdict, len(tried.slides), tried.refusal)


def test_an_early_stop_may_be_allowed() -> None:
    """RC10: allowed, it may rest on the target, go on, and come back having ricocheted."""
    tried = play(COME_BACK, puzzle(stand(red="c1")), EARLY_STOP)

    assert ("arrived", 3) == (tried.verdict, len(tried.slides))


def test_without_the_rule_nothing_is_void() -> None:
    """RC10: when no ricochet is required the first stop on the target is the arrival."""
    tried = play(COME_BACK, puzzle(stand(red="c1")), OFF)

    assert ("arrived", 1) == (tried.verdict, len(tried.slides))


def test_an_early_stop_on_the_vortex_is_void_for_every_robot() -> None:
    """RC10: the vortex is every robot's own target, so green going straight there voids it."""
    tried = play("gw gs rn rw", puzzle(stand(red="c5", green="c1"), target=Target.VORTEX))

    assert ("void", 1) == (tried.verdict, len(tried.slides))


def test_on_the_vortex_each_robot_ricochets_for_itself() -> None:
    """RC10: red has turned a corner, green has not: green's arrival at the vortex is void."""
    tried = play("re rs gw", puzzle(stand(red="e5", green="c1"), target=Target.VORTEX))

    assert ("void", 3) == (tried.verdict, len(tried.slides))


def test_leaving_the_vortex_to_another_robot() -> None:
    """RC10: early stops allowed, green may rest there, make room, and let red arrive."""
    tried = play(
        "gw gs rn rw", puzzle(stand(red="c5", green="c1"), target=Target.VORTEX), EARLY_STOP
    )

    assert ("arrived", 4) == (tried.verdict, len(tried.slides))


def test_out_and_back_is_still_no_ricochet() -> None:
    """RC10: early stops allowed, it may come back, but without a right angle it never arrives."""
    tried = play("rw re rw", puzzle(stand(red="c1")), EARLY_STOP)

    assert "under way" == tried.verdict


def test_the_readings_by_name() -> None:
    """RC10: the names that people use, and what they stand for."""
    assert {
        "ricochet": Rule("required", deflection_counts=True, early_stop="void"),
        "free": Rule("off", deflection_counts=True, early_stop="void"),
        "no-deflection": Rule("required", deflection_counts=False, early_stop="void"),
        "early-stop": Rule("required", deflection_counts=False, early_stop="allowed"),
        "early-stop-deflection": Rule("required", deflection_counts=True, early_stop="allowed"),
    } == READINGS
