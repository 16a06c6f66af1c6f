"""How a match ended, for the picture that people share."""

from msgspec.structs import replace

from tinplate.ending import BY_PLAYERS
from tinplate.games.rally.svg.picture import draw_picture
from tinplate.games.rally.values import Finished, State


def draw_end(state: State) -> str:
    """The course, and the robots where they ended; those without a life are gone."""
    course = replace(state.course, edge=state.settings.edge)  # D3: what was agreed
    return draw_picture(course, [player.robot for player in state.players])


def scores_of(state: State) -> list[str]:
    """How many flags everybody touched, by seat."""
    return [str(player.robot.next_flag - 1) for player in state.players]


def line_of(state: State) -> str:
    """How much was played, and where, in English."""
    is_early = isinstance(state.phase, Finished) and state.phase.because in BY_PLAYERS
    played = state.turn - is_early  # who ends a match does so before the turn is played
    turns = "1 turn" if played == 1 else f"{played} turns"
    after = f" after {turns}" if played else ""
    return f"flags{after} on {state.course.name}"
