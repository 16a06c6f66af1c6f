"""What is at stake in a running match: the server gives nobody help with it."""

from tinplate.games.ricochet.board import MARKS, Position, split_name
from tinplate.games.ricochet.values import State


def topic_of(state: object) -> str | None:
    """Return what must not be solved now; None between rounds, and in games without puzzles."""
    position = state.position if isinstance(state, State) else None
    return None if position is None else topic(position)


def topic(position: Position) -> str:
    """Name the board and the target, wherever the robots are.

    A rotated board is the same board, so its name starts with its red section.
    """
    parts = split_name(position.board.name)
    first = next(at for at, part in enumerate(parts) if part.startswith(MARKS[0]))
    return f"{''.join(parts[first:] + parts[:first])} {position.target}"
