"""The definition of right: plain breadth first over the rules. Slow, and meant to be read."""

from tinplate.games.ricochet.board import Position, Robots
from tinplate.games.ricochet.motion import Move, Slide, after, slides
from tinplate.games.ricochet.pieces import ROBOTS
from tinplate.games.ricochet.proof import Rule, has_ricocheted, judge


def solve(position: Position, rule: Rule, limit: int) -> tuple[Move, ...] | None:
    """A shortest solution of at most so many moves, or None if there is none."""
    frontier: list[tuple[Slide, ...]] = [()]
    seen = set()
    for _ in range(limit):
        following = []
        for made in frontier:
            for slid in slides(position.board, _robots(position, made)):
                way = (*made, slid)
                verdict = judge(position, way, rule)
                if verdict == "arrived":
                    return tuple(step.move for step in way)
                what_matters = _what_matters(position, way, rule)
                if verdict == "under way" and what_matters not in seen:
                    seen.add(what_matters)
                    following.append(way)
        frontier = following
    return None


def _robots(position: Position, made: tuple[Slide, ...]) -> Robots:
    robots = position.robots
    for slid in made:
        robots = after(robots, slid)
    return robots


def _what_matters(position: Position, made: tuple[Slide, ...], rule: Rule) -> object:
    """Ways that agree in this go on alike: where all stand, and what counts for RC10."""
    past = []
    for robot in ROBOTS:
        if position.target.welcomes(robot):
            own = [slid for slid in made if slid.robot is robot]
            rest = own[-1].rest_heading if own else None
            past.append((rest, has_ricocheted(made, robot, rule)))
    return _robots(position, made), tuple(past)
