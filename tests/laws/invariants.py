"""What is true of every Ricochet state, whatever was played."""

from tinplate.ricochet.board import Position
from tinplate.ricochet.pieces import Target
from tinplate.ricochet.values import Proving, State


def pieces_are_where_they_belong(state: State) -> None:
    """RC3, RC4, RC8, RC14: no token lost or doubled; robots on their markers but in a proof."""
    tokens = [*state.face_down, *state.missed, *(token for won in state.won for token in won)]
    assert sorted(Target) == sorted(tokens), "a token is lost or doubled"
    for robots in (state.markers, state.robots):
        Position(state.board, robots, Target.VORTEX)  # refuses impossible cells
    made = state.phase.slides if isinstance(state.phase, Proving) else ()
    assert made or state.robots == state.markers, "a robot was not put back on its marker"
