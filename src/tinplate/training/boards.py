"""How good people are, by day, by week and by mode: pure. Days are those of UTC."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tinplate.training.attempts import TrainingAttempt
from tinplate.training.glicko import GlickoRating
from tinplate.training.standings import GameTraining, PersonTraining
from tinplate.training.values import RunMode

FEWEST_RATED = 10  # attempts that counted, to be on the list of ratings
DAYS_OF_WEEK = 7
FIRST_WEEKDAY = 3  # 1970 began on a Thursday
Tried = tuple[str, TrainingAttempt]  # an attempt, and its puzzle
IsRanked = Callable[[PersonTraining, Sequence[Tried]], bool]  # whether they could have done these


class BoardPlace(NamedTuple):
    """Somebody on a list."""

    person: PersonTraining
    solved: int
    seconds: float
    rating: GlickoRating | None = None

    @property
    def key(self) -> tuple[float, float]:
        """The best first; whoever has the same has the same place."""
        if self.rating is not None:
            return -self.rating.mean, 0.0
        return -self.solved, self.seconds


def week_of(day: int) -> range:
    """From Monday to Sunday, in days since 1970."""
    monday = day - (day + FIRST_WEEKDAY) % DAYS_OF_WEEK
    return range(monday, monday + DAYS_OF_WEEK)


def is_fewest(attempt: TrainingAttempt) -> bool:
    """Whether the first answer had the fewest moves, without a hint."""
    return attempt.first_extra == 0 and not attempt.hints


def daily_places(
    training: GameTraining, puzzles: Iterable[str], is_ranked: IsRanked
) -> list[BoardPlace]:
    """Everybody who found the fewest moves on the day, by how many of these, then by time."""
    sums = dict[str, BoardPlace]()
    for puzzle in puzzles:
        for person, attempt in training.on_the_day(puzzle):
            if is_fewest(attempt) and is_ranked(person, [(puzzle, attempt)]):
                before = sums.get(person.id) or BoardPlace(person, 0, 0.0)
                seconds = before.seconds + (attempt.seconds or 0.0)
                sums[person.id] = BoardPlace(person, before.solved + 1, seconds)
    return in_order(sums.values())


def run_places(
    training: GameTraining, mode: RunMode, days: Iterable[int], is_ranked: IsRanked
) -> list[BoardPlace]:
    """Everybody's best run of these days; puzzles that they had seen before do not count."""
    best = dict[str, BoardPlace]()
    for day in days:
        for run in training.runs_of_day(mode, day):
            if not run.solved_new or not is_ranked(run.person, run.new):
                continue
            place = BoardPlace(run.person, run.solved_new, run.seconds)
            before = best.get(run.person.id)
            if before is None or place.key < before.key:
                best[run.person.id] = place
    return in_order(best.values())


def rating_places(training: GameTraining) -> list[BoardPlace]:
    """Everybody with enough attempts, by their rating."""
    people = training.people.values()
    return in_order(
        BoardPlace(person, person.rated, 0.0, person.rating)
        for person in people
        if person.rated >= FEWEST_RATED
    )


def in_order(places: Iterable[BoardPlace]) -> list[BoardPlace]:
    return sorted(places, key=lambda place: (*place.key, place.person.id))
