"""A short match for tests of logs: one token, two bids, one proof."""

from random import Random

from tinplate.game import Millis, Seat
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.pieces import Robot
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.values import Bid, Command, Event, MakeMove, State, TurnToken
from tinplate.grid import Heading
from tinplate.match import Match

# Yellow west is turned north by the blue barrier at b14 and comes to rest on b7: one move.
POSITION = "R1G2Y1B4 rf5,gp2,bl9,yh14 yellow-square"
PLAYERS = ("Ann", "Bruno")
ANN, BRUNO = Seat(0), Seat(1)

RicochetMatch = Match[Settings, State, Command, Event]


def opened() -> RicochetMatch:
    """A match with a single token left, so that no dice decide which is turned up."""
    position = parse_position(POSITION)
    settings = Settings(board=position.board.name)
    robots, tokens = position.robots, (position.target,)
    opening = State(settings, position.board.name, robots, robots, tokens, ((),) * len(PLAYERS))
    return Match(Ricochet(), opening, Random(0))


def broken_off() -> RicochetMatch:
    """Two have bid and the sand runs: three entries."""
    match = opened()
    match.submit(ANN, TurnToken(), Millis(0))
    match.submit(ANN, Bid(4), Millis(5_000))
    match.submit(BRUNO, Bid(1), Millis(12_300))
    return match


def finish(match: RicochetMatch) -> None:
    """Bruno proves his bid: two entries more, and the match is over."""
    match.submit(BRUNO, MakeMove(Move(Robot.YELLOW, Heading.WEST)), Millis(70_000))


def finished() -> RicochetMatch:
    match = broken_off()
    finish(match)
    return match
