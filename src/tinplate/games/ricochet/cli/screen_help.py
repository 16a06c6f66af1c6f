"""The full screen's help: the game in a dozen lines, in front of the board."""

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

HELP = """\
[b]Goal[/b]     Bring the robot of the target's colour to rest on the target,
         any robot on the vortex. It slides until something stops it.
[b]Corner[/b]   Unless agreed otherwise it must turn a corner on its way: by
         moves at right angles to each other, or at a barrier.
[b]Bids[/b]     Found a route? Type your name and its number of moves:
         [b]ann 6[/b]; alone, [b]found[/b]. You may only go lower. When time is
         up, or you are all [b]done[/b], the lowest bidder shows the moves.
         Nobody sees one? [b]skip[/b] it; [b]glass[/b] turns the hourglass.
[b]Proof[/b]    [b]r g b y s[/b] pick a robot, [b]arrows[/b] or [b]n e s w[/b] move it,
         [b]Backspace[/b] takes back (where agreed), [b]Esc[/b] twice gives up.
         One move more than announced fails; [b]x[/b]: the others stop it.
[b]Leaving[/b]  [b]Ctrl+Q[/b]; continue a game begun with --save by --resume.
         Had enough? [b]end[/b] the match, and the most tokens win; or
         [b]ann resigns[/b], and the others go on.

         The clock keeps running. Any key closes this."""


class HelpScreen(ModalScreen[None]):
    """The help; any key closes it, and the game's clock keeps running behind it."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; }
    #help { width: 72; height: auto; padding: 1 0 1 1; background: $panel; }
    """

    def compose(self) -> ComposeResult:
        yield Static(Text.from_markup(HELP), id="help")

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.dismiss()

    def on_click(self) -> None:
        self.dismiss()
