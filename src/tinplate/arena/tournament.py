"""What is ordered, and one match of it: all that whoever plays it has to be told."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from tinplate.arena.bot_match import BotMatch, DecisionTally, GoesOn
from tinplate.arena.places import places
from tinplate.arena.seating import seating
from tinplate.external.bot import ExternalBot, ExternalBotSpec
from tinplate.game import AnyBot, Progress, Trainable
from tinplate.games import installed, packs
from tinplate.pack import GamePack
from tinplate.store.logfile import content_of

WARM_UP = 100  # decisions


class Tournament(Struct, frozen=True):
    """Bots that are to play each other."""

    game: str
    bots: tuple[str | ExternalBotSpec, ...]  # by name those of the house
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
        ours = installed().bots
        return tuple(
            ours[bot].limit if isinstance(bot, str) else bot.introduction.limit for bot in self.bots
        )

    @property
    def jobs(self) -> "Iterator[MatchJob]":
        """The matches; the courses take turns, so that breaking off leaves something of each."""
        for number in range(self.matches):
            for course in range(len(self.courses)):
                yield MatchJob(course, number)


class MatchJob(NamedTuple):
    """One match of an order."""

    course: int
    number: int  # counted from 0 on each course


class MatchResult(Struct, frozen=True):
    """How a match went."""

    job: MatchJob
    seats: tuple[int, ...]  # which bot sat where
    places: tuple[int, ...]  # by seat; 1 is the first
    because: str | None  # why it ended; None: it was broken off
    lasted: int  # milliseconds of the match
    tallies: tuple[DecisionTally, ...]  # by seat
    log: bytes | None


def play(tournament: Tournament, job: MatchJob, goes_on: GoesOn = lambda: True) -> MatchResult:
    """The same order and job play the same match, whoever plays it, and whenever."""
    pack = packs()[tournament.game]
    course, settings = tournament.courses[job.course]
    seed = f"{tournament.seed}, {course}"
    seats = seating(len(tournament.bots), tournament.players, job.number, seed)
    train_bots(tournament, job.course, lambda _: None)
    with ExitStack() as stack:
        bots = {bot: _opened(tournament.bots[bot], stack) for bot in sorted(set(seats))}
        sitting = [bots[bot] for bot in seats]
        _warm_up(pack, settings, sitting)
        number = f"{seed}, match {job.number}"
        bout = BotMatch(pack, settings, sitting, number, time.perf_counter)
        bout.play(goes_on=goes_on)
    names = told_apart([tournament.names[bot] for bot in seats])
    return MatchResult(
        job,
        seats,
        places(pack, bout.match.state, len(seats)),
        bout.outcome and bout.outcome.because,
        bout.match.last_at,
        bout.tallies,
        content_of(bout.match, names) if tournament.keeps_logs else None,
    )


def train_bots(tournament: Tournament, course: int, progress: Progress) -> None:
    """Train all bots on a course. Otherwise results would depend on which have seen it before."""
    ours = installed().bots
    bots = [ours[bot] for bot in tournament.bots if isinstance(bot, str)]
    trainable = [bot for bot in bots if isinstance(bot, Trainable)]
    if trainable:
        game = packs()[tournament.game].game
        opening = game.setup(tournament.courses[course][1], tournament.players, Random(0))  # noqa: S311
        for bot in trainable:
            bot.train(game.view(opening, None), progress)


_warm = set[str]()  # who has played in this process before


def _warm_up(pack: GamePack, settings: Any, bots: Sequence[AnyBot]) -> None:  # noqa: ANN401
    """Play a little for nothing: what is compiled and loaded then is no decision of anybody."""
    ours = [bot for bot in bots if not isinstance(bot, ExternalBot)]
    if not {bot.name for bot in ours} <= _warm:
        BotMatch(pack, settings, ours, "warm-up", time.perf_counter).play(WARM_UP)
        _warm.update(bot.name for bot in ours)


def _opened(bot: str | ExternalBotSpec, stack: ExitStack) -> AnyBot:
    """One of the house, or one that is started for this match and closed with the stack."""
    if isinstance(bot, str):
        return installed().bots[bot]
    games = installed().games.values()
    outside = stack.enter_context(closing(ExternalBot(bot, games)))
    outside.start()
    return outside


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Those who are called the same get numbers."""
    times, seen, apart = Counter(names), Counter[str](), []
    for name in names:
        seen[name] += 1
        apart.append(f"{name} {seen[name]}" if times[name] > 1 else name)
    return tuple(apart)
