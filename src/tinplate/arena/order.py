"""What is ordered, and one match of it: all that whoever plays it has to be told."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from tinplate.arena.contest import CONTESTS, Contest, places
from tinplate.arena.lineup import seating
from tinplate.arena.playing import GoesOn, Match, Tally
from tinplate.catalogue import BOTS
from tinplate.external.bot import ExternalBot, Outsider
from tinplate.game import Bot, Progress, Studious
from tinplate.store.logfile import content_of

WARM_UP = 100  # decisions


class Order(Struct, frozen=True):
    """Bots that are to play each other."""

    game: str
    bots: tuple[str | Outsider, ...]  # by name those of the house
    courses: tuple[tuple[str | None, Any], ...]  # what each is called, and its settings
    matches: int  # on each course
    players: int  # at a table
    seed: int
    keeps_logs: bool

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(bot if isinstance(bot, str) else bot.name for bot in self.bots)

    @property
    def limits(self) -> tuple[float, ...]:
        """Seconds, by bot."""
        return tuple(
            BOTS[bot].limit if isinstance(bot, str) else bot.introduced.limit for bot in self.bots
        )

    @property
    def jobs(self) -> "Iterator[Job]":
        """The matches; the courses take turns, so that breaking off leaves something of each."""
        for number in range(self.matches):
            for course in range(len(self.courses)):
                yield Job(course, number)


class Job(NamedTuple):
    """One match of an order."""

    course: int
    number: int  # counted from 0 on each course


class Played(Struct, frozen=True):
    """How a match went."""

    job: Job
    seats: tuple[int, ...]  # which bot sat where
    places: tuple[int, ...]  # by seat; 1 is the first
    because: str | None  # why it ended; None: it was broken off
    lasted: int  # milliseconds of the match
    tallies: tuple[Tally, ...]  # by seat
    log: bytes | None


def play(order: Order, job: Job, goes_on: GoesOn = lambda: True) -> Played:
    """The same order and job play the same match, whoever plays it, and whenever."""
    contest = CONTESTS[order.game]
    course, settings = order.courses[job.course]
    seed = f"{order.seed}, {course}"
    seats = seating(len(order.bots), order.players, job.number, seed)
    study(order, job.course, lambda _: None)
    with ExitStack() as stack:
        bots = {bot: _opened(order.bots[bot], stack) for bot in sorted(set(seats))}
        sitting = [bots[bot] for bot in seats]
        _warm_up(contest, settings, sitting)
        number = f"{seed}, match {job.number}"
        match = Match(contest, settings, sitting, number, time.perf_counter)
        match.play(goes_on=goes_on)
    names = told_apart([order.names[bot] for bot in seats])
    return Played(
        job,
        seats,
        places(contest, match.table.state, len(seats)),
        match.outcome and match.outcome.because,
        match.table.last_at,
        match.tallies,
        content_of(match.table, names) if order.keeps_logs else None,
    )


def study(order: Order, course: int, progress: Progress) -> None:
    """Let all bots study a course; otherwise results would depend on who has seen it before."""
    bots = [BOTS[bot] for bot in order.bots if isinstance(bot, str)]
    studious = [bot for bot in bots if isinstance(bot, Studious)]
    if studious:
        game = CONTESTS[order.game].game
        opening = game.setup(order.courses[course][1], order.players, Random(0))  # noqa: S311
        for bot in studious:
            bot.study(game.view(opening, None), progress)


_warm = set[str]()  # who has played in this process before


def _warm_up(contest: Contest, settings: Any, bots: Sequence[Bot[Any, Any]]) -> None:  # noqa: ANN401
    """Play a little for nothing: what is compiled and loaded then is no decision of anybody."""
    ours = [bot for bot in bots if not isinstance(bot, ExternalBot)]
    if not {bot.name for bot in ours} <= _warm:
        Match(contest, settings, ours, "warm-up", time.perf_counter).play(WARM_UP)
        _warm.update(bot.name for bot in ours)


def _opened(bot: str | Outsider, stack: ExitStack) -> Bot[Any, Any]:
    """One of the house, or one that is started for this match and closed with the stack."""
    if isinstance(bot, str):
        return BOTS[bot]
    outside = stack.enter_context(closing(ExternalBot(bot)))
    outside.start()
    return outside


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Those who are called the same get numbers."""
    times, seen, apart = Counter(names), Counter[str](), []
    for name in names:
        seen[name] += 1
        apart.append(f"{name} {seen[name]}" if times[name] > 1 else name)
    return tuple(apart)
