"""How the commands print: words for people, JSON for machines, one line for what went wrong."""

import json
import sys
from typing import Any

from rich.console import Console, RenderableType


def say(*things: RenderableType) -> None:
    """Print for people: in colour on a terminal, without a single escape code elsewhere."""
    # A console is made anew each time, for standard output may be another one by now.
    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    for thing in things:
        console.print(thing)


def write_line(text: str) -> None:
    """Print for machines: exactly this line, however wide the terminal."""
    sys.stdout.write(f"{text}\n")


def write_json(value: Any) -> None:  # noqa: ANN401 - whatever JSON can say
    write_line(json.dumps(value, ensure_ascii=False))


def printable(text: str) -> str:
    """On one line, and without codes that could take hold of the terminal."""
    words = " ".join(text.split())
    return "".join(character if character.isprintable() else "�" for character in words)
