"""What an attempt is called: the same wherever it is told."""

import pytest

from tests.training.test_rules import add
from tinplate.training import rules
from tinplate.training.attempts import DAY
from tinplate.training.marks import SOLVED, mark_of
from tinplate.training.rules import Trier
from tinplate.training.standings import GameTraining

TODAY = 20 * DAY


def tried(*steps: str) -> GameTraining:
    """An attempt at a puzzle of the day: `hint`, `end`, `again`, or moves over the fewest."""
    training = GameTraining()
    for second, step in enumerate(("again", *steps)):
        ann = Trier("ann", "p", 1500, TODAY + 1000 * second)
        match step:
            case "again":
                add(training, [*rules.start(training, ann, "daily", "Ann")])
            case "hint":
                add(training, [*rules.hint(training, ann, 1)])
            case "end":
                add(training, [*rules.give_up(training, ann)])
            case _:
                extra = None if step == "miss" else int(step)
                add(training, [*rules.answer(training, ann, "x", extra)])
    return training


@pytest.mark.parametrize(
    ("steps", "mark"),
    [
        ("", "open"),
        ("hint", "open"),
        ("miss", "open"),
        ("0", "best"),
        ("hint 0", "hinted"),
        ("1 0", "later"),
        ("miss hint 0", "later"),
        ("2", "longer"),
        ("2 end", "longer"),
        ("hint 2 end", "longer"),
        ("miss end", "missed"),
        ("end", "missed"),
        ("end again 0", "missed"),
        ("1 end again 0", "longer"),
    ],
)
def test_the_first_attempt_has_a_mark(steps: str, mark: str) -> None:
    """Only the fewest moves are solved; what comes after the solution was shown is not."""
    training = tried(*steps.split())
    record = training.person("ann").record("p")
    assert record is not None

    assert mark_of(record.first) == mark
    assert bool(training.person("ann").days) == (mark in SOLVED)


def test_whoever_has_not_begun_has_an_open_one() -> None:
    assert mark_of(None) == "open"


@pytest.mark.parametrize(("steps", "solved"), [("0", 1), ("hint 0", 0), ("1 0", 0), ("end", 0)])
def test_found_at_once_is_without_hints(steps: str, solved: int) -> None:
    standing = tried(*steps.split()).puzzle("p")
    assert (standing.people, standing.solved) == (1, solved)
