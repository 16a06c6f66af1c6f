"""The hot-seat game on the full screen: board, hourglass, bids, and keys for the proof."""

from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.theme import Theme
from textual.widgets import Footer, Input, RichLog, Static

from tinplate.cli.ricochet.drawing import draw_board, target_text
from tinplate.cli.ricochet.hotseat import HotSeat, Refused
from tinplate.cli.ricochet.narrate import counted
from tinplate.game import Millis
from tinplate.grid import Heading
from tinplate.ricochet.motion import Move
from tinplate.ricochet.pieces import ROBOTS, Robot
from tinplate.ricochet.values import (
    Bidding,
    Command,
    GiveUp,
    MakeMove,
    Pause,
    Proving,
    TakeBack,
    Thinking,
)

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
_FULL_BOARD_LINES = 40  # a terminal lower than this gets the compact board
_SIDE_COLUMNS = 104  # a terminal narrower than this has the panel below the board
_SAND_WIDTH = 24
_REFRESH_SECONDS = 0.1


class RicochetScreen(App[None]):
    """Draws the table and turns keys into what HotSeat understands."""

    TITLE = "Tinplate · Ricochet"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { layers: base; }
    #table { height: 1fr; }
    #board { width: 73; padding: 0 1; }
    #side { width: 1fr; padding: 1 1 0 1; }
    #asked { height: auto; margin-bottom: 1; }
    #sand { height: auto; color: $primary; }
    #bids { height: auto; margin-top: 1; }
    #tokens { height: auto; margin-top: 1; }
    #history { height: 1fr; margin-top: 1; background: $background; scrollbar-size: 0 0; }
    #word { height: auto; max-height: 2; padding: 0 1; color: $secondary; text-style: bold; }
    #line { border: none; height: 1; padding: 0 1; background: $panel; }
    #line.-hidden { display: none; }
    .narrow #table { layout: vertical; }
    .narrow #board { height: auto; }
    .narrow #side { height: 1fr; padding: 0 1; }
    .narrow #asked { margin-bottom: 0; }
    .narrow #bids, .narrow #tokens, .narrow #history { margin-top: 0; }
    .tight #bids, .tight #tokens, .tight #history { display: none; }
    .tight #word { max-height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Leave", priority=True),
        Binding("f1", "help", "Help", priority=True),
    ]

    def __init__(self, game: HotSeat) -> None:
        super().__init__()
        self._game = game
        self._selected: Robot | None = None
        self._letter_typed = False  # a robot's letter was the last key: n e s w are headings
        self._asked_to_give_up = False
        self._board = Static(id="board")
        self._asked = Static(id="asked")
        self._sand = Static(id="sand")
        self._bids = Static(id="bids")
        self._tokens = Static(id="tokens")
        self._history = RichLog(id="history", wrap=True)
        self._word = Static(id="word")
        self._line = Input(id="line")

    @property
    def _is_low(self) -> bool:
        return self.size.height < _FULL_BOARD_LINES

    @property
    def _is_tight(self) -> bool:
        """So small that besides the board there is room for two lines."""
        return self._is_low and self.size.width < _SIDE_COLUMNS

    def compose(self) -> ComposeResult:
        with Horizontal(id="table"):
            yield self._board
            with Vertical(id="side"):
                yield self._asked
                yield self._sand
                yield self._bids
                yield self._tokens
                yield self._history
        yield self._word
        yield self._line
        yield Footer()

    def on_mount(self) -> None:
        self.register_theme(THEME)
        self.theme = THEME.name
        self._history.can_focus = False
        self.set_interval(_REFRESH_SECONDS, self._time_passes)
        self._redraw()

    def on_resize(self, event: events.Resize) -> None:
        self.screen.set_class(event.size.width < _SIDE_COLUMNS, "narrow")
        self.screen.set_class(self._is_tight, "tight")
        self._redraw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.input.clear()
        if event.value.strip().lower() in {"quit", "exit"}:
            self.exit()
            return
        if event.value.strip().lower() == "help":
            self.action_help()
            return
        try:
            told = self._game.enter(event.value)
        except Refused as refusal:
            self._speak(str(refusal))
            self._redraw()
            return
        self._happened(told)

    def on_key(self, event: events.Key) -> None:
        if not isinstance(self._game.state.phase, Proving):
            return
        handled = self._proof_key(event.key)
        if handled:
            event.stop()
            event.prevent_default()

    def action_help(self) -> None:
        self._speak(
            "Bids: name and number, Enter. Proof: r g b y s picks a robot, arrows or n e s w move"
            " it, Backspace takes back, Esc twice gives up. Ctrl+Q leaves."
        )

    def _proof_key(self, key: str) -> bool:
        if key == "escape" and self._asked_to_give_up:
            self._asked_to_give_up = False
            self._submit(GiveUp())
            return True
        self._asked_to_give_up = key == "escape"
        letter_typed, self._letter_typed = self._letter_typed, False
        if key == "escape":
            self._speak("Press Esc once more to give up this proof.")
        elif key == "backspace":
            self._submit(TakeBack())
        elif key in _ARROWS:
            self._move(_ARROWS[key])
        elif letter_typed and key in tuple(Heading):
            self._move(Heading(key))
        elif key in ROBOTS[: len(self._game.state.robots)]:
            self._select(Robot(key))
        else:
            return False
        return True

    def _select(self, robot: Robot) -> None:
        self._selected, self._letter_typed = robot, True
        self._speak("")
        self._redraw()

    def _move(self, heading: Heading) -> None:
        if self._selected is None:
            self._speak("Pick a robot first: r g b y s.")
            return
        self._submit(MakeMove(Move(self._selected, heading)))

    def _submit(self, command: Command) -> None:
        phase = self._game.state.phase
        if not isinstance(phase, Proving):
            return
        try:
            told = self._game.submit(phase.prover.seat, command)
        except Refused as refusal:
            self._speak(str(refusal))
            self._redraw()
            return
        self._happened(told)

    def _time_passes(self) -> None:
        told = self._game.tick()
        if told:
            self._happened(told)
        else:
            self._sand.update(self._sand_text())

    def _happened(self, told: Iterable[str]) -> None:
        told = list(told)
        for sentence in told:
            self._history.write(sentence)
        self._speak(" ".join(told[-2:]))
        if not isinstance(self._game.state.phase, Proving):
            self._selected = None
        self._redraw()

    def _speak(self, word: str) -> None:
        self._word.update(Text(word))

    def _redraw(self) -> None:
        proving = isinstance(self._game.state.phase, Proving)
        self._line.set_class(proving, "-hidden")
        self._line.placeholder = self._game.ending() or self._game.instruction()
        if proving:
            self.set_focus(None)
        elif not self._line.has_focus:
            self._line.focus()
        self._board.update(self._board_text())
        self._asked.update(self._asked_text())
        self._sand.update(self._sand_text())
        self._bids.update(self._bids_text())
        self._tokens.update(self._tokens_text())

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
            compact=self._is_low,
        )

    def _asked_text(self) -> Text:
        """What is to be reached, and what to do now."""
        phase = self._game.state.phase
        ending = self._game.ending()
        if ending is not None:
            return Text(f"{ending} Ctrl+Q leaves.", style="bold")
        text = Text()
        if not isinstance(phase, Pause):
            text.append_text(target_text(phase.target)).append("  " if self._is_tight else "\n")
        if self._is_tight and not isinstance(phase, Proving):
            return text.append(self._game.score())  # the line below says what to do
        text.append(self._game.instruction())
        if isinstance(phase, Proving) and not self._is_tight:
            text.append("\nr g b y s, then an arrow or n e s w", style="dim")
            text.append("\nBackspace takes back, Esc gives up", style="dim")
        return text

    def _sand_text(self) -> Text:
        left = self._game.remaining()
        if left is None:
            return Text("No clock is running.", style="dim")
        share = min(1.0, left / self._whole_clock())
        grains = round(share * _SAND_WIDTH)
        minutes, seconds = divmod((left + 999) // 1000, 60)
        text = Text(f"{self._clock_name()} {minutes}:{seconds:02} ")
        text.append("█" * grains).append("░" * (_SAND_WIDTH - grains), style="dim")
        return text.append("  ").append_text(self._bids_text()) if self._is_tight else text

    def _clock_name(self) -> str:
        match self._game.state.phase:
            case Thinking(sand_runs=False):
                return "Patience"
            case Proving():
                return "Proof"
            case _:
                return "Sand"

    def _whole_clock(self) -> int:
        settings = self._game.state.settings
        match self._game.state.phase:
            case Thinking(sand_runs=False):
                return 1000 * settings.patience_seconds
            case Proving():
                return 1000 * settings.proof_seconds
            case _:
                return Millis(settings.sand)

    def _bids_text(self) -> Text:
        """Bids in the order in which they count; the prover's is marked."""
        match self._game.state.phase:
            case Bidding(bids=bids):
                return self._listed("Bids", [(bid.seat, bid.moves) for bid in bids])
            case Proving(queue=queue):
                return self._listed("To prove", [(bid.seat, bid.moves) for bid in queue])
            case _:
                return Text("")

    def _listed(self, title: str, rows: list[tuple[int, int]]) -> Text:
        names = self._game.names
        listed = " · ".join(f"{names[seat]} {moves}" for seat, moves in rows)
        return Text(f"{title}: {listed}")

    def _tokens_text(self) -> Text:
        """Who has won what, a coloured letter and symbol each."""
        state = self._game.state
        text = Text(f"{counted(len(state.face_down), 'token')} left to win", style="dim")
        width = max(len(name) for name in self._game.names)
        for name, won in zip(self._game.names, state.won, strict=True):
            text.append(f"\n{name:<{width}} {len(won):>2} ", style="not dim")
            for target in won:
                text.append(" ").append_text(target_text(target)[:2])
        if state.missed:
            text.append(f"\n{len(state.missed)} taken face down")
        return text
