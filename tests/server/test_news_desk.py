"""Pages that wait for news: who is told, and how many may wait."""

import asyncio
from contextlib import ExitStack

import pytest

from tests.server.processes import ANN, BOB, Process, WallClock
from tinplate.server.bus import MemoryBus
from tinplate.server.news import PAGES_EACH, NewsDesk
from tinplate.server.rate_limits import max_sockets
from tinplate.store.memory import MemoryStore

HOME, CAFE = "192.0.2.1", "198.51.100.7"


@pytest.fixture
def bus() -> MemoryBus:
    return MemoryBus()


async def test_news_reaches_the_pages_of_one_person_in_every_process(bus: MemoryBus) -> None:
    """And nobody else's."""
    here, there = NewsDesk(bus, 100), NewsDesk(bus, 100)
    with (
        here.attend("ann", HOME) as one,
        there.attend("ann", CAFE) as other,
        there.attend("bob", CAFE) as bobs,
    ):
        assert not one.is_set()
        here.tell("ann")

        assert [True, True, False] == [each.is_set() for each in (one, other, bobs)]


async def test_pages_that_are_too_many_do_not_wait(bus: MemoryBus) -> None:
    """Of one person, and behind one address; whoever goes makes room."""
    desk = NewsDesk(bus, 1)
    with ExitStack() as stack:
        asked = [stack.enter_context(desk.attend("ann", f"192.0.2.{at}")) for at in range(9)]
    with ExitStack() as stack:
        people = [stack.enter_context(desk.attend(f"person {at}", HOME)) for at in range(9)]
    with desk.attend("ann", HOME) as again:
        assert not again.is_set()

    assert PAGES_EACH == sum(not each.is_set() for each in asked)
    assert max_sockets(1) == sum(not each.is_set() for each in people)


async def test_a_process_that_ends_lets_nobody_wait(bus: MemoryBus) -> None:
    """Neither those who are there, nor those who come."""
    desk = NewsDesk(bus, 0)
    with desk.attend("ann", HOME) as early:
        desk.close()
        with desk.attend("bob", HOME) as late:
            assert (True, True) == (early.is_set(), late.is_set())


async def test_an_invitation_and_its_answer_are_news(bus: MemoryBus) -> None:
    """For the one who is invited, and then for the one who invites: not for anybody else."""
    store, clock = MemoryStore(), WallClock()
    process = Process(store, clock, bus)
    with (
        process.news.attend(ANN.id, HOME) as hers,
        process.news.attend(BOB.id, HOME) as his,
    ):
        await process.social.invite(ANN, BOB.id, "a table", "a game")
        assert (False, True) == (hers.is_set(), his.is_set())
        [invitation] = (await process.social.inbox(BOB.id)).invitations
        await process.social.answer(BOB, invitation.id, accepts=True)
        async with asyncio.timeout(0):
            await hers.wait()


async def test_nobody_is_told_the_answer_of_somebody_who_blocked_them_meanwhile() -> None:
    """The invitation is answered, and that is all."""
    process = Process(MemoryStore(), WallClock())
    await process.social.invite(ANN, BOB.id, "a table", "a game")
    [invitation] = (await process.social.inbox(BOB.id)).invitations
    await process.social.block(BOB.id, ANN.id, ANN.name)
    await process.social.answer(BOB, invitation.id, accepts=False)

    assert () == (await process.social.inbox(ANN.id)).answers
