"""What is at stake in a match that is on: nobody gets help with that from the house."""

from tinplate.games.ricochet.board import MARKS, Position, split_name
from tinplate.games.ricochet.values import State


def topic_of(state: object) -> str | None:
    """What may not be told of now; None between rounds, and in games without puzzles."""
    position = state.position if isinstance(state, State) else None
    return None if position is None else topic(position)


def topic(position: Position) -> str:
    """The board and the target, wherever the robots are.

    A board turned round is the same board, so it is named from its red section on.
    """
    parts = split_name(position.board.name)
    first = next(at for at, part in enumerate(parts) if part.startswith(MARKS[0]))
    return f"{''.join(parts[first:] + parts[:first])} {position.target}"
