"""What board drawings are made of: styled characters, and the joints of their lines."""

from collections.abc import Sequence

from rich.text import Text

from tinplate.grid import Heading

PLAIN = ""
QUIET = "dim"

_N, _E, _S, _W = Heading.NORTH, Heading.EAST, Heading.SOUTH, Heading.WEST
Arms = frozenset[Heading]
WALL_JOINTS: dict[Arms, str] = {
    frozenset(): "·",
    frozenset({_N}): "╹",
    frozenset({_E}): "╺",
    frozenset({_S}): "╻",
    frozenset({_W}): "╸",
    frozenset({_N, _S}): "┃",
    frozenset({_E, _W}): "━",
    frozenset({_E, _S}): "┏",
    frozenset({_S, _W}): "┓",
    frozenset({_N, _E}): "┗",
    frozenset({_N, _W}): "┛",
    frozenset({_N, _E, _S}): "┣",
    frozenset({_N, _S, _W}): "┫",
    frozenset({_E, _S, _W}): "┳",
    frozenset({_N, _E, _W}): "┻",
    frozenset({_N, _E, _S, _W}): "╋",
}
LINE_JOINTS: dict[Arms, str] = {
    frozenset(): " ",
    frozenset({_N}): "╵",
    frozenset({_E}): "╶",
    frozenset({_S}): "╷",
    frozenset({_W}): "╴",
    frozenset({_N, _S}): "│",
    frozenset({_E, _W}): "─",
    frozenset({_E, _S}): "╭",
    frozenset({_S, _W}): "╮",
    frozenset({_N, _E}): "╰",
    frozenset({_N, _W}): "╯",
    frozenset({_N, _E, _S}): "├",
    frozenset({_N, _S, _W}): "┤",
    frozenset({_E, _S, _W}): "┬",
    frozenset({_N, _E, _W}): "┴",
    frozenset({_N, _E, _S, _W}): "┼",
}


class Canvas:
    """Styled characters, line by line."""

    def __init__(self, width: int, height: int) -> None:
        self.lines = [[(" ", PLAIN)] * width for _ in range(height)]

    def at(self, x: int, y: int) -> str:
        return self.lines[y][x][0]

    def write(self, x: int, y: int, text: str, style: str) -> None:
        for offset, character in enumerate(text):
            self.lines[y][x + offset] = (character, style)


def labelled(canvas: Canvas, columns: str, rows: Sequence[str]) -> Text:
    """Write the names of columns above the canvas, and of rows on both sides of its lines."""
    text = Text(f"   {columns}\n", no_wrap=True, overflow="ignore")
    text.stylize(QUIET)
    for label, line in zip(rows, canvas.lines, strict=True):
        text.append(f"{label:>2} ", style=QUIET)
        for character, style in line:
            text.append(character, style=style)
        text.append(f" {label}".rstrip(), style=QUIET)
        text.append("\n")
    text.right_crop(1)
    return text
