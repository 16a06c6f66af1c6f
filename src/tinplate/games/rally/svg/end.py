"""How a match ended, for the picture that people share."""

from msgspec.structs import replace

from tinplate.games.rally.svg.picture import draw_picture
from tinplate.games.rally.values import State


def draw_end(state: State) -> str:
    """The course, and the robots where they ended; those without a life are gone."""
    course = replace(state.course, edge=state.settings.edge)  # D3: what was agreed
    return draw_picture(course, [player.robot for player in state.players])


def scores_of(state: State) -> list[str]:
    """How many flags everybody touched, by seat."""
    return [str(player.robot.next_flag - 1) for player in state.players]


def line_of(state: State) -> str:
    """How much was played, and where, in English."""
    turns = "1 turn" if state.turn == 1 else f"{state.turn} turns"
    return f"flags after {turns} on {state.course.name}"
