"""Ricochet commands that the game seldom or never offers, for the laws to try."""

from tinplate.grid import Heading
from tinplate.ricochet.motion import Move
from tinplate.ricochet.pieces import Robot
from tinplate.ricochet.values import Bid, Command, MakeMove

OUTLANDISH: tuple[Command, ...] = (
    *(Bid(moves) for moves in (-1, 0, 100, 10**9)),
    *(MakeMove(Move(robot, heading)) for robot in Robot for heading in Heading),
)
