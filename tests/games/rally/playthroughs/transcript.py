"""A game of Rally that was played, told so that a rules lawyer can check it with the board."""

from collections.abc import Iterator

from tests.games.rally.playthroughs.script import Played
from tests.playthroughs.scripts import tell_refusals
from tinplate.cli.words import clock
from tinplate.games.rally.cli.narrate import card_text, tell, why
from tinplate.games.rally.cli.retell import ending
from tinplate.games.rally.cli.scene import draw_table
from tinplate.games.rally.happenings import Happening
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.values import Event, HandDealt, ProgrammingBegan, State, TurnBegan
from tinplate.match import Entry

LEGEND = """\
Each turn is drawn when its programs begin; 1▲ is the robot of the first player, 1△ when it is
virtual. Times are minutes and seconds since the match opened; [1:05.0] is when time will be up.
Behind each step stands the rule by which it happened. What only one player sees is marked *.
"""


def transcript(played: Played) -> str:
    """The whole game, from what was agreed to who won."""
    return "\n".join((*_heading(played), *_turns(played), *_ending(played), ""))


def _heading(played: Played) -> Iterator[str]:
    script, state = played.script, played.match.opening
    yield script.title
    yield "=" * len(script.title)
    yield ""
    yield f"players   {', '.join(script.players)}"
    yield f"agreed    {', '.join(script.agreed)}"
    yield ""
    yield from state.course_text.splitlines()
    yield ""
    yield LEGEND.rstrip()


def _turns(played: Played) -> Iterator[str]:
    state = played.match.opening
    yield from _turn_heading(state.turn, played.notes)
    yield from tell_refusals(played.refusals, 0)
    for entry in played.match.log:
        before = Rally().deadline(state)
        for event in entry.events:
            state = Rally().evolve(state, event)
            yield from _told(played, state, entry, event)
        due = Rally().deadline(state)
        if due is not None and due != before:
            yield f"{'':8}  [{clock(due)}]"
        yield from tell_refusals(played.refusals, entry.version)


def _told(played: Played, state: State, entry: Entry[Event], event: Event) -> Iterator[str]:
    names = played.script.players
    if isinstance(event, TurnBegan):
        yield from _turn_heading(event.turn, played.notes)
        return
    sentence = tell(event, names)
    if sentence:
        is_secret = Rally().witness(event, None) != event
        indent = "    " if isinstance(event, Happening) else ""
        at = "" if isinstance(event, Happening) else clock(entry.at)
        mark = "*" if is_secret else " "
        yield f"{at:>8} {mark}{indent}{sentence}  {why(event)}"
    if isinstance(event, HandDealt) and event.cards is not None:
        yield f"{'':8} *    {', '.join(map(card_text, event.cards))}"
    if isinstance(event, ProgrammingBegan):
        yield ""
        yield from (line.rstrip() for line in draw_table(state, names).plain.splitlines())
        yield ""


def _turn_heading(turn: int, notes: dict[int, str]) -> Iterator[str]:
    yield ""
    yield f"Turn {turn}"
    if turn in notes:
        yield f"{'':8}  ({notes[turn]})"


def _ending(played: Played) -> Iterator[str]:
    yield ""
    yield from (str(line) for line in ending(played.match.state, played.script.players))
