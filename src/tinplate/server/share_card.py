"""The pictures that people share: 1200 by 630, as messengers show them.

One is of a finished match, one of a puzzle of a day, which gives nothing away.

Its letters are those of the page, of the weights that are used (`fonts/`; licence: OFL.txt there).

Its words are English, because nobody knows who will read it.
"""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

WIDTH, HEIGHT = 1200, 630
LONGEST = 34  # letters of a headline that can still be read beside the board
LONGEST_LINE, FULL_LINE = 54, 38  # of the line of a game; more than the second are smaller
LINE_SIZE = 28
BESIDE = 960  # beside the board a headline of one letter could be so large, one of ten a tenth
MARGIN = 56
BOARD = HEIGHT - 2 * MARGIN  # its side
BESIDE_BOARD = WIDTH - 3 * MARGIN - BOARD
FIRST_ROW, ROWS = 208, 304  # where the players begin, and how high they are together
MOST_ROWS, HIGHEST_ROW = 6, 92
LONGEST_NAME, LONGEST_RESIGNED = 18, 15  # letters beside a score
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


class CardPlayer(NamedTuple):
    """What is told of somebody who played."""

    name: str
    face: str  # SVG within -20..20
    score: str = ""
    has_won: bool = False
    has_resigned: bool = False


class MatchEnd(NamedTuple):
    """What is told of a finished match."""

    title: str  # of the game
    players: Sequence[CardPlayer]  # the best first
    line: str = ""
    drawing: str | None = None  # of the game


class DailyEnd(NamedTuple):
    """What is told of a puzzle of a day."""

    title: str  # of the game
    date: str
    slot: str
    extra: int | None  # moves more than the fewest; None: not solved
    answers: int
    hints: int  # the highest level
    seconds: int
    best: str  # what is said if nobody could do better


def whole_seconds(seconds: float | None) -> int:
    """Those that have passed, as the page shows them."""
    return int(seconds or 0)


def daily_headline(end: DailyEnd) -> str:
    """How it went, without a word about how it is done."""
    if end.extra is None:
        return "Not solved"
    if end.extra:
        return f"Solved, {end.extra} over"
    return end.best


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
    winners = [player.name for player in end.players if player.has_won]
    if not winners:
        return f"A match of {end.title}"
    if len(end.players) == 1:
        return f"{winners[0]} plays solo"
    if len(winners) == len(end.players):
        return "A tie"
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}"


def draw_card(end: MatchEnd) -> str:
    """The picture as SVG; every name is escaped."""
    lines = [*_background(), *_words(end), *_rows(end.players)]
    if end.drawing is not None:
        lines.append(_placed(end.drawing, WIDTH - MARGIN - BOARD, MARGIN, BOARD))
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
    told = _shortened(f"{end.title}: {end.line}" if end.line else end.title, LONGEST_LINE)
    return (
        _text(big, MARGIN, 132, min(88, BESIDE // len(big))),
        _text(told, MARGIN, 184, LINE_SIZE * FULL_LINE // max(FULL_LINE, len(told)), weight=500),
    )


def _rows(players: Sequence[CardPlayer]) -> Iterator[str]:
    """A line for each of the best: face, name, score. How many more there are is said."""
    told = players if len(players) <= MOST_ROWS else players[: MOST_ROWS - 1]
    high = min(HIGHEST_ROW, ROWS // max(len(told) + (len(told) < len(players)), 1))
    size = 0.9 * high
    for row, player in enumerate(told):
        middle = FIRST_ROW + row * high + high // 2
        if player.has_won and len(players) > 1:
            yield (
                f'<rect x="{MARGIN - 12}" y="{middle - high // 2 + 2}" width="{BESIDE_BOARD + 16}"'
                f' height="{high - 4}" rx="16" fill="#fffaf0" opacity=".55"/>'
            )
        yield (
            f'<g transform="translate({MARGIN + size / 2:g} {middle}) scale({size / 40:g})">'
            f"{player.face}</g>"
        )
        x, base = MARGIN + round(size) + 18, middle + high // 8
        letters = min(36, high // 2)
        name = _shortened(player.name, LONGEST_RESIGNED if player.has_resigned else LONGEST_NAME)
        yield _text(name, x, base, letters, weight=700 if player.has_won else 500)
        if player.has_resigned:
            said = f"{player.score} \N{MIDDLE DOT} resigned" if player.score else "resigned"
            yield _text(said, MARGIN + BESIDE_BOARD - 8, base, 24, weight=500, anchor="end")
        else:
            yield _text(player.score, MARGIN + BESIDE_BOARD - 8, base, letters, anchor="end")
    if len(told) < len(players):
        more = f"and {len(players) - len(told)} more"
        yield _text(more, MARGIN, FIRST_ROW + len(told) * high + high // 2 + 8, 26, weight=500)


def _text(  # noqa: PLR0913 - all that a text has
    words: str, x: int, y: int, size: int, *, weight: int = 700, anchor: str = "start"
) -> str:
    return (
        f'<text x="{x}" y="{y}" {_FONT} font-size="{size}" font-weight="{weight}"'
        f' text-anchor="{anchor}"'
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
