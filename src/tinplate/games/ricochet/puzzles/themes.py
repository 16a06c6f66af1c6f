"""What a puzzle is about: themes, each told by its one solution."""

from collections.abc import Callable, Iterator

from tinplate.games.ricochet.motion import Slide, after
from tinplate.games.ricochet.pieces import ROBOTS, Robot, Target
from tinplate.games.ricochet.puzzles.study import PuzzleStudy
from tinplate.games.ricochet.solver.search import relaxed_distance

CORRIDOR = 12  # cells
DETOUR = 2  # moves
MANY_ROBOTS = 4
LONG = 8  # moves


def themes_of(study: PuzzleStudy) -> tuple[str, ...]:
    """Name all themes of a puzzle, in the order of `THEMES`."""
    return tuple(name for name, (_, has) in THEMES.items() if has(study))


def _has_blocker(study: PuzzleStudy) -> bool:
    return bool(_placed_blockers(study))


def _has_two_blockers(study: PuzzleStudy) -> bool:
    return len(_placed_blockers(study)) > 1


def _placed_blockers(study: PuzzleStudy) -> set[Robot]:
    """The robots that moved, and then stopped another one."""
    return {by for by, has_moved in _stoppers(study) if has_moved}


def _has_bystander(study: PuzzleStudy) -> bool:
    return any(by not in study.moving for by, _ in _stoppers(study))


def _is_caught(study: PuzzleStudy) -> bool:
    return not _is_stopped_by_wall(study, study.slides[-1])


def _has_long_corridor(study: PuzzleStudy) -> bool:
    return any(len(slid.cells) > CORRIDOR for slid in study.slides)


def _has_detour(study: PuzzleStudy) -> bool:
    own = sum(slid.robot is study.arriving for slid in study.slides)
    return own - relaxed_distance(study.position, study.arriving) >= DETOUR


def _rule_bites(study: PuzzleStudy) -> bool:
    return study.free_length < len(study.slides)


def _has_bounce(study: PuzzleStudy) -> bool:
    return any(slid.barriers for slid in study.slides)


def _has_swap(study: PuzzleStudy) -> bool:
    stood = dict(zip(study.position.robots, ROBOTS, strict=False))
    return any(stood.get(slid.end, slid.robot) is not slid.robot for slid in study.slides)


def _returns(study: PuzzleStudy) -> bool:
    left = set[tuple[Robot, object]]()
    for slid in study.slides:
        left.add((slid.robot, slid.start))
        if (slid.robot, slid.end) in left:
            return True
    return False


def _is_vortex(study: PuzzleStudy) -> bool:
    return study.position.target is Target.VORTEX


def _silver_helps(study: PuzzleStudy) -> bool:
    return Robot.SILVER in study.moving and study.arriving is not Robot.SILVER


def _begins_quietly(study: PuzzleStudy) -> bool:
    goal = study.position.board.targets[study.position.target]
    return all(
        first.robot is not study.arriving and first.end.x != goal.x and first.end.y != goal.y
        for first, *_ in study.orders
    )


def _moves_four(study: PuzzleStudy) -> bool:
    return len(study.moving) >= MANY_ROBOTS


def _is_long(study: PuzzleStudy) -> bool:
    return len(study.slides) >= LONG


def _stoppers(study: PuzzleStudy) -> Iterator[tuple[Robot, bool]]:
    """Yield each robot that stops another one, and whether it has moved before."""
    robots, moved = study.position.robots, set[Robot]()
    for slid in study.slides:
        if not _is_stopped_by_wall(study, slid):
            by = ROBOTS[robots.index(slid.end.towards(slid.rest_heading))]
            yield by, by in moved
        moved.add(slid.robot)
        robots = after(robots, slid)


def _is_stopped_by_wall(study: PuzzleStudy, slid: Slide) -> bool:
    return (slid.end, slid.rest_heading) in study.position.board.walls


# By name: what it means, and whether a puzzle has it.
THEMES: dict[str, tuple[str, Callable[[PuzzleStudy], bool]]] = {
    "blocker": ("A robot stops at another one that was moved there before.", _has_blocker),
    "two-blockers": ("Two different robots are moved to stop others.", _has_two_blockers),
    "bystander": ("A robot stops at one that never moves.", _has_bystander),
    "caught": ("The last move ends at a robot, not at a wall.", _is_caught),
    "long-corridor": (f"One move goes {CORRIDOR} cells or further.", _has_long_corridor),
    "detour": (
        f"The arriving robot makes at least {DETOUR} moves more than if it could stop anywhere.",
        _has_detour,
    ),
    "ricochet-rule": (
        "It would be shorter if the arriving robot did not have to turn a corner.",
        _rule_bites,
    ),
    "bounce": ("A barrier turns a robot.", _has_bounce),
    "robot-swap": ("A robot stops on the cell where another one began.", _has_swap),
    "return": ("A robot comes back to a cell on which it stood before.", _returns),
    "vortex": ("Any robot may arrive.", _is_vortex),
    "silver-helps": ("The silver robot moves for another one that arrives.", _silver_helps),
    "quiet-first-move": (
        "In any order, a helper moves first, and not into the row or the column of the target.",
        _begins_quietly,
    ),
    "all-four-robots": ("Four robots or more move.", _moves_four),
    "long": (f"It takes {LONG} moves or more.", _is_long),
}
