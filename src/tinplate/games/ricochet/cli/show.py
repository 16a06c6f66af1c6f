"""`tinplate ricochet show`: a position drawn, as a picture, or as JSON."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tinplate.cli.output import printable, say, write_json, write_line
from tinplate.game import Malformed
from tinplate.games.ricochet.board import Board, Position, Robots, split_name
from tinplate.games.ricochet.cli.drawing import draw_board, legend
from tinplate.games.ricochet.notation import format_position, parse_position, task
from tinplate.games.ricochet.pieces import ROBOTS
from tinplate.games.ricochet.svg import draw_picture

STANDARD_OUTPUT = Path("-")


def show_position(words: Sequence[str], *, compact: bool, as_json: bool) -> None:
    position = parse_position(" ".join(words), custom=True)
    if as_json:
        write_json(position_facts(position) | board_facts(position.board))
    else:
        draw_position(position, compact=compact)


def save_picture(words: Sequence[str], file: Path, *, dark: bool) -> None:
    picture = draw_picture(parse_position(" ".join(words), custom=True), dark=dark)
    if file == STANDARD_OUTPUT:
        write_line(picture)
        return
    _refuse_what_is_no_picture(file)
    file.write_text(f"{picture}\n", encoding="utf-8", newline="\n")
    say(f"Picture written to {printable(str(file))}.")


def _refuse_what_is_no_picture(file: Path) -> None:
    """Refuse to overwrite a file that may be anything but a picture."""
    if file.suffix.lower() != ".svg":
        raise Malformed(f"{file}: a picture's name ends in .svg (or is - for standard output)")
    # A link is refused wherever it leads: its target may not be a picture.
    if file.is_symlink() or (file.exists() and not file.is_file()):
        raise Malformed(f"{file}: not a regular file, so it will not be overwritten")


def draw_position(position: Position, *, compact: bool = False) -> None:
    drawing = draw_board(position.board, position.robots, position.target, compact=compact)
    say(drawing, legend(), f"   {task(position)}")


def position_facts(position: Position) -> dict[str, Any]:
    return {
        "position": format_position(position),
        "url": format_position(position, url=True),
        "board": str(position.board),
        "robots": robots_facts(position.robots),
        "target": position.target,
        "target_cell": str(position.board.targets[position.target]),
    }


def robots_facts(robots: Robots) -> dict[str, str]:
    return {robot: str(cell) for robot, cell in zip(ROBOTS, robots, strict=False)}


def board_facts(board: Board) -> dict[str, Any]:
    return {
        "board": board.name,
        "sections": () if board.is_custom else split_name(board.name),
        "targets": {target: str(board.targets[target]) for target in sorted(board.targets)},
        "diagonals": [
            {"cell": str(cell), "colour": diagonal.colour.colour, "rises": diagonal.rising}
            for cell, diagonal in sorted(board.diagonals.items())
        ],
        "walls": [[str(cell), side] for cell, side in board.edges()],
        **(_own_facts(board) if board.is_custom else {}),
    }


def _own_facts(board: Board) -> dict[str, Any]:
    """What is the same for all printed boards."""
    return {
        "width": board.width,
        "height": board.height,
        "blocked": [str(cell) for cell in sorted(board.blocked)],
    }
