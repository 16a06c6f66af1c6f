"""The manual page of `tinplate`, from its help: `python -m tinplate.cli.manual > tinplate.1`."""

import sys
from collections.abc import Iterator

import rich_click as click

from tinplate import __version__
from tinplate.cli.main import app
from tinplate.cli.options import EXIT_CODES

_COMPLETION = """\
bash: eval "$(_TINPLATE_COMPLETE=bash_source tinplate)"
zsh:  eval "$(_TINPLATE_COMPLETE=zsh_source tinplate)"
fish: _TINPLATE_COMPLETE=fish_source tinplate | source"""


def manual() -> str:
    """The whole page, in the language of man(7)."""
    context = click.Context(app, info_name="tinplate")
    lines = [
        f'.TH TINPLATE 1 "" "tinplate {__version__}" "Tinplate"',
        ".SH NAME",
        r"tinplate \- classic robot board games: play them, solve them, host them, rate bots",
        ".SH SYNOPSIS",
        r".B tinplate",
        r"[COMMAND] [OPTIONS]",
        ".SH DESCRIPTION",
        *_paragraph(app.help or ""),
        ".SH COMMANDS",
        *_commands(app, context),
        ".SH EXIT STATUS",
        *(line for code, text in EXIT_CODES.items() for line in _described(str(code), *text)),
        ".SH ENVIRONMENT",
        *_described("NO_COLOR", "If it is set, nothing is coloured."),
        *_described("LC_ALL, LC_CTYPE, LANG", "C or POSIX: a terminal gets boards in ASCII."),
        *_described("NUMBA_CACHE_DIR", "Where compiled code is kept."),
        ".SH COMPLETION",
        "Put the line for your shell into its start-up file:",
        *_verbatim(_COMPLETION),
    ]
    return "\n".join([*lines, ""])


def _commands(group: click.Group, context: click.Context) -> Iterator[str]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None:
            continue
        inside = click.Context(command, info_name=name, parent=context)
        if isinstance(command, click.Group):
            yield from _commands(command, inside)
            continue
        words = " ".join(command.collect_usage_pieces(inside))
        yield f".SS {_plain(inside.command_path)} {_plain(words)}"
        yield from _paragraph(command.help or "")
        for parameter in command.get_params(inside):
            record = parameter.get_help_record(inside)
            if record is not None:
                yield from _described(*record)
        if command.epilog:
            yield from _verbatim(str(command.epilog))


def _described(term: str, *text: str) -> Iterator[str]:
    yield from (".TP", rf"\fB{_plain(term)}\fR", _plain(" ".join(" ".join(text).split())))


def _paragraph(text: str) -> Iterator[str]:
    for paragraph in text.split("\n\n"):
        yield from (".PP", _plain(" ".join(paragraph.split())))


def _verbatim(text: str) -> Iterator[str]:
    yield from (".PP", ".nf", *(_plain(line) for line in text.strip().splitlines()), ".fi")


def _plain(text: str) -> str:
    """Keep roff from taking a character for one of its own."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    sys.stdout.write(manual())
