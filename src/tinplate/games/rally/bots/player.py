"""What all Rally bots share: facings, power, and turning a program into commands."""

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

if TYPE_CHECKING:  # Numba takes half a second to import: only when there is a decision
    from tinplate.games.rally.bots.seen import BotView
    from tinplate.games.rally.outlook import Outlook


GOING, RESTING = range(2)  # columns of the turns left: without and with a turn off next


class Intent(NamedTuple):
    """What a bot wants to do this turn."""

    program: Sequence[Card]  # for all registers; locked ones keep their cards
    facing: int | None = None  # D29: if chosen with the program
    power_down: bool = False  # R24


class RallyBot(ABC):
    """A bot that plays Rally by a table of what each place is worth."""

    games = frozenset({"rally"})
    name: str
    strength: int
    limit: float

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"

    def choose(
        self,
        view: View,
        seat: Seat,
        legal: Sequence[Command],
        now: Millis,  # noqa: ARG002 - it decides at once
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
        """Return the table this bot goes by."""

    @abstractmethod
    def intend(self, seen: "BotView", facings: Sequence[int], dice: Random) -> Intent:
        """Choose a program to play from one of these facings."""

    def headings(self, view: View, seat: Seat, legal: Sequence[Command]) -> list[int]:
        """Return the facings that can still be chosen, else the robot's own."""
        from tinplate.games.rally.floor import HEADINGS  # noqa: PLC0415

        free = [HEADINGS.index(each.facing) for each in legal if isinstance(each, ChooseFacing)]
        return free or [HEADINGS.index(view.players[seat].robot.facing)]

    def _before_the_deal(
        self, view: View, seat: Seat, legal: Sequence[Command]
    ) -> tuple[Command, ...]:
        """R25, R34: choose the best facing; power on, unless another turn off is worth more."""
        from tinplate.games.rally import outlook as o  # noqa: PLC0415
        from tinplate.games.rally.floor import HEADINGS, number_of  # noqa: PLC0415

        outlook, robot = self.outlook(view), view.players[seat].robot
        if robot.cell is None:
            return ()
        worth = outlook.turns[robot.next_flag]
        places = [
            number_of(view.course, robot.cell) * o.QUARTERS + facing
            for facing in self.headings(view, seat, legal)
        ]
        place = min(places, key=lambda place: worth[place * o.LEVELS + robot.armour])
        on = worth[place * o.LEVELS + robot.armour] < 1 + worth[outlook.ground.powered_down[place]]
        wishes = (ChooseFacing(HEADINGS[place % o.QUARTERS]), ChoosePower(on=bool(on)))
        return tuple(wish for wish in wishes if wish in legal)


def commands_for(
    view: View, seat: Seat, legal: Sequence[Command], intent: Intent
) -> tuple[Command, ...]:
    """Return the commands that lead from the current draft to the wanted program, then ready."""
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
