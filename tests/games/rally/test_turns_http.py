"""What has happened in a match of Rally so far, for who comes late or was away."""

from asyncio import gather

import msgspec

from tests.server.client import Client, begin, introduced, nameless
from tests.server.players import A_SHORT_RALLY, A_SHORT_RICOCHET, play_at_random
from tinplate.game import Seat
from tinplate.games.rally.values import (
    CardPlaced,
    ChooseFacing,
    HandDealt,
    Place,
    Ready,
    RegisterRevealed,
)
from tinplate.games.rally.wire import Standings, Turns
from tinplate.lobby.values import Start, Terms
from tinplate.wire.resources import Problem

IN_A_BEAM = f"""rally 1
name: In a Beam
players: 2-2
edge: wall
board:
 .ws/l> S1s{" .s" * 17} .
 S2{" ." * 18} 1
"""  # the way out is longer than a turn


async def ask(address: str, match: str | None) -> Turns:
    """As somebody without a name, who knows the match's id."""
    answer = await nameless(address).get(f"/api/matches/{match}/turns")
    assert 200 == answer.status_code, answer.text
    return msgspec.json.decode(answer.content, type=Turns)


async def start(hers: Client) -> None:
    await hers.act(Start())
    await hers.until(lambda: hers.match and hers.seat == 0)


async def play_turn(hers: Client) -> None:
    """The first that is offered, until a turn has been played."""
    turn = hers.state.turn
    while hers.state.turn == turn and hers.ending is None:
        offered = {type(command): command for command in reversed(hers.legal)}
        kind = next(kind for kind in (Ready, Place, ChooseFacing) if kind in offered)
        await hers.play(offered[kind])


async def place_a_card(hers: Client) -> None:
    """The first of the hand; a robot that came back to the board is faced before (R34)."""
    for facing in [each for each in hers.legal if isinstance(each, ChooseFacing)][:1]:
        await hers.play(facing)
    await hers.play(next(each for each in hers.legal if isinstance(each, Place)))


async def test_the_last_turn_is_told_with_how_it_began(address: str) -> None:
    """All that was open, and the robots as they stood before the first register."""
    ann = await introduced(address, "Ann")
    async with ann.at(await ann.open(A_SHORT_RALLY, 1)) as hers:
        await start(hers)
        fresh = await ask(address, hers.match)
        await hers.play(next(each for each in hers.legal if isinstance(each, ChooseFacing)))
        robot = hers.state.players[0].robot
        await play_turn(hers)
        told = await ask(address, hers.match)
        answer = await ann.get(f"/api/matches/{hers.match}/turns")
        counted = msgspec.json.decode(answer.content, type=Turns)

    assert fresh.before is None
    assert told.before is not None
    assert robot == told.before.players[0].robot
    revealed = [
        event.register
        for entry in told.entries
        for event in entry.events
        if isinstance(event, RegisterRevealed)
    ]
    assert [1, 2, 3, 4, 5] == revealed
    assert hers.entries[-1].version == counted.entries[-1].version
    assert hers.entries[-1].version > told.entries[-1].version  # others saw no cards laid


async def test_nothing_hidden_is_told(address: str) -> None:
    """D44: neither hands nor drafts, not even one's own: anybody may ask."""
    ann = await introduced(address, "Ann")
    async with ann.at(await ann.open(A_SHORT_RALLY, 1)) as hers:
        await start(hers)
        await play_turn(hers)
        await place_a_card(hers)
        told = await ask(address, hers.match)

    events = [event for entry in told.entries for event in entry.events]
    assert {None} == {event.cards for event in events if isinstance(event, HandDealt)}
    assert [] == [event for event in events if isinstance(event, CardPlaced)]
    assert told.before is not None
    assert [None] == [player.private for player in told.before.players]


async def test_standings_are_told(address: str) -> None:
    """D35: of two without a flag the one who is not shut up in a beam; Ricochet has none."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    terms = Terms("rally", {"course": IN_A_BEAM, "choices": {"max_turns": 1}})
    table = await ann.open(terms, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        await gather(play_at_random(hers, 1), play_at_random(his, 2))
        rally = await nameless(address).get(f"/api/matches/{hers.match}/standings")
    async with ann.at(await ann.open(A_SHORT_RICOCHET, 1)) as hers:
        await start(hers)
        ricochet = await ann.get(f"/api/matches/{hers.match}/standings")

    told = msgspec.json.decode(rally.content, type=Standings)
    assert ((Seat(1), Seat(0)), (1, 2)) == (told.seats, told.places)
    assert [()] * 2 == [tally.flags for tally in told.tallies]
    assert 409 == ricochet.status_code


async def test_only_rally_has_such_turns(address: str) -> None:
    """A match of Ricochet is refused, and one that is not there is not found."""
    ann = await introduced(address, "Ann")
    async with ann.at(await ann.open(A_SHORT_RICOCHET, 1)) as hers:
        await start(hers)
        ricochet = await ann.get(f"/api/matches/{hers.match}/turns")
    nowhere = await ann.get("/api/matches/nothing/turns")

    assert (409, 404) == (ricochet.status_code, nowhere.status_code)
    because = msgspec.json.decode(ricochet.content, type=Problem).because
    assert "Only Rally has turns with registers." == because
