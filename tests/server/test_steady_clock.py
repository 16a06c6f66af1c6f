"""The clock of matches does not jump with that of the machine (L3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.processes import ANN, Process, WallClock, match_begun
from tinplate.games.ricochet.values import Bid, Proving, TurnToken
from tinplate.server.steady_clock import SteadyClock, last_written
from tinplate.store.log import Moment
from tinplate.store.memory import MemoryStore

SECOND = 1_000_000_000  # nanoseconds
HOUR = 3600 * SECOND


class Machine:
    """Two clocks that are set by hand."""

    def __init__(self) -> None:
        self.wall = 1_700_000_000 * SECOND
        self.monotonic = 5 * SECOND
        self.clock = SteadyClock(lambda: self.wall, lambda: self.monotonic)

    def run(self, nanoseconds: int) -> None:
        self.wall += nanoseconds
        self.monotonic += nanoseconds


def test_it_is_the_time_of_day() -> None:
    """As long as nobody sets the clock."""
    machine = Machine()
    for _ in range(10):
        machine.run(7 * SECOND)

        assert machine.wall // 1_000_000 == machine.clock()


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 72 * HOUR])
def test_a_jump_changes_nothing_at_once(jump: int) -> None:
    """A minute of sand is a minute, give or take three seconds."""
    machine = Machine()
    before = machine.clock()
    machine.wall += jump
    at_once = machine.clock()
    machine.run(60 * SECOND)

    assert before == at_once
    assert 57_000 <= machine.clock() - before <= 63_000


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_it_comes_back_to_the_time_of_day(jump: int) -> None:
    """Twenty hours for an hour; then it keeps to it."""
    machine = Machine()
    machine.wall += jump
    for _ in range(21):
        machine.run(HOUR)
        machine.clock()

    assert machine.wall // 1_000_000 == machine.clock()


@given(st.lists(st.tuples(st.integers(0, HOUR), st.integers(-HOUR, HOUR)), max_size=20))
def test_it_never_goes_back(steps: list[tuple[int, int]]) -> None:
    """Whatever is done to the clock."""
    machine, told = Machine(), [0]
    for passed, jump in steps:
        machine.run(passed)
        machine.wall += jump
        told.append(machine.clock())

    assert told == sorted(told)


def test_it_goes_on_from_what_was_written_last(caplog: pytest.LogCaptureFixture) -> None:
    """A machine that starts with its clock an hour behind: deadlines are as far away as before."""
    now, passed = 1_700_000_000 * SECOND, 0
    last = Moment((now + HOUR) // 1_000_000)
    clock = SteadyClock(lambda: now + passed, lambda: passed, not_before=last)
    at_first = clock()
    passed += 60 * SECOND

    assert last == at_first
    assert 57_000 <= clock() - last <= 60_000
    assert ["the clock of this machine is 3600 s behind our last entry"] == caplog.messages


async def test_what_was_written_last() -> None:
    """At any open table and in any running match."""
    clock, store = WallClock(), MemoryStore()
    empty = await last_written(store)
    process = Process(store, clock)
    table = await match_begun(process)
    begun = await last_written(store)
    clock.pass_seconds(100)
    await process.play(table, ANN, TurnToken(), "turn")

    assert (0, clock.now - 100_000, clock.now) == (empty, begun, await last_written(store))


async def test_a_match_goes_on_after_a_start_with_a_wrong_clock() -> None:
    """A process was three days ahead when it died: the sand of the next one runs as always."""
    wrong, store = WallClock(), MemoryStore()
    wrong.pass_seconds(72 * 3600)
    table = await match_begun(Process(store, wrong))
    await Process(store, wrong).play(table, ANN, TurnToken(), "turn")
    await Process(store, wrong).play(table, ANN, Bid(9), "bid")
    right = WallClock()
    steady = SteadyClock(
        lambda: right.now * 1_000_000,
        lambda: right.now * 1_000_000,
        not_before=await last_written(store),
    )
    later = Process(store, right)
    later.log_cache.clock = steady
    await later.match(table)
    right.pass_seconds(70)
    match = await later.match(table)
    await later.log_cache.apply_due(match)

    assert isinstance(match.match.state.phase, Proving)
