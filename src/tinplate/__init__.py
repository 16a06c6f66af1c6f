"""Tinplate: two robot board games, Ricochet and Rally: rules, play and research.

`ricochet` and `rally` are the games; `Match` plays a match of either, `bot` finds a bot by its
name, and `prepare` compiles the games ahead of time. Everything public is in the `__all__` of this
module and of those two; the rest may change at any time. docs/library.md shows how to use it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tinplate import rally, ricochet
    from tinplate.game import Bot, Malformed, Millis, Outcome, Plan, Rejected, Seat
    from tinplate.grid import Cell, Heading
    from tinplate.library import Match, bot, bots, prepare
    from tinplate.match import Entry

__version__ = "0.2.0"

__all__ = [
    "Bot",
    "Cell",
    "Entry",
    "Heading",
    "Malformed",
    "Match",
    "Millis",
    "Outcome",
    "Plan",
    "Rejected",
    "Seat",
    "bot",
    "bots",
    "prepare",
    "rally",
    "ricochet",
]

# Loaded at first use: the command line needs little of it, and `--help` none.
_MODULES = {
    "Bot": "game",
    "Cell": "grid",
    "Entry": "match",
    "Heading": "grid",
    "Malformed": "game",
    "Match": "library",
    "Millis": "game",
    "Outcome": "game",
    "Plan": "game",
    "Rejected": "game",
    "Seat": "game",
    "bot": "library",
    "bots": "library",
    "prepare": "library",
}

if not TYPE_CHECKING:  # the type checker reads the imports above, and finds misspelt names

    def __getattr__(name: str) -> object:
        if name in _MODULES:
            found = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
        elif name in __all__:
            found = import_module(f"{__name__}.{name}")
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
