"""A recorded match of Ricochet, told from its log."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from tinplate.cli.words import clock, counted, listed, tell_outcome
from tinplate.games.ricochet.cli.drawing import draw_board, legend
from tinplate.games.ricochet.cli.narrate import score, tell
from tinplate.games.ricochet.notation import format_position
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.values import Event, Pause, State, TokenTurned
from tinplate.match import Entry
from tinplate.store.logfile import Recorded


def tell_match(
    recorded: Recorded, names: tuple[str, ...], *, boards: bool
) -> Iterator[RenderableType]:
    game, state = recorded.table.game, recorded.table.opening
    yield Text(f"{game.name.capitalize()}: {listed(names)}", style="bold")
    yield f"{settings_in_words(state.settings, state.seats)}; board {state.board_name}"
    for entry in recorded.table.log:
        for event in entry.events:
            state = game.evolve(state, event)
            yield from _tell_event(state, entry, event, names, boards=boards)
    yield ""
    yield _ending(recorded, names)


def settings_in_words(settings: Settings, seats: int) -> str:
    """What was agreed, as far as it makes a difference."""
    goal = settings.tokens_to_win(seats)
    rule = next(
        (name for name, rule in READINGS.items() if rule == settings.rule), "a rule of its own"
    )
    words = [
        "solo" if settings.solo else counted(seats, "player"),
        f"{settings.box} box",
        "" if settings.diagonals else "no diagonals",
        "silver robot" if settings.silver else "",
        f"rule {rule}",
        f"sand {settings.hourglass_seconds * settings.hourglass_turns} s",
        "all tokens" if goal is None or settings.solo else f"first to {goal}",
    ]
    return ", ".join(word for word in words if word)


def _tell_event(
    state: State, entry: Entry[Event], event: Event, names: tuple[str, ...], *, boards: bool
) -> Iterator[RenderableType]:
    position = state.position
    if isinstance(event, TokenTurned) and position is not None:
        yield ""
        yield Text(f"Round {state.round}   {format_position(position)}", style="bold")
        if boards:
            yield draw_board(position.board, position.robots, position.target)
            yield legend()
    yield f"{clock(entry.at):>8}  {tell(event, names)}"
    if isinstance(state.phase, Pause):
        yield Text(f"          {score(state, names)}", style="dim")


def _ending(recorded: Recorded, names: tuple[str, ...]) -> Text:
    table = recorded.table
    outcome = table.game.outcome(table.state)
    if outcome is not None:
        return Text(tell_outcome(outcome, names), style="bold")
    where = f"in round {table.state.round}" if table.state.round else "before the first round"
    return Text(f"Broken off here, {where}: {score(table.state, names)}.", style="bold")
