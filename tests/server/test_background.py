"""What runs in the background is started again when it fails, and whoever runs the server knows."""

import asyncio

import pytest

from tests.server.processes import Process, WallClock
from tests.waiting import until
from tinplate.server import background
from tinplate.server.background import BackgroundTasks, keep_running
from tinplate.server.metrics import Metrics
from tinplate.store.log import StoreFacts, Unavailable
from tinplate.store.memory import MemoryStore


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "RESTART_AFTER", 0)


def faults(metrics: Metrics) -> float | None:
    return metrics.registry.get_sample_value("tinplate_failures_total", {"what": "task"})


async def test_a_task_that_fails_is_started_again(caplog: pytest.LogCaptureFixture) -> None:
    """And each failure is logged and counted."""
    runs, metrics = list[int](), Metrics()

    async def run() -> None:
        runs.append(len(runs))
        if len(runs) < 3:
            raise ZeroDivisionError

    await keep_running("dishes", run, metrics.task_failed)

    assert [0, 1, 2] == runs
    assert 2 == faults(metrics)
    assert 2 == caplog.text.count("the task “dishes” failed")


@pytest.mark.parametrize("part", ["deadlines", "hub", "poller", "health"])
async def test_a_server_survives_the_faults_of_its_own_loops(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`/ready` and the metrics tell; people play on."""
    process, runs = Process(MemoryStore(), WallClock()), list[str]()

    async def run() -> None:
        runs.append(part)
        if len(runs) == 1:
            raise ZeroDivisionError
        await asyncio.Event().wait()

    monkeypatch.setattr(getattr(process, part), "run", run)
    await process.start()
    await until(lambda: len(runs) == 2)
    ready = await process.readiness()
    await process.stop()

    assert "task-failed" in ready.troubles
    assert 1 == faults(process.metrics)


async def test_what_nobody_waits_for_is_counted_too() -> None:
    """But for a store that is down, which is counted elsewhere."""
    metrics = Metrics()
    tasks = BackgroundTasks(metrics.task_failed)

    async def fail(error: Exception) -> None:
        raise error

    tasks.detach(fail(ZeroDivisionError()))
    tasks.detach(fail(Unavailable("no connection")))
    await tasks.join()
    await until(lambda: faults(metrics))

    assert 1 == faults(metrics)


def test_a_disk_that_is_not_known_is_not_told_of() -> None:
    """With PostgreSQL: 0 bytes free would be an alarm."""
    metrics = Metrics()
    metrics.measure_store(StoreFacts("PostgreSQL", size=1, free=None))

    assert b"tinplate_disk_free_bytes" not in metrics.text()
