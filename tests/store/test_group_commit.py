"""Group commit, without a database: what is written together, and who hears what of it."""

import asyncio
from collections.abc import Iterable, Sequence

from tests.store.logs import head, row
from tests.waiting import PATIENCE, others_run
from tinplate.store.group_commit import MAX_BATCH, Append, GroupCommit
from tinplate.store.log import Conflict, Unavailable


class SlowWriter:
    """Writes when it is told to; keeps what it was given."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.running = 0
        self.turn = asyncio.Semaphore(0)

    async def write(self, batch: Sequence[Append]) -> list[Conflict | None]:
        self.batches.append([append.head.log for append in batch])
        self.running += 1
        assert self.running == 1
        await self.turn.acquire()
        self.running -= 1
        if any(append.head.log == "breaks" for append in batch):
            raise Unavailable("the disk is full")
        return [Conflict("too late") if append.head.log == "late" else None for append in batch]

    def go_on(self, times: int = 1) -> None:
        for _ in range(times):
            self.turn.release()


def an_append(log: str) -> Append:
    return Append(head(log), (row(0),))


async def started(gatherer: GroupCommit, *logs: str) -> list[asyncio.Task[None]]:
    tasks = [asyncio.create_task(gatherer.add(an_append(log))) for log in logs]
    await others_run(3)
    return tasks


async def answers_to(tasks: Iterable[asyncio.Task[None]]) -> list[BaseException | None]:
    """What each was told; a test whose writer is not called often enough does not hang."""
    async with asyncio.timeout(PATIENCE):
        return await asyncio.gather(*tasks, return_exceptions=True)


async def test_whoever_comes_alone_does_not_wait() -> None:
    """The first append is written at once, by itself."""
    writer = SlowWriter()
    tasks = await started(GroupCommit(writer.write), "a")

    assert [["a"]] == writer.batches
    writer.go_on()
    await answers_to(tasks)


async def test_whoever_comes_meanwhile_is_gathered() -> None:
    """What arrives while a transaction runs is written in the next one, in order of arrival."""
    writer = SlowWriter()
    gatherer = GroupCommit(writer.write)
    tasks = [
        *await started(gatherer, "a"),
        *await started(gatherer, "c", "b"),
        *await started(gatherer, "c"),
    ]
    writer.go_on(2)
    await answers_to(tasks)

    assert [["a"], ["c", "b", "c"]] == writer.batches


async def test_whoever_comes_soon_after_is_gathered_too() -> None:
    """A transaction is followed by a rest; what comes in it is written together."""
    writer, rests = SlowWriter(), asyncio.Semaphore(0)

    async def pause() -> None:
        await rests.acquire()

    gatherer = GroupCommit(writer.write, pause)
    writer.go_on(2)
    await answers_to(await started(gatherer, "a"))
    tasks = [*await started(gatherer, "b"), *await started(gatherer, "c")]
    rests.release()
    await answers_to(tasks)

    assert [["a"], ["b", "c"]] == writer.batches
    rests.release()
    await gatherer.drain()


async def test_a_batch_has_a_bound() -> None:
    """A crowd is served in several transactions."""
    writer = SlowWriter()
    tasks = await started(GroupCommit(writer.write), *["a"] * (2 * MAX_BATCH + 1))
    writer.go_on(3)
    await answers_to(tasks)

    assert [MAX_BATCH, MAX_BATCH, 1] == [len(batch) for batch in writer.batches]


async def test_nobody_is_told_before_the_transaction_ends() -> None:
    """Acknowledged is what is written, not what will be."""
    writer = SlowWriter()
    [task] = await started(GroupCommit(writer.write), "a")
    is_told_early = task.done()
    writer.go_on()

    assert [None] == await answers_to([task])
    assert not is_told_early


async def test_a_conflict_is_one_callers_own() -> None:
    """Each append of a batch succeeds or fails by itself."""
    writer = SlowWriter()
    tasks = await started(GroupCommit(writer.write), "a", "late", "b")
    writer.go_on()
    answers = await answers_to(tasks)

    assert [type(None), Conflict, type(None)] == [*map(type, answers)]


async def test_a_batch_that_fails_is_told_to_all_of_it_and_to_nobody_else() -> None:
    """The callers of that batch get the error, each its own; the next batch starts afresh."""
    writer = SlowWriter()
    gatherer = GroupCommit(writer.write)
    failing = await started(gatherer, "a", "breaks", "b")
    later = await started(gatherer, "c")
    writer.go_on(2)
    answers = await answers_to(failing)

    assert [None] == await answers_to(later)
    assert ["the disk is full"] * 3 == [str(answer) for answer in answers]
    assert [Unavailable] * 3 == [*map(type, answers)]
    assert 3 == len({*map(id, answers)})


async def test_a_cancelled_caller_does_not_tear_the_batch() -> None:
    """The others are answered; what was handed in is written, waited for or not."""
    writer = SlowWriter()
    gatherer = GroupCommit(writer.write)
    first = await started(gatherer, "a", "b", "c")
    second = await started(gatherer, "d", "e")
    for task in (first[1], second[0]):
        task.cancel()
    writer.go_on(2)
    answers = await answers_to([*first, *second])

    assert [["a", "b", "c"], ["d", "e"]] == writer.batches
    assert [None, asyncio.CancelledError, None, asyncio.CancelledError, None] == [
        answer if answer is None else type(answer) for answer in answers
    ]


async def test_a_cancelled_caller_of_a_batch_that_fails_is_left_alone() -> None:
    """No answer is given twice, and the others hear of the failure."""
    writer = SlowWriter()
    tasks = await started(GroupCommit(writer.write), "breaks", "a")
    tasks[0].cancel()
    await others_run()
    writer.go_on()
    answers = await answers_to(tasks)

    assert [asyncio.CancelledError, Unavailable] == [*map(type, answers)]


async def test_after_a_pause_it_goes_on() -> None:
    """A writer that had nothing to do writes again when something comes."""
    writer = SlowWriter()
    gatherer = GroupCommit(writer.write)
    writer.go_on(2)
    await answers_to(await started(gatherer, "a"))
    await answers_to(await started(gatherer, "b"))

    assert [["a"], ["b"]] == writer.batches


async def test_draining_waits_for_all() -> None:
    """Both batches are written when it returns; and who stops draining stops nothing else."""
    writer = SlowWriter()
    gatherer = GroupCommit(writer.write)
    tasks = [*await started(gatherer, "a"), *await started(gatherer, "b")]
    impatient = asyncio.create_task(gatherer.drain())
    await others_run()
    impatient.cancel()
    patient = asyncio.create_task(gatherer.drain())
    writer.go_on(2)
    await patient

    assert [["a"], ["b"]] == writer.batches
    assert [None, None] == await answers_to(tasks)
