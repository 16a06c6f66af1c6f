"""What people are shown of puzzles: never more than they may know."""

import asyncio
from bisect import bisect_left
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from tinplate.puzzles.collection import IndexedPuzzle, PuzzleCollection
from tinplate.server.context import ServerContext
from tinplate.server.listed_people import is_listed
from tinplate.server.puzzles import GamePuzzles, date_of, themes_in
from tinplate.server.rankings import could_be_done
from tinplate.training.attempts import TrainingAttempt, day_of
from tinplate.training.choosing import ThemeRecord, streak, themes_of
from tinplate.training.glicko import FOUND, PROVISIONAL, GlickoRating, attempts_until, shown
from tinplate.training.marks import SOLVED, Mark, mark_of
from tinplate.training.scoring import LONGER
from tinplate.training.standings import PersonTraining
from tinplate.wire.puzzles import (
    ArchiveDay,
    DailyBest,
    DailyPage,
    DailyPuzzle,
    DailyResult,
    DailyStatistics,
    DayStreak,
    PuzzleAttempt,
    PuzzleFacts,
    PuzzleGame,
    RatingOutlook,
    ThemeShown,
)

LISTED = 10  # of the best of a day
SECOND_BOUNDS = (10, 20, 30, 60, 120, 300, 600)


def puzzle_shown(game: GamePuzzles, puzzle: IndexedPuzzle) -> PuzzleFacts:
    return PuzzleFacts(
        puzzle.id, game.game, puzzle.kind, puzzle.rules, puzzle.date or None, puzzle.slot or None
    )


def attempt_shown(
    game: GamePuzzles, puzzle: IndexedPuzzle, text: str, attempt: TrainingAttempt, now: int
) -> PuzzleAttempt:
    return PuzzleAttempt(
        puzzle=puzzle_shown(game, puzzle),
        text=text,
        mode=attempt.mode,
        is_rated=attempt.is_rated,
        state=attempt.state,
        started_at=attempt.started_at,
        now=now,
        hints=attempt.hints,
        answers=attempt.answers,
        extra=attempt.extra,
        score=attempt.score,
        seconds=attempt.seconds,
        first_extra=attempt.first_extra,
    )


async def daily_page(context: ServerContext, person: str | None, day: date) -> DailyPage:
    """The puzzles of a day, up to today."""
    today = context.puzzles.today
    puzzles = [
        puzzle
        for game in context.puzzles.games
        for puzzle in await _daily_puzzles(context, game, person, day, is_over=day < today)
    ]
    return DailyPage(
        day.isoformat(), day == today, _begins_at(today + timedelta(1)), context.clock(),
        tuple(puzzles), makes_puzzles=context.policy.puzzles > 0,
    )  # fmt: skip


async def archive_days(
    context: ServerContext, person: str | None, days: Iterable[date]
) -> list[ArchiveDay]:
    """The days that have puzzles."""
    found, games = list[ArchiveDay](), [*context.puzzles.games]
    collections = [await game.collection.current() for game in games]
    people = [(await game.training.current()).person(person) for game in games]
    for day in days:
        marks = [
            _mark(who, known.daily(day).get(slot.name))
            for game, known, who in zip(games, collections, people, strict=True)
            for slot in game.maker.daily
        ]
        there = [mark for mark in marks if mark is not None]
        if there:
            solved = sum(mark in SOLVED for mark in there)
            found.append(ArchiveDay(day.isoformat(), len(there), solved, tuple(marks)))
    return found


async def day_streak(context: ServerContext, person: str | None) -> DayStreak:
    """By the puzzles of all games."""
    trainings = [await game.training.current() for game in context.puzzles.games]
    days = {day for training in trainings for day in training.person(person).days}
    found = streak(days, day_of(context.clock()))
    return DayStreak(found.days, found.longest, found.week[-1], found.week)


async def game_shown(context: ServerContext, game: GamePuzzles, person: str | None) -> PuzzleGame:
    known, training = await game.collection.current(), await game.training.current()
    own, now = training.person(person), context.clock()
    records, counts = themes_of(own, themes_in(known)), known.theme_counts()
    waiting = [at for _, at in own.waiting() if at > now]
    return PuzzleGame(
        game=game.game,
        puzzles=len(known.by_rating),
        kinds=tuple(game.maker.kinds),
        themes=tuple(
            _theme(theme, counts.get(theme, 0), records.get(theme)) for theme in game.maker.themes
        ),
        rating=shown(own.rating),
        outlook=outlook_of(own.rating),
        attempts=own.rated,
        due=len(own.due(now)),
        next_due_at=min(waiting, default=None),
        open=own.open_in_training(),
    )


def outlook_of(rating: GlickoRating) -> RatingOutlook:
    return RatingOutlook(attempts_until(rating, FOUND), attempts_until(rating, PROVISIONAL))


def _theme(theme: str, puzzles: int, record: ThemeRecord | None) -> ThemeShown:
    if record is None:
        return ThemeShown(theme, puzzles, 0, None, None, is_weak=False)
    score, expected = round(record.score, 3), round(record.expected, 3)
    return ThemeShown(theme, puzzles, record.attempts, score, expected, record.is_weak)


async def _daily_puzzles(
    context: ServerContext, game: GamePuzzles, person: str | None, day: date, *, is_over: bool
) -> list[DailyPuzzle]:
    known, training = await game.collection.current(), await game.training.current()
    ids = known.daily(day)
    return [
        DailyPuzzle(
            game=game.game,
            slot=slot.name,
            puzzle=ids.get(slot.name),
            result=_result(known, training.person(person), ids.get(slot.name)),
            statistics=(
                await _statistics(context, game, ids[slot.name], person)
                if slot.name in ids
                and (is_over or _is_done(training.person(person), ids[slot.name]))
                else None
            ),
        )
        for slot in game.maker.daily
    ]


def _result(
    known: PuzzleCollection, person: PersonTraining, puzzle: str | None
) -> DailyResult | None:
    record = None if puzzle is None else person.record(puzzle)
    attempt = None if record is None else record.first
    found = None if puzzle is None else known.find(puzzle)
    if attempt is None or found is None:
        return None
    on_the_day = date_of(attempt.started_at).isoformat() == found.date
    return DailyResult(
        mark_of(attempt), attempt.state, attempt.extra, attempt.answers, attempt.hints,
        attempt.seconds, on_the_day, attempt.first_extra,
    )  # fmt: skip


async def _statistics(
    context: ServerContext, game: GamePuzzles, puzzle: str, asker: str | None
) -> DailyStatistics:
    training = game.training.fold
    by_extra, hinted, unsolved = [0] * len(LONGER), 0, 0
    times = [0] * (len(SECOND_BOUNDS) + 1)
    done = [(who, each) for who, each in training.on_the_day(puzzle) if each.score is not None]
    for _, attempt in done:
        if attempt.first_extra is None:
            unsolved += 1
        else:
            by_extra[min(attempt.first_extra, len(LONGER) - 1)] += 1
            hinted += mark_of(attempt) == "hinted"
            times[bisect_left(SECOND_BOUNDS, attempt.seconds or 0)] += 1
    possible = [(who, each) for who, each in done if could_be_done(game, who, [(puzzle, each)])]
    best = await _best(context, game, possible, asker)
    return DailyStatistics(
        len(done), tuple(by_extra), hinted, unsolved, tuple(times), SECOND_BOUNDS, tuple(best)
    )


async def _best(
    context: ServerContext,
    game: GamePuzzles,
    done: list[tuple[PersonTraining, TrainingAttempt]],
    asker: str | None,
) -> list[DailyBest]:
    """By hints and moves, then by time, without those who are on no list."""
    solved = [
        (attempt.hints, attempt.first_extra, attempt.seconds or 0.0, who)
        for who, attempt in done
        if attempt.first_extra is not None and who.id not in context.forgotten.people
    ]
    solved.sort(key=lambda one: (*one[:3], one[3].id))
    leading = solved[: 2 * LISTED]  # some may be private
    accounts = await asyncio.gather(*(context.accounts.find(who.id) for *_, who in leading))
    listed = list[DailyBest]()
    for (hints, extra, seconds, who), account in zip(leading, accounts, strict=True):
        name = context.forgotten.name(who.id, who.name) if account is None else account.name
        if await context.rankings.findings(game, who):
            continue  # what no person could do
        if (name and is_listed(account)) or who.id == asker:
            listed.append(DailyBest(name, extra, seconds, hints, who.id == asker))
    return listed[:LISTED]


def _is_done(person: PersonTraining, puzzle: str) -> bool:
    """Whether nothing about the others can help them any more."""
    record = person.record(puzzle)
    return record is not None and record.is_over


def _mark(person: PersonTraining, puzzle: str | None) -> Mark | None:
    """Of the first attempt, the only one that counts; None if there is no puzzle."""
    record = None if puzzle is None else person.record(puzzle)
    return None if puzzle is None else mark_of(None if record is None else record.first)


def _begins_at(day: date) -> int:
    return round(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)
