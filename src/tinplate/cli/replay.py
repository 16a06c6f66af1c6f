"""`tinplate replay`: a recorded game told from its log."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
from rich.console import RenderableType
from rich.text import Text

from tinplate.catalogue import GAMES
from tinplate.cli.dice import dice_for
from tinplate.cli.output import printable, say, write_line
from tinplate.cli.ricochet.drawing import draw_board, legend
from tinplate.cli.ricochet.narrate import clock, counted, score, tell, tell_outcome
from tinplate.game import Malformed
from tinplate.match import Entry
from tinplate.ricochet.notation import format_position
from tinplate.ricochet.proof import READINGS
from tinplate.ricochet.settings import Settings
from tinplate.ricochet.values import Event, Pause, State, TokenTurned
from tinplate.store.logfile import Recorded, read
from tinplate.wire.codec import Codec


class Told(NamedTuple):
    """How a game is told: by which names, and with a picture of each round or without."""

    names: tuple[str, ...]
    boards: bool


def replay_file(path: Path, *, boards: bool, as_json: bool) -> None:
    """Tell the good part of a log; Malformed names the flaw behind it, if there is one."""
    recorded = read_log(path, dice_for(0))  # a replay never rolls
    if as_json:
        _write_entries(recorded)
    else:
        names = tuple(printable(name) for name in recorded.players)
        say(*tell_match(recorded, Told(names, boards)))
    if recorded.flaw is not None:
        raise Malformed(f"{path}, {recorded.flaw}; {good_part(recorded.table.version)}")


def read_log(path: Path, dice: Random) -> Recorded:
    """A log of a game we have; Malformed names the file."""
    try:
        recorded = read(path, GAMES, dice)
    except Malformed as error:
        raise Malformed(f"{path}, {error}") from None
    if len(recorded.players) != recorded.table.opening.seats:
        raise Malformed(f"{path}, line 1: the names do not fit the number of players")
    return recorded


def tell_match(recorded: Recorded, told: Told) -> Iterator[RenderableType]:
    game, state = recorded.table.game, recorded.table.opening
    yield Text(f"{game.name.capitalize()}: {_listed(told.names)}", style="bold")
    yield f"{settings_in_words(state.settings, state.seats)}; board {state.board_name}"
    for entry in recorded.table.log:
        for event in entry.events:
            state = game.evolve(state, event)
            yield from _tell_event(state, entry, event, told)
    yield ""
    yield _ending(recorded, told)


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
    state: State, entry: Entry[Event], event: Event, told: Told
) -> Iterator[RenderableType]:
    position = state.position
    if isinstance(event, TokenTurned) and position is not None:
        yield ""
        yield Text(f"Round {state.round}   {format_position(position)}", style="bold")
        if told.boards:
            yield draw_board(position.board, position.robots, position.target)
            yield legend()
    yield f"{clock(entry.at):>8}  {tell(event, told.names)}"
    if isinstance(state.phase, Pause):
        yield Text(f"          {score(state, told.names)}", style="dim")


def _ending(recorded: Recorded, told: Told) -> Text:
    table = recorded.table
    outcome = table.game.outcome(table.state)
    if outcome is not None:
        return Text(tell_outcome(outcome, told.names), style="bold")
    where = f"in round {table.state.round}" if table.state.round else "before the first round"
    return Text(f"Broken off here, {where}: {score(table.state, told.names)}.", style="bold")


def _write_entries(recorded: Recorded) -> None:
    table = recorded.table
    opening = {"version": 0, "at": 0, "game": table.game.name, "players": recorded.players}
    write_line(msgspec.json.encode(opening | {"opening": table.opening}).decode())
    codec = Codec(table.game)
    for entry in table.log:
        write_line(codec.encode(entry).decode())


def good_part(entries: int) -> str:
    if entries == 1:
        return "the entry before it is good"
    return f"the {entries} entries before it are good" if entries else "only the opening is good"


def _listed(names: tuple[str, ...]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
