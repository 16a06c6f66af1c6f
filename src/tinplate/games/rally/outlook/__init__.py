"""How many turns a robot of Rally needs from anywhere on a course, estimated over sample hands.

The outlook is measured once per course and settings, cached on disk, and shared by all bots.

| file | concept |
|---|---|
| `compiling.py` | decorators for compiled functions |
| `programs.py` | every program of a hand, and how each one ends |
| `choosing.py` | what to expect after a program, and which one to choose |
| `iteration.py` | value iteration |
| `playouts.py` | turns with other robots, and who is ahead after them |
| `table.py` | the outlook of a course: guessed, or measured |
| `cache.py` | measured outlooks, in memory and on disk |
"""

from tinplate.games.rally.kernel import MOST_ARMOUR, QUARTERS, REGISTERS
from tinplate.games.rally.outlook.choosing import Outlook, all_endings, play_greedily, turns_left
from tinplate.games.rally.outlook.iteration import LIFE_COST
from tinplate.games.rally.outlook.playouts import (
    chances_by_power,
    chances_now,
    sample_opponents,
    start_next_turn,
)
from tinplate.games.rally.outlook.programs import (
    ARMOUR,
    CODE,
    EARLY_FINISH,
    ENDING,
    FLAG,
    KINDS,
    LEVELS,
    LOST,
    NEVER,
    OPEN,
    PLACE,
    SAVE,
    UNITS,
    WON,
    Floats,
    Ground,
    Ints,
)

__all__ = [
    "ARMOUR",
    "CODE",
    "EARLY_FINISH",
    "ENDING",
    "FLAG",
    "KINDS",
    "LEVELS",
    "LIFE_COST",
    "LOST",
    "MOST_ARMOUR",
    "NEVER",
    "OPEN",
    "PLACE",
    "QUARTERS",
    "REGISTERS",
    "SAVE",
    "UNITS",
    "WON",
    "Floats",
    "Ground",
    "Ints",
    "Outlook",
    "all_endings",
    "chances_by_power",
    "chances_now",
    "play_greedily",
    "sample_opponents",
    "start_next_turn",
    "turns_left",
]
