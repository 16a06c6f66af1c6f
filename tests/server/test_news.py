"""What the clients of a process are told of a match, and what is kept for that."""

import gc
import weakref

from tests.server.processes import ANN, Process, WallClock, match_begun
from tinplate.ending import EndMatch, PlayOn
from tinplate.server.match_messages import Sight
from tinplate.store.memory import MemoryStore
from tinplate.wire.incoming import Hello
from tinplate.wire.outgoing import Changes


async def test_a_long_match_keeps_no_sights_of_its_past() -> None:
    """What was seen last, and what a client had before it: however many entries there are."""
    process = Process(MemoryStore(), WallClock())
    table = await match_begun(process)
    watcher = await process.hub.join(table, ANN, Hello(with_changes=True))
    list(watcher.pending())
    sights, told = list[weakref.ref[Sight]](), 0
    for number in range(20):
        await process.play(table, ANN, PlayOn() if number % 2 else EndMatch(), f"{number}")
        told += sum(isinstance(message, Changes) for message in watcher.pending())
        assert watcher._sight is not None
        sights.append(weakref.ref(watcher._sight))
    gc.collect()

    assert 20 == told
    assert 2 == sum(sight() is not None for sight in sights)
