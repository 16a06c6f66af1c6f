"""The pictures that people share: 1200 by 630, as messengers show them.

One is of a finished match, one of a puzzle of a day, which gives nothing away.

Its letters are those of the page, of the weights that are used (`fonts/`; licence: OFL.txt there).

Of a match its words are English, because nobody knows who will read it. A result of a day is in the
language of whoever shares it.
"""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from tinplate.server.share_words import words_in

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
SECRET_BOARD, SECRET_CELLS = 444, 6  # its side, and cells in a row
SECRET_FILLS = ("#e4dcc9", "#f3ecda")
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
    slot: str  # its name
    extra: int | None  # moves more than the fewest; None: not solved
    answers: int
    hints: int  # the highest level
    seconds: int
    best: str  # what is said if nobody could do better
    language: str = "en"


def whole_seconds(seconds: float | None) -> int:
    """Those that have passed, as the page shows them."""
    return int(seconds or 0)


def daily_headline(end: DailyEnd) -> str:
    """How it went, without a word about how it is done."""
    words = words_in(end.language)
    if end.extra is None:
        return words.unsolved
    if end.extra:
        return words.longer.format(count=end.extra)
    return end.best


def daily_title(end: DailyEnd) -> str:
    return f"{end.title} \N{MIDDLE DOT} {end.slot}"


def daily_date(end: DailyEnd) -> str:
    return words_in(end.language).puzzle_of.format(date=end.date)


def daily_line(end: DailyEnd) -> str:
    """How long it took, and with how much help."""
    return ", ".join((f"{end.seconds // 60}:{end.seconds % 60:02}", *_help(end)))


def _help(end: DailyEnd) -> Sequence[str]:
    """In words: which hints, and how many tries."""
    words = words_in(end.language)
    hints = words.hints[end.hints - 1] if end.hints else words.no_hints
    if not end.answers:
        return (hints,)
    is_first = end.answers == 1
    return hints, words.first_try if is_first else words.tries.format(count=end.answers)


def draw_daily(end: DailyEnd) -> str:
    """The picture as SVG: tiles for the tries, and a board that nobody can read."""
    big, words = daily_headline(end), words_in(end.language)
    lines = (f"{words.time} {end.seconds // 60}:{end.seconds % 60:02}", *_help(end))
    return "\n".join(
        (
            *_background(),
            _text(big, MARGIN, 130, min(88, BESIDE // len(big))),
            _text(daily_title(end), MARGIN, 190, 44),
            _text(daily_date(end), MARGIN, 234, 28, weight=500),
            *_tiles(end),
            *(
                _text(line, MARGIN, 392 + 42 * number, 30, weight=500)
                for number, line in enumerate(lines)
            ),
            _text(f"{words.better} {words.is_secret}.", MARGIN + 236, HEIGHT - 58, 24, weight=500),
            *_secret_board(),
            "</svg>",
        )
    )


def _secret_board() -> Iterator[str]:
    """As large as that of a match, with nothing on it that helps."""
    side = SECRET_BOARD // SECRET_CELLS
    left, top = WIDTH - MARGIN - SECRET_BOARD, MARGIN
    yield (
        f'<rect x="{left - 10}" y="{top - 10}" width="{SECRET_BOARD + 20}"'
        f' height="{SECRET_BOARD + 20}" rx="22" fill="#2a2730"/>'
    )
    for number in range(SECRET_CELLS**2):
        row, column = divmod(number, SECRET_CELLS)
        fill = SECRET_FILLS[(row + column) % 2]
        yield (
            f'<rect x="{left + column * side + 3}" y="{top + row * side + 3}" width="{side - 6}"'
            f' height="{side - 6}" rx="8" fill="{fill}"/>'
        )
    middle = left + SECRET_BOARD // 2
    yield _text("?", middle + 76, top + 290, 230, anchor="middle")
    yield f'<g transform="translate({middle - 100} {top + 330}) scale(4.4)">{_ROBOT}</g>'


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
    """One for each try, the last in the colour of the result. For whoever sees none: a mark."""
    last = TILES[2] if end.extra is None else TILES[1] if end.extra else TILES[0]
    tries = min(MOST_TILES, max(1, end.answers))
    colours = [TILES[2]] * (tries - 1) + [last]
    wide = min(76, (WIDTH - 3 * MARGIN - SECRET_BOARD) // tries - 10)
    mark = "\N{MULTIPLICATION SIGN}" if end.extra is None else f"+{end.extra}" if end.extra else "1"
    marks = ["\N{MULTIPLICATION SIGN}"] * (tries - 1) + [mark if end.extra != 0 else str(tries)]
    return [
        f'<rect x="{MARGIN + number * (wide + 10)}" y="264" width="{wide}" height="76" rx="12"'
        f' fill="{colour}"/>'
        + _text(
            told, MARGIN + number * (wide + 10) + wide // 2, 317, min(40, wide // 2 + 4),
            anchor="middle", fill="#ffffff",
        )
        for number, (colour, told) in enumerate(zip(colours, marks, strict=True))
    ]  # fmt: skip


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
    words: str,
    x: int,
    y: int,
    size: int,
    *,
    weight: int = 700,
    anchor: str = "start",
    fill: str = "#2a2730",
) -> str:
    return (
        f'<text x="{x}" y="{y}" {_FONT} font-size="{size}" font-weight="{weight}"'
        f' text-anchor="{anchor}"'
        f' fill="{fill}">{escape(words)}</text>'
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
