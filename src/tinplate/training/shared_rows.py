"""Attempts of a month for researchers: pure. Nobody is in it by id or name, nor by an exact time.

A person is a number that chance gives them, another one each month. What leaderboards show under a
name, puzzles of a day and runs, has numbers of its own, so that no name leads to a person.
"""

from collections.abc import Callable, Collection, Iterable
from random import Random
from typing import NamedTuple

from msgspec import Struct

from tinplate.training.attempts import TrainingAttempt
from tinplate.training.standings import GameTraining
from tinplate.training.values import RUNS, AttemptRow, Started

SCHEMA = 1  # raised when a column changes its meaning, or goes
LICENCE = "CC0-1.0"
MINUTE, STEP = 60, 10  # seconds: to the second up to a minute, then in steps
LONGEST = 3_600  # seconds; longer ones are not told apart


class SharedAttempt(Struct, frozen=True):
    """An attempt in the data set."""

    person: int
    number: int  # of the attempt, among those of this person
    game: str
    puzzle: str  # its id, as in the data set of puzzles
    date: str  # on which it began, in UTC
    mode: str
    is_rated: bool
    state: str
    extra: int | None  # of the first answer: moves more than the fewest; null: not solved
    answers: int
    hints: int
    seconds: int | None  # until the first answer, or until giving up
    score: float | None


class KeptAttempt(NamedTuple):
    """An attempt of the month, before it is anonymous."""

    person: str
    puzzle: str
    run: str
    attempt: TrainingAttempt

    @property
    def who(self) -> tuple[str, str]:
        """A person; for what leaderboards show, a person there."""
        if self.attempt.mode in RUNS:
            return self.person, self.run
        return self.person, self.puzzle if self.attempt.mode == "daily" else ""


def attempts_of(rows: Iterable[AttemptRow], is_wanted: Callable[[int], bool]) -> list[KeptAttempt]:
    """All attempts of a game that began when it is wanted, as they are after all rows."""
    training, kept = GameTraining(), list[KeptAttempt]()
    places = dict[tuple[str, str], int]()  # of the latest attempts, among those that are kept
    for row in rows:
        training.add(row)
        record, key = training.person(row.person).record(row.puzzle), (row.person, row.puzzle)
        latest = None if record is None else record.latest
        if isinstance(row, Started):
            places.pop(key, None)
            if latest is not None and is_wanted(row.at):
                places[key] = len(kept)
                kept.append(KeptAttempt(*key, row.run, latest))
        elif latest is not None and key in places:
            kept[places[key]] = kept[places[key]]._replace(attempt=latest)
    return kept


def anonymous(
    games: Iterable[tuple[str, Iterable[KeptAttempt]]],
    left_out: Collection[str],
    dice: Random,
    date_of: Callable[[int], str],
) -> list[SharedAttempt]:
    """The rows of all games, person by person, in an order that says nothing."""
    kept = [
        (game, each) for game, attempts in games for each in attempts if each.person not in left_out
    ]
    people = sorted({each.who for _, each in kept})
    numbers = list(range(1, len(people) + 1))
    dice.shuffle(numbers)
    number_of = dict(zip(people, numbers, strict=True))
    kept.sort(key=lambda one: (number_of[one[1].who], one[1].attempt.started_at))
    counts = dict[int, int]()
    rows = list[SharedAttempt]()
    for game, each in kept:
        person = number_of[each.who]
        counts[person] = counts.get(person, 0) + 1
        rows.append(_row(person, counts[person], game, each, date_of))
    return rows


def coarse(seconds: float) -> int:
    """Seconds as they are told."""
    if seconds < MINUTE:
        return round(seconds)
    return min(LONGEST, round(seconds / STEP) * STEP)


def _row(
    person: int, number: int, game: str, kept: KeptAttempt, date_of: Callable[[int], str]
) -> SharedAttempt:
    attempt = kept.attempt
    return SharedAttempt(
        person=person,
        number=number,
        game=game,
        puzzle=kept.puzzle,
        date=date_of(attempt.started_at),
        mode=attempt.mode,
        is_rated=attempt.is_rated,
        state=attempt.state,
        extra=attempt.first_extra,
        answers=attempt.answers,
        hints=attempt.hints,
        seconds=None if attempt.seconds is None else coarse(attempt.seconds),
        score=None if attempt.score is None else round(attempt.score, 2),
    )
