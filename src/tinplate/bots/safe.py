"""What is played for a bot that failed, was too late or broke a rule: what harms its seat least."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tinplate.game import Plan, Seat
from tinplate.games.rally import values as rally
from tinplate.games.rally.rules import Rally
from tinplate.games.ricochet import values as ricochet
from tinplate.games.ricochet.rules import Ricochet


def wait_or_give_up(
    view: ricochet.State,  # noqa: ARG001
    seat: Seat,  # noqa: ARG001
    legal: Sequence[ricochet.Command],
) -> Plan[ricochet.Command]:
    """Nothing is lost by bidding nothing; a proof that does not go on keeps everybody waiting."""
    return Plan((ricochet.GiveUp(),)) if ricochet.GiveUp() in legal else Plan()


def fill_and_get_ready(
    view: rally.View, seat: Seat, legal: Sequence[rally.Command]
) -> Plan[rally.Command]:
    """On again, ahead, and the cards as they came: a table never waits for one of its robots."""
    facings = [command for command in legal if isinstance(command, rally.ChooseFacing)]
    chosen: list[rally.Command] = [*facings[:1]]
    if rally.ChoosePower(on=True) in legal:
        chosen.append(rally.ChoosePower(on=True))
    is_programming = isinstance(view.phase, rally.Programming) and seat in view.phase.programs
    player, private = view.players[seat], view.players[seat].private
    if not is_programming or private is None:
        return Plan(tuple(chosen))
    empty = (at for at in player.open_registers if private.draft[at - 1] is None)
    places = [rally.Place(*there) for there in zip(empty, private.hand, strict=False)]
    return Plan((*chosen, *places, rally.Ready()))


SAFE_PLANS: Mapping[str, Callable[[Any, Seat, Sequence[Any]], Plan[Any]]] = {
    Ricochet.name: wait_or_give_up,
    Rally.name: fill_and_get_ready,
}
