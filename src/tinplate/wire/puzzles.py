"""The bodies of HTTP requests and responses about puzzles."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tinplate.ratings.results import RatingStep, ShownRating

TrainingMode = Literal["mix", "theme", "weak", "repeat"]
AttemptMode = Literal[
    "mix", "theme", "weak", "repeat", "daily", "link", "offline", "streak", "race"
]
AttemptState = Literal["open", "solved", "given-up"]
ResultMark = Literal["best", "hinted", "later", "longer", "missed", "open"]
GameName = Annotated[str, Meta(max_length=100)]
Answer = Annotated[str, Meta(max_length=400)]
MOST_OFFLINE = 50


# What is asked for


class NextPuzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody wants a puzzle, and begins with it."""

    game: GameName
    mode: TrainingMode = "mix"
    theme: Annotated[str, Meta(max_length=100)] | None = None  # for the mode "theme"


class StartPuzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody begins with a puzzle they know the id of. Today's are "daily", all others "link"."""


class AskHint(Struct, frozen=True, forbid_unknown_fields=True):
    """How much to give away: 1 is the number of moves, 2 the first one, 3 half of them."""

    level: Annotated[int, Meta(ge=1, le=3)]


class GiveAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer, as the game writes solutions."""

    answer: Answer
    network: Annotated[int, Meta(ge=0)] = 0  # milliseconds it took; at most 2000 count


class GiveUpPuzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody wants to see the solution."""


class TakeOffline(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody wants puzzles for when there is no network. These will not count."""

    game: GameName
    count: Annotated[int, Meta(ge=1, le=MOST_OFFLINE)] = MOST_OFFLINE


class OfflineAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """How a puzzle went that was solved, or given up, without a network."""

    puzzle: Annotated[str, Meta(max_length=40)]
    answer: Answer | None  # None: given up
    seconds: Annotated[float, Meta(ge=0, le=86_400)] = 0
    hints: Annotated[int, Meta(ge=0, le=3)] = 0


class OfflineAnswers(Struct, frozen=True, forbid_unknown_fields=True):
    """What was done without a network. Sending it twice changes nothing."""

    answers: Annotated[tuple[OfflineAnswer, ...], Meta(max_length=MOST_OFFLINE)]


# What is answered


class PuzzleFacts(Struct, frozen=True):
    """A puzzle, with nothing that helps to solve it."""

    id: str
    game: str
    kind: str  # what is to be done
    rules: str  # the reading or preset by which it is played
    date: str | None = None  # of a daily puzzle, 2026-11-17
    slot: str | None = None  # which of that day


class PuzzleAttempt(Struct, frozen=True):
    """Where somebody's attempt at a puzzle stands."""

    puzzle: PuzzleFacts
    text: str  # all that is needed to play it
    mode: AttemptMode
    is_rated: bool
    state: AttemptState
    started_at: int  # milliseconds since 1970
    now: int  # by the server's clock
    hints: int  # the highest level that was asked for
    answers: int  # that were given
    extra: int | None  # of the best answer: moves more than the fewest; None: none solved it
    score: float | None  # of the first answer, 0 to 1
    seconds: float | None  # until the first answer
    first_extra: int | None = None  # of the first answer, which counts


class PuzzleHint(Struct, frozen=True):
    """What a hint gives away."""

    level: int
    levels: int  # how many there are
    length: int  # moves, or the register that decides
    steps: tuple[str, ...]  # the first ones of a solution


class RatingOutlook(Struct, frozen=True):
    """About how many puzzles are left until a rating says something."""

    found_in: int  # until there is a number to show; 0: there is one
    settled_in: int  # until it is no longer provisional


class AnswerJudged(Struct, frozen=True):
    """What the server says of an answer, or of giving up."""

    attempt: PuzzleAttempt
    is_solved: bool  # with any number of moves
    extra: int | None  # moves more than the fewest; None: not solved
    step: RatingStep | None  # what it changed for the person; None: nothing
    outlook: RatingOutlook | None = None  # after that


class PuzzleReview(Struct, frozen=True):
    """Everything about a puzzle, for those who are done with it."""

    attempt: PuzzleAttempt
    length: int
    solutions: tuple[str, ...]  # the shortest, that of the puzzle first; 50 at most
    solution_count: int
    themes: tuple[str, ...]
    effort: float
    source: str
    rating: ShownRating  # of the puzzle now
    first_rating: int
    people: int  # who have answered it, or given up
    solved: int  # of these, who found the fewest moves with their first answer, without hints
    answer: str | None  # the first answer
    left: tuple[int | None, ...]  # moves left before its first step, and after each


class OnePuzzle(Struct, frozen=True):
    """A puzzle, and one's own attempt at it."""

    puzzle: PuzzleFacts
    attempt: PuzzleAttempt | None


class OfflinePuzzle(Struct, frozen=True):
    """A puzzle with all that a page needs to check answers by itself."""

    puzzle: PuzzleFacts
    text: str
    length: int
    solution: str
    themes: tuple[str, ...]
    digests: tuple[str, ...]  # of the answers that solve it; none: the page knows the rules


class OfflinePuzzles(Struct, frozen=True):
    """Puzzles for when there is no network."""

    puzzles: tuple[OfflinePuzzle, ...]


class OfflineRecorded(Struct, frozen=True):
    """How many of the answers were recorded; the others were not expected, or known already."""

    recorded: int


class DailyResult(Struct, frozen=True):
    """How somebody did, without a hint of how it is done."""

    mark: ResultMark  # what it counts as, everywhere; only the first three are solved
    state: AttemptState
    extra: int | None  # of the best answer
    answers: int
    hints: int
    seconds: float | None  # until the first answer
    on_the_day: bool  # begun while it was the puzzle of the day
    first_extra: int | None  # of the first answer, which counts


class DailyBest(Struct, frozen=True):
    """One of the best of a day."""

    name: str
    extra: int
    seconds: float
    hints: int
    is_you: bool


class DailyStatistics(Struct, frozen=True):
    """How everybody did on the day: when it is over, or your own attempt is."""

    people: int  # who answered or gave up
    by_extra: tuple[int, ...]  # by `extra` of their first answer: 0, 1, 2, and 3 or more
    hinted: int  # of those with 0, who had hints
    unsolved: int
    seconds: tuple[int, ...]  # people who solved it, by time: see `second_bounds`
    second_bounds: tuple[int, ...]  # the upper bound of each of these, but the last
    best: tuple[DailyBest, ...]


class DailyPuzzle(Struct, frozen=True):
    """One of the puzzles of a day."""

    game: str
    slot: str
    puzzle: str | None  # its id; None: it is being made
    result: DailyResult | None  # your own
    statistics: DailyStatistics | None  # of a day that is over, or a puzzle you are done with


class DailyPage(Struct, frozen=True):
    """The puzzles of a day."""

    date: str
    is_today: bool
    next_at: int  # when the next day begins, in milliseconds since 1970
    now: int
    puzzles: tuple[DailyPuzzle, ...]
    makes_puzzles: bool = True  # False: the host has turned that off


class ArchiveDay(Struct, frozen=True):
    """A day in the calendar."""

    date: str
    puzzles: int
    solved: int  # by you, on any day
    marks: tuple[ResultMark | None, ...]  # of each place of the day; None: no puzzle there


class DailyArchive(Struct, frozen=True):
    """A month of daily puzzles, up to today."""

    month: str  # 2026-11
    first: str  # the first day there is
    days: tuple[ArchiveDay, ...]


class ThemeShown(Struct, frozen=True):
    """A theme, and how somebody does with it."""

    theme: str
    puzzles: int  # in the collection
    attempts: int  # of yours that counted
    score: float | None  # your mean
    expected: float | None  # by the ratings
    is_weak: bool


class PuzzleGame(Struct, frozen=True):
    """The puzzles of one game, and how somebody stands there."""

    game: str
    puzzles: int  # in the collection
    kinds: tuple[str, ...]
    themes: tuple[ThemeShown, ...]
    rating: ShownRating
    outlook: RatingOutlook
    attempts: int  # that counted
    due: int  # missed puzzles that come back now
    next_due_at: int | None  # when the next of them does, in milliseconds since 1970
    open: str | None  # the id of a puzzle that was begun in training


class DayStreak(Struct, frozen=True):
    """Days in a row with a daily puzzle solved on its day; one missed day in seven is forgiven."""

    days: int
    longest: int
    is_today_done: bool
    week: tuple[bool, ...]  # the last seven days, today last


class PuzzleOverview(Struct, frozen=True):
    """What there is, and where somebody stands."""

    games: tuple[PuzzleGame, ...]
    streak: DayStreak
    today: DailyPage
