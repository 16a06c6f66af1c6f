"""Attempts are kept in few bytes, and come back as they were."""

import tracemalloc
from random import Random

import pytest

from tinplate.training.attempts import (
    MODES,
    STATES,
    TrainingAttempt,
    pack_attempt,
    unpack_attempt,
)
from tinplate.training.standings import GameTraining
from tinplate.training.values import Answered, AttemptRow, GivenUp, Mode, Started, TakenOffline

BEGAN = 1_763_000_000_000
MOST_BYTES = 150  # an attempt of somebody with fifty


def facts(attempt: TrainingAttempt) -> list[object]:
    """All that is known of an attempt."""
    return [getattr(attempt, name) for name in TrainingAttempt.__slots__]


def any_attempt(dice: Random) -> TrainingAttempt:
    attempt = TrainingAttempt(dice.choice(MODES), BEGAN, is_rated=dice.random() < 0.5)
    attempt.state, attempt.hints = dice.choice(STATES), dice.randrange(4)
    attempt.answers = dice.randrange(101)
    for name, value in (
        ("answer_row", dice.randrange(2**32 - 1)),
        ("ended_at", BEGAN + dice.randrange(10**10)),
        ("extra", dice.randrange(400)),
        ("first_extra", 0),
        ("score", dice.random()),
        ("expected", 0.0),
        ("seconds", dice.random() * 10**7),
    ):
        setattr(attempt, name, dice.choice((None, value)))
    return attempt


def test_nothing_is_lost_in_a_row() -> None:
    """Whatever is known of an attempt, and what is not."""
    dice = Random(1)
    for _ in range(500):
        attempt = any_attempt(dice)
        assert facts(unpack_attempt(pack_attempt(attempt))) == facts(attempt)


def started(puzzle: str, at: int, mode: Mode = "mix", run: str = "") -> Started:
    return Started("ann", puzzle, BEGAN + at, mode, is_rated=True, run=run)


def folded(*rows: AttemptRow) -> GameTraining:
    training = GameTraining()
    for row in rows:
        training.add(row)
    return training


def test_the_first_attempt_stays_beside_the_latest() -> None:
    """Which is changed from then on."""
    ann = folded(
        started("a", 0),
        GivenUp("ann", "a", BEGAN + 1, 1.0),
        started("a", 2, "repeat"),
        Answered("ann", "a", BEGAN + 3, "rn", 0, 2.5),
    ).person("ann")
    record = ann.record("a")

    assert record is not None
    assert record.first is not None
    assert record.latest is not None
    assert (record.first.state, record.first.answer_row) == ("given-up", None)
    assert (record.latest.state, record.latest.answer_row, record.latest.seconds) == (
        "solved",
        3,
        2.5,
    )


def test_what_was_begun_last_comes_last() -> None:
    """Also what was begun before; taking it offline begins nothing."""
    training = folded(
        started("a", 0), started("b", 1), TakenOffline("ann", "c", BEGAN), started("a", 2)
    )
    ann = training.person("ann")

    assert ["b", "c", "a"] == [*ann.records]
    assert "a" == ann.open_in_training()
    training.add(Answered("ann", "a", BEGAN + 3, "rn", None, 1.0))
    assert "b" == ann.open_in_training()
    training.add(GivenUp("ann", "b", BEGAN + 4, 1.0))
    assert ann.open_in_training() is None


@pytest.mark.parametrize("mode", ["streak", "race"])
def test_a_run_knows_what_became_of_its_attempts(mode: Mode) -> None:
    """Of its own, not of those in an earlier one with the same puzzle."""
    training = folded(
        started("a", 0, mode, "one"),
        GivenUp("ann", "a", BEGAN + 1, 1.0),
        started("a", 2, mode, "two"),
        Answered("ann", "a", BEGAN + 3, "rn", 0, 1.0),
    )
    runs = [training.run(name)["ann"] for name in ("one", "two")]

    assert [(0, 1, 0), (1, 0, 1)] == [(run.solved, run.skipped, run.seen) for run in runs]
    assert [0.0, 0.001] == [run.seconds for run in runs]


def test_attempts_take_few_bytes() -> None:
    """Everybody's are in memory: a million attempts may not take half a gigabyte."""
    people, each = 100, 50
    rows = [
        row
        for number in range(each)
        for person in range(people)
        for row in (
            Started(f"{person}", f"{number}", BEGAN + number, "mix", is_rated=True),
            Answered(f"{person}", f"{number}", BEGAN + number, "rn", 0, 12.5),
        )
    ]
    tracemalloc.start()
    training = folded(*rows)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert people == len(training.people)
    assert size / (people * each) < MOST_BYTES
