"""What the commands share: how they show help, and how they report errors."""

from collections.abc import Callable
from typing import Any, TypeVar

import rich_click as click
from rich.text import Text

# What the exit code of every command means; a line is as wide as a terminal.
EXIT_CODES = {
    0: ["It worked. Of check and solve: everything is solved."],
    1: [
        "It ran, and the answer is no: not solved, none found, a check failed.",
        "Or the reader of its output has gone.",
    ],
    2: ["Something that was given cannot be read or used; one line says why."],
    130: ["Interrupted with Ctrl-C."],
}
LOCALHOST, USUAL_PORT = "127.0.0.1", 8000
CommandT = TypeVar("CommandT", bound=Callable[..., Any])


def as_written(text: str) -> Any:  # noqa: ANN401 - click says str; rich-click also takes a Text
    """Keep the lines of help as written, so that examples can be copied in one piece."""
    return Text.from_markup(text.strip())


def help_unless_called(context: click.Context) -> None:
    """Show the help of a group that was called without a command."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def from_environment(name: str, **attributes: Any) -> Callable[[CommandT], CommandT]:  # noqa: ANN401 - whatever click takes
    """Declare an option that can also be set as TINPLATE_..., and says so.

    If the name has two sides, such as --warm/--cold, the first one names the variable.
    """
    word = name.partition("/")[0].removeprefix("--")
    variable = f"TINPLATE_{word.replace('-', '_').upper()}"
    return click.option(name, envvar=variable, show_envvar=True, **attributes)


class WholeLine(click.ParamType[str]):
    """A text that may contain spaces; in the environment, one value per line."""

    name = "text"
    envvar_list_splitter = "\n"


class Faults(Exception):
    """Several mistakes in the input, one line each."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines
