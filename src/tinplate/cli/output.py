"""How commands print: words for people, JSON for machines, one line for errors."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from rich.console import Console, RenderableType
from rich.progress import Progress

from tinplate.cli.plain_characters import color_system

Tell = Callable[[str, float], None]  # what is being done, and which share of it is done


def say(*things: RenderableType) -> None:
    """Print for people: in colour on a terminal, without any escape codes elsewhere."""
    console = plain_console()  # a new one: standard output may have been replaced
    for thing in things:
        console.print(thing)


def plain_console() -> Console:
    """Where text is printed as it is. With NO_COLOR nothing is bold or dim, either."""
    return Console(
        highlight=False, markup=False, emoji=False, soft_wrap=True, color_system=color_system()
    )


def write_line(text: str) -> None:
    """Print for machines: exactly this line, however wide the terminal."""
    out = for_machines()
    out.write(f"{text}\n")
    if out is not sys.stdout:
        out.flush()


def for_machines() -> TextIO:
    """Standard output; in UTF-8, even where the locale says that people want ASCII."""
    if sys.stdout.encoding != "ascii" or sys.stdout.isatty():
        return sys.stdout
    sys.stdout.flush()
    return os.fdopen(sys.stdout.fileno(), "w", encoding="utf-8", closefd=False)


def write_json(value: Any) -> None:  # noqa: ANN401 - any JSON value
    write_line(json.dumps(value, ensure_ascii=False))


def complain(message: str) -> None:
    """Say on one line of standard error what is wrong, after everything that was printed."""
    sys.stdout.flush()
    sys.stderr.write(f"tinplate: {printable(message)}\n")


@contextmanager
def progress_bar(beginning: str) -> Iterator[Tell]:
    """Show a progress bar on standard error, if that is a terminal."""
    # Not even where colours are forced: nobody wants a bar in a file.
    bar = Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    task = bar.add_task(beginning, total=1)

    def tell(what: str, share: float) -> None:
        bar.update(task, description=what, completed=share)

    with bar:
        yield tell


def printable(text: str) -> str:
    """Put text on one line, without codes that could control the terminal."""
    words = " ".join(text.split())
    return "".join(character if character.isprintable() else "�" for character in words)
