"""What each player of a finished match did, counted for their profile."""

from collections.abc import Iterable
from functools import cache

from tinplate.games.rally.course_text import format_course
from tinplate.games.rally.happenings import Damaged, Died, FlagTouched, Shot
from tinplate.games.rally.shelf import course_named, course_names
from tinplate.games.rally.values import Event, MatchEnded, PoweredDown, State

Cases = dict[str, tuple[int, int]]
DRAWN = "drawn"  # stands for all courses that people have drawn


class SeatStatistics:
    """The counts of one seat."""

    def __init__(self) -> None:
        self.flags = 0
        self.taken = 0
        self.dealt = 0
        self.power_downs = 0
        self.is_winner = False
        self.deaths: dict[str, int] = {}

    def measures(self, course: str) -> dict[str, Cases]:
        """A case that is named "all" counts matches, and adds up what happened in them."""
        return {
            "courses": {course: (1, int(self.is_winner))},
            "flags": {"all": (1, self.flags)},
            "damage-taken": {"all": (1, self.taken)},
            "damage-dealt": {"all": (1, self.dealt)},
            "power-downs": {"all": (1, self.power_downs)},
            "deaths": {cause: (1, count) for cause, count in sorted(self.deaths.items())},
        }


def statistics_of(opening: State, events: Iterable[Event]) -> list[dict[str, Cases]]:
    """By seat."""
    seats = [SeatStatistics() for _ in range(opening.seats)]
    for event in events:
        _count(seats, event)
    course = _course_of(opening.course_text)
    return [seat.measures(course) for seat in seats]


def _count(seats: list[SeatStatistics], event: Event) -> None:
    match event:
        case FlagTouched(robot=robot):
            seats[robot].flags += 1
        case Damaged(robot=robot, lost=lost):
            seats[robot].taken += lost
        case Shot(robot=robot):
            seats[robot].dealt += 1
        case Died(robot=robot, because=because):
            seats[robot].deaths[because] = seats[robot].deaths.get(because, 0) + 1
        case PoweredDown(seat):
            seats[seat].power_downs += 1
        case MatchEnded(winners=(winner,)):  # where there are several, they have tied
            seats[winner].is_winner = True


def _course_of(text: str) -> str:
    """The name of one of our courses. What people draw may have any name, so it has none here."""
    return _our_courses().get(text, DRAWN)


@cache
def _our_courses() -> dict[str, str]:
    return {format_course(course_named(name)): name for name in course_names()}
