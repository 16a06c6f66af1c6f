"""Counting and timing."""

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tinplate.games import packs
from tinplate.load.deliveries import MAX_OPEN, Deliveries
from tinplate.load.plan import LoadPlan
from tinplate.load.report import errors_of
from tinplate.load.tally import LoadTally, percentile, spread


@given(st.lists(st.floats(0, 100), min_size=1), st.sampled_from([0.5, 0.9, 0.99]))
def test_percentiles(times: list[float], share: float) -> None:
    """The smallest time that so many of a hundred do not exceed, found by trying each."""
    fits = [
        time for time in times if sum(other <= time for other in times) >= share * len(times) - 1e-9
    ]

    assert min(fits) == percentile(sorted(times), share)


def test_a_spread_is_in_milliseconds() -> None:
    """Of ten times, in any order."""
    found = spread(array("d", [0.010, *(number / 1000 for number in range(1, 10))]))
    assert found is not None

    assert (10, 5.0, 9.0, 10.0, 10.0) == (found.times, found.p50, found.p90, found.p99, found.most)


def test_nothing_has_no_spread() -> None:
    """Where nothing was timed, nothing is claimed."""
    assert spread(array("d")) is None


def test_deliveries_in_either_order() -> None:
    """Others may be told before its maker hears the version; who did it does not count."""
    times = list[float]()
    deliveries = Deliveries(times.append)
    deliveries.heard(("m", 1), at=5.0, who=2)
    deliveries.heard(("m", 1), at=5.5, who=1)
    deliveries.sent(("m", 1), at=4.0, by=1)
    deliveries.heard(("m", 1), at=7.0, who=3)

    assert [1.0, 3.0] == times


def test_what_no_command_brought_about_is_not_timed() -> None:
    """A deadline has no sender. It is forgotten, and what comes after it is not."""
    times = list[float]()
    deliveries = Deliveries(times.append)
    for version in range(2 * MAX_OPEN):
        deliveries.heard(("m", version), at=1.0, who=2)
    deliveries.sent(("m", 0), at=0.0, by=1)
    deliveries.sent(("m", 2 * MAX_OPEN - 1), at=0.0, by=1)

    assert [1.0] == times


@pytest.mark.parametrize(("players", "visitors"), [(3, [1, 1, 1]), (8, [3, 3, 2]), (15, [5, 5, 5])])
def test_players_are_spread_over_the_tables(players: int, visitors: list[int]) -> None:
    """As evenly as can be; four of each table play."""
    plan = LoadPlan(3, players, ("ricochet", "rally"), (5, 10), 1)

    assert visitors == [plan.visitors(table) for table in range(3)]
    assert sum(min(4, each) for each in visitors) == plan.seated
    assert ["ricochet", "rally", "ricochet"] == [plan.game(table) for table in range(3)]


def test_a_full_table_has_as_many_seats_as_its_game() -> None:
    """More than that only watch."""
    plan = LoadPlan(2, 44, ("ricochet", "rally"), (5, 10), 1, seats=20)

    assert [20, packs()["rally"].seats[-1]] == [plan.seats_at(table) for table in range(2)]


def test_a_command_without_an_answer_is_an_error() -> None:
    """Beside what the players and the logs complain of; what did not happen is not listed."""
    tally = LoadTally()
    tally.add_error("versions with a gap")

    assert {"versions with a gap": 1, "never answered": 3} == errors_of(tally, None, 3)
    assert {"versions with a gap": 1} == errors_of(tally, None, 0)
