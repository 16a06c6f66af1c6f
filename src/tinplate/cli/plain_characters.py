"""Boards and signs on terminals that know only ASCII: each character has a look-alike."""

import codecs
import io
import os
import sys
from typing import Literal

NAME = "tinplate-look-alikes"  # of the error handler, for streams
_SAME = {
    "-": "━─╺╸╶╴–",
    "|": "┃│╹╻╵╷║",
    "+": "┏┓┗┛┣┫┳┻╋╭╮╰╯├┤┬┴┼╔╗╚╝╠╣╦╩✓",
    "=": "═≡",
    ".": "·",
    ":": "░",
    "%": "▒",
    "#": "█■",
    "_": "▁",
    "~": "▔",
    "o": "●",
    "*": "⬢✶•",
    "@": "✺",
    "F": "⚑",
    "^": "▲△▴⇑↑",
    "v": "▼▽▾⇓↓",
    "<": "◀◁◂⇐←‹«",
    ">": "▶▷▸⇒→›»",
    "/": "╱",
    "\\": "╲",
    ")": "↻",
    "(": "↺",
    "x": "✗×",
    "u": "µ",
    '"': "“”",
    "'": "‘’",
    "...": "…",
}
LOOK_ALIKES = {character: plain for plain, characters in _SAME.items() for character in characters}
_ASCII_LOCALES = ("C", "POSIX")
_COERCED = "C.UTF-8"  # what Python puts into LC_CTYPE where the locale is C


def use_look_alikes() -> None:
    """Make what people read fit the locale: look-alikes, or “?”, for what it cannot show."""
    codecs.register_error(NAME, _look_alike)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Python writes UTF-8 where the locale is C.
            stream.reconfigure(encoding="ascii" if _is_ascii_locale() else None, errors=NAME)


def color_system() -> Literal["auto"] | None:
    """What rich has to find out about the terminal: nothing if nobody wants escape codes."""
    return None if os.environ.get("NO_COLOR") else "auto"


def _is_ascii_locale() -> bool:
    """Whether the locale says that only ASCII can be shown."""
    overall = os.environ.get("LC_ALL")
    if overall:
        return overall in _ASCII_LOCALES
    kind = os.environ.get("LC_CTYPE", _COERCED)
    is_general = kind == _COERCED and os.environ.get("LANG") in _ASCII_LOCALES
    return kind in _ASCII_LOCALES or is_general


def _look_alike(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(LOOK_ALIKES.get(character, "?") for character in missing), error.end
