"""All shortest solutions by exhaustive search: slow and readable."""

from collections import Counter
from collections.abc import Iterator, Sequence

from tests.games.ricochet import naive
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.motion import Move, Slide, after, slides
from tinplate.games.ricochet.proof import Rule, attempt, judge

Moves = tuple[Move, ...]


def every_route(position: Position, rule: Rule, length: int) -> Iterator[Moves]:
    """Every solution of that length, by the rules."""

    def extend(made: tuple[Slide, ...]) -> Iterator[Moves]:
        robots = position.robots
        for slid in made:
            robots = after(robots, slid)
        for slid in slides(position.board, robots):
            route = (*made, slid)
            verdict = judge(position, route, rule)
            if verdict == "arrived" and len(route) == length:
                yield tuple(step.move for step in route)
            if verdict == "under way" and len(route) < length:
                yield from extend(route)

    return extend(())


def count_routes(position: Position, reading: naive.Reading, length: int) -> int:
    """How many solutions of that length there are, by the naive rules.

    Routes that lead to the same state are counted together.
    """
    layer = [(naive.opening(position), 1)]
    for _ in range(length - 1):
        counts = Counter[object]()
        stages = {}
        for stage, number in layer:
            for robot, heading in naive.moves_of(stage):
                then = naive.follow(position, reading, stage, robot, heading)
                if then is not None and then.end is None:
                    mark = naive.essence(position, reading, then)
                    stages[mark] = then
                    counts[mark] += number
        layer = [(stage, counts[mark]) for mark, stage in stages.items()]
    return sum(
        number
        for stage, number in layer
        for robot, heading in naive.moves_of(stage)
        if naive.may_arrive(position, robot)
        and (then := naive.follow(position, reading, stage, robot, heading)) is not None
        and then.end == "arrived"
    )


def classes(position: Position, rule: Rule, routes: Sequence[Moves]) -> list[set[Moves]]:
    """Routes are in one class if swapping consecutive moves turns one into the other.

    Two moves can be swapped if each robot still slides as before, and it is still a solution.
    """
    made = {moves: attempt(position, moves, rule).slides for moves in routes}
    left, found = set(routes), []
    while left:
        group, waiting = set[Moves](), [left.pop()]
        while waiting:
            moves = waiting.pop()
            group.add(moves)
            for at in range(len(moves) - 1):
                swapped = (*moves[:at], moves[at + 1], moves[at], *moves[at + 2 :])
                if swapped in left and _same(made[moves], made[swapped], at):
                    left.remove(swapped)
                    waiting.append(swapped)
        found.append(group)
    return found


def _same(one: Sequence[Slide], other: Sequence[Slide], at: int) -> bool:
    first, then = one[at : at + 2]
    is_other_robot = first.robot is not then.robot
    return is_other_robot and (*one[:at], then, first, *one[at + 2 :]) == tuple(other)
