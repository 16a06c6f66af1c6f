"""Everybody's attempts at the puzzles of one game: the fold of their log.

Rows have the ratings after them, so that reading the log again takes no model. All attempts are in
memory, in few bytes each (`attempts`). Answers stay in the log: only reviews need them.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence

from tinplate.training.attempts import (
    PuzzleNumbers,
    PuzzleRecord,
    PuzzleRecords,
    RunAttempts,
    TrainingAttempt,
    day_of,
)
from tinplate.training.glicko import NEWCOMER, GlickoRating
from tinplate.training.values import (
    Answered,
    AttemptOutcome,
    AttemptRow,
    GivenUp,
    HintTaken,
    Mode,
    Started,
    TakenOffline,
)

RECENT = 200  # attempts of a person that are looked at together


class PersonTraining:
    """What one person did with the puzzles of a game."""

    __slots__ = (
        "_numbers",
        "_recent",
        "avatar",
        "days",
        "decided",
        "id",
        "name",
        "rated",
        "rating",
        "records",
    )

    def __init__(self, person: str, numbers: PuzzleNumbers) -> None:
        self._numbers = numbers
        self.id = person
        self.name = ""
        self.avatar: str | None = None  # that they chose
        self.rating = NEWCOMER
        self.rated = 0  # attempts that counted
        self.records = PuzzleRecords(numbers)
        self.days: tuple[int, ...] = ()  # with a daily puzzle that was solved
        self.decided = 0  # first attempts by our clock
        self._recent = array("I")  # the puzzles of the last of these

    def record(self, puzzle: str) -> PuzzleRecord | None:
        return self.records.get(puzzle)

    @property
    def recent(self) -> list[tuple[str, TrainingAttempt]]:
        """The last first attempts by our clock, with their puzzles."""
        puzzles = map(self._numbers.name, self._recent)
        firsts = [(puzzle, self.records[puzzle].first) for puzzle in puzzles]
        return [(puzzle, first) for puzzle, first in firsts if first is not None]

    def decide(self, puzzle: str) -> None:
        """Count a first attempt that our clock has timed."""
        self.decided += 1
        self._recent.append(self._numbers.number(puzzle))
        del self._recent[:-RECENT]

    def open_in_training(self) -> str | None:
        """The puzzle they were given last, if they have not answered it yet."""
        return self.records.open_in_training()

    def due(self, now: int) -> list[str]:
        """Missed puzzles that come back now, those that waited longest first."""
        waiting = [(at, puzzle) for puzzle, at in self.waiting() if at <= now]
        return [puzzle for _, puzzle in sorted(waiting)]

    def waiting(self) -> Iterator[tuple[str, int]]:
        """Missed puzzles, and when they come back."""
        return self.records.waiting()


class RunRecord:
    """What somebody did in a streak or a race: an attempt at each puzzle they have seen."""

    __slots__ = ("attempts", "mode", "person", "run", "started_at")

    def __init__(self, person: "PersonTraining", row: Started, numbers: PuzzleNumbers) -> None:
        self.person = person
        self.run = row.run
        self.mode = row.mode
        self.started_at = row.at
        self.attempts = RunAttempts(numbers)

    @property
    def solved(self) -> int:
        return sum(each.attempt.state == "solved" for each in self.attempts)

    @property
    def solved_new(self) -> int:
        """Of puzzles that they had never seen: only these are worth something on a list."""
        return sum(attempt.state == "solved" for _, attempt in self.new)

    @property
    def new(self) -> list[tuple[str, TrainingAttempt]]:
        """Attempts at puzzles that they had never seen."""
        return [(each.puzzle, each.attempt) for each in self.attempts if each.is_new]

    @property
    def seen(self) -> int:
        """How many they had met before."""
        return sum(not each.is_new for each in self.attempts)

    @property
    def skipped(self) -> int:
        return sum(each.attempt.state == "given-up" for each in self.attempts)

    @property
    def missed(self) -> int:
        """Answers that did not count, and puzzles without any."""
        return sum(_misses(each.attempt) for each in self.attempts)

    @property
    def seconds(self) -> float:
        """From the start to the last puzzle that was solved."""
        solved = [each.attempt for each in self.attempts if each.attempt.state == "solved"]
        last = max((each.ended_at or 0 for each in solved), default=self.started_at)
        return (last - self.started_at) / 1000

    @property
    def day(self) -> int:
        return day_of(self.started_at)


def _misses(attempt: TrainingAttempt) -> int:
    if attempt.state == "given-up":
        return max(1, attempt.answers)
    return attempt.answers - (attempt.state == "solved")


class PuzzleStanding:
    """How a puzzle fares."""

    __slots__ = ("people", "rating", "solved")

    def __init__(self) -> None:
        self.rating: GlickoRating | None = None  # None: nobody has moved it
        self.people = 0  # whose first attempt has a score
        self.solved = 0  # of these, with the fewest moves at once and without hints


class GameTraining:
    """All attempts at the puzzles of a game, up to a version of the log."""

    def __init__(self) -> None:
        self.version = -1  # of the last row that is in it
        self._people = dict[str, PersonTraining]()
        self._numbers = PuzzleNumbers()
        self._puzzles = dict[str, PuzzleStanding]()
        self._daily = dict[str, list[str]]()
        self._runs = dict[str, dict[str, RunRecord]]()
        self._runs_of_day = dict[tuple[Mode, int], list[RunRecord]]()
        self._runs_of_person = dict[tuple[Mode, str], list[RunRecord]]()

    def person(self, person: str | None) -> PersonTraining:
        """What somebody did; of somebody new, nothing."""
        return self._people.get(person or "") or PersonTraining(person or "", self._numbers)

    @property
    def people(self) -> Mapping[str, PersonTraining]:
        return self._people

    def puzzle(self, puzzle: str) -> PuzzleStanding:
        return self._puzzles.get(puzzle) or PuzzleStanding()

    def on_the_day(self, puzzle: str) -> Iterator[tuple[PersonTraining, TrainingAttempt]]:
        """Everybody who began with a daily puzzle on its day, and how they did."""
        for person in self._daily.get(puzzle, ()):
            training = self._people[person]
            first = training.records[puzzle].first
            if first is not None:
                yield training, first

    def run(self, run: str) -> Mapping[str, RunRecord]:
        """What everybody did in a streak or a race, by person."""
        return self._runs.get(run, {})

    def runs_of_day(self, mode: Mode, day: int) -> Sequence[RunRecord]:
        """What began on a day."""
        return self._runs_of_day.get((mode, day), ())

    def best_before(self, record: RunRecord) -> int | None:
        """The most that somebody had solved in an earlier run of that mode; None: their first."""
        others = self._runs_of_person.get((record.mode, record.person.id), ())
        earlier = [each.solved for each in others if each.started_at < record.started_at]
        return max(earlier, default=None)

    def add(self, row: AttemptRow) -> None:
        """Fold the next row."""
        self.version += 1
        person = self._people.get(row.person)
        if person is None:
            person = self._people[row.person] = PersonTraining(row.person, self._numbers)
        record = person.records.get(row.puzzle) or PuzzleRecord()
        match row:
            case Started():
                self._start(person, record, row)
            case TakenOffline():
                record.is_offline = True
            case _:
                if record.latest is not None:
                    self._go_on(person, record, record.latest, row)
                    self._keep_in_run(person, row.puzzle, record.latest)
        person.records.put(row.puzzle, record, comes_last=isinstance(row, Started))

    def _start(self, person: PersonTraining, record: PuzzleRecord, row: Started) -> None:
        attempt = TrainingAttempt.begun(row)
        if record.first is None:
            record.first = attempt
            if row.mode == "daily":
                self._daily.setdefault(row.puzzle, []).append(person.id)
        record.latest = attempt
        if row.run:
            is_new = attempt is record.first
            self._run(person, row).attempts.append(row.puzzle, attempt, is_new=is_new)
        person.name = row.name or person.name
        person.avatar = row.avatar or person.avatar

    def _run(self, person: PersonTraining, row: Started) -> RunRecord:
        people = self._runs.setdefault(row.run, {})
        known = people.get(row.person)
        if known is None:
            known = people[row.person] = RunRecord(person, row, self._numbers)
            self._runs_of_day.setdefault((row.mode, known.day), []).append(known)
            self._runs_of_person.setdefault((row.mode, person.id), []).append(known)
        return known

    def _go_on(
        self,
        person: PersonTraining,
        record: PuzzleRecord,
        attempt: TrainingAttempt,
        row: HintTaken | Answered | GivenUp,
    ) -> None:
        match row:
            case HintTaken():
                attempt.hints = max(attempt.hints, row.level)
                return
            case Answered():
                _take_answer(attempt, row, self.version)
                if row.extra == 0:
                    attempt.state = "solved"
            case GivenUp():
                attempt.state = "given-up"
                if attempt.seconds is None:
                    attempt.seconds = row.seconds
        if row.outcome is not None:
            self._decide(person, record, attempt, row, row.outcome)
        if attempt.state != "open":
            attempt.ended_at = row.at
            record.reschedule(attempt)
            if attempt is record.first and attempt.state == "solved" and attempt.mode == "daily":
                person.days = (*person.days, attempt.day)

    def _keep_in_run(self, person: PersonTraining, puzzle: str, attempt: TrainingAttempt) -> None:
        """Where it is part of a streak or a race."""
        for run in reversed(self._runs_of_person.get((attempt.mode, person.id), ())):
            if run.attempts.put(puzzle, attempt):
                return

    def _decide(
        self,
        person: PersonTraining,
        record: PuzzleRecord,
        attempt: TrainingAttempt,
        row: Answered | GivenUp,
        outcome: AttemptOutcome,
    ) -> None:
        attempt.score, attempt.expected = outcome.score, outcome.expected
        puzzle = self._puzzles.setdefault(row.puzzle, PuzzleStanding())
        if attempt is record.first:
            puzzle.people += 1
            puzzle.solved += attempt.first_extra == 0 and not attempt.hints
            if attempt.mode != "offline":
                person.decide(row.puzzle)
        if outcome.person is not None and outcome.puzzle is not None:
            person.rating, puzzle.rating = outcome.person, outcome.puzzle
            person.rated += 1


def _take_answer(attempt: TrainingAttempt, row: Answered, version: int) -> None:
    if attempt.answers == 0:
        attempt.answer_row, attempt.first_extra = version, row.extra
        attempt.seconds = row.seconds
    attempt.answers += 1
    if row.extra is not None:
        attempt.extra = row.extra if attempt.extra is None else min(row.extra, attempt.extra)
