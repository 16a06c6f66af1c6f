# ruff: noqa: PLC0415 - the list of games is read when needed, so that imports are quick
"""Games on the command line: each adds its own group of commands."""

import sys
from collections.abc import Container
from typing import Any

import rich_click as click

from tinplate.cli.options import EXIT_CODES, as_written
from tinplate.pack import GamePack


class CommandsWithGames(click.RichGroup):
    """The built-in commands and those of all installed games."""

    group_class = click.RichGroup  # groups inside it have commands of their own only

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *_groups()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, cmd_name) or _groups().get(cmd_name)

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - rich-click's own
        self.epilog = self.epilog or _epilog()
        super().format_help(ctx, formatter)


class CommandOverGames(click.RichCommand):
    """A command that takes any game; its help ends with an example of each."""

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - rich-click's own
        from tinplate.games import packs

        lines = [f"$ {line}" for pack in packs().values() for line in pack.arena_examples]
        text, self.epilog = (
            self.epilog,
            as_written("\n".join([f"{self.epilog}", "[bold]Examples[/bold]", *lines])),
        )
        super().format_help(ctx, formatter)
        self.epilog = text


class InstalledGame(click.ParamType[str]):
    """The name of an installed game."""

    name = "game"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from tinplate.games import packs

        if value not in packs():
            self.fail(f"{value!r} is not one of {', '.join(packs())}.", param, ctx)
        return value

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002
        from tinplate.games import packs

        return "|".join(packs())


def warn_of_unusable_games(commands: Container[str]) -> None:
    """Name the games that cannot be used: their package is broken, or a command has their name."""
    from tinplate.games import found, packs

    taken = [
        f"the game “{name}” has no command: `tinplate {name}` is something else"
        for name in packs()
        if name in commands
    ]
    for fault in (*found().faults, *taken):
        sys.stderr.write(f"tinplate: {fault}\n")


def _groups() -> dict[str, click.Command]:
    from tinplate.games import packs

    return {name: pack.command() or _plain_group(pack) for name, pack in packs().items()}


def _plain_group(pack: GamePack) -> click.Command:
    from tinplate.cli.play import play_command

    return play_command(pack)


def _epilog() -> Any:  # noqa: ANN401 - click says str; rich-click also takes a Text
    """List something to try in each game."""
    from tinplate.games import packs

    lines = [f"$ {line}" for pack in packs().values() for line in pack.examples]
    last = ["", "Every command has help:", f"$ tinplate {next(iter(packs()))} --help"]
    codes = [
        f"{code if line is text[0] else '':<5}{line}"
        for code, text in EXIT_CODES.items()
        for line in text
    ]
    return as_written(
        "\n".join(["[bold]Try it[/bold]", *lines, *last, "", "[bold]Exit codes[/bold]", *codes])
    )
