"""What all Rally bots do alike: facings, power, and a program laid out by small commands."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tinplate.game import Millis, Plan, Seat
from tinplate.games.rally.cards import Card
from tinplate.games.rally.values import (
    ChooseFacing,
    ChoosePower,
    Command,
    Place,
    PowerDown,
    Private,
    Programming,
    Ready,
    TakeBack,
    View,
)

if TYPE_CHECKING:  # Numba takes half a second to import: only when there is something to decide
    from tinplate.games.rally.bots.seen import BotView
    from tinplate.games.rally.outlook.kernels import Outlook


GOING, RESTING = range(2)  # columns of turns that are left: without and with a turn off next


class Intent(NamedTuple):
    """What a bot wants to do in a turn."""

    program: Sequence[Card]  # for all registers; those that are locked stay as they are
    facing: int | None = None  # D29: where it is chosen with the program
    power_down: bool = False  # R24


class RallyBot(ABC):
    """Somebody who plays Rally by a table of what places are worth."""

    games = frozenset({"rally"})
    name: str
    strength: int
    limit: float

    def choose(
        self,
        view: View,
        seat: Seat,
        legal: Sequence[Command],
        now: Millis,  # noqa: ARG002 - it takes no time to speak of
        dice: Random,
    ) -> Plan[Command]:
        from tinplate.games.rally.bots.seen import seen_from  # noqa: PLC0415

        if not legal:
            return Plan()
        if isinstance(view.phase, Programming) and seat in view.phase.programs:
            intent = self.intend(seen_from(view, seat), self.headings(view, seat, legal), dice)
            return Plan(commands_for(view, seat, legal, intent))
        return Plan(self._before_the_deal(view, seat, legal))

    @abstractmethod
    def outlook(self, view: View) -> "Outlook":
        """By what this bot goes."""

    @abstractmethod
    def intend(self, seen: "BotView", facings: Sequence[int], dice: Random) -> Intent:
        """The program to be played from one of these facings."""

    def headings(self, view: View, seat: Seat, legal: Sequence[Command]) -> list[int]:
        """Those that may still be chosen; else the one that the robot has."""
        from tinplate.games.rally.floor import HEADINGS  # noqa: PLC0415

        free = [HEADINGS.index(each.facing) for each in legal if isinstance(each, ChooseFacing)]
        return free or [HEADINGS.index(view.players[seat].robot.facing)]

    def _before_the_deal(
        self, view: View, seat: Seat, legal: Sequence[Command]
    ) -> tuple[Command, ...]:
        """R25, R34: the facing that is worth most; on, unless another turn off is worth more."""
        from tinplate.games.rally.floor import HEADINGS, number_of  # noqa: PLC0415
        from tinplate.games.rally.outlook import kernels as o  # noqa: PLC0415

        outlook, robot = self.outlook(view), view.players[seat].robot
        if robot.cell is None:
            return ()
        worth = outlook.worth[robot.next_flag]
        places = [
            number_of(view.course, robot.cell) * o.QUARTERS + facing
            for facing in self.headings(view, seat, legal)
        ]
        place = min(places, key=lambda place: worth[place * o.LEVELS + robot.armour])
        on = worth[place * o.LEVELS + robot.armour] < 1 + worth[outlook.ground.rests[place]]
        wishes = (ChooseFacing(HEADINGS[place % o.QUARTERS]), ChoosePower(on=bool(on)))
        return tuple(wish for wish in wishes if wish in legal)


def commands_for(
    view: View, seat: Seat, legal: Sequence[Command], intent: Intent
) -> tuple[Command, ...]:
    """From whatever is drafted to the program that is wanted, and ready."""
    from tinplate.games.rally.floor import HEADINGS  # noqa: PLC0415

    player = view.players[seat]
    private = player.private or Private()
    wrong = [
        register
        for register in player.open_registers
        if private.draft[register - 1] != intent.program[register - 1]
    ]
    commands = list[Command]()
    if intent.facing is not None and ChooseFacing(HEADINGS[intent.facing]) in legal:
        commands.append(ChooseFacing(HEADINGS[intent.facing]))
    commands += [TakeBack(register) for register in wrong if private.draft[register - 1]]
    commands += [Place(register, intent.program[register - 1]) for register in wrong]
    if intent.power_down != private.power_down and PowerDown(intent.power_down) in legal:
        commands.append(PowerDown(intent.power_down))
    return (*commands, Ready())
