"""The hot-seat game in full screen: board, hourglass, bids, and keys for the proof."""

import re
import time
from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.geometry import Size
from textual.theme import Theme
from textual.widgets import Footer, Input, Static

from tinplate.games.ricochet.cli.drawing import draw_board
from tinplate.games.ricochet.cli.hotseat import Reply, RicochetHotSeat
from tinplate.games.ricochet.cli.panel import (
    BOARD_COLUMNS,
    FEWEST_COLUMNS,
    FEWEST_ROWS,
    Layout,
    keys_text,
    panel_text,
    robot_letters,
    share_out,
    word_text,
)
from tinplate.games.ricochet.cli.screen_help import HelpScreen
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.pieces import ROBOTS, Robot
from tinplate.games.ricochet.values import Command, GiveUp, MakeMove, Pause, Proving, TakeBack
from tinplate.grid import Heading

THEME = Theme(
    name="tinplate",
    primary="#e0a458",
    secondary="#d96c4f",
    background="#241e2b",
    surface="#2e2737",
    panel="#3a3146",
    foreground="#f4ecdc",
    dark=True,
)
_ARROWS = {
    "up": Heading.NORTH,
    "right": Heading.EAST,
    "down": Heading.SOUTH,
    "left": Heading.WEST,
}
_REFRESH_SECONDS = 0.1
_DEAF_SECONDS = 0.7  # after a proof begins: somebody may still be typing a bid
_WELCOME = "F1 for help, Ctrl+Q to leave."
_TOO_SMALL = (
    f"Please make the terminal at least {FEWEST_COLUMNS} x {FEWEST_ROWS}, or play with --plain."
)
_NOT_SAVED = "This game is not saved. Press Ctrl+Q again to leave."


class BidInput(Input):
    """Where bids are typed. A finished line is handled before the next key is looked at.

    The toolkit handles its own Enter and Backspace after the letters typed behind them, so a
    burst of lines would run together.
    """

    def __init__(self, hand_on: Callable[[str], None]) -> None:
        super().__init__(id="line", select_on_focus=False)
        self._hand_on = hand_on

    def on_key(self, event: events.Key) -> None:
        if event.key == "enter":
            self._finish()
        elif event.key == "backspace":
            self.action_delete_left()
        else:
            return
        event.stop()
        event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        *lines, rest = re.split(r"\r\n|\r|\n", event.text)
        for line in lines:
            if self.disabled:  # the line before started a proof
                return
            self.insert_text_at_cursor(line)
            self._finish()
        self.insert_text_at_cursor(rest)

    def _finish(self) -> None:
        line = self.value
        self.clear()
        self._hand_on(line)


class RicochetScreen(App[None]):
    """Draws the table and turns keys into what RicochetHotSeat understands."""

    TITLE = "Tinplate · Ricochet"
    ENABLE_COMMAND_PALETTE = False
    CSS = f"""
    #table {{ height: 1fr; }}
    #board {{ width: {BOARD_COLUMNS}; height: auto; padding-left: 1; }}
    #panel {{ width: 1fr; height: 1fr; padding: 0 1; }}
    #word {{ padding: 0 1; color: $secondary; text-style: bold; }}
    #line, #keys {{ border: none; height: 1; padding: 0 1; background: $panel; }}
    #small {{ height: 1fr; content-align: center middle; text-align: center; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help"),
        Binding("ctrl+q", "leave", "Leave", priority=True),
        Binding("ctrl+c", "leave", "Leave", priority=True, show=False),
    ]

    def __init__(
        self,
        game: RicochetHotSeat,
        *,
        saved: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.failure: OSError | None = None  # what ended the game: the log could not be written
        self._game = game
        self._saved = saved
        self._clock = clock
        self._room: Layout | None = None  # None: too small, or the size is not known yet
        self._turn = self._whose_turn()
        self._told: list[str] = []
        self._said = [_WELCOME]
        self._selected: Robot | None = None
        self._letter_typed = False  # a robot's letter was the last key: s is south, not silver
        self._asked_to_give_up = False
        self._asked_to_leave = False
        self._deaf_until = 0.0
        self._board = Static(id="board")
        self._panel = Static(id="panel")
        self._match = Container(self._board, self._panel, id="table")
        self._word = Static(id="word")
        self._line = BidInput(self._entered)
        self._keys = Static(id="keys")
        self._footer = Footer()
        self._all = Vertical(self._match, self._word, self._line, self._keys, self._footer)
        self._small = Static(_TOO_SMALL, id="small")

    def compose(self) -> ComposeResult:
        yield self._all
        yield self._small

    def on_mount(self) -> None:
        self.register_theme(THEME)
        self.theme = THEME.name
        self._arrange(self.size)
        self.set_interval(_REFRESH_SECONDS, self._time_passes)

    def on_resize(self, event: events.Resize) -> None:
        self._arrange(event.size)  # self.size is still the old one

    def on_key(self, event: events.Key) -> None:
        if self._room is None:
            return
        # Capitals work too: Caps Lock must not cost a proof.
        letter = ((event.is_printable and event.character) or "").lower()
        key = letter or event.key
        if (letter or key == "enter") and self._clock() < self._deaf_until:
            handled = True
        elif self._game.is_over:
            handled = self._last_key(key)
        else:
            handled = isinstance(self._game.state.phase, Proving) and self._proof_key(key)
        if handled:
            event.stop()
            event.prevent_default()

    def action_help(self) -> None:
        self.push_screen(HelpScreen())

    def action_leave(self) -> None:
        if self._saved or self._game.is_over or self._asked_to_leave:
            self.exit()
            return
        self._asked_to_leave = True
        if isinstance(self.screen, HelpScreen):
            self.pop_screen()  # the question must be visible
        self._say(_NOT_SAVED)

    def _entered(self, line: str) -> None:
        word = line.strip().lower()
        if word in {"quit", "exit"}:
            self.action_leave()
        elif word == "help":
            self.action_help()
        else:
            self._attempt(lambda: self._game.enter(line))

    def _last_key(self, key: str) -> bool:
        if key in {"enter", "q"}:
            self.exit()
            return True
        return False

    def _proof_key(self, key: str) -> bool:
        if key == "escape" and self._asked_to_give_up:
            self._submit(GiveUp())
            return True
        self._asked_to_give_up = key == "escape"
        letter_typed, self._letter_typed = self._letter_typed, False
        robots = ROBOTS[: len(self._game.state.robots)]
        if key == "escape":
            self._say("Press Esc again to give up this proof.")
        elif key == "backspace":
            self._submit(TakeBack())
        elif key == "x":
            self._attempt(lambda: self._game.enter("stop"))
        elif key in _ARROWS:
            self._move(_ARROWS[key])
        elif key in robots and not (key == Heading.SOUTH and letter_typed):
            self._select(Robot(key))
        elif key in tuple(Heading):
            self._move(Heading(key))
        else:
            return False
        return True

    def _select(self, robot: Robot) -> None:
        self._selected, self._letter_typed = robot, True
        self._say()
        self._redraw()

    def _move(self, heading: Heading) -> None:
        if self._selected is None:
            self._say(f"Pick a robot first: {robot_letters(self._game)}.")
            return
        self._submit(MakeMove(Move(self._selected, heading)))

    def _submit(self, command: Command) -> None:
        phase = self._game.state.phase
        if isinstance(phase, Proving):
            self._attempt(lambda: self._game.submit(phase.prover.seat, command))

    def _time_passes(self) -> None:
        self._attempt(lambda: Reply(self._game.tick()))
        self._show_panel()

    def _attempt(self, act: Callable[[], Reply]) -> None:
        """Act at the table and show the result; leave if it cannot be saved."""
        if self.failure is not None:
            return
        try:
            told, refusal = act()
        except OSError as error:
            self.failure = error
            self.exit()
            return
        if told or refusal is not None:
            self._told += told
            self._say(*told, *([] if refusal is None else [refusal]))
            self._asked_to_leave = False
            self._notice_turn()
            self._redraw()

    def _whose_turn(self) -> tuple[object, ...]:
        """Return a value that changes whenever keys get another meaning."""
        phase = self._game.state.phase
        prover = phase.prover if isinstance(phase, Proving) else None
        is_pause = isinstance(phase, Pause)  # a bot that bids first does not clear anybody's line
        return is_pause, self._game.state.round, prover

    def _notice_turn(self) -> None:
        """Forget half-typed input when the turn changes: it was meant for the turn before."""
        turn, self._turn = self._turn, self._whose_turn()
        if turn == self._turn:
            return
        self._line.clear()
        self._selected, self._letter_typed, self._asked_to_give_up = None, False, False
        if isinstance(self._game.state.phase, Proving) or self._game.is_over:
            self._deaf_until = self._clock() + _DEAF_SECONDS

    def _arrange(self, size: Size) -> None:
        """Share out the terminal; if it is too small, only say so."""
        self._room = share_out(*size)
        self._all.display, self._small.display = self._room is not None, self._room is None
        if self._room is not None:
            self._match.styles.layout = "horizontal" if self._room.beside else "vertical"
            self._word.styles.height = self._room.word_rows
            self._footer.display = self._room.footer
        self._redraw()

    def _redraw(self) -> None:
        typing = not self._game.is_over and not isinstance(self._game.state.phase, Proving)
        self._line.display, self._keys.display = typing, not typing
        self._line.disabled = not typing or self._room is None
        self._line.placeholder = self._game.instruction()
        if not self._line.disabled:
            # Use the line's own screen: the help may be in front of it.
            self._line.screen.set_focus(self._line)
        self._keys.update(keys_text(self._game))
        self._board.update(self._board_text())
        self._show_panel()
        self._show_word()

    def _say(self, *sentences: str) -> None:
        self._said = list(sentences)
        self._show_word()

    def _show_word(self) -> None:
        if self._room is not None:
            self._word.update(word_text(self._said, self._room))
        else:
            self._small.update(_NOT_SAVED if self._asked_to_leave else _TOO_SMALL)

    def _show_panel(self) -> None:
        if self._room is not None:
            # Its size is fixed: no need to lay out the screen ten times a second.
            self._panel.update(panel_text(self._game, self._room, self._told), layout=False)

    def _board_text(self) -> Text:
        state = self._game.state
        phase = state.phase
        return draw_board(
            state.board,
            state.robots,
            target=None if isinstance(phase, Pause) else phase.target,
            markers=state.markers,
            trail=phase.slides if isinstance(phase, Proving) else (),
            selected=self._selected,
            compact=self._room is not None and self._room.compact,
        )
