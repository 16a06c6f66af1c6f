"""Streaks and races: who takes part, which puzzles come, and what an answer leads to. Pure.

A run itself is the people, the series and the start. What everybody does in it are attempts, in the
log of their game: each answer comes with the start of the next puzzle, so no crash splits them.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from tinplate.game import Rejected
from tinplate.training.attempts import TrainingAttempt
from tinplate.training.rules import MOST_ALLOWED, MOST_ANSWERS
from tinplate.training.scoring import FirstAnswer, score_of
from tinplate.training.standings import GameTraining, RunRecord
from tinplate.training.values import Answered, AttemptOutcome, AttemptRow, GivenUp, RunMode, Started

SERIES = 100  # puzzles: more than anybody solves
FEWEST_PUZZLES = 3
COUNTDOWN = 5_000  # milliseconds, so that everybody looks
RACE = 180_000  # milliseconds
LOBBY_LIFE = 24 * 60 * 60 * 1000  # milliseconds that a race waits for its start
MOST_PEOPLE = 30
MOST_SKIPPED = 3  # of a race: nobody leafs through the series
Phase = Literal["lobby", "countdown", "running", "over"]


class RunPlayer(Struct, frozen=True, omit_defaults=True):
    """Somebody who takes part. Stored: names of fields never change."""

    id: str
    name: str  # "": they have none
    avatar: str | None = None  # as they had chosen it when they came


class Run(Struct, frozen=True, omit_defaults=True):
    """A streak or a race. Stored: names of fields never change."""

    game: str
    mode: RunMode
    players: tuple[RunPlayer, ...]  # the first is the host
    opened_at: int  # milliseconds since 1970, as all times
    starts_at: int | None = None  # None: the host has not started it
    series: tuple[str, ...] = ()  # ids of puzzles, when it was started
    ended: tuple[str, ...] = ()  # ids of those who have stopped before the end of a race

    @property
    def ends_at(self) -> int | None:
        """Only a race ends by itself."""
        return None if self.starts_at is None or self.mode == "streak" else self.starts_at + RACE

    @property
    def is_ended_by_all(self) -> bool:
        return bool(self.ended) and all(each.id in self.ended for each in self.players)

    def player(self, person: str | None) -> RunPlayer | None:
        return next((each for each in self.players if each.id == person), None)


class RunReply(NamedTuple):
    """Somebody's answer to a puzzle of the series, when it came in."""

    number: int
    text: str | None  # None: they skip it, or give up
    extra: int | None  # moves more than the fewest; None: not solved
    first_rating: int  # of the puzzle
    network: int  # milliseconds that it took, as they say
    now: int

    @property
    def allowed(self) -> int:
        """Milliseconds of the network that we believe."""
        return min(MOST_ALLOWED, max(0, self.network))


def joined(run: Run, player: RunPlayer) -> Run:
    """Let somebody in. Whoever takes part may come back at any time."""
    if run.player(player.id) is not None:
        return run
    if run.mode == "streak":
        raise Rejected("A streak is for one person. Start your own.", "streak-is-for-one")
    if run.starts_at is not None:
        raise Rejected("This race has started. Join the next one.", "race-has-started")
    if not run.players:
        raise Rejected("Everybody has left this race.", "race-is-empty")
    if len(run.players) >= MOST_PEOPLE:
        raise Rejected("This race is full.", "race-is-full", count=MOST_PEOPLE)
    return replace(run, players=(*run.players, player))


def left(run: Run, person: str) -> Run:
    """Let somebody go; if it is the host, the next one is it.

    In a race that was started they stop, and what they have solved counts.
    """
    if run.starts_at is not None:
        is_in = run.mode == "race" and run.player(person) is not None and person not in run.ended
        return replace(run, ended=(*run.ended, person)) if is_in else run
    return replace(run, players=tuple(each for each in run.players if each.id != person))


def started(run: Run, person: str, series: Sequence[str], now: int) -> Run:
    """Begin the countdown. Only the host does it, and only once."""
    if not run.players or run.players[0].id != person:
        raise Rejected("Only the host can start the race.", "only-the-host-starts")
    if run.starts_at is not None:
        return run
    if len(series) < FEWEST_PUZZLES:
        raise Rejected("There are too few puzzles here yet. Try again later.", "too-few-puzzles")
    wait = COUNTDOWN if run.mode == "race" else 0
    return replace(run, starts_at=now + wait, series=tuple(series))


def series_of(
    by_rating: Sequence[tuple[int, str]], is_new: Callable[[str], bool], dice: Random
) -> list[str]:
    """Ids of puzzles from easy to hard, one of each part of them; new ones where there are some."""
    count = min(SERIES, len(by_rating))
    bounds = [len(by_rating) * step // count for step in range(count + 1)] if count else [0]
    parts = [by_rating[first:end] for first, end in pairwise(bounds)]
    return [
        dice.choice([name for _, name in part if is_new(name)] or [name for _, name in part])
        for part in parts
    ]


def phase(run: Run, record: RunRecord | None, now: int) -> Phase:
    """Where it stands for somebody; of a streak, for the one whose it is."""
    if run.is_ended_by_all:
        return "over"
    if run.starts_at is None:
        return "lobby" if now < run.opened_at + LOBBY_LIFE else "over"
    if now < run.starts_at:
        return "countdown"
    if run.ends_at is not None:
        return "over" if now >= run.ends_at else "running"
    return "over" if record is not None and is_done(run, record) else "running"


def is_done(run: Run, record: RunRecord) -> bool:
    """Whether no puzzle is left for somebody."""
    if not record.attempts or record.attempts[-1][1].state == "open":
        return False
    return len(record.attempts) == len(run.series) or run.mode == "streak"


def begin(training: GameTraining, run: Run, name: str, person: str, now: int) -> list[Started]:
    """Show somebody the first puzzle. Its clock runs from the start, whenever they come."""
    player = run.player(person)
    is_begun = person in training.run(name)
    if player is None or is_begun or person in run.ended or phase(run, None, now) != "running":
        return []
    return [_shown(run, name, player, 0, run.starts_at or now)]


def is_current(training: GameTraining, run: Run, name: str, person: str, number: int) -> bool:
    """Whether somebody is at that puzzle of the series; Rejected if they may not answer it yet."""
    if run.player(person) is None:
        raise Rejected("You are not in this race.", "not-in-this-race")
    if person in run.ended:
        raise Rejected("You have ended this race.", "race-is-ended")
    record = training.run(name).get(person)
    if record is None:
        raise Rejected("This race has not started yet.", "race-not-started")
    at = len(record.attempts) - 1
    if number > at:
        raise Rejected("That puzzle comes later.", "puzzle-comes-later")
    return number == at and record.attempts[-1].attempt.state == "open"


def reply(
    training: GameTraining, run: Run, name: str, person: str, reply: RunReply
) -> list[AttemptRow]:
    """Take an answer, and show the next puzzle. What was answered before changes nothing."""
    if not is_current(training, run, name, person, reply.number):
        return []
    record = training.run(name)[person]
    puzzle, attempt, _ = record.attempts[-1]
    if run.ends_at is not None and reply.now - reply.allowed > run.ends_at:
        raise Rejected("Time's up.", "race-is-over")
    _refuse_too_many(run, record, reply)
    rows = _judged(run, attempt, (person, puzzle, reply.now), reply)
    is_over = reply.extra == 0 or isinstance(rows[-1], GivenUp)
    goes_on = run.mode == "race" or reply.extra == 0
    player, following = run.player(person), len(record.attempts)
    if player is not None and is_over and goes_on and following < len(run.series):
        rows.append(_shown(run, name, player, following, reply.now))
    return rows


def _refuse_too_many(run: Run, record: RunRecord, reply: RunReply) -> None:
    if run.mode == "race" and reply.text is None and record.skipped >= MOST_SKIPPED:
        because = f"You have skipped {MOST_SKIPPED} puzzles. Solve this one."
        raise Rejected(because, "no-skips-left", count=MOST_SKIPPED)
    if record.attempts[-1].attempt.answers >= MOST_ANSWERS:
        raise Rejected("That's enough answers. Skip this one.", "too-many-answers")


def _judged(
    run: Run, attempt: TrainingAttempt, who: tuple[str, str, int], reply: RunReply
) -> list[AttemptRow]:
    """In a race one may try again; a streak ends with the first miss."""
    seconds = max(0, reply.now - attempt.started_at - reply.allowed) / 1000
    outcome = None
    if attempt.score is None:
        outcome = AttemptOutcome(score_of(FirstAnswer(reply.extra, 0, seconds, reply.first_rating)))
    if reply.text is None:
        return [GivenUp(*who, seconds, outcome)]
    rows: list[AttemptRow] = [Answered(*who, reply.text, reply.extra, seconds, outcome)]
    if run.mode == "streak" and reply.extra != 0:
        rows.append(GivenUp(*who, seconds))
    return rows


def _shown(run: Run, name: str, player: RunPlayer, number: int, at: int) -> Started:
    is_rated = False
    return Started(
        player.id, run.series[number], at, run.mode, is_rated, player.name, name, player.avatar
    )
