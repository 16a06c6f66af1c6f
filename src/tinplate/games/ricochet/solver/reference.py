"""A plain breadth-first search by the rules: slow and readable. The solver must agree with it."""

from tinplate.games.ricochet.board import Position, Robots
from tinplate.games.ricochet.motion import Move, Slide, after, slides
from tinplate.games.ricochet.pieces import ROBOTS
from tinplate.games.ricochet.proof import Rule, has_ricocheted, judge


def solve(position: Position, rule: Rule, limit: int) -> tuple[Move, ...] | None:
    """A shortest solution of at most `limit` moves, or None if there is none."""
    frontier: list[tuple[Slide, ...]] = [()]
    seen = set()
    for _ in range(limit):
        following = []
        for made in frontier:
            for slid in slides(position.board, _robots(position, made)):
                route = (*made, slid)
                verdict = judge(position, route, rule)
                if verdict == "arrived":
                    return tuple(step.move for step in route)
                state = _search_state(position, route, rule)
                if verdict == "under way" and state not in seen:
                    seen.add(state)
                    following.append(route)
        frontier = following
    return None


def _robots(position: Position, made: tuple[Slide, ...]) -> Robots:
    robots = position.robots
    for slid in made:
        robots = after(robots, slid)
    return robots


def _search_state(position: Position, made: tuple[Slide, ...], rule: Rule) -> object:
    """Routes that lead to the same state have the same continuations: cells, and RC10."""
    past = []
    for robot in ROBOTS:
        if position.target.welcomes(robot):
            own = [slid for slid in made if slid.robot is robot]
            rest = own[-1].rest_heading if own else None
            past.append((rest, has_ricocheted(made, robot, rule)))
    return _robots(position, made), tuple(past)
