"""Who is how good, by day, by week and by mode: pure. Days are those of UTC."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from tinplate.training.glicko import Rating
from tinplate.training.standings import Attempt, GameTraining, PersonTraining
from tinplate.training.values import RunMode

FEWEST_RATED = 10  # attempts that counted, to be on the list of ratings
DAYS_OF_WEEK = 7
Tried = tuple[str, Attempt]  # an attempt, and its puzzle
IsRanked = Callable[[Sequence[Tried]], bool]  # whether a person could have done these


class Place(NamedTuple):
    """Somebody on a list."""

    person: PersonTraining
    solved: int
    seconds: float
    rating: Rating | None = None

    @property
    def key(self) -> tuple[float, float]:
        """The best first; whoever has the same has the same place."""
        if self.rating is not None:
            return -self.rating.mean, 0.0
        return -self.solved, self.seconds


def week_of(day: date) -> list[date]:
    """From Monday to Sunday."""
    monday = day - timedelta(day.weekday())
    return [monday + timedelta(step) for step in range(DAYS_OF_WEEK)]


def is_fewest(attempt: Attempt) -> bool:
    """Whether the first answer had the fewest moves, without a hint."""
    return attempt.first_extra == 0 and not attempt.hints


def daily_places(
    training: GameTraining, puzzles: Iterable[str], is_ranked: IsRanked
) -> list[Place]:
    """Everybody who found the fewest moves on the day, by how many of these, then by time."""
    sums = dict[str, Place]()
    for puzzle in puzzles:
        for person, attempt in training.on_the_day(puzzle):
            if is_fewest(attempt) and is_ranked([(puzzle, attempt)]):
                before = sums.get(person.id) or Place(person, 0, 0.0)
                seconds = before.seconds + (attempt.seconds or 0.0)
                sums[person.id] = Place(person, before.solved + 1, seconds)
    return in_order(sums.values())


def run_places(
    training: GameTraining, mode: RunMode, days: Iterable[date], is_ranked: IsRanked
) -> list[Place]:
    """Everybody's best run of these days; puzzles that they had seen before do not count."""
    best = dict[str, Place]()
    for day in days:
        for run in training.runs_of_day(mode, day):
            if not run.solved_new or not is_ranked(run.new):
                continue
            place = Place(run.person, run.solved_new, run.seconds)
            before = best.get(run.person.id)
            if before is None or place.key < before.key:
                best[run.person.id] = place
    return in_order(best.values())


def rating_places(training: GameTraining) -> list[Place]:
    """Everybody with enough attempts, by their rating."""
    people = training.people.values()
    return in_order(
        Place(person, person.rated, 0.0, person.rating)
        for person in people
        if person.rated >= FEWEST_RATED
    )


def in_order(places: Iterable[Place]) -> list[Place]:
    return sorted(places, key=lambda place: (*place.key, place.person.id))
