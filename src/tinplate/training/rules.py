"""What may be written about an attempt: pure, by what is known of everybody.

Each function returns the rows to append, none if nothing changes, and raises Rejected.
"""

from typing import NamedTuple

from tinplate.game import Rejected
from tinplate.training.attempts import PuzzleRecord, TrainingAttempt
from tinplate.training.glicko import GlickoRating, Sides, after_attempt, expected, puzzle_rating
from tinplate.training.scoring import FirstAnswer, score_of
from tinplate.training.standings import GameTraining
from tinplate.training.values import (
    Answered,
    AttemptOutcome,
    GivenUp,
    HintTaken,
    Mode,
    Started,
    TakenOffline,
)

MOST_ANSWERS = 100  # of one attempt
MOST_ALLOWED = 2_000  # milliseconds that the network may have taken


class Trier(NamedTuple):
    """Somebody at a puzzle, now."""

    person: str
    puzzle: str
    first_rating: int  # of the puzzle
    now: int  # milliseconds since 1970


def start(
    training: GameTraining, trier: Trier, mode: Mode, name: str, avatar: str | None = None
) -> list[Started]:
    """Begin, unless an attempt is open: then its clock runs on. Only the first one counts."""
    record = _record(training, trier)
    if record.latest is not None and record.latest.state == "open":
        return []
    is_rated = record.first is None and not record.is_offline
    who = trier.person
    return [Started(who, trier.puzzle, trier.now, mode, is_rated, name, avatar=avatar)]


def hint(training: GameTraining, trier: Trier, level: int) -> list[HintTaken]:
    """Give a hint; the same one again costs nothing."""
    attempt = _open(training, trier)
    if attempt.hints >= level:
        return []
    return [HintTaken(trier.person, trier.puzzle, trier.now, level)]


def answer(
    training: GameTraining, trier: Trier, text: str, extra: int | None, network: int = 0
) -> list[Answered]:
    """Take an answer. The first one decides the score."""
    attempt = _open(training, trier)
    if attempt.answers >= MOST_ANSWERS:
        raise Rejected("That's enough answers. Look at the solution.", "too-many-answers")
    seconds = _seconds(attempt, trier.now, network)
    outcome = None
    if attempt.score is None:
        outcome = _outcome(training, trier, attempt, extra, seconds)
    return [Answered(trier.person, trier.puzzle, trier.now, text, extra, seconds, outcome)]


def give_up(training: GameTraining, trier: Trier) -> list[GivenUp]:
    """End it. Without an answer before, that is worth nothing."""
    attempt = _open(training, trier)
    seconds = _seconds(attempt, trier.now, 0)
    outcome = None
    if attempt.score is None:
        outcome = _outcome(training, trier, attempt, None, seconds)
    return [GivenUp(trier.person, trier.puzzle, trier.now, seconds, outcome)]


def take_offline(training: GameTraining, trier: Trier) -> list[TakenOffline]:
    """Hand over a puzzle with its solution; it does not count any more."""
    if _record(training, trier).is_offline:
        return []
    return [TakenOffline(trier.person, trier.puzzle, trier.now)]


def record_offline(
    training: GameTraining, trier: Trier, first: FirstAnswer, text: str | None
) -> list[Started | HintTaken | Answered | GivenUp]:
    """Write down what was done without a network: it counts for nobody's rating."""
    record = _record(training, trier)
    if not record.is_offline or (record.latest is not None and record.latest.mode == "offline"):
        return []
    who = (trier.person, trier.puzzle, trier.now)
    rows: list[Started | HintTaken | Answered | GivenUp] = [Started(*who, "offline", False)]  # noqa: FBT003
    if first.hints:
        rows.append(HintTaken(*who, first.hints))
    outcome: AttemptOutcome | None = AttemptOutcome(score_of(first))
    if text is not None:
        rows.append(Answered(*who, text, first.extra, first.seconds, outcome))
        outcome = None
    if first.extra != 0:
        rows.append(GivenUp(*who, first.seconds, outcome))
    return rows


def rating_of(training: GameTraining, puzzle: str, first_rating: int) -> GlickoRating:
    """How hard a puzzle is, by those who tried it."""
    return training.puzzle(puzzle).rating or puzzle_rating(first_rating)


def _record(training: GameTraining, trier: Trier) -> PuzzleRecord:
    return training.person(trier.person).record(trier.puzzle) or PuzzleRecord()


def _open(training: GameTraining, trier: Trier) -> TrainingAttempt:
    latest = _record(training, trier).latest
    if latest is None:
        raise Rejected("Start this puzzle first.", "puzzle-not-started")
    if latest.state != "open":
        raise Rejected("This attempt is over.", "attempt-is-over")
    return latest


def _seconds(attempt: TrainingAttempt, now: int, network: int) -> float:
    allowed = min(MOST_ALLOWED, max(0, network))
    return max(0, now - attempt.started_at - allowed) / 1000


def _outcome(
    training: GameTraining,
    trier: Trier,
    attempt: TrainingAttempt,
    extra: int | None,
    seconds: float,
) -> AttemptOutcome:
    score = score_of(FirstAnswer(extra, attempt.hints, seconds, trier.first_rating))
    if not attempt.is_rated:
        return AttemptOutcome(score)
    person = training.person(trier.person).rating
    puzzle = rating_of(training, trier.puzzle, trier.first_rating)
    after = after_attempt(Sides(person, puzzle), score)
    return AttemptOutcome(score, round(expected(person, puzzle), 4), after.person, after.puzzle)
