"""One attempt at a puzzle, and all attempts of somebody in few bytes.

Everybody's attempts are in memory, so each is a row of a byte array, and becomes an object when
somebody looks at it. What is changed has to be put back.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping
from math import isnan, nan
from struct import Struct
from typing import Literal, NamedTuple, get_args

from tinplate.training.values import TRAINING, Mode, Started

State = Literal["open", "solved", "given-up"]
STATES: tuple[State, ...] = get_args(State)
MODES: tuple[Mode, ...] = get_args(Mode)
DAY = 24 * 60 * 60 * 1000  # milliseconds
GAPS = (1, 3, 7, 16, 35)  # days until a missed puzzle comes back, again and again
MISSED = 0.5  # a lower score


class TrainingAttempt:
    """One attempt at a puzzle."""

    __slots__ = (
        "answer_row", "answers", "ended_at", "expected", "extra", "first_extra", "hints",
        "is_rated", "mode", "score", "seconds", "started_at", "state",
    )  # fmt: skip

    def __init__(self, mode: Mode, started_at: int, *, is_rated: bool) -> None:
        self.mode: Mode = mode
        self.is_rated = is_rated
        self.started_at = started_at
        self.ended_at: int | None = None
        self.state: State = "open"
        self.hints = 0
        self.answers = 0
        self.answer_row: int | None = None  # the version of the row with the first
        self.first_extra: int | None = None  # of that
        self.extra: int | None = None  # of the best one
        self.score: float | None = None
        self.expected: float | None = None
        self.seconds: float | None = None  # until the first answer

    @classmethod
    def begun(cls, row: Started) -> "TrainingAttempt":
        return cls(row.mode, row.at, is_rated=row.is_rated)

    @property
    def is_missed(self) -> bool:
        return self.score is not None and self.score < MISSED

    @property
    def day(self) -> int:
        """On which it began, in UTC."""
        return day_of(self.started_at)


def day_of(at: int) -> int:
    """The day of a moment in UTC, counted from 1970."""
    return at // DAY


class PuzzleRecord:
    """All that somebody did with one puzzle."""

    __slots__ = ("due_at", "first", "gap", "is_offline", "latest")

    def __init__(self) -> None:
        self.first: TrainingAttempt | None = None  # the only one that may count
        self.latest: TrainingAttempt | None = None
        self.is_offline = False  # they have its solution
        self.gap: int | None = None  # which of the gaps they wait for; None: it does not come back
        self.due_at: int | None = None

    @property
    def is_over(self) -> bool:
        """Whether an attempt has ended: then they may see the solution."""
        attempts = (self.first, self.latest)
        return any(each is not None and each.state != "open" for each in attempts)

    def reschedule(self, attempt: TrainingAttempt) -> None:
        """After an attempt: what was missed comes back soon, what was solved later, or no more."""
        if attempt.is_missed:
            self.gap = 0
        elif self.gap is not None:
            self.gap = self.gap + 1 if self.gap + 1 < len(GAPS) else None
        ended = attempt.ended_at or attempt.started_at
        self.due_at = None if self.gap is None else ended + GAPS[self.gap] * DAY


class PuzzleNumbers:
    """Ids of puzzles as small numbers, the same for everybody."""

    def __init__(self) -> None:
        self._numbers = dict[str, int]()
        self._names = list[str]()

    def number(self, puzzle: str) -> int:
        """Its number; the next one if it has none."""
        known = self._numbers.get(puzzle)
        if known is None:
            known = self._numbers[puzzle] = len(self._names)
            self._names.append(puzzle)
        return known

    def find(self, puzzle: str) -> int | None:
        return self._numbers.get(puzzle)

    def name(self, number: int) -> str:
        return self._names[number]


# Rows. Nothing that a log may hold is too large for its column; numbers that are none are -1, or
# nan. `q` are times in milliseconds.

_ATTEMPT = Struct("<BBBBBhhIqqddd")
_NO_ROW = 2**32 - 1  # of an answer


def pack_attempt(attempt: TrainingAttempt) -> bytes:
    """Write an attempt as one row."""
    return _ATTEMPT.pack(
        MODES.index(attempt.mode),
        STATES.index(attempt.state),
        attempt.is_rated,
        attempt.hints,
        attempt.answers,
        _written(attempt.first_extra),
        _written(attempt.extra),
        _NO_ROW if attempt.answer_row is None else attempt.answer_row,
        attempt.started_at,
        _written(attempt.ended_at),
        nan if attempt.score is None else attempt.score,
        nan if attempt.expected is None else attempt.expected,
        nan if attempt.seconds is None else attempt.seconds,
    )


def unpack_attempt(rows: bytes | bytearray, at: int = 0) -> TrainingAttempt:
    """Read the attempt that begins at a byte."""
    (
        mode, state, is_rated, hints, answers, first_extra, extra, answer_row, started_at, ended_at,
        score, expected, seconds,
    ) = _ATTEMPT.unpack_from(rows, at)  # fmt: skip
    attempt = TrainingAttempt(MODES[mode], started_at, is_rated=bool(is_rated))
    attempt.state, attempt.hints, attempt.answers = STATES[state], hints, answers
    attempt.first_extra, attempt.extra = _read(first_extra), _read(extra)
    attempt.answer_row = None if answer_row == _NO_ROW else answer_row
    attempt.ended_at = _read(ended_at)
    attempt.score, attempt.expected = _read_float(score), _read_float(expected)
    attempt.seconds = _read_float(seconds)
    return attempt


def _written(number: int | None) -> int:
    return -1 if number is None else number


def _read(number: int) -> int | None:
    return None if number < 0 else number


def _read_float(number: float) -> float | None:
    return None if isnan(number) else number


_RECORD = Struct("<Bbq")  # flags, the gap, when it is due; the first attempt comes after it
_WIDTH = _RECORD.size + _ATTEMPT.size
_NO_ATTEMPT = bytes(_ATTEMPT.size)
_OFFLINE, _TRIED, _AGAIN = 1, 2, 4  # flags
_MODE, _STATE, _ANSWERS = 0, 1, 4  # bytes of an attempt


class PuzzleRecords(Mapping[str, PuzzleRecord]):
    """What somebody did with each puzzle, in the order in which they began with them last."""

    __slots__ = ("_again", "_numbers", "_order", "_rows")

    def __init__(self, numbers: PuzzleNumbers) -> None:
        self._numbers = numbers
        self._order = array("I")  # the number of the puzzle of each row
        self._rows = bytearray()
        self._again: dict[int, bytes] | None = None  # the latest attempts that are not the first

    def __len__(self) -> int:
        return len(self._order)

    def __iter__(self) -> Iterator[str]:
        return map(self._numbers.name, self._order)

    def __contains__(self, puzzle: object) -> bool:
        return isinstance(puzzle, str) and self._place(puzzle) is not None

    def __getitem__(self, puzzle: str) -> PuzzleRecord:
        place = self._place(puzzle)
        if place is None:
            raise KeyError(puzzle)
        at = place * _WIDTH
        flags, gap, due_at = _RECORD.unpack_from(self._rows, at)
        record = PuzzleRecord()
        record.is_offline = bool(flags & _OFFLINE)
        record.gap, record.due_at = _read(gap), _read(due_at)
        if flags & _TRIED:
            record.first = record.latest = unpack_attempt(self._rows, at + _RECORD.size)
        if flags & _AGAIN and self._again is not None:
            record.latest = unpack_attempt(self._again[self._order[place]])
        return record

    def put(self, puzzle: str, record: PuzzleRecord, *, comes_last: bool = False) -> None:
        """Keep a record; a new one comes last."""
        number, place = self._numbers.number(puzzle), self._place(puzzle)
        if place is not None and comes_last:
            del self._order[place]
            del self._rows[place * _WIDTH : (place + 1) * _WIDTH]
            place = None
        if place is None:
            place = len(self._order)
            self._order.append(number)
        at = place * _WIDTH
        self._rows[at : at + _WIDTH] = self._row(number, record)

    def _row(self, number: int, record: PuzzleRecord) -> bytes:
        first, latest = record.first, record.latest
        is_again = latest is not None and latest is not first
        if is_again and latest is not None:
            self._again = {} if self._again is None else self._again
            self._again[number] = pack_attempt(latest)
        flags = _OFFLINE * record.is_offline | _TRIED * (first is not None) | _AGAIN * is_again
        row = _RECORD.pack(flags, _written(record.gap), _written(record.due_at))
        return row + (_NO_ATTEMPT if first is None else pack_attempt(first))

    def waiting(self) -> Iterator[tuple[str, int]]:
        """Missed puzzles, and when they come back."""
        for place, number in enumerate(self._order):
            due_at = _RECORD.unpack_from(self._rows, place * _WIDTH)[2]
            if due_at >= 0:
                yield self._numbers.name(number), due_at

    def open_in_training(self) -> str | None:
        """The last one whose latest attempt the server chose, and that is not answered yet."""
        for place in reversed(range(len(self._order))):
            row, number = place * _WIDTH, self._order[place]
            flags = self._rows[row]
            if flags & _AGAIN and self._again is not None:
                latest: bytes | bytearray = self._again[number]
            else:
                latest = self._rows[row + _RECORD.size : row + _WIDTH]
            shown = latest[_MODE], latest[_STATE], latest[_ANSWERS]
            if flags & _TRIED and shown in _WAITING:
                return self._numbers.name(number)
        return None

    def _place(self, puzzle: str) -> int | None:
        number = self._numbers.find(puzzle)
        if number is None:
            return None
        try:
            return self._order.index(number)
        except ValueError:
            return None


_WAITING = {(MODES.index(mode), STATES.index("open"), 0) for mode in MODES if mode in TRAINING}


class RunAttempt(NamedTuple):
    """An attempt in a run."""

    puzzle: str
    attempt: TrainingAttempt
    is_new: bool  # they had never seen the puzzle


_RUN = Struct("<I?")  # the number of the puzzle, and whether it is new; the attempt comes after it
_RUN_WIDTH = _RUN.size + _ATTEMPT.size


class RunAttempts(Iterable[RunAttempt]):
    """The attempts of a run, in their order."""

    __slots__ = ("_numbers", "_rows")

    def __init__(self, numbers: PuzzleNumbers) -> None:
        self._numbers = numbers
        self._rows = bytearray()

    def __len__(self) -> int:
        return len(self._rows) // _RUN_WIDTH

    def __iter__(self) -> Iterator[RunAttempt]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, place: int) -> RunAttempt:
        at = (place + len(self) if place < 0 else place) * _RUN_WIDTH
        if not 0 <= at < len(self._rows):
            raise IndexError(place)
        number, is_new = _RUN.unpack_from(self._rows, at)
        attempt = unpack_attempt(self._rows, at + _RUN.size)
        return RunAttempt(self._numbers.name(number), attempt, is_new)

    def append(self, puzzle: str, attempt: TrainingAttempt, *, is_new: bool) -> None:
        self._rows += _RUN.pack(self._numbers.number(puzzle), is_new) + pack_attempt(attempt)

    def put(self, puzzle: str, attempt: TrainingAttempt) -> bool:
        """Keep what has changed of an attempt; whether it is one of these."""
        for place in reversed(range(len(self))):
            known = self[place]
            if known.puzzle == puzzle and known.attempt.started_at == attempt.started_at:
                at = place * _RUN_WIDTH + _RUN.size
                self._rows[at : at + _ATTEMPT.size] = pack_attempt(attempt)
                return True
        return False
