"""How commands print: words for people, JSON for machines, one line for errors."""

import json
import sys
from typing import Any

from rich.console import Console, RenderableType


def say(*things: RenderableType) -> None:
    """Print for people: in colour on a terminal, without any escape codes elsewhere."""
    # A new console each time, because standard output may have been replaced.
    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    for thing in things:
        console.print(thing)


def write_line(text: str) -> None:
    """Print for machines: exactly this line, however wide the terminal."""
    sys.stdout.write(f"{text}\n")


def write_json(value: Any) -> None:  # noqa: ANN401 - any JSON value
    write_line(json.dumps(value, ensure_ascii=False))


def printable(text: str) -> str:
    """Put text on one line, without codes that could control the terminal."""
    words = " ".join(text.split())
    return "".join(character if character.isprintable() else "�" for character in words)
