"""A game that was played, told so that a rules lawyer can check it with the board."""

from collections.abc import Iterator

from tests.games.ricochet.playthroughs.script import Played
from tests.playthroughs.scripts import tell_refusals
from tinplate.cli.words import clock, counted, tell_outcome
from tinplate.game import Millis, Seat
from tinplate.games.ricochet.board import format_robots
from tinplate.games.ricochet.cli.narrate import tell
from tinplate.games.ricochet.notation import format_position
from tinplate.games.ricochet.values import Event, Pause, State, TokenTurned
from tinplate.match import Entry

LEGEND = """\
Each round begins with its position: board, robots and target. Times are minutes and seconds since
the match opened; [1:05.0] is when the sand, the patience or the time of the prover will run out.
"""


def transcript(played: Played) -> str:
    """The whole game, from what was agreed to who won."""
    return "\n".join((*_heading(played), *_rounds(played), *_ending(played), ""))


def _heading(played: Played) -> Iterator[str]:
    script = played.script
    yield script.title
    yield "=" * len(script.title)
    yield ""
    yield f"players   {', '.join(script.players)}"
    yield f"agreed    {', '.join((script.preset, *script.agreed))}"
    yield f"opening   {script.opening.board_name} {format_robots(script.opening.robots)}"
    yield ""
    yield LEGEND.rstrip()


def _rounds(played: Played) -> Iterator[str]:
    state, names, game = played.script.opening, played.script.players, played.match.game
    yield from tell_refusals(played.refusals, 0)
    for entry in played.match.log:
        before = game.deadline(state)
        for event in entry.events:
            state = game.evolve(state, event)
            if isinstance(event, TokenTurned):
                yield from _round_heading(state, played.notes)
            due = game.deadline(state) if event is entry.events[-1] else before
            yield _told(entry, tell(event, names), due if due != before else None)
        if isinstance(state.phase, Pause):
            yield f"{'':8}  {_score(state, names)}"
        yield from tell_refusals(played.refusals, entry.version)


def _round_heading(state: State, notes: dict[int, str]) -> Iterator[str]:
    assert state.position is not None
    yield ""
    yield f"Round {state.round:<2}  {format_position(state.position)}"
    if state.round in notes:
        yield f"{'':8}  ({notes[state.round]})"


def _told(entry: Entry[Event], sentence: str, due: Millis | None) -> str:
    told = f"{clock(entry.at):>8}  {sentence}"
    return told if due is None else f"{told}  [{clock(due)}]"


def _score(state: State, names: tuple[str, ...]) -> str:
    left = f"{counted(len(state.face_down), 'token')} left"
    if state.settings.solo:
        return f"= {len(state.won[0])} face up, {len(state.missed)} face down; {left}"
    counts = (f"{name} {len(state.won[Seat(seat)])}" for seat, name in enumerate(names))
    return f"= {', '.join(counts)}; {left}"


def _ending(played: Played) -> Iterator[str]:
    outcome = played.match.game.outcome(played.match.state)
    yield ""
    yield "Broken off." if outcome is None else tell_outcome(outcome, played.script.players)
