"""The pictures that people share: 1200 by 630, as messengers show them.

One is of a finished match, one of a puzzle of a day, which gives nothing away.

Its letters are those of the page, of the weights that are used (`fonts/`; licence: OFL.txt there).

Its words are English, because nobody knows who will read it.
"""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from tinplate.pack import EndPicture

WIDTH, HEIGHT = 1200, 630
LONGEST = 22  # letters of a headline that fit beside the board
LONGEST_LINE = 38  # of the line of a game
BESIDE = 960  # beside the board a headline of one letter could be so large, one of ten a tenth
MARGIN = 56
TILES = ("#2e7d4f", "#d9a21b", "#8a8f99")  # the fewest moves, solved, not solved
MOST_TILES = 10
_FONTS = sorted(str(file) for file in (Path(__file__).parent / "fonts").glob("*.ttf"))
_FONT = "font-family=\"'Tinplate Sans', 'DejaVu Sans', 'Noto Sans', sans-serif\""
_ROBOT = """\
<g fill="#d4453b" stroke="#6f1d1a" stroke-width="1.4"><path d="M-1.2-11v-4h2.4v4Z"/>
<circle cy="-15.6" r="2.3"/>
<path d="M-12 16.5V5a4.5 4.5 0 0 1 4.5-4.5h15A4.5 4.5 0 0 1 12 5v11.5Z"/>
<path d="M-10.5-1.5a10.5 11 0 0 1 21 0Z"/></g>
<g fill="#fff"><circle cx="-4" cy="-6" r="2.5"/><circle cx="4" cy="-6" r="2.5"/>
<circle cy="8.5" r="3.6"/></g>"""


class MatchEnd(NamedTuple):
    """What is told of a finished match."""

    title: str  # of the game
    players: Sequence[str]
    winners: Sequence[str]
    end: EndPicture | None


class DailyEnd(NamedTuple):
    """What is told of a puzzle of a day."""

    title: str  # of the game
    date: str
    slot: str
    extra: int | None  # moves more than the fewest; None: not solved
    answers: int
    hints: int  # the highest level
    seconds: int


def daily_headline(end: DailyEnd) -> str:
    """How it went, without a word about how it is done."""
    if end.extra is None:
        return "Not solved"
    if end.extra:
        return f"Solved, {end.extra} over"
    return "Fewest moves"


def daily_line(end: DailyEnd) -> str:
    """How long it took, and with how much help."""
    told = [f"{end.seconds // 60}:{end.seconds % 60:02}"]
    told.append("no hints" if not end.hints else "with hints")
    told.append("first try" if end.answers == 1 else f"{end.answers} tries")
    return ", ".join(told[: 3 if end.answers else 2])


def draw_daily(end: DailyEnd) -> str:
    """The picture as SVG: tiles for the tries, and no board."""
    return "\n".join(
        (
            *_background(),
            _text(daily_headline(end), MARGIN, 150, 88),
            _text(f"{end.title} puzzle, {end.slot}", MARGIN, 226, 58),
            _text(f"{end.date}: {daily_line(end)}", MARGIN, 304, 31, weight=500),
            *_tiles(end),
            f'<g transform="translate({WIDTH - 240} {HEIGHT // 2}) scale(12)">{_ROBOT}</g>',
            "</svg>",
        )
    )


def headline(end: MatchEnd) -> str:
    """Who won, as short as it can be said."""
    if not end.winners:
        return f"A match of {end.title}"
    if len(end.players) == 1:
        return f"{end.players[0]} plays solo"
    return f"{' and '.join(end.winners)} {'wins' if len(end.winners) == 1 else 'win'}"


def draw_card(end: MatchEnd) -> str:
    """The picture as SVG; every name is escaped."""
    lines = [*_background(), *_words(end)]
    if end.end is not None:
        size = HEIGHT - 2 * MARGIN
        lines.append(_placed(end.end.drawing, WIDTH - MARGIN - size, MARGIN, size))
    return "\n".join((*lines, "</svg>"))


def _background() -> Sequence[str]:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#b7cad9"/>',
        f'<g transform="translate({MARGIN + 20} {HEIGHT - 72}) scale(1.7)">{_ROBOT}</g>',
        _text("Tinplate", MARGIN + 56, HEIGHT - 58, 36),
    )


def _tiles(end: DailyEnd) -> Sequence[str]:
    """One for each try, the last in the colour of the result."""
    last = TILES[2] if end.extra is None else TILES[1] if end.extra else TILES[0]
    tries = min(MOST_TILES, max(1, end.answers))
    colours = [TILES[2]] * (tries - 1) + [last]
    return [
        f'<rect x="{MARGIN + number * 92}" y="360" width="76" height="76" rx="12" fill="{colour}"/>'
        for number, colour in enumerate(colours)
    ]


def _words(end: MatchEnd) -> Sequence[str]:
    big = _shortened(headline(end), LONGEST)
    said = [_text(big, MARGIN, 150, min(88, BESIDE // len(big)))]
    if end.end is not None:
        said.append(_text(end.end.score, MARGIN, 226, 58))
        said.append(_text(_shortened(end.end.line, LONGEST_LINE), MARGIN, 304, 31, weight=500))
    if len(end.players) > 1:
        names = _shortened(", ".join(end.players), 2 * LONGEST)
        said.append(_text(names, MARGIN, 352, 27, weight=500))
    return said


def _text(words: str, x: int, y: int, size: int, *, weight: int = 700) -> str:
    return (
        f'<text x="{x}" y="{y}" {_FONT} font-size="{size}" font-weight="{weight}"'
        f' fill="#2a2730">{escape(words)}</text>'
    )


def _shortened(words: str, most: int) -> str:
    return words if len(words) <= most else f"{words[: most - 1].rstrip()}\N{HORIZONTAL ELLIPSIS}"


def _placed(drawing: str, x: int, y: int, size: int) -> str:
    """A drawing within another one; its own size gives way to this one."""
    _, _, rest = drawing.partition("<svg")
    opening, _, content = rest.partition(">")
    box = opening.partition('viewBox="')[2].partition('"')[0]
    return f'<svg x="{x}" y="{y}" width="{size}" height="{size}" viewBox="{box}">{content}'


def png_of(svg: str) -> bytes:
    """Draw it. Takes some hundredths of a second."""
    from resvg_py import svg_to_bytes  # noqa: PLC0415 - rarely needed, and a start should be quick

    return bytes(svg_to_bytes(svg_string=svg, width=WIDTH, height=HEIGHT, font_files=_FONTS))
