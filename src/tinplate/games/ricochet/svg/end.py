"""How a match ended, for the picture that people share."""

from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.svg.picture import draw_picture
from tinplate.games.ricochet.values import State


def draw_end(state: State) -> str | None:
    """The robots where they stand, and the last token of whoever has most. None without tokens."""
    best = max(state.won, key=len)
    return draw_picture(Position(state.board, state.robots, best[-1])) if best else None


def line_of(state: State) -> str:
    """How much was played, in English."""
    rounds = "1 round" if state.round == 1 else f"{state.round} rounds"
    missed = f", {len(state.missed)} missed" if state.settings.solo else ""
    return f"{rounds} of Ricochet{missed}"
