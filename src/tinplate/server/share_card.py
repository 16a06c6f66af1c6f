"""The pictures that people share: 1200 by 630, as messengers show them.

One is of a finished match, one of the puzzles of a day, which gives nothing away.

Its letters are those of the page, of the weights that are used (`fonts/`; licence: OFL.txt there).

Its words are in the language of whoever shares it.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from tinplate.server.share_words import ENDS, ENGLISH, ShareWords, words_in
from tinplate.training.marks import SOLVED, Mark

WIDTH, HEIGHT = 1200, 630
MOST_NAMED = 2  # in a headline
LONGEST = 34  # letters of a headline that can still be read beside the board
LONGEST_LINE, FULL_LINE = 54, 38  # of the line of a game; more than the second are smaller
LINE_SIZE = 28
BESIDE = 960  # beside the board a headline of one letter could be so large, one of ten a tenth
MARGIN = 56
BOARD = HEIGHT - 2 * MARGIN  # its side
BESIDE_BOARD = WIDTH - 3 * MARGIN - BOARD
BESIDE_TITLE = MARGIN + 236
ADDRESS, LONGEST_ADDRESS = 580, 40  # as of a headline: it ends before the board
FIRST_ROW, ROWS = 208, 304  # where the players begin, and how high they are together
MOST_ROWS, HIGHEST_ROW = 6, 92
NOTHING = "0"  # as a score
LONGEST_NAME = 18  # letters beside a score
TILES: Mapping[Mark, str] = {  # the colours of the squares of the text that is shared
    "best": "#2e7d4f",
    "hinted": "#2b6cb0",
    "later": "#7d4fa3",
    "longer": "#a87606",
    "missed": "#b3382f",
}
TICK, CROSS = "M-15 1 -5 12 15 -12", "M-12 -12 12 12M12 -12 -12 12"
FIRST_END, END, MOST_ENDS = 222, 86, 3  # where the puzzles of a day begin; their height; rows
MIDDLE_DOT = "\N{MIDDLE DOT}"
SECRET_BOARD, SECRET_CELLS = 444, 6  # its side, and cells in a row
SECRET_FILLS = ("#e4dcc9", "#f3ecda")
_FONTS = sorted(str(file) for file in (Path(__file__).parent / "fonts").glob("*.ttf"))
_FAMILY = "Tinplate Sans"
_FONT = f"font-family=\"'{_FAMILY}', 'DejaVu Sans', 'Noto Sans', sans-serif\""
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
    sign: str = ""  # what stands for them in the drawing: SVG as that of the face
    has_won: bool = False
    left: str = ""  # how they did, if they did not play to the end
    is_by_bot: bool = False  # a bot played on for them


class MatchEnd(NamedTuple):
    """What is told of a finished match."""

    title: str  # of the game
    players: Sequence[CardPlayer]  # the best first
    line: str = ""
    drawing: str | None = None  # of the game
    language: str = ENGLISH
    date: str = ""


class DailyEnd(NamedTuple):
    """What is told of a puzzle of a day."""

    title: str  # of the game
    slot: str  # its name
    mark: Mark
    extra: int  # moves more than the fewest
    answers: int
    hints: int  # the highest level
    seconds: int
    best: str  # what is said if nobody could do better


class DayEnd(NamedTuple):
    """What is told of the puzzles of a day that somebody has a result of; of none, only the day."""

    date: str
    ends: Sequence[DailyEnd]
    language: str = "en"
    slots: int = 1  # puzzles of that day, tried or not


def whole_seconds(seconds: float | None) -> int:
    """Those that have passed, as the page shows them."""
    return int(seconds or 0)


def day_headline(day: DayEnd) -> str:
    """How it went, without a word about how it is done."""
    words = words_in(day.language)
    if not day.ends:
        return day_date(day)
    if len(day.ends) == 1:
        return daily_headline(day.ends[0], words)
    solved = sum(end.mark in SOLVED for end in day.ends)
    return words.solved_of.format(solved=solved, count=day.slots)


def daily_headline(end: DailyEnd, words: ShareWords) -> str:
    if end.mark in SOLVED:
        return end.best
    return words.longer.format(count=end.extra) if end.mark == "longer" else words.unsolved


def daily_title(end: DailyEnd) -> str:
    return f"{end.title} {MIDDLE_DOT} {end.slot}"


def day_date(day: DayEnd) -> str:
    words = words_in(day.language)
    told = words.puzzle_of if len(day.ends) == 1 else words.puzzles_of
    return told.format(date=day.date)


def daily_line(end: DailyEnd, words: ShareWords) -> str:
    """How it went, how long it took, and with how much help: as the page says it."""
    parts = [daily_headline(end, words)]
    if end.mark != "missed" and end.answers == 1:  # the clock stops at the first answer
        parts.append(f"{end.seconds // 60}:{end.seconds % 60:02}")
    if end.hints:
        parts.append(words.hints[end.hints - 1])
    if end.mark == "best":
        parts.append(words.first_try)
    if end.mark == "later":
        parts.append(words.tries.format(count=end.answers))
    return f" {MIDDLE_DOT} ".join(parts)


def invitation(day: DayEnd) -> str:
    """Nobody can do better than the best at the first try."""
    words = words_in(day.language)
    return words.too if all(end.mark == "best" for end in day.ends) else words.better


def draw_day(day: DayEnd, address: str) -> str:
    """The picture as SVG: a line for each puzzle, and a board that nobody can read."""
    big, words = day_headline(day), words_in(day.language)
    asked = f"{invitation(day)} {words.is_secret}." if day.ends else words.about
    return "\n".join(
        (
            *_background(),
            _text(big, MARGIN, 130, min(88, BESIDE // len(big))),
            _text(day_date(day) if day.ends else "", MARGIN, 182, 30, weight=500),
            *(
                line
                for number, end in enumerate(day.ends[:MOST_ENDS])
                for line in _end(end, FIRST_END + END * number, words)
            ),
            _text(asked, BESIDE_TITLE, HEIGHT - 82, 24, weight=500),
            _text(_shortened(address, LONGEST_LINE), BESIDE_TITLE, HEIGHT - 46, 26),
            *_secret_board(),
            "</svg>",
        )
    )


def _end(end: DailyEnd, top: int, words: ShareWords) -> Sequence[str]:
    """A tile in the colour of the result, and what it means in words."""
    line, beside = daily_line(end, words), MARGIN + 84
    return (
        f'<rect x="{MARGIN}" y="{top}" width="66" height="66" rx="12" fill="{TILES[end.mark]}"/>',
        *_sign(end, MARGIN + 33, top + 33),
        _text(daily_title(end), beside, top + 28, 30),
        _text(line, beside, top + 60, min(24, 1200 // len(line)), weight=500),
    )


def _sign(end: DailyEnd, x: int, y: int) -> Sequence[str]:
    """For whoever does not see the colour. Drawn: not all letters are in the font.

    A tick has beside it what it took: a question mark for hints, or the number of tries.
    """
    if end.mark == "longer":
        return (_text(f"+{end.extra}", x, y + 12, 34, anchor="middle", fill="#ffffff"),)
    took = {"hinted": "?", "later": str(end.answers)}.get(end.mark)
    drawn = TICK if end.mark in SOLVED else CROSS
    at = f"{x - 6} {y - 4}" if took else f"{x} {y}"
    path = f'<path d="{drawn}" transform="translate({at})" fill="none" stroke="#ffffff"'
    sign = f'{path} stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>'
    if took is None:
        return (sign,)
    return sign, _text(took, x + 21, y + 27, 26, anchor="middle", fill="#ffffff")


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
    words = ENDS[end.language]
    is_even = len(end.players) > 1 and len(winners) == len(end.players)
    if not winners or is_empty(end.players):
        return words.match_of.format(game=end.title)
    if len(end.players) == 1:
        return words.solo.format(name=winners[0])
    if is_even:
        return words.tie
    if len(winners) == 1:
        is_by_bot = any(player.has_won and player.is_by_bot for player in end.players)
        wins = words.wins_by_bot if is_by_bot else words.wins
        return wins.format(name=_shortened(winners[0], LONGEST - len(wins.format(name=""))))
    if len(winners) > MOST_NAMED:  # the rows below name them
        return words.shared.format(count=len(winners))
    first, second = winners
    return words.win.format(names=words.names.format(first=first, second=second))


def is_empty(players: Sequence[CardPlayer]) -> bool:
    """Nobody scored, and nobody won by staying: nobody is proud of a tie of nothing."""
    is_only = sum(player.has_won for player in players) == 1
    return not is_only and all(player.score == NOTHING for player in players)


def draw_card(end: MatchEnd, address: str) -> str:
    """The picture as SVG; every name is escaped."""
    lines = [*_background(), *_words(end), *_rows(end.players, ENDS[end.language].more)]
    told = _shortened(address, LONGEST_ADDRESS)
    lines += [
        _text(end.date, BESIDE_TITLE, HEIGHT - 82, 24, weight=500),
        _text(told, BESIDE_TITLE, HEIGHT - 46, min(26, ADDRESS // max(len(told), 1))),
    ]
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


def _words(end: MatchEnd) -> Sequence[str]:
    big = _shortened(headline(end), LONGEST)
    told = _shortened(f"{end.title}: {end.line}" if end.line else end.title, LONGEST_LINE)
    return (
        _text(big, MARGIN, 132, min(88, BESIDE // len(big))),
        _text(told, MARGIN, 184, LINE_SIZE * FULL_LINE // max(FULL_LINE, len(told)), weight=500),
    )


def _rows(players: Sequence[CardPlayer], and_more: str) -> Iterator[str]:
    """A line for each of the best: face, name, score. How many more there are is said."""
    told = players if len(players) <= MOST_ROWS else players[: MOST_ROWS - 1]
    high = min(HIGHEST_ROW, ROWS // max(len(told) + (len(told) < len(players)), 1))
    size = 0.9 * high
    is_marked = len(players) > 1 and not is_empty(players)
    for row, player in enumerate(told):
        middle = FIRST_ROW + row * high + high // 2
        if player.has_won and is_marked:
            yield (
                f'<rect x="{MARGIN - 12}" y="{middle - high // 2 + 2}" width="{BESIDE_BOARD + 16}"'
                f' height="{high - 4}" rx="16" fill="#fffaf0" opacity=".55"/>'
            )
        yield (
            f'<g transform="translate({MARGIN + size / 2:g} {middle}) scale({size / 40:g})">'
            f"{player.face}{_badge(player.sign)}</g>"
        )
        beside = 1.1 if player.sign else 1  # a badge reaches beyond the face
        x, base = MARGIN + round(beside * size) + 18, middle + high // 8
        letters = min(36, high // 2)
        name = _shortened(player.name, LONGEST_NAME)
        weight = 700 if player.has_won and is_marked else 500
        yield _text(name, x, base - high // 6 if player.left else base, letters, weight=weight)
        yield _text(player.left, x, base + high // 5, min(24, high // 3), weight=500)
        yield _text(player.score, MARGIN + BESIDE_BOARD - 8, base, letters, anchor="end")
    if len(told) < len(players):
        more = and_more.format(count=len(players) - len(told))
        yield _text(more, MARGIN, FIRST_ROW + len(told) * high + high // 2 + 8, 26, weight=500)


def _badge(sign: str) -> str:
    """At the lower right of a face, as high as its row."""
    if not sign:
        return ""
    plate = '<circle r="20" fill="#fffaf0" stroke="#2a2730" stroke-width="1.6"/>'
    return f'<g transform="translate(14 10) scale(.58)">{plate}{sign}</g>'


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

    return bytes(
        svg_to_bytes(
            svg_string=svg,
            width=WIDTH,
            height=HEIGHT,
            font_files=_FONTS,
            sans_serif_family=_FAMILY,  # that of drawings, or they have no letters
        )
    )
