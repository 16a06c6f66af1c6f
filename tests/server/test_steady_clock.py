"""The clock of matches does not jump with that of the machine (L3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tinplate.server.steady_clock import SteadyClock

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
