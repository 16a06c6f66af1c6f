"""What the kernels of printed boards have room for, and how large a search may grow."""

from tinplate.games.ricochet.board import SIZE, Position
from tinplate.games.ricochet.pieces import BOX_ROBOTS
from tinplate.games.ricochet.reach import areas

FEWEST_ROBOTS, MOST_ROBOTS = len(BOX_ROBOTS) - 1, len(BOX_ROBOTS)
FULL = -1  # why a search stopped: it would need more memory than it may have


class SearchIsFull(Exception):
    """A search would need more memory than it may have."""


def fits(position: Position) -> bool:
    """Whether the kernels have room: for 16 x 16 cells, and four or five robots.

    A smaller board is the north-west corner of theirs. Missing robots, and those that walls keep
    from the arriving one, are parked where nothing happens, if there are such places. Everything
    else is searched by `wide`.
    """
    board, robots = position.board, len(position.robots)
    if not board.is_custom:
        return True
    if board.width > SIZE or board.height > SIZE or robots > MOST_ROBOTS:
        return False
    missing = max(0, FEWEST_ROBOTS - robots)
    parking = SIZE * SIZE - board.width * board.height + len(board.blocked) - missing
    return parking >= robots - 1 or parking >= _most_walled_off(position)


def _most_walled_off(position: Position) -> int:
    """How many robots never meet the arriving one, whichever that is."""
    area = areas(position.board)
    places = [area[cell.y * position.board.width + cell.x] for cell in position.robots]
    return len(places) - min(map(places.count, places))
