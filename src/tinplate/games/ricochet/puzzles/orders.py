"""When two solutions are the same but for the order of independent moves.

Two neighbouring moves are independent if different robots make them, and in the other order each
robot still passes exactly the same cells. Two solutions are the same if swapping independent
neighbours, as often as one likes, turns one into the other.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tinplate.game import Rejected
from tinplate.games.ricochet.board import Board, Position, Robots
from tinplate.games.ricochet.motion import Slide, after, slide

Slides = tuple[Slide, ...]


def orders_of(position: Position, made: Sequence[Slide], most: int) -> set[Slides] | None:
    """Return all orders of a solution, itself included; None if they are more than `most`."""
    found, waiting = {tuple(made)}, [tuple(made)]
    while waiting:
        for other in _swapped(position, waiting.pop()):
            if other not in found:
                found.add(other)
                waiting.append(other)
        if len(found) > most:
            return None
    return found


def _swapped(position: Position, made: Slides) -> Iterator[Slides]:
    """Yield the solution with two independent neighbours swapped, for all such pairs."""
    robots = position.robots
    for at, (first, then) in enumerate(pairwise(made)):
        if _are_independent(position.board, robots, first, then):
            yield (*made[:at], then, first, *made[at + 2 :])
        robots = after(robots, first)


def _are_independent(board: Board, robots: Robots, first: Slide, then: Slide) -> bool:
    if first.robot is then.robot:
        return False
    try:
        if slide(board, robots, then.move) != then:
            return False
        return slide(board, after(robots, then), first.move) == first
    except Rejected:
        return False
