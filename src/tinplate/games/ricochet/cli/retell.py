"""A recorded match of Ricochet, told from its log."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from tinplate.cli.words import clock, tell_outcome
from tinplate.games.ricochet.cli.drawing import draw_board, legend
from tinplate.games.ricochet.cli.narrate import score, tell
from tinplate.games.ricochet.notation import format_position
from tinplate.games.ricochet.values import Event, Pause, State, TokenTurned
from tinplate.match import AnyMatch, Entry


def tell_match(
    match: AnyMatch, names: tuple[str, ...], *, boards: bool
) -> Iterator[RenderableType]:
    game, state = match.game, match.opening
    for entry in match.log:
        for event in entry.events:
            state = game.evolve(state, event)
            yield from _tell_event(state, entry, event, names, boards=boards)
    yield ""
    yield _ending(match, names)


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


def _ending(match: AnyMatch, names: tuple[str, ...]) -> Text:
    outcome = match.game.outcome(match.state)
    if outcome is not None:
        return Text(tell_outcome(outcome, names), style="bold")
    where = f"in round {match.state.round}" if match.state.round else "before the first round"
    return Text(f"Stopped here, {where}: {score(match.state, names)}.", style="bold")
