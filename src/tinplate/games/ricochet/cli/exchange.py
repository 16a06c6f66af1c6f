"""`tinplate ricochet import` and `export`: positions of other programs, and for them."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from tinplate.cli.output import printable, say, write_line
from tinplate.game import Malformed
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.cli.files import read_limited, refuse_to_overwrite
from tinplate.games.ricochet.formats.asp import write_asp
from tinplate.games.ricochet.formats.pddl import write_pddl
from tinplate.games.ricochet.formats.positions import puzzle_of
from tinplate.games.ricochet.formats.reading import read_position
from tinplate.games.ricochet.notation import format_position, parse_position
from tinplate.games.ricochet.svg import draw_picture

ExportFormat = Literal["pddl", "asp", "svg", "png"]
_ENDINGS = {"pddl": (".pddl",), "asp": (".asp", ".lp"), "svg": (".svg",), "png": (".png",)}
_SCALE = 2  # pixels for each unit of a picture
_FONT = 'font-family="sans-serif"'
# The library has its own idea of what sans-serif is, and leaves out letters without their font.
_FONTS = "font-family=\"'DejaVu Sans', 'Noto Sans', 'Liberation Sans', Arial, Helvetica\""


def import_position(path: Path) -> None:
    """Print the position in a file on one line."""
    try:
        position = read_position(read_limited(path))
    except Malformed as error:
        raise Malformed(f"{path}: {error}") from None
    write_line(format_position(position))


def export_position(
    words: Sequence[str], to: ExportFormat, output: Path | None, *, dark: bool
) -> None:
    """Write a position for other programs, to a file or to standard output."""
    position = parse_position(" ".join(words), custom=True)
    if output is None:
        if to == "png" and sys.stdout.isatty():
            raise Malformed("a PNG is not for a terminal: give --output FILE, or use a pipe")
        sys.stdout.flush()
        sys.stdout.buffer.write(_exported(position, to, "task", dark=dark))
        sys.stdout.buffer.flush()
        return
    refuse_to_overwrite(output, *_ENDINGS[to])
    output.write_bytes(_exported(position, to, output.stem, dark=dark))
    say(f"Written to {printable(str(output))}.")


def _exported(position: Position, to: ExportFormat, name: str, *, dark: bool) -> bytes:
    match to:
        case "pddl":
            text = write_pddl(puzzle_of(position), name)
        case "asp":
            text = write_asp(puzzle_of(position))
        case "svg":
            text = f"{draw_picture(position, dark=dark)}\n"
        case "png":
            return _png(draw_picture(position, dark=dark))
    return text.encode()


def _png(svg: str) -> bytes:
    # It comes with an extra: if that is missing, the command says which.
    from resvg_py import svg_to_bytes  # noqa: PLC0415

    return bytes(svg_to_bytes(svg_string=svg.replace(_FONT, _FONTS), zoom=_SCALE))
