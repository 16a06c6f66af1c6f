"""A puzzle at a terminal: the board, the task, and by which reading it is played."""

from collections.abc import Iterator

from rich.console import RenderableType

from tinplate.games.ricochet.cli.drawing import draw_board, legend
from tinplate.games.ricochet.notation import parse_position, task
from tinplate.puzzles.values import MadePuzzle

_BOUNCE = "The robot has to change direction on its way; a bounce off a barrier is enough."
_NO_BOUNCE = "The robot has to change direction on its way; a bounce off a barrier isn't enough."
_EARLY = "It may stop on the target before that."
_RULES = {  # of RC10
    "ricochet": _BOUNCE,
    "free": "Here a straight route counts, too.",
    "no-deflection": _NO_BOUNCE,
    "early-stop": f"{_NO_BOUNCE} {_EARLY}",
    "early-stop-deflection": f"{_BOUNCE} {_EARLY}",
}


def tell_puzzle(puzzle: MadePuzzle) -> Iterator[RenderableType]:
    """Draw what somebody needs to solve it."""
    position = parse_position(puzzle.text, custom=True)
    yield draw_board(position.board, position.robots, position.target)
    yield legend()
    yield f"   {task(position)} As few moves as you can."
    yield f"   {_RULES[puzzle.rules]}"
