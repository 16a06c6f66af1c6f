"""What may be written about an attempt."""

import pytest

from tinplate.game import Rejected
from tinplate.training import rules
from tinplate.training.rules import MOST_ALLOWED, MOST_ANSWERS, Trier
from tinplate.training.scoring import FirstAnswer
from tinplate.training.standings import GameTraining
from tinplate.training.values import AttemptRow, decode_row, encode_row


def ann(seconds: float = 0) -> Trier:
    return Trier("ann", "p", 1500, round(1000 * seconds))


def add(training: GameTraining, rows: list[AttemptRow]) -> list[AttemptRow]:
    for row in rows:
        training.add(decode_row(encode_row(row)))
    return rows


def begun() -> GameTraining:
    training = GameTraining()
    add(training, [*rules.start(training, ann(), "mix", "Ann")])
    return training


@pytest.mark.parametrize(
    ("network", "seconds"), [(0, 30.0), (500, 29.5), (60_000, 30 - MOST_ALLOWED / 1000)]
)
def test_the_network_is_allowed_for_within_bounds(network: int, seconds: float) -> None:
    """Whatever a browser says."""
    [row] = rules.answer(begun(), ann(30), "x", 0, network)
    assert row.seconds == seconds


def test_time_never_runs_backwards() -> None:
    [row] = rules.answer(begun(), ann(0.1), "x", 0, MOST_ALLOWED)
    assert row.seconds == 0


def test_only_the_first_answer_has_an_outcome() -> None:
    """Later ones change nobody's rating; the fewest moves end it."""
    training = begun()
    [first] = add(training, [*rules.answer(training, ann(1), "x", 1)])
    [then] = add(training, [*rules.answer(training, ann(2), "y", 0)])
    assert first.outcome is not None  # type: ignore[union-attr]
    assert then.outcome is None  # type: ignore[union-attr]
    with pytest.raises(Rejected, match="over"):
        rules.answer(training, ann(3), "z", 0)
    with pytest.raises(Rejected, match="over"):
        rules.hint(training, ann(3), 1)
    with pytest.raises(Rejected, match="over"):
        rules.give_up(training, ann(3))


def test_nobody_answers_for_ever() -> None:
    training = begun()
    for _ in range(MOST_ANSWERS):
        add(training, [*rules.answer(training, ann(1), "x", None)])
    with pytest.raises(Rejected, match="enough"):
        rules.answer(training, ann(2), "x", None)


def test_a_hint_is_written_once() -> None:
    """A lower one after a higher one costs nothing more."""
    training = begun()
    assert len(add(training, [*rules.hint(training, ann(1), 2)])) == 1
    assert rules.hint(training, ann(2), 2) == rules.hint(training, ann(2), 1) == []


def test_whoever_has_the_solution_is_not_rated() -> None:
    """What was done offline is written once, and only of puzzles that were handed over."""
    training, first = GameTraining(), FirstAnswer(0, 1, 12, 1500)
    assert rules.record_offline(training, ann(), first, "x") == []
    add(training, [*rules.take_offline(training, ann())])
    assert rules.take_offline(training, ann()) == []
    rows = add(training, [*rules.record_offline(training, ann(9), first, "x")])
    assert len(rows) == 3
    assert rules.record_offline(training, ann(9), first, "x") == []
    [again] = rules.start(training, ann(10), "link", "")
    assert not again.is_rated
    assert training.person("ann").rated == 0
