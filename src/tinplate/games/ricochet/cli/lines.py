"""The hot-seat game line by line: for pipes, small screens and screen readers."""

import queue
import sys
import threading
from collections.abc import Iterable

from rich.console import Console

from tinplate.game import Millis
from tinplate.games.ricochet.board import Robots
from tinplate.games.ricochet.cli.drawing import draw_board
from tinplate.games.ricochet.cli.hotseat import RicochetHotSeat
from tinplate.games.ricochet.notation import format_position
from tinplate.games.ricochet.values import Pause

HELP = """\
Enter         reveal the next target
ann 6         ann bids 6 moves (a 6 also works)
found         alone: you have a route, and show it
done          nobody here has anything better: the proof begins
skip glass    everybody skips this token; turn the hourglass
bn ge bs      the prover moves: blue up, green right, blue down
undo          the prover takes back the last move, where that was agreed
give up stop  the prover ends the proof; the others stop it
board where   show the board, or say in words where everything is
score         the tokens won
ann resigns   ann gives the match up, for good
end           everybody agrees to end the match here
help quit     this list; leave the game"""

_GLANCE = 0.1  # seconds between two checks on the bots
_REMINDERS = (Millis(30_000), Millis(10_000), Millis(5_000))  # left on the clock


class RicochetLines:
    """Reads lines and prints sentences; the clock runs whether or not anybody types."""

    def __init__(self, game: RicochetHotSeat, console: Console) -> None:
        self._game = game
        self._console = console
        self._typed: queue.Queue[str | None] = queue.Queue()
        self._shown: tuple[int, Robots] | None = None  # the board as last drawn

    def run(self) -> None:
        """Play until the match is over, the input ends or somebody quits."""
        threading.Thread(target=self._read, daemon=True).start()
        self._console.print("Type help for a list of commands.", highlight=False)
        self._prompt()
        while not self._game.is_over:
            patience = self._patience()
            wait = min(patience or _GLANCE, _GLANCE) if self._game.has_bots else patience
            try:
                line = self._typed.get(timeout=wait)
            except queue.Empty:
                self._time_passes(reminds=wait == patience)
                continue
            if line is None or line.strip().lower() in {"quit", "exit", "q"}:
                return
            self._entered(line)
        self._say([self._game.ending() or ""])

    def _read(self) -> None:
        try:
            for line in sys.stdin:
                self._typed.put(line)
        finally:
            self._typed.put(None)  # whatever ended the input, the game must not wait for more

    def _patience(self) -> float | None:
        """Return the seconds until the clock needs attention: for a reminder, or at its end."""
        left = self._game.remaining()
        if left is None:
            return None
        mark = next((mark for mark in _REMINDERS if mark < left), Millis(0))
        return (left - mark) / 1000

    def _time_passes(self, *, reminds: bool) -> None:
        told = self._game.tick()
        if told:
            self._say(told)
            self._prompt()
            return
        left = self._game.remaining()
        if left is not None and reminds:
            # On a terminal somebody may be in the middle of a line: start a new one.
            self._console.print("" if not self._console.is_terminal else "\n", end="")
            self._say([f"{round(left / 1000)} seconds left."])

    def _entered(self, line: str) -> None:
        word = line.strip().lower()
        if word == "help":
            self._console.print(HELP, highlight=False)
            return
        if word == "board":
            self._show_board()
            return
        if word in {"score", "where"}:
            self._say([self._game.score() if word == "score" else self._game.whereabouts()])
            return
        told, refusal = self._game.enter(line)
        self._say(told)
        if told:
            self._prompt()
        if refusal is not None:
            self._say([refusal])

    def _prompt(self) -> None:
        state = self._game.state
        if isinstance(state.phase, Pause):
            if state.round:
                self._say([f"Tokens: {self._game.score()}."])
        elif self._shown != (state.round, state.robots):
            self._show_board()
        if not self._game.is_over:
            self._say([self._game.instruction()])

    def _show_board(self) -> None:
        state = self._game.state
        self._shown = state.round, state.robots
        target = None if isinstance(state.phase, Pause) else state.phase.target
        self._console.print(draw_board(state.board, state.robots, target=target))
        if state.position is not None:
            self._say([format_position(state.position)])

    def _say(self, sentences: Iterable[str]) -> None:
        for sentence in sentences:
            self._console.print(sentence, highlight=False, markup=False)
