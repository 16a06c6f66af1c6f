"""Commands that the games seldom or never offer, for the laws to try."""

from tinplate.games.rally import values as rally
from tinplate.games.rally.cards import Card, Kind, deck
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.pieces import Robot
from tinplate.games.ricochet.values import Bid, Command, MakeMove
from tinplate.grid import Heading

OUTLANDISH: tuple[Command, ...] = (
    *(Bid(moves) for moves in (-1, 0, 100, 10**9)),
    *(MakeMove(Move(robot, heading)) for robot in Robot for heading in Heading),
)
OUTLANDISH_IN_RALLY: tuple[rally.Command, ...] = (
    *(rally.ChooseFacing(heading) for heading in Heading),
    *(rally.ChoosePower(on) for on in (True, False)),
    *(rally.PowerDown(announce) for announce in (True, False)),
    *(rally.TakeBack(register) for register in range(-1, 7)),
    *(rally.Place(register, deck(84)[40]) for register in range(-1, 7)),
    rally.Place(1, Card(Kind.MOVE3, 10)),
    rally.Place(5, Card(Kind.MOVE3, 850)),
    rally.Ready(),
)
