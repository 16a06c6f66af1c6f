"""How a match ended, for the picture that people share."""

from msgspec.structs import replace

from tinplate.games.rally.rules import standings
from tinplate.games.rally.svg.picture import draw_picture
from tinplate.games.rally.values import State


def draw_end(state: State) -> str:
    """The course, and the robots where they ended; those without a life are gone."""
    course = replace(state.course, edge=state.settings.edge)  # D3: what was agreed
    return draw_picture(course, [player.robot for player in state.players])


def score_of(state: State) -> str:
    """How many flags everybody touched, the best first (D35)."""
    touched = (state.players[seat].robot.next_flag - 1 for seat in standings(state))
    return "\N{EN DASH}".join(map(str, touched))


def line_of(state: State) -> str:
    """How much was played, and where, in English."""
    turns = "1 turn" if state.turn == 1 else f"{state.turn} turns"
    return f"Flags after {turns} on {state.course.name}"
