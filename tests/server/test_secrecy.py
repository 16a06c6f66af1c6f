"""The laws over a real socket: what crossed it is what may be seen, and nothing else."""

import asyncio

import pytest
from msgspec.structs import replace

from tests.server.client import Client, begin, introduced, nameless
from tests.server.leaks import leaks
from tests.server.players import A_SHORT_RALLY, play_at_random
from tests.server.truth import GAME, Truth, truth
from tinplate.games.rally.values import ChooseFacing, HandDealt, PowerDown
from tinplate.lobby.values import Say, Sit


@pytest.fixture(
    params=[(None, False), ("club", False), (None, True)],
    ids=["by chance", "a named deal", "with changes"],
)
async def evening(address: str, request: pytest.FixtureRequest) -> tuple[list[Client], Truth]:
    """A match of Ann and Bob; Cleo sits down to wait, and somebody without a name looks on."""
    people = [await introduced(address, name) for name in ("Ann", "Bob", "Cleo")]
    deal, with_changes = request.param
    table = await people[0].open(replace(A_SHORT_RALLY, deal=deal), 3)
    ann, bob, cleo, somebody = (
        person.at(table, with_changes=with_changes) for person in (*people, nameless(address))
    )
    async with ann as hers, bob as his, cleo as third, somebody as other:
        await begin(hers, his)
        await third.act(Sit(2))
        await asyncio.gather(play_at_random(hers, 1), play_at_random(his, 2))
        clients = [hers, his, third, other]
        for client in clients:
            await client.until(lambda client=client: client.ending)  # type: ignore[misc]
        assert with_changes == all(client.changes for client in clients)
        assert hers.match is not None
        return clients, await truth(address, hers.match)


async def test_what_crossed_the_socket_folds_to_the_view(
    evening: tuple[list[Client], Truth],
) -> None:
    """For each seat and for spectators, after every message."""
    clients, told = evening
    for client in clients:
        states = told.seen_by(client.seat)
        folded = {version: state for version, state in client.states.items() if state is not None}

        assert folded == {version: GAME.view(states[version], client.seat) for version in folded}
        assert len(folded) > (3 if client.seat is None else 20)
        assert max(states) == client.version


async def test_nobody_is_sent_a_hidden_card(
    evening: tuple[list[Client], Truth],
) -> None:
    """No other hand, no other draft, in no byte that crossed the socket."""
    clients, told = evening

    assert [0, 1, None, None] == [client.seat for client in clients]
    assert [] == [leak for client in clients for leak in leaks(client, told, client.seat)]


async def test_the_search_for_hidden_cards_can_find_one(
    evening: tuple[list[Client], Truth],
) -> None:
    """Each sees their own: taken for somebody else, they have seen hidden cards."""
    (ann, bob, *_), told = evening

    assert len(leaks(ann, told, bob.seat)) > 20
    assert len(leaks(bob, told, ann.seat)) > 20


async def test_others_see_that_something_happened_but_not_what(
    evening: tuple[list[Client], Truth],
) -> None:
    """A hand that is dealt to somebody else has no cards."""
    (ann, bob, _, other), _ = evening
    hands = [
        (client.seat == event.seat, event.cards is not None)
        for client in (ann, bob, other)
        for entry in client.entries
        for event in entry.events
        if isinstance(event, HandDealt)
    ]

    assert {(True, True), (False, False)} == set(hands)


async def test_what_is_hidden_is_neither_sent_nor_counted(
    evening: tuple[list[Client], Truth],
) -> None:
    """Or else how many cards somebody laid, or whether they announce a power-down, shows (D22)."""
    clients, told = evening
    for client in clients:
        assert list(range(1, client.version + 1)) == [entry.version for entry in client.entries]
        assert all(entry.events for entry in client.entries)
        assert client.version < len(told.states) - 1  # each knows of fewer than there were


@pytest.mark.parametrize("is_announced", [False, True])
async def test_nobody_can_tell_whether_a_power_down_was_announced(
    address: str, *, is_announced: bool
) -> None:
    """D22: not from versions, not from times, by no address that somebody else may ask."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RALLY, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        for client in (hers, his):
            await client.play(next(each for each in client.legal if isinstance(each, ChooseFacing)))
        await hers.until(lambda: hers.version == his.version)  # he played last
        asked = [f"/api/matches/{his.match}{part}" for part in ("", "/entries", "/turns")]
        before = his.seen, len(his.told), [(await bob.get(path)).text for path in asked]
        if is_announced:
            await hers.play(PowerDown(announce=True))
        await his.act(Say("still here?"))  # told after everything that there was to tell him
        after = his.seen, len(his.told), [(await bob.get(path)).text for path in asked]

    said = after[1] - before[1]
    assert (before[0], before[2]) == (after[0], after[2])
    assert 1 <= said <= 2  # his own words, and that they were heard


async def test_the_log_of_a_match_that_goes_on_is_closed(address: str) -> None:
    """It holds all hands."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RALLY, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        answer = await ann.get(f"/api/matches/{hers.match}/log")

    assert 409 == answer.status_code
    assert (
        "The log shows what is hidden. Come back when the match is over."
        == answer.json()["because"]
    )
