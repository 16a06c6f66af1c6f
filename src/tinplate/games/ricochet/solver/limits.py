"""What the kernels of printed boards have room for, and how large a search may grow."""

from tinplate.games.ricochet.board import SIZE, Position
from tinplate.games.ricochet.pieces import BOX_ROBOTS

FEWEST_ROBOTS, MOST_ROBOTS = len(BOX_ROBOTS) - 1, len(BOX_ROBOTS)
FULL = -1  # why a search stopped: it would need more memory than it may have


class SearchIsFull(Exception):
    """A search would need more memory than it may have."""


def fits(position: Position) -> bool:
    """Whether the kernels have room: for 16 x 16 cells, and four or five robots.

    A smaller board is the north-west corner of theirs. Missing robots are parked where nothing
    happens, if there is such a place. Everything else is searched by `wide`.
    """
    board, robots = position.board, len(position.robots)
    if not board.is_custom:
        return True
    if board.width > SIZE or board.height > SIZE or robots > MOST_ROBOTS:
        return False
    parking = SIZE * SIZE - board.width * board.height + len(board.blocked)
    return robots + parking >= FEWEST_ROBOTS
