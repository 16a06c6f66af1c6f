"""Rally for Python programs: what `tinplate.rally` offers.

What plays registers is compiled, and imported when it is first asked for.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Literal, NamedTuple, Self

import msgspec

from tinplate.arena.bot_match import BotMatch
from tinplate.arena.places import places
from tinplate.arguments import require_list, require_seed, require_text, unexpected
from tinplate.ending import (
    AbortAgreed,
    AbortMatch,
    Abstained,
    EndAgreed,
    EndMatch,
    OfferDeclined,
    PlayOn,
    PlayOnSaid,
    Resign,
    Resigned,
)
from tinplate.game import AnyBot, Malformed, Outcome, Seat, Trainable
from tinplate.games.rally import course as courses
from tinplate.games.rally.cards import Card, Kind
from tinplate.games.rally.course import (
    Belt,
    Edge,
    Gear,
    Laser,
    Level,
    Pusher,
    Square,
    cell_name,
    cell_named,
)
from tinplate.games.rally.course_text import BadCourse, format_course, parse_course
from tinplate.games.rally.happenings import (
    BeltBlocked,
    Blocked,
    Burnt,
    CardPlayed,
    Carried,
    Damaged,
    Died,
    FlagTouched,
    Happening,
    Materialised,
    Moved,
    Pushed,
    PushedByPusher,
    Repaired,
    Saved,
    Shot,
    Turned,
    TurnedByBelt,
    TurnedByGear,
)
from tinplate.games.rally.pack import PACK
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.settings import PRESETS, HouseRules, Value
from tinplate.games.rally.shelf import course_named, course_names
from tinplate.games.rally.values import (
    CardPlaced,
    CardTakenBack,
    ChooseFacing,
    ChoosePower,
    Choosing,
    ChoosingBegan,
    Command,
    Event,
    Faced,
    FacingChosen,
    Finished,
    HandDealt,
    LastPlayerTimed,
    MatchEnded,
    Opening,
    Phase,
    Place,
    Player,
    PowerChosen,
    PowerDown,
    PowerDownAnnounced,
    PowerDownPlanned,
    PoweredDown,
    PoweredUp,
    Private,
    Programming,
    ProgrammingBegan,
    ProgramReady,
    Ready,
    RegisterFilled,
    RegisterRevealed,
    Returned,
    Running,
    Settings,
    StallTimed,
    State,
    TakeBack,
    TimeRanOut,
    TurnBegan,
    TurnEnded,
)
from tinplate.grid import Cell
from tinplate.library import Match, Seed, bot

__all__ = [
    "PRESETS",
    "AbortAgreed",
    "AbortMatch",
    "Abstained",
    "BadCourse",
    "Belt",
    "BeltBlocked",
    "Blocked",
    "Burnt",
    "Card",
    "CardPlaced",
    "CardPlayed",
    "CardTakenBack",
    "Carried",
    "ChooseFacing",
    "ChoosePower",
    "Choosing",
    "ChoosingBegan",
    "Command",
    "Course",
    "Damaged",
    "Died",
    "Edge",
    "EndAgreed",
    "EndMatch",
    "Event",
    "Faced",
    "FacingChosen",
    "Finding",
    "Finished",
    "FlagTouched",
    "Gear",
    "HandDealt",
    "Happening",
    "HouseRules",
    "Kind",
    "Laser",
    "LastPlayerTimed",
    "Level",
    "MatchEnded",
    "Materialised",
    "Moved",
    "OfferDeclined",
    "Opening",
    "Phase",
    "Place",
    "PlayOn",
    "PlayOnSaid",
    "Player",
    "PowerChosen",
    "PowerDown",
    "PowerDownAnnounced",
    "PowerDownPlanned",
    "PoweredDown",
    "PoweredUp",
    "Private",
    "ProgramReady",
    "Programming",
    "ProgrammingBegan",
    "Pushed",
    "PushedByPusher",
    "Pusher",
    "Ready",
    "RegisterFilled",
    "RegisterRevealed",
    "Repaired",
    "Resign",
    "Resigned",
    "Returned",
    "Robot",
    "Running",
    "Saved",
    "Settings",
    "Shot",
    "Simulation",
    "Square",
    "StallTimed",
    "Standing",
    "State",
    "TakeBack",
    "TimeRanOut",
    "TurnBegan",
    "TurnEnded",
    "Turned",
    "TurnedByBelt",
    "TurnedByGear",
    "cell_name",
    "cell_named",
    "course_names",
    "resolve",
    "simulate",
]

Scenario = str | bytes | Mapping[str, Any]


class Finding(NamedTuple):
    """Something about a course: an error forbids play, a note does not."""

    kind: Literal["error", "note"]
    cell: Cell | None
    message: str


class Course(courses.Course, frozen=True):
    """A board of squares with everything printed on it. Frozen.

    `str(course)` is its text, the format of `.rally` files, and `Course.parse` reads it back.
    """

    @classmethod
    def named(cls, name: str) -> Self:
        """One of our courses: `first-shift` and others; `course_names` lists them."""
        require_text(name, "name")
        return cls.of(course_named(name))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a course; BadCourse, which is a Malformed, lists all mistakes with their places."""
        require_text(text, "course")
        return cls.of(parse_course(text))

    @classmethod
    def of(cls, course: courses.Course) -> Self:
        """The same course with all these methods, for one that comes from a match's state."""
        if not isinstance(course, courses.Course):
            raise unexpected(course, "course", "a Course")
        return cls(**{name: getattr(course, name) for name in cls.__struct_fields__})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, courses.Course):
            return NotImplemented
        return _fields(self) == _fields(other)

    def __hash__(self) -> int:
        return hash(courses.Course(*_fields(self)))  # as those that are equal

    def __str__(self) -> str:
        """The text in its canonical form."""
        return format_course(self)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg()

    def check(self) -> tuple[Finding, ...]:
        """What is wrong with the course (errors), and what its author may want to know (notes)."""
        from tinplate.games.rally.course_check import check_course  # noqa: PLC0415

        return tuple(Finding(*each[:3]) for each in check_course(self))

    def svg(self, robots: Iterable[Robot] = (), *, dark: bool = False) -> str:
        """The picture, as the text of an SVG file; robots are drawn by seat."""
        from tinplate.games.rally.svg import draw_picture  # noqa: PLC0415

        require_list(robots, "robots")
        drawn = tuple(robots)
        for each in drawn:
            if not isinstance(each, Robot):
                raise unexpected(each, "robots", "Robots")
        return draw_picture(self, drawn, dark=dark)


def _fields(course: courses.Course) -> tuple[Any, ...]:
    return tuple(getattr(course, name) for name in courses.Course.__struct_fields__)


def resolve(scenario: Scenario) -> dict[str, Any]:
    """Play registers of a turn: robots and their cards in, what becomes of them out.

    A scenario is what `tinplate rally resolve --help` describes, as a mapping or as JSON; in a
    mapping the course may also be a Course or the name of one of ours. The answer has the
    `robots`, the `winners`, the register it `stopped_at`, and all `events` in order, each with its
    `rule`. Malformed says what is wrong.
    """
    from tinplate.games.rally import resolve as answers  # noqa: PLC0415

    if isinstance(scenario, Mapping):
        course = scenario.get("course")
        if isinstance(course, courses.Course):
            scenario = {**scenario, "course": format_course(course)}
        elif isinstance(course, str) and course in course_names():
            scenario = {**scenario, "course": format_course(course_named(str(course)))}
        try:
            scenario = msgspec.json.encode(scenario)
        except (msgspec.MsgspecError, TypeError) as error:
            raise Malformed(f"scenario: {error}") from None
    if not isinstance(scenario, str | bytes):
        raise unexpected(scenario, "scenario", "a mapping or JSON")
    answer: dict[str, Any] = msgspec.to_builtins(answers.resolve(scenario))
    return answer


class Standing(NamedTuple):
    """How a robot ended."""

    place: int  # counted from 1; equals share a place
    seat: Seat
    bot: str
    flags: int  # touched
    lives: int
    armour: int


@dataclass(frozen=True, repr=False)
class Simulation:
    """A match between bots, played to its end."""

    bots: tuple[str, ...]  # by seat
    seed: Seed
    match: Match[Settings, State, Command, Event]  # its log, its last state, any seat's view
    complaints: tuple[str | None, ...]  # by seat: what went wrong first with a bot's decisions

    def __repr__(self) -> str:
        won = ", ".join(f"{self.bots[seat]} (seat {seat})" for seat in self.winners) or "nobody"
        return f"<Simulation: {self.turns} turns, won by {won}>"

    @property
    def turns(self) -> int:
        """How many were begun."""
        return self.match.state.turn

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why; None if the match was broken off because it went on for too long."""
        return self.match.outcome

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that won, if any."""
        return () if self.outcome is None else self.outcome.winners

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Everybody, the first first (D34, D35)."""
        state = self.match.state
        flags = len(state.course.flags)
        found = (
            Standing(
                place,
                Seat(seat),
                self.bots[seat],
                flags if seat in self.winners else player.robot.next_flag - 1,
                player.robot.lives,
                player.robot.armour,
            )
            for seat, (place, player) in enumerate(
                zip(places(PACK, state, state.seats), state.players, strict=True)
            )
        )
        return tuple(sorted(found))


def simulate(
    course: courses.Course | str,
    bots: Sequence[str | AnyBot],
    *,
    seed: Seed = 0,
    preset: str = "sheet",
    choices: Mapping[str, Value] | None = None,
) -> Simulation:
    """Let bots play a match on a course, one a seat; the same seed plays the same.

    The course is one of yours, the name of one of ours, or a text. Bots are names, or bots of your
    own (`tinplate.Bot`); where one fails or breaks a rule, something safe is played for it, and
    `complaints` says so. Settings are those of a preset, with your `choices` on top, as in
    `{"edge": "wall", "max_turns": 50}`.

    Bots that train for a course do it first: a minute the first time, kept on disk after that.
    """
    require_text(preset, "preset")
    require_list(bots, "bots")
    require_seed(seed)
    if preset not in PRESETS:
        raise Malformed(f"{PACK.name} has no preset “{preset}”; it has {', '.join(PRESETS)}")
    text = format_course(course) if isinstance(course, courses.Course) else course
    if not isinstance(choices or {}, Mapping):
        raise unexpected(choices, "choices", "a mapping")
    settings = Settings(text, {**PRESETS[preset], **(choices or {})})
    PACK.check_settings(settings)
    playing = [bot(each) if isinstance(each, str) else each for each in bots]
    for each in playing:
        if not hasattr(each, "choose"):
            raise unexpected(each, "bots", "names of bots, or bots")
        if PACK.name not in each.games:
            raise Malformed(f"{each.name} does not play {PACK.name}")
    game = BotMatch(PACK, settings, playing, str(seed), perf_counter)
    for each in playing:
        if isinstance(each, Trainable):
            each.train(game.match.view(None), _quietly)
    game.play()
    return Simulation(
        bots=tuple(each.name for each in playing),
        seed=seed,
        match=Match.of(game.match, seed),
        complaints=tuple(tally.complaint for tally in game.tallies),
    )


def _quietly(done: float) -> None:
    """Ignore the progress of training."""
