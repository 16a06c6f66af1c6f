"""What is played for a Rally bot that failed, was late or broke a rule."""

from collections.abc import Sequence

from tinplate.game import Plan, Seat
from tinplate.games.rally.values import (
    ChooseFacing,
    ChoosePower,
    Command,
    Place,
    Programming,
    Ready,
    View,
)


def fill_and_get_ready(view: View, seat: Seat, legal: Sequence[Command]) -> Plan[Command]:
    """Power on, face any way, and play the cards as dealt, so that the others never wait."""
    facings = [command for command in legal if isinstance(command, ChooseFacing)]
    chosen: list[Command] = [*facings[:1]]
    if ChoosePower(on=True) in legal:
        chosen.append(ChoosePower(on=True))
    is_programming = isinstance(view.phase, Programming) and seat in view.phase.programs
    player, private = view.players[seat], view.players[seat].private
    if not is_programming or private is None:
        return Plan(tuple(chosen))
    empty = (at for at in player.open_registers if private.draft[at - 1] is None)
    places = [Place(*there) for there in zip(empty, private.hand, strict=False)]
    return Plan((*chosen, *places, Ready()))
