"""The settings of a match of Rally: checked, and put in words."""

from functools import lru_cache

from msgspec.structs import replace

from tinplate.game import Malformed
from tinplate.games.rally.course import cell_name
from tinplate.games.rally.course_check import Finding, check_course
from tinplate.games.rally.settings import HouseRules, agreed
from tinplate.games.rally.shelf import course_names
from tinplate.games.rally.stall import STALL_SECONDS
from tinplate.games.rally.values import Settings, course_called

SECONDS_AMONG_PEOPLE = 180  # D31: three times as long as most need, and nobody stalls a table


def refuse_bad_course(course: str) -> None:
    """Raise Malformed, one mistake per line, unless robots can finish the course."""
    errors = () if course in course_names() else _errors(course)
    if errors:
        raise Malformed("\n".join(errors), "course-has-mistakes", count=len(errors))


def keeps_seats(settings: Settings) -> bool:
    """D32: whether no bot may stand in for an absent player."""
    return agreed(course_called(settings.course), settings.choices).afk != "bot"


def patience(settings: Settings) -> int | None:
    """D31: for how long a table that waits for absent players waits for those who are present.

    None where the table or the course says something of clocks. The rest of the time is shown.
    """
    if _says_something_of_time(settings):
        return None
    return SECONDS_AMONG_PEOPLE - STALL_SECONDS


def with_clock(settings: Settings) -> Settings:
    """D31: the same with a clock, where neither the table nor the course says anything of it.

    A table that agreed to wait for players who are away has another one: see `patience`.
    """
    course = course_called(settings.course)
    if _says_something_of_time(settings) or agreed(course, settings.choices).afk == "wait":
        return settings
    return replace(settings, choices={**settings.choices, "turn_seconds": SECONDS_AMONG_PEOPLE})


def without_hurry(settings: Settings) -> Settings:
    """D31: the same without a clock for the last player: bots are always done first."""
    if not agreed(course_called(settings.course), settings.choices).last_player_seconds:
        return settings
    return replace(settings, choices={**settings.choices, "last_player_seconds": 0})


def settings_in_words(settings: HouseRules, seats: int) -> str:
    """Describe what differs from the sheet."""
    changes = [
        f"{name}={_word(getattr(settings, name))}"
        for name in HouseRules.__struct_fields__
        if getattr(settings, name) != getattr(HouseRules(), name)
    ]
    players = "1 player" if seats == 1 else f"{seats} players"
    return ", ".join([players, *(changes or ["all by the sheet"])])


@lru_cache(maxsize=64)
def _errors(course: str) -> tuple[str, ...]:
    findings = check_course(course_called(course))
    return tuple(_sentence(finding) for finding in findings if finding.kind == "error")


def _sentence(error: Finding) -> str:
    return error.message if error.cell is None else f"{cell_name(error.cell)}: {error.message}"


def _word(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _says_something_of_time(settings: Settings) -> bool:
    course = course_called(settings.course)
    return "turn_seconds" in {*settings.choices, *(name for name, _ in course.rules)}
