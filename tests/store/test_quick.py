"""Quick match in all databases, and in several processes."""

import asyncio
from itertools import count

import pytest
from msgspec import Raw
from msgspec.json import encode

from tests.server.processes import ANN, BOB, Process, WallClock
from tinplate.ending import Resign
from tinplate.game import Rejected
from tinplate.lobby.values import Start, Terms
from tinplate.quick.values import TICKET_LIFE, QuickWish
from tinplate.server.terms import validated
from tinplate.store.log import Store
from tinplate.wire.resources import OpenTable

TWO = QuickWish("ricochet", "usual", (2,))


@pytest.fixture
def processes(store: Store) -> tuple[Process, Process]:
    """Two on one store; they count their ids apart, as real ones do."""
    clock = WallClock()
    one, other = Process(store, clock), Process(store, clock)
    ids = (f"elsewhere-{number}" for number in count())
    other.quick._new_id = other.tables._new_id = lambda: next(ids)
    return one, other


def pass_seconds(process: Process, seconds: float) -> None:
    assert isinstance(process.clock, WallClock)
    process.clock.pass_seconds(seconds)


async def test_two_people_find_each_other(processes: tuple[Process, Process]) -> None:
    """In different processes: both are told of the same table, and the match is on."""
    one, other = processes
    assert (await one.quick.enter(ANN, TWO)).is_waiting
    bob = await other.quick.enter(BOB, TWO)
    ann = await one.quick.look(ANN, "ricochet")

    assert ann.table is not None
    assert ann.table == bob.table
    table = (await one.replica(ann.table)).table
    assert table.owners == (ANN.id, BOB.id)
    assert table.is_playing
    assert table.terms.speed == "usual"


async def test_one_alone_gets_bots(processes: tuple[Process, Process]) -> None:
    """After the time they have chosen."""
    one, _ = processes
    wish = QuickWish("rally", "blitz", (4,), bots_after=10)
    await one.quick.enter(ANN, wish)
    pass_seconds(one, 9)
    assert (await one.quick.look(ANN, "rally")).seconds == 9
    pass_seconds(one, 2)
    found = (await one.quick.look(ANN, "rally")).table
    assert found is not None
    table = (await one.replica(found)).table
    assert [chair.bot is not None for chair in table.chairs] == [False, True, True, True]
    assert table.terms.speed == "blitz"


async def test_a_process_dies_before_the_table_is_open(
    processes: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks next opens it."""
    one, other = processes

    async def dies(*_: object) -> None:
        raise ConnectionAbortedError

    await one.quick.enter(ANN, TWO)
    monkeypatch.setattr(one.quick, "_begin", dies)
    with pytest.raises(ConnectionAbortedError):
        await one.quick.enter(BOB, TWO)
    found = (await other.quick.look(ANN, "ricochet")).table
    assert found is not None
    assert (await other.replica(found)).table.is_playing


async def test_one_can_cancel(processes: tuple[Process, Process]) -> None:
    """Or just go away: nobody is matched with somebody who is gone."""
    one, other = processes
    await one.quick.enter(ANN, TWO)
    assert not (await one.quick.leave(ANN, "ricochet")).is_waiting
    assert (await other.quick.enter(BOB, TWO)).is_waiting
    pass_seconds(one, TICKET_LIFE / 1000 + 1)
    assert (await one.quick.enter(ANN, TWO)).is_waiting


async def test_asking_keeps_the_place(processes: tuple[Process, Process]) -> None:
    """For as long as one likes, in any process."""
    one, other = processes
    await one.quick.enter(ANN, TWO)
    for process in (one, other) * 4:
        pass_seconds(one, 6)
        assert (await process.quick.look(ANN, "ricochet")).is_waiting
    assert (await other.quick.enter(ANN, TWO)).seconds == 48


async def test_many_come_at_once(processes: tuple[Process, Process]) -> None:
    """All of them are in the queue: nobody's place is overwritten."""
    one, other = processes
    wish = QuickWish("ricochet", "usual", (4,))
    await asyncio.gather(one.quick.enter(ANN, wish), other.quick.enter(BOB, wish))
    assert (await one.quick.look(ANN, "ricochet")).others == 1


async def test_a_second_search_replaces_the_first(processes: tuple[Process, Process]) -> None:
    """Also for another game, in another process; whoever asks for the first is told."""
    one, other = processes
    await one.quick.enter(ANN, TWO)
    assert (await other.quick.enter(ANN, QuickWish("rally", "blitz", (2,)))).is_waiting
    first = await one.quick.look(ANN, "ricochet")
    assert (first.is_waiting, first.is_elsewhere) == (False, True)
    assert (await one.quick.enter(BOB, TWO)).others == 0
    assert (await one.quick.look(ANN, "rally")).is_waiting
    await one.quick.leave(ANN, "rally")
    assert not (await one.quick.look(ANN, "ricochet")).is_elsewhere


async def test_nobody_searches_during_a_match_that_counts(
    processes: tuple[Process, Process],
) -> None:
    """In any process, for any game; whoever has given it up may."""
    one, other = processes
    await one.quick.enter(ANN, TWO)
    table = (await other.quick.enter(BOB, TWO)).table
    assert table is not None
    for process, wish in ((one, TWO), (other, QuickWish("rally", "blitz", (2,)))):
        with pytest.raises(Rejected, match="rated match"):
            await process.quick.enter(ANN, wish)
    replica = await one.replica(table)
    match = replica.table.match
    assert match is not None
    await one.tables.play(replica, ANN, match, Raw(encode(Resign())), "resigns")
    assert (await other.quick.enter(ANN, TWO)).is_waiting
    assert (await one.quick.enter(BOB, QuickWish("rally", "blitz", (2,)))).is_waiting


async def test_other_matches_forbid_no_search(processes: tuple[Process, Process]) -> None:
    """What does not count can be left, and so can a table where nobody plays yet."""
    one, _ = processes
    for is_rated in (False, True):
        terms = validated(
            one.log_cache.catalogue, Terms("ricochet", {}, is_rated=is_rated, is_public=True)
        )
        table = await one.tables.open(ANN, OpenTable(terms, 2))
        if not is_rated:
            await one.tables.act(await one.replica(table), ANN, Start(), "starts")
    assert (await one.quick.enter(ANN, TWO)).is_waiting


@pytest.mark.parametrize(
    "wish",
    [
        QuickWish("chess", "usual", (2,)),
        QuickWish("ricochet", "blitz", (2,)),
        QuickWish("ricochet", "usual", (1,)),
        QuickWish("ricochet", "usual", (99,)),
        QuickWish("ricochet", "usual", ()),
    ],
)
async def test_what_nobody_can_wish_for(
    processes: tuple[Process, Process], wish: QuickWish
) -> None:
    """Unknown games and speeds, and tables that cannot be."""
    with pytest.raises(Rejected):
        await processes[0].quick.enter(ANN, wish)
