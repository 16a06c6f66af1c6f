"""A robot on its course."""

from msgspec import Struct

from tinplate.games.rally.settings import MOST_ARMOUR
from tinplate.grid import Cell, Heading

LIVES = 3  # R17


class Robot(Struct, frozen=True, kw_only=True):
    """Where it is and how it is doing (R17). A destroyed robot has no cell and no armour (R20)."""

    cell: Cell | None
    facing: Heading
    armour: int = MOST_ARMOUR
    lives: int = LIVES
    next_flag: int = 1  # R3
    save: Cell  # R23: where it will come back
    virtual: bool = False  # R31
    off: bool = False  # R27: powered down this turn
