"""Pictures of what is in the box: the tokens (RC3), the sections of a board (RC2)."""

from tinplate.book import open_svg
from tinplate.games.ricochet.board import SIZE, split_name
from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.svg.picture import draw_token, part_layers, place_part
from tinplate.grid import Cell

_STEP = 44  # from token to token
_HALF = SIZE // 2
_SECTION = 168  # how wide a section is drawn
_GAP = 16
_NAME = 22  # the height of a line with a name


def draw_tokens() -> str:
    """Draw all tokens: a row for each colour, and the vortex."""
    lines = [open_svg(5 * _STEP, 4 * _STEP)]
    for place, target in enumerate(Target):
        row, column = (1.5, 4) if target is Target.VORTEX else divmod(place, 4)
        x, y = (column + 0.5) * _STEP, (row + 0.5) * _STEP
        lines += [f'<g transform="translate({x:g} {y:g})">', *draw_token(target, 1.15), "</g>"]
    return "\n".join((*lines, "</svg>"))


def draw_sections(text: str) -> tuple[tuple[str, ...], str]:
    """Draw a board taken apart, each section with its name; return the names, too."""
    position = parse_position(text)
    names = split_name(position.board.name)
    size = 2 * _SECTION + _GAP
    lines = [open_svg(size, size + 2 * _NAME)]
    # Sections are named clockwise from the north-west.
    for side, (column, row) in zip(names, ((0, 0), (1, 0), (1, 1), (0, 1)), strict=True):
        corner = Cell(_HALF * column, _HALF * row)
        part = corner, Cell(corner.x + _HALF - 1, corner.y + _HALF - 1)
        y = row * (_SECTION + _GAP + _NAME)
        layers = part_layers(position, part, (), position.robots)
        drawn, _ = place_part(part, layers, y=y + _NAME, most=(_SECTION, _SECTION))
        lines.append(f'<g transform="translate({column * (_SECTION + _GAP)} 0)">')
        lines.append(
            f'<text x="{_SECTION // 2}" y="{y + 15}" font-family="sans-serif" font-size="15"'
            f' font-weight="700" text-anchor="middle" fill="$wall">{side}</text>'
        )
        lines += [drawn, "</g>"]
    return names, "\n".join((*lines, "</svg>"))
