"""What is at stake in a running match: the server helps nobody with that."""

from tinplate.games.ricochet.board import MARKS, Position, split_name
from tinplate.games.ricochet.values import State


def topic_of(state: object) -> str | None:
    """The topic of a state. None between rounds."""
    position = state.position if isinstance(state, State) else None
    return None if position is None else topic(position)


def topic(position: Position) -> str:
    """Name the board and the target, wherever the robots are.

    A rotated board is the same board, so its name starts with the red section.
    """
    parts = split_name(position.board.name)
    first = next(at for at, part in enumerate(parts) if part.startswith(MARKS[0]))
    return f"{''.join(parts[first:] + parts[:first])} {position.target}"
