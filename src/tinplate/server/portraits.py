"""Faces of people and bots, drawn as the page draws them.

The drawings are the page's own; its tests write the files and compare them (`shared.test.ts`).
"""

import math
from functools import cache
from pathlib import Path

from msgspec.json import decode

from tinplate.lobby.values import Avatar

Strokes = list[tuple[str, str]]  # of a drawing: the paint of each, and its path

ENAMEL = ("#e6bfb2", "#bccfae", "#b4cbd9", "#e6d19c", "#cbbcdb", "#aed0c6")
INK, LIGHT = "#3b3644", "#fffaf0"
UNKNOWN_BOT = ""  # the face of bots that others brought
_FACES = Path(__file__).parent / "faces"
_TEETH, _INNER, _OUTER = 12, 16.6, 19.2  # of a bot's badge
_LINE = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
_PAINTS = {
    "ink": f'fill="{INK}"',
    "light": f'fill="{LIGHT}"',
    "line": f'{_LINE} stroke="{INK}" stroke-width="2"',
    "gleam": f'{_LINE} stroke="{LIGHT}" stroke-width="1.7"',
}


def face_of_person(name: str, avatar: Avatar | None) -> str:
    """Their animal on a round badge; whoever has chosen none has the one of their name."""
    animals = _drawings(str(_FACES / "people.json"))
    animal = avatar or list(animals)[_sum_of(name) % len(animals)]
    return _badge(animals[animal], animal, '<circle r="18.6" {paint}/>', 0.92)


def face_of_bot(bot: str, faces_file: str | None) -> str:
    """The thing it is named after, on a notched badge; the file is that of its game."""
    shared = _drawings(str(_FACES / "bots.json"))
    own = _drawings(faces_file) if faces_file else {}
    drawing = own.get(bot) or shared.get(bot) or shared[UNKNOWN_BOT]
    return _badge(drawing, bot, f'<path d="{_wheel()}" {{paint}}/>', 0.8)


def _badge(drawing: Strokes, name: str, rim: str, scale: float) -> str:
    enamel = ENAMEL[_sum_of(name) % len(ENAMEL)]
    paint = f'fill="{enamel}" stroke="{INK}" stroke-opacity=".35" stroke-width="1.3"'
    paths = "".join(f'<path d="{path}" {_PAINTS[kind]}/>' for kind, path in drawing)
    return f'{rim.format(paint=paint)}<g transform="scale({scale})">{paths}</g>'


@cache
def _drawings(file: str) -> dict[str, Strokes]:
    return decode(Path(file).read_bytes(), type=dict[str, Strokes])


@cache
def _wheel() -> str:
    corners = []
    for at in range(4 * _TEETH):
        angle = (at + 0.5) * math.pi / (2 * _TEETH)
        far = _OUTER if at % 4 < 2 else _INNER  # noqa: PLR2004 - two corners out, two in
        corners.append(f"{far * math.sin(angle):.1f} {-far * math.cos(angle):.1f}")
    return f"M{'L'.join(corners)}Z"


def _sum_of(name: str) -> int:
    """As the page counts, so that everybody looks the same everywhere."""
    total = 7
    for sign in name:
        total = (total * 31 + ord(sign)) % 65536
    return total
