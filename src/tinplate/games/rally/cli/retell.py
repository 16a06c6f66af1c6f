"""A Rally match told step by step: while it is played, or from its log."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from tinplate.cli.words import clock, counted, tell_outcome
from tinplate.game import Millis
from tinplate.games.rally.cli.narrate import lives_text, tell, why
from tinplate.games.rally.cli.scene import draw_table
from tinplate.games.rally.happenings import Happening
from tinplate.games.rally.rules import Rally, standings
from tinplate.games.rally.values import (
    CardPlaced,
    CardTakenBack,
    Event,
    FacingChosen,
    MatchEnded,
    PowerChosen,
    PowerDownPlanned,
    ProgramReady,
    RegisterRevealed,
    Running,
    State,
    TurnBegan,
    TurnEnded,
)
from tinplate.match import AnyMatch

# Drafts and secret choices: they are told when they are revealed.
_SECRET = CardPlaced | CardTakenBack | PowerDownPlanned | FacingChosen | PowerChosen | ProgramReady


class Teller:
    """Tells events in order, optionally with a board after every register and with rules.

    A callback can run after each board, to give people time to look at it.
    """

    def __init__(
        self,
        names: Sequence[str],
        *,
        boards: bool,
        why: bool,
        after_board: Callable[[], None] = lambda: None,
    ) -> None:
        self._names = names
        self._boards = boards
        self._why = why
        self._after_board = after_board

    def tell(
        self, state: State, events: Iterable[Event], at: Millis | None = None
    ) -> Iterator[RenderableType]:
        """Tell everything that everybody may know, from this state on."""
        for event in events:
            if self._boards and _ends_register(state, event):
                yield draw_table(state, self._names)
                self._after_board()
            state = Rally().evolve(state, event)
            if isinstance(event, TurnBegan):
                yield from self.heading(event, at)
            elif not isinstance(event, _SECRET) and (sentence := tell(event, self._names)):
                indent = "    " if isinstance(event, Happening) else "  "
                style = "bold" if isinstance(event, RegisterRevealed) else ""
                yield self._reasoned(Text(f"{indent}{sentence}", style), event)

    def heading(self, event: TurnBegan, at: Millis | None) -> Iterator[RenderableType]:
        yield ""
        text = Text(tell(event, self._names), "bold")
        yield text if at is None else text.append(f"   {clock(at)}", "not bold dim")

    def _reasoned(self, text: Text, event: Event) -> Text:
        return text.append(f"  [{why(event)}]", "not bold dim") if self._why else text


def _ends_register(state: State, event: Event) -> bool:
    return isinstance(state.phase, Running) and isinstance(
        event, RegisterRevealed | TurnEnded | MatchEnded
    )


def tell_match(
    match: AnyMatch, names: tuple[str, ...], *, boards: bool, why: bool
) -> Iterator[RenderableType]:
    """Tell a log from its opening to its end."""
    state: State = match.opening
    teller = Teller(names, boards=boards, why=why)
    yield from teller.heading(TurnBegan(state.turn), Millis(0))
    for entry in match.log:
        yield from teller.tell(state, entry.events, entry.at)
        for event in entry.events:
            state = Rally().evolve(state, event)
    yield ""
    yield from ending(state, names)


def ending(state: State, names: Sequence[str]) -> Iterator[RenderableType]:
    """Tell who won and why, or that nobody has yet; then the standings (D35)."""
    outcome = Rally().outcome(state)
    if outcome is None:
        yield Text(f"Stopped here, in turn {state.turn}.", style="bold")
    else:
        yield Text(tell_outcome(outcome, names), style="bold")
    for place, seat in enumerate(standings(state), start=1):
        robot = state.players[seat].robot
        touched = f"{robot.next_flag - 1} of {counted(len(state.course.flags), 'flag')}"
        lives = lives_text(robot.lives)
        yield f"  {place}. {names[seat]}: {touched}, {lives}, {robot.armour} armour"
