"""How the people of the tests play: at random, or by the solver."""

from functools import cache
from random import Random
from typing import Any

from msgspec import to_builtins

from tests.server.client import Client
from tinplate.game import Seat, ends_match
from tinplate.games.rally.values import Settings as RallySettings
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.proof import Rule
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.solver import solve
from tinplate.games.ricochet.values import (
    Bid,
    Bidding,
    ClaimRoute,
    Command,
    MakeMove,
    Pause,
    Proving,
    State,
    Thinking,
    TurnToken,
)
from tinplate.lobby.values import Terms

A_SHORT_RICOCHET = Terms("ricochet", to_builtins(Settings(hourglass_seconds=1, goal=2)))
A_SHORT_RALLY = Terms("rally", to_builtins(RallySettings(choices={"max_turns": 2})))


async def play_at_random(client: Client, seed: int) -> None:
    """Anything that is offered, but for ending the match early, until it is over."""
    dice = Random(seed)
    while client.ending is None:
        await client.until(lambda: offered(client) or client.ending)
        if offers := offered(client):
            await client.play(dice.choice(offers))


def offered(client: Client) -> list[Any]:
    """What one may do, but for agreeing to end the match early."""
    return [command for command in client.legal if not ends_match(command)]


async def play_by_the_solver(client: Client) -> None:
    """Ricochet: the first turns up tokens, everybody bids what it takes and proves it."""
    while client.ending is None:
        command = next_command(client.state, client.seat)
        if command is not None:
            await client.play(command)
        else:
            await client.next_version()


def next_command(state: State, seat: Seat | None) -> Command | None:
    match state.phase:
        case Pause():
            return TurnToken() if seat == 0 else None
        case Thinking():
            return ClaimRoute() if state.settings.claims else Bid(len(shortest(state)))
        case Bidding(bids=bids):
            return None if seat in {bid.seat for bid in bids} else Bid(len(shortest(state)))
        case Proving() as proving:
            is_mine = proving.prover.seat == seat
            return MakeMove(shortest(state)[len(proving.slides)]) if is_mine else None


def shortest(state: State) -> tuple[Move, ...]:
    assert isinstance(state.position, Position)
    return _solved(state.position, state.settings.rule)


@cache  # a proof asks before each of its moves
def _solved(position: Position, rule: Rule) -> tuple[Move, ...]:
    moves = solve(position, rule, seconds=60).moves
    assert moves is not None
    return moves
