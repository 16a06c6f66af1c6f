"""What a tournament plays, and one match of it: everything a worker has to know."""

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
from tinplate.external.bot import ExternalBot, ExternalBotSpec, open_bot
from tinplate.game import AnyBot, Progress, Trainable
from tinplate.games import installed, packs
from tinplate.pack import GamePack
from tinplate.store.logfile import content_of

WARM_UP = 100  # decisions


class Tournament(Struct, frozen=True):
    """Bots that are to play each other."""

    game: str
    bots: tuple[str | ExternalBotSpec, ...]  # built-in bots by name
    variants: tuple[tuple[str | None, Any], ...]  # what each is called, and its settings
    matches: int  # of each variant
    players: int  # at a table
    seed: int
    keeps_logs: bool

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(bot if isinstance(bot, str) else bot.name for bot in self.bots)

    @property
    def limits(self) -> tuple[float, ...]:
        """Seconds per decision, by bot."""
        ours = installed().bots
        return tuple(
            ours[bot].limit if isinstance(bot, str) else bot.introduction.limit for bot in self.bots
        )

    @property
    def jobs(self) -> "Iterator[MatchJob]":
        """Yield the matches; variants alternate, so that an interrupted run has some of each."""
        for number in range(self.matches):
            for variant in range(len(self.variants)):
                yield MatchJob(variant, number)


class MatchJob(NamedTuple):
    """One match of a tournament."""

    variant: int
    number: int  # counted from 0 in each variant


class MatchResult(Struct, frozen=True):
    """The result of a match."""

    job: MatchJob
    seats: tuple[int, ...]  # which bot sat where
    places: tuple[int, ...]  # by seat; 1 is the best
    because: str | None  # why it ended; None: it was stopped
    lasted: int  # milliseconds on the match clock
    tallies: tuple[DecisionTally, ...]  # by seat
    log: bytes | None


def play(tournament: Tournament, job: MatchJob, goes_on: GoesOn = lambda: True) -> MatchResult:
    """Play a match; the same tournament and job give the same match on any worker."""
    pack = packs()[tournament.game]
    variant, settings = tournament.variants[job.variant]
    seed = f"{tournament.seed}, {variant}"
    seats = seating(len(tournament.bots), tournament.players, job.number, seed)
    train_bots(tournament, job.variant, lambda _: None)
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


def train_bots(tournament: Tournament, variant: int, progress: Progress) -> None:
    """Train all bots for a variant. Otherwise results would depend on which have seen it before."""
    ours = installed().bots
    bots = [ours[bot] for bot in tournament.bots if isinstance(bot, str)]
    trainable = [bot for bot in bots if isinstance(bot, Trainable)]
    if trainable:
        game = packs()[tournament.game].game
        opening = game.setup(tournament.variants[variant][1], tournament.players, Random(0))  # noqa: S311
        for bot in trainable:
            bot.train(game.view(opening, None), progress)


_warm = set[str]()  # bots that have already played in this process


def _warm_up(pack: GamePack, settings: Any, bots: Sequence[AnyBot]) -> None:  # noqa: ANN401
    """Play a little and discard it, so that compiling and loading count as nobody's decision.

    One of ours sits in for an external bot: a game may need as many players as were agreed.
    """
    ours = [bot for bot in bots if not isinstance(bot, ExternalBot)]
    if not {bot.name for bot in ours} <= _warm:
        sitting = [ours[0] if isinstance(bot, ExternalBot) else bot for bot in bots]
        BotMatch(pack, settings, sitting, "warm-up", time.perf_counter).play(WARM_UP)
        _warm.update(bot.name for bot in ours)


def _opened(bot: str | ExternalBotSpec, stack: ExitStack) -> AnyBot:
    """Return a built-in bot, or start an external one that closes with the stack."""
    if isinstance(bot, str):
        return installed().bots[bot]
    games = installed().games.values()
    outside = stack.enter_context(closing(open_bot(bot, games)))
    outside.start()
    return outside


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Number the names that occur more than once."""
    times, seen, apart = Counter(names), Counter[str](), []
    for name in names:
        seen[name] += 1
        apart.append(f"{name} {seen[name]}" if times[name] > 1 else name)
    return tuple(apart)
