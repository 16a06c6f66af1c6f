"""What the commands have in common: how they explain themselves, and complain."""

from collections.abc import Callable
from typing import Any, TypeVar

import rich_click as click
from rich.text import Text

CommandT = TypeVar("CommandT", bound=Callable[..., Any])


def as_written(text: str) -> Any:  # noqa: ANN401 - click says str; rich-click also takes a Text
    """Help whose lines stay as they are written, so that examples can be copied in one piece."""
    return Text.from_markup(text.strip())


def help_unless_called(context: click.Context) -> None:
    """A group named without a command explains itself."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def from_environment(name: str, **attributes: Any) -> Callable[[CommandT], CommandT]:  # noqa: ANN401 - whatever click takes
    """An option that may also be given as TINPLATE_..., and says so."""
    variable = f"TINPLATE_{name.removeprefix('--').replace('-', '_').upper()}"
    return click.option(name, envvar=variable, show_envvar=True, **attributes)


class WholeLine(click.ParamType[str]):
    """A text with blanks in it; several in the environment stand on a line each."""

    name = "text"
    envvar_list_splitter = "\n"


class Faults(Exception):
    """Several things are wrong with the input; each gets its line."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines
