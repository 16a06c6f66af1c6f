"""What is shown beside or below the board on the full screen, in whatever room there is.

Nothing here depends on the screen's toolkit: a size goes in, lines of text come out.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from tinplate.cli.words import counted
from tinplate.games.ricochet.cli.drawing import target_sign, target_text
from tinplate.games.ricochet.cli.hotseat import RicochetHotSeat
from tinplate.games.ricochet.pieces import ROBOTS
from tinplate.games.ricochet.rules import counted_moves
from tinplate.games.ricochet.values import Bidding, Pause, Proving, Thinking

FEWEST_COLUMNS, FEWEST_ROWS = 72, 23
BOARD_COLUMNS = 72  # the drawing and a blank before it
_SIDE_COLUMNS = 104  # a narrower terminal has the panel below the board
_FULL_ROWS, _COMPACT_ROWS = 34, 19  # of the two drawings of the board
_ROOMY_PANEL = 6  # rows needed below the full board; with fewer, the compact one is drawn
_PADDING = 2
_HEAD_COLUMNS = 60  # the clock and the target side by side
_CLOCK_WORDS = len("Patience 5:00 ")
_SAND_COLUMNS = 24
_MORE = " …"
_CONSOLE = Console()  # rich needs one to wrap text; nothing is printed on it


class Layout(NamedTuple):
    """How the terminal is divided."""

    beside: bool  # the panel is beside the board, not below
    compact: bool  # the board is drawn one line per row
    footer: bool
    word_columns: int
    word_rows: int
    columns: int  # of the panel
    rows: int


def share_out(width: int, height: int) -> Layout | None:
    """Divide the terminal, regardless of its size before; None if it is too small.

    One row is for input; the footer and the second row of messages are dropped first.
    """
    if width < FEWEST_COLUMNS or height < FEWEST_ROWS:
        return None
    beside = width >= _SIDE_COLUMNS
    footer = beside or height > FEWEST_ROWS
    word_rows = 2 if beside or height > FEWEST_ROWS + 2 else 1
    above = height - word_rows - footer - 1
    compact = above < _FULL_ROWS + (0 if beside else _ROOMY_PANEL)
    board_rows = _COMPACT_ROWS if compact else _FULL_ROWS
    word_columns = width - _PADDING
    columns = word_columns - (BOARD_COLUMNS if beside else 0)
    rows = above - (0 if beside else board_rows)
    return Layout(beside, compact, footer, word_columns, word_rows, columns, rows)


class _Block(NamedTuple):
    """Lines that belong together, and what to show instead when they do not all fit."""

    rank: int  # the lowest are dropped last
    lines: list[Text]
    brief: list[Text]


def panel_text(game: RicochetHotSeat, room: Layout, told: Sequence[str]) -> Text:
    """Show clock, target, what to do, bids and tokens, then as much of the history as fits.

    The result has exactly the rows and columns given: nothing can push the clock off the screen.
    """
    blocks = [
        _head(game, room.columns),
        _instruction(game, room.columns),
        _bids(game, room.columns),
        _tokens(game, room.columns),
    ]
    lines = _fitted([block for block in blocks if block.lines], room.rows)
    history = _history(told, room.columns, room.rows - len(lines) - 1)
    if history:
        lines += [Text(), *history]
    return _cropped_to(room.columns, lines)


def word_text(said: Sequence[str], room: Layout) -> Text:
    """Show the latest two sentences if they fit whole, else the latest one."""
    for latest in (said[-2:], said[-1:]):
        lines = _wrapped(" ".join(latest), room.word_columns)
        if len(lines) <= room.word_rows:
            break
    return _cropped_to(room.word_columns, _cut(lines, room.word_rows))


def keys_text(game: RicochetHotSeat) -> Text:
    """Say which keys do what while nothing can be typed, fitting the smallest screen."""
    if game.is_over:
        return Text.from_markup("[b]Enter[/b], [b]q[/b] or [b]Ctrl+Q[/b] to leave")
    undo = "" if game.state.settings.take_back == "none" else "[b]Backspace[/b] undoes, "
    return Text.from_markup(
        f"[b]{robot_letters(game)}[/b] pick, [b]arrows[/b] or [b]n e s w[/b] move, "
        f"{undo}[b]Esc[/b] gives up"
    )


def robot_letters(game: RicochetHotSeat) -> str:
    """Return the letters of the robots on the board."""
    return " ".join(ROBOTS[: len(game.state.robots)])


def _fitted(blocks: Sequence[_Block], rows: int) -> list[Text]:
    """Give each block a row while there are any, and the remaining rows to those that want more."""
    ranked = sorted(blocks, key=lambda block: block.rank)[:rows]
    spare = rows - len(ranked)
    shown: dict[int, list[Text]] = {}
    for block in ranked:
        granted = 1 + min(spare, len(block.lines) - 1)
        whole = len(block.lines) <= granted
        shown[block.rank] = block.lines if whole else _cut(block.brief, granted)
        spare -= len(shown[block.rank]) - 1
    first, *others = (shown[block.rank] for block in blocks if block.rank in shown)
    gap = [Text()] if len(others) <= spare else []
    return [*first, *(line for part in others for line in (*gap, *part))]


def _head(game: RicochetHotSeat, columns: int) -> _Block:
    phase = game.state.phase
    clock = _clock(game, columns)
    if isinstance(phase, Pause):
        return _Block(0, [clock], [clock])
    target = target_text(phase.target)
    if columns < _HEAD_COLUMNS:
        return _Block(0, [clock, target], [clock])
    line = clock.append("   ").append_text(target)
    return _Block(0, [line], [line])


def _clock(game: RicochetHotSeat, columns: int) -> Text:
    left = game.remaining()
    if left is None:
        return Text("No clock is running.", style="dim")
    width = min(_SAND_COLUMNS, columns - _CLOCK_WORDS)
    grains = round(min(1.0, left / _whole_clock(game)) * width)
    minutes, seconds = divmod((left + 999) // 1000, 60)
    text = Text(f"{_clock_name(game)} {minutes}:{seconds:02} ")
    return text.append("█" * grains).append("░" * (width - grains), style="dim")


def _clock_name(game: RicochetHotSeat) -> str:
    match game.state.phase:
        case Thinking(sand_runs=False):
            return "Patience"
        case Proving():
            return "Proof"
        case _:
            return "Sand"


def _whole_clock(game: RicochetHotSeat) -> int:
    settings = game.state.settings
    match game.state.phase:
        case Thinking(sand_runs=False):
            return 1000 * settings.patience_seconds
        case Proving():
            return 1000 * settings.proof_seconds
        case _:
            return settings.sand


def _instruction(game: RicochetHotSeat, columns: int) -> _Block:
    """Say what to do. Outside a proof the input line says it too, so this is dropped first."""
    phase = game.state.phase
    ending = game.ending()
    if ending is not None:
        lines = _wrapped(ending, columns, "bold")
        return _Block(1, lines, lines)
    if not isinstance(phase, Proving):
        lines = _wrapped(game.instruction(), columns)
        return _Block(4, lines, lines)
    if counted_moves(game.state, phase) < phase.prover.moves:
        lines = _wrapped(game.instruction(), columns)
    else:
        made = f"{len(phase.slides)} of {counted(phase.prover.moves, 'move')} made"
        warning = f"{game.names[phase.prover.seat]}: {made}; one more is a failure."
        lines = _wrapped(f"{warning} Backspace takes back.", columns, "bold")
    return _Block(1, lines, lines)


def _bids(game: RicochetHotSeat, columns: int) -> _Block:
    """List bids in the order announced or, in a proof, in the order in which they count."""
    match game.state.phase:
        case _ if game.state.settings.claims:
            return _Block(2, [], [])
        case Bidding(bids=bids):
            title = "Bids"
        case Proving(queue=bids):
            title = "To prove"
        case _:
            return _Block(2, [], [])
    lines = _listed(title, [f"{game.names[bid.seat]} {bid.moves}" for bid in bids], columns)
    return _Block(2, lines, lines)


def _tokens(game: RicochetHotSeat, columns: int) -> _Block:
    """Show who has won which tokens, by letter and symbol; in brief only how many."""
    state = game.state
    lines = [Text(f"{counted(len(state.face_down), 'token')} left to win", style="dim")]
    width = max(len(name) for name in game.names)
    for name, won in zip(game.names, state.won, strict=True):
        signs = Text(" ").join(target_sign(target) for target in won)
        lines.append(Text(f"{name:<{width}} {len(won):>2}  ").append_text(signs))
    if state.missed:
        lines.append(Text(f"{len(state.missed)} taken face down"))
    return _Block(3, lines, _listed("Tokens", game.score().split(", "), columns))


def _history(told: Sequence[str], columns: int, rows: int) -> list[Text]:
    """Show the latest sentences, each of them whole."""
    lines: list[Text] = []
    for sentence in reversed(told):
        wrapped = _wrapped(sentence, columns, "dim")
        if len(lines) + len(wrapped) > rows:
            break
        lines = [*wrapped, *lines]
    return lines


def _wrapped(sentence: str, columns: int, style: str = "") -> list[Text]:
    return list(Text(sentence, style=style).wrap(_CONSOLE, columns))


def _listed(title: str, items: Sequence[str], columns: int) -> list[Text]:
    """List items in a row; none is broken over two lines or separated from its ellipsis."""
    lines = [f"{title}: {items[0]}"]
    for item in items[1:]:
        longer = f"{lines[-1]} · {item}"
        if cell_len(longer) <= columns - len(_MORE):
            lines[-1] = longer
        else:
            lines.append(item)
    return [Text(line) for line in lines]


def _cut(lines: list[Text], rows: int) -> list[Text]:
    """Keep the first lines; an ellipsis shows that there are more."""
    if len(lines) <= rows:
        return lines
    last = lines[rows - 1].copy()
    last.rstrip()
    return [*lines[: rows - 1], last.append(_MORE)]


def _cropped_to(columns: int, lines: Sequence[Text]) -> Text:
    cropped = [line.copy() for line in lines]
    for line in cropped:
        line.truncate(columns, overflow="ellipsis")
    return Text("\n").join(cropped)
