"""What the commands have in common: how they explain themselves, and complain."""

from typing import Any

import rich_click as click
from rich.text import Text


def as_written(text: str) -> Any:  # noqa: ANN401 - click says str; rich-click also takes a Text
    """Help whose lines stay as they are written, so that examples can be copied in one piece."""
    return Text.from_markup(text.strip())


def help_unless_called(context: click.Context) -> None:
    """A group named without a command explains itself."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


class Faults(Exception):
    """Several things are wrong with the input; each gets its line."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines
