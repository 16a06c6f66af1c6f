"""The bodies of HTTP requests and responses about streaks, races, leaderboards and settings."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tinplate.lobby.values import Avatar
from tinplate.ratings.results import ShownRating
from tinplate.wire.puzzles import Answer, GameName, PuzzleFacts

RunMode = Literal["streak", "race"]
RunState = Literal["lobby", "countdown", "running", "over"]
BoardMode = Literal["daily", "streak", "race", "rating"]
BoardPeriod = Literal["day", "week", "all"]
UnrankedReason = Literal["too-fast", "same-timing", "like-a-solver", "above-rating"]


# What is asked for


class OpenRun(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody begins a streak, or opens a race that others may join."""

    game: GameName
    mode: RunMode


class JoinRun(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody wants to take part in a race. It has not started yet."""


class LeaveRun(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody does not want to take part any more. What they have solved in a race counts."""


class StartRun(Struct, frozen=True, forbid_unknown_fields=True):
    """The host starts the countdown."""


class RunAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to the puzzle one is at. The same one sent twice counts once."""

    number: Annotated[int, Meta(ge=0, le=1000)]  # of that puzzle in the series
    answer: Answer | None  # None: skip it in a race, end a streak
    network: Annotated[int, Meta(ge=0)] = 0  # milliseconds it took; at most 2000 count


class ChangePuzzleSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody decides about what they do with puzzles."""

    is_in_dataset: bool  # whether their attempts, without name or id, are for researchers


# What is answered


class RunPlayerShown(Struct, frozen=True):
    """Somebody in a run."""

    name: str  # "": they have none
    avatar: Avatar | None  # None: by the name
    number: int  # from 1, as they came: it tells those without a name apart
    is_you: bool
    is_host: bool
    place: int  # from 1; before the start, as they came
    solved: int
    missed: int  # answers that did not count, and skipped puzzles
    is_done: bool  # no puzzle is left for them
    steps: tuple[bool, ...] = ()  # when it is over: which of those they answered they solved


class RunPuzzle(Struct, frozen=True):
    """The puzzle one is at."""

    number: int  # in the series, from 0
    puzzle: PuzzleFacts
    text: str
    started_at: int  # milliseconds since 1970


class RunStep(Struct, frozen=True):
    """A puzzle of the series, when the run is over: then everybody may look at it."""

    number: int
    puzzle: str  # its id
    is_solved: bool
    seconds: float | None  # None: without an answer


class RunShown(Struct, frozen=True):
    """A streak or a race, as one of those sees it who have its link."""

    id: str  # the code in its link
    game: str
    mode: RunMode
    state: RunState
    now: int  # by the server's clock, in milliseconds since 1970
    starts_at: int | None  # None: the host has not started it
    ends_at: int | None  # of a race that was started
    is_yours: bool  # you take part
    is_host: bool
    skips_left: int
    players: tuple[RunPlayerShown, ...]  # the best first
    puzzle: RunPuzzle | None  # None: not yours, not yet, or no more
    steps: tuple[RunStep, ...]  # your own, when it is over
    unranked: tuple[UnrankedReason, ...]  # why your result is on no leaderboard
    seen: int = 0  # puzzles that you had met before: they do not count on leaderboards
    best: int | None = None  # the most you had solved in one of these before; None: your first


class RunJudged(Struct, frozen=True):
    """What the server says of an answer in a run."""

    run: RunShown
    is_solved: bool  # in the fewest moves: it counts
    extra: int | None  # moves more than the fewest; None: not solved, or skipped


class OwnRuns(Struct, frozen=True):
    """The runs one can go on with, the latest first."""

    runs: tuple[RunShown, ...]


class PuzzleBoardRow(Struct, frozen=True):
    """Somebody on a leaderboard."""

    place: int
    person: str  # an id
    name: str
    avatar: Avatar | None  # None: by the name
    is_you: bool
    solved: int  # puzzles; of a rating: attempts that counted
    seconds: float  # that they took; 0 for a rating
    rating: ShownRating | None  # of the mode "rating"


class PuzzleBoard(Struct, frozen=True):
    """The best of a day, a week or ever."""

    game: str
    mode: BoardMode
    period: BoardPeriod
    slot: str | None  # of the puzzles of a day
    first: str | None  # day, 2026-11-16; None: since ever
    last: str | None
    people: int  # who are ranked
    rows: tuple[PuzzleBoardRow, ...]
    you: PuzzleBoardRow | None  # your own place, also if it is not in the rows
    unranked: tuple[UnrankedReason, ...]  # why you are not ranked


class PuzzleSettings(Struct, frozen=True):
    """What somebody has decided."""

    is_in_dataset: bool


class DailyShare(Struct, frozen=True):
    """A result of a day to share, signed by the server. It gives nothing away, and has no name."""

    page: str  # the path of the page, with the result
    picture: str  # the path of its picture


class UnrankedPerson(Struct, frozen=True):
    """Somebody whose results are not ranked, for moderators."""

    person: str
    name: str
    game: str
    reasons: tuple[UnrankedReason, ...]
    attempts: int
    rating: ShownRating


class UnrankedPeople(Struct, frozen=True):
    """Everybody whose results are not ranked."""

    people: tuple[UnrankedPerson, ...]
