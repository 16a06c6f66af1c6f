"""People online, and hidden talk: what one process hears of another, or does not."""

from types import SimpleNamespace
from typing import Any, cast

from tests.server.processes import WallClock
from tests.waiting import until
from tinplate.server.blocked_talk import BlockedTalk
from tinplate.server.bus import MemoryBus
from tinplate.server.metrics import Metrics
from tinplate.server.online import BELIEVED, INTERVAL, OnlinePeople
from tinplate.server.social import SocialService
from tinplate.server.watchers import Watcher
from tinplate.store.memory import MemoryStore


class Listener:
    """Stands for a watcher: notes what is hidden from it."""

    def __init__(self, person: str, table: str) -> None:
        self.guest = SimpleNamespace(id=person)
        self.watched = SimpleNamespace(log=table)
        self.told: list[tuple[frozenset[str], bool]] = []

    def hide(self, hidden: frozenset[str], *, is_own: bool) -> None:
        self.told.append((hidden, is_own))


def test_people_are_online_while_their_pages_ask() -> None:
    """In this process at once, in others after a report; and no longer than is believed."""
    bus, now = MemoryBus(), [1000.0]
    here = OnlinePeople(bus, "here", lambda: now[0])
    there = OnlinePeople(bus, "there", lambda: now[0])
    here.note("ann")
    assert (True, False) == (here.has("ann"), there.has("ann"))
    here.report()
    assert (True, False) == (there.has("ann"), there.has("bob"))

    now[0] += 2 * INTERVAL  # she has asked for nothing since
    here.report()
    now[0] += BELIEVED - 2 * INTERVAL
    assert (False, False) == (here.has("ann"), there.has("ann"))


async def test_a_block_is_found_though_its_message_was_lost() -> None:
    """As soon as the bus says that messages may have been lost."""
    store, deaf = MemoryStore(), MemoryBus()
    writer = SocialService(store, MemoryBus(), WallClock(), Metrics())
    talk = BlockedTalk(SocialService(store, deaf, WallClock(), Metrics()), deaf, lambda: None)
    bob, cyd = Listener("bob", "table"), Listener("cyd", "another table")
    with (
        talk.track(cast("Watcher", cast("Any", bob))),
        talk.track(cast("Watcher", cast("Any", cyd))),
    ):
        await talk.look("bob")
        await writer.block("ann", "bob", "Bob")
        deaf.follow("table")
        await until(lambda: len(bob.told) == 2)
    await talk.close()

    assert [(frozenset(), False), (frozenset({"ann"}), False)] == bob.told
    assert [] == cyd.told
