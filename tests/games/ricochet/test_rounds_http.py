"""What has happened in a match so far, for who comes late or looks back."""

import msgspec

from tests.server.client import Client, introduced, nameless
from tests.server.players import A_SHORT_RALLY, A_SHORT_RICOCHET, next_command, play_by_the_solver
from tinplate.games.ricochet.settings import PRESETS
from tinplate.games.ricochet.values import TokenTurned, TurnToken
from tinplate.games.ricochet.wire import Rounds
from tinplate.lobby.values import Start, Terms
from tinplate.wire.outgoing import Done
from tinplate.wire.resources import Problem

SOLO = Terms("ricochet", msgspec.to_builtins(PRESETS["solo"]))


async def ask(address: str, match: str | None) -> Rounds:
    """As somebody without a name, who knows the match's id."""
    answer = await nameless(address).get(f"/api/matches/{match}/rounds")
    assert 200 == answer.status_code, answer.text
    return msgspec.json.decode(answer.content, type=Rounds)


async def start(hers: Client) -> None:
    await hers.act(Start())
    await hers.until(lambda: hers.match and hers.seat == 0)


async def test_a_round_is_told_when_it_is_over(address: str) -> None:
    """While it is on, only what happened openly; the socket tells the same."""
    ann = await introduced(address, "Ann")
    async with ann.at(await ann.open(SOLO, 1)) as hers:
        await start(hers)
        await hers.play(TurnToken())
        position = hers.state.position
        await hers.play(next_command(hers.state, hers.seat))  # in solo the proof begins
        on = await ask(address, hers.match)

        assert ((), tuple(hers.entries)) == (on.rounds, on.entries)
        while hers.state.position is not None:
            assert isinstance(await hers.play(next_command(hers.state, hers.seat)), Done)
        over = await ask(address, hers.match)

    [told] = over.rounds
    assert (1, position.target, position.robots) == (told.number, told.target, told.robots)
    assert tuple(hers.entries) == over.entries


async def test_rounds_stay_when_the_match_is_over(address: str) -> None:
    """All of them, in their order, each as it began and as it was won."""
    ann = await introduced(address, "Ann")
    async with ann.at(await ann.open(A_SHORT_RICOCHET, 1)) as hers:
        await start(hers)
        await play_by_the_solver(hers)
        told = await ask(address, hers.match)

    turned = [
        e.target for entry in hers.entries for e in entry.events if isinstance(e, TokenTurned)
    ]
    assert turned == [one.target for one in told.rounds]
    assert [0] * len(turned) == [one.winner for one in told.rounds]
    assert all(one.proofs[-1].moves == len(one.proofs[-1].slides) for one in told.rounds)


async def test_only_ricochet_has_such_rounds(address: str) -> None:
    """A match of Rally is refused, and one that is not there is not found."""
    ann = await introduced(address, "Ann")
    async with ann.at(await ann.open(A_SHORT_RALLY, 1)) as hers:
        await start(hers)
        rally = await ann.get(f"/api/matches/{hers.match}/rounds")
    nowhere = await ann.get("/api/matches/nothing/rounds")

    assert (409, 404) == (rally.status_code, nowhere.status_code)
    because = msgspec.json.decode(rally.content, type=Problem).because
    assert "Only Ricochet has rounds with bids and proofs." == because
