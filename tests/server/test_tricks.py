"""docs/security.md, “Tricks”: nothing is gained by leaving, two tabs, a second guest or a rematch.

Those that bots are needed for are in test_stand_ins.py.
"""

import re

import httpx
import pytest
from msgspec.structs import replace

from tests.server.client import TLS, Client, Person, begin, introduced
from tests.server.players import A_SHORT_RALLY, A_SHORT_RICOCHET, offered, shortest
from tests.server.processes import ANN, BOB, Process, WallClock, match_begun
from tinplate.game import Outcome, Rejected, Seat
from tinplate.games.rally.values import ChooseFacing, Place, Ready, TakeBack
from tinplate.games.ricochet.values import (
    Bid,
    Bidding,
    MakeMove,
    Proving,
    SayDone,
    TurnToken,
)
from tinplate.games.ricochet.values import TakeBack as TakeMoveBack
from tinplate.lobby import rules
from tinplate.lobby.values import Chair, Say, Sit, Stand, Start, Terms
from tinplate.server.guests import COOKIE
from tinplate.store.memory import MemoryStore
from tinplate.wire.outgoing import Done, Refused


@pytest.fixture
async def ann(address: str) -> Person:
    return await introduced(address, "Ann")


@pytest.fixture
async def bob(address: str) -> Person:
    return await introduced(address, "Bob")


async def renamed(person: Person, name: str) -> Person:
    """The same browser under another name."""
    headers = person.headers
    async with httpx.AsyncClient(base_url=person.address, headers=headers, verify=TLS) as http:
        answer = await http.post("/api/guest", json={"name": name})
    guest = answer.json()
    assert person.guest is not None
    assert (person.guest.id, name) == (guest["id"], guest["name"])
    return Person(person.address, answer.cookies[COOKIE], replace(person.guest, name=name))


def reason(answer: object) -> str:
    assert isinstance(answer, Refused), answer
    return answer.code


# Two tabs, another name


async def test_two_tabs_have_one_voice(ann: Person, bob: Person) -> None:
    """RC23: what was said in one has been said in the other; Bob is still asked."""
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table) as hers, bob.at(table) as his, ann.at(table) as second:
        await begin(hers, his)
        await hers.play(TurnToken())
        await hers.play(Bid(90))
        await second.until(lambda: second.state and isinstance(second.state.phase, Bidding))
        said = [await tab.play(SayDone()) for tab in (hers, second)]

        assert isinstance(said[0], Done)
        assert "already-said" == reason(said[1])
        assert (Seat(0),) == hers.state.phase.done


async def test_two_tabs_have_one_bid(ann: Person, bob: Person) -> None:
    """RC12: nor may the second one raise it."""
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table) as hers, bob.at(table) as his, ann.at(table) as second:
        await begin(hers, his)
        await hers.play(TurnToken())
        await hers.play(Bid(9))
        await second.until(lambda: second.state and isinstance(second.state.phase, Bidding))

        assert "bid-not-lower" == reason(await second.play(Bid(10)))
        assert "you-sit-here" == reason(await second.act(Sit(1)))
        assert [9] == [bid.moves for bid in hers.state.phase.bids]


async def test_another_name_changes_nothing_in_a_match(ann: Person, bob: Person) -> None:
    """Bob calls himself Ann: he plays, speaks and is listed as Bob."""
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        impostor = await renamed(bob, "Ann")
        async with impostor.at(table) as again:
            await again.until(lambda: again.match)
            await again.act(Say("I give up"))
            await hers.until(lambda: hers.lines)

            assert Seat(1) == again.seat
            assert [("Bob", "I give up")] == [(one.guest.name, one.text) for one in hers.lines]
            assert hers.table is not None
            assert ["Ann", "Bob"] == [chair.name for chair in hers.table.chairs]


async def test_a_second_guest_cannot_have_the_seat_of_who_left(ann: Person, bob: Person) -> None:
    """Or else they would see two hands; nor does another chair bring back the first."""
    table = await ann.open(A_SHORT_RALLY, 3)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        await his.act(Stand())
        refused = await his.act(Sit(1))
        await his.act(Sit(2))
        await his.until(lambda: his.seat is None)

        assert "chair-is-taken" == reason(refused)
        assert "you-do-not-play" == reason(await his.play(Ready()))


# Coming back


async def test_a_new_connection_takes_no_move_back(ann: Person, bob: Person) -> None:
    """RC18: where moves are not taken back, they stand for whoever comes again; so does the bid."""
    terms = Terms("ricochet", {"hourglass_seconds": 1, "take_back": "none"})
    table = await ann.open(terms, 2)
    async with bob.at(table) as his:
        async with ann.at(table) as hers:
            await begin(hers, his)
            await hers.play(TurnToken())
            await hers.play(Bid(90))
            await hers.until(lambda: isinstance(hers.state.phase, Proving))
            first = shortest(hers.state)[0]
            await hers.play(MakeMove(first))
            until = hers.state.phase.until
        async with ann.at(table) as again:
            await again.until(lambda: again.match)

            assert [first] == [slid.move for slid in again.state.phase.slides]
            assert until == again.state.phase.until
            assert "no-taking-back" == reason(await again.play(TakeMoveBack()))


async def test_whoever_is_ready_stays_ready(ann: Person, bob: Person) -> None:
    """R36: in another tab, too, and after coming back."""
    table = await ann.open(A_SHORT_RALLY, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        for client in (hers, his):
            await client.play(next(one for one in client.legal if isinstance(one, ChooseFacing)))
        await hers.until(lambda: any(isinstance(one, Place) for one in hers.legal))
        while Ready() not in hers.legal:
            await hers.play(next(one for one in hers.legal if isinstance(one, Place)))
        await hers.play(Ready())
        async with ann.at(table) as again:
            await again.until(lambda: again.match)
            refused = await again.play(TakeBack(1))

            assert [] == offered(again)
            assert isinstance(refused, Refused)
            assert "You are ready: your program is locked in." == refused.because


async def test_whoever_has_left_sees_no_hand_any_more(ann: Person, bob: Person) -> None:
    """D22: not by the socket, not by the past of the match; the other hand never."""
    table = await ann.open(A_SHORT_RALLY, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        for client in (hers, his):
            await client.play(next(one for one in client.legal if isinstance(one, ChooseFacing)))
        await his.until(lambda: any(isinstance(one, Place) for one in his.legal))
        held, anns = (hand(client) for client in (his, hers))
        await his.act(Stand())
        await his.until(lambda: his.seat is None)
        paths = [f"/api/matches/{his.match}/{part}" for part in ("entries", "turns")]
        past = [(await bob.get(path)).text for path in paths]

        assert his.state == his.game.view(his.state, None)
        assert "HandDealt" in past[0]
        assert not (held | anns) & {*re.findall(r'"priority":(\d+)', "".join(past))}


def hand(client: Client) -> set[str]:
    """The priorities of the cards that a client holds, as they are written."""
    assert client.seat is not None
    return {str(card.priority) for card in client.state.players[client.seat].private.hand}


# A rematch


async def test_a_rematch_waits_for_nobody_but_takes_no_seat() -> None:
    """Bob is away for a moment, and Ann begins: a bot plays his seat until he is back."""
    process = Process(MemoryStore(), WallClock())
    table = await match_begun(process)
    replica = await process.replica(table)
    first = replica.table.match
    over = rules.end_match(replica.table, first or "", Outcome((Seat(0),), "a test"))
    await process.tables._write(replica, lambda: over)
    await process.act(table, ANN, Start(), "rematch")
    with pytest.raises(Rejected, match="terms when the match is over"):
        rules._arrange(replica.table, replace(replica.table.terms, stand_in="level-9"))
    await process.tables.handle_absence(replica, BOB.id, {ANN.id})
    away = replica.table.chairs[1]
    await process.tables.handle_return(replica, BOB.id)

    assert first != replica.table.match
    assert Chair(owner=BOB, bot=rules.STAND_IN) == away
    assert Chair(owner=BOB) == replica.table.chairs[1]
    assert Seat(1) == replica.table.seat_of(BOB.id)
