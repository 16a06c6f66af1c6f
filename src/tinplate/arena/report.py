"""The results of a tournament, as values. They do not depend on which match finished first."""

from collections.abc import Iterable, Sequence

import numpy as np
from msgspec import Struct

from tinplate.arena.elo import Estimate, Ratings, compared, rate
from tinplate.arena.tournament import MatchResult, Tournament

ALL_VARIANTS = "all variants"


class Rating(Struct, frozen=True):
    """How strong a bot is: Elo, with its 95 % interval; the mean of all bots is 0."""

    bot: str
    elo: float
    low: float
    high: float
    matches: int  # that it played in
    first: int  # first places, shared ones included
    mean_place: float


class Pair(Struct, frozen=True):
    """How one bot fared against another."""

    bot: str
    other: str
    compared: int  # how often the two were ranked against each other
    score: float  # share in which it ranked higher; a tie is half; 0.5 if never compared
    difference: float  # in Elo, from all comparisons, with its 95 % interval
    low: float
    high: float


class Ladder(Struct, frozen=True):
    """The bots that played a variant, strongest first."""

    variant: str | None  # None: the usual one, which has no name
    matches: int
    ratings: tuple[Rating, ...]
    pairs: tuple[Pair, ...]  # every ordered pair, in the same order


class DecisionTimes(Struct, frozen=True):
    """How a bot's decisions went. The times vary from run to run; the decisions do not."""

    bot: str
    limit_seconds: float
    decisions: int
    median_ms: float
    p99_ms: float
    most_ms: float
    over_limit: int  # took longer than the limit; the arena plays such decisions anyway
    late: int  # never arrived: a safe default was played for this decision and the next two
    failed: int
    illegal: int
    complaint: str | None  # the first thing that went wrong


class ReportedMatch(Struct, frozen=True):
    """One match."""

    variant: str | None
    number: int
    bots: tuple[str, ...]  # by seat
    places: tuple[int, ...]  # by seat; 1 is the best
    because: str | None  # None: the match was stopped
    lasted_ms: int  # on the match clock


class ArenaReport(Struct, frozen=True):
    """The whole report."""

    game: str
    bots: tuple[str, ...]
    players: int
    seed: int
    matches_asked: int
    matches_played: int
    ladders: tuple[Ladder, ...]  # one per variant, then one for all of them
    thinking: tuple[DecisionTimes, ...]
    results: tuple[ReportedMatch, ...]


def report(tournament: Tournament, all_played: Iterable[MatchResult]) -> ArenaReport:
    """Report on a tournament, or on as much of it as was played."""
    done = sorted(all_played, key=lambda played: played.job)
    names = [name for name, _ in tournament.variants]
    by_variant = [
        (name, [played for played in done if played.job.variant == variant])
        for variant, name in enumerate(names)
    ]
    together = [(ALL_VARIANTS, done)] if len(names) > 1 else []
    ladders = [
        ladder(tournament, name, matches) for name, matches in (*by_variant, *together) if matches
    ]
    return ArenaReport(
        game=tournament.game,
        bots=tournament.names,
        players=tournament.players,
        seed=tournament.seed,
        matches_asked=tournament.matches * len(names),
        matches_played=len(done),
        ladders=tuple(ladders),
        thinking=tuple(thinking(tournament, bot, done) for bot in range(len(tournament.bots))),
        results=tuple(
            ReportedMatch(
                names[played.job.variant],
                played.job.number,
                tuple(tournament.names[bot] for bot in played.seats),
                played.places,
                played.because,
                played.lasted,
            )
            for played in done
        ),
    )


def ladder(tournament: Tournament, variant: str | None, matches: Sequence[MatchResult]) -> Ladder:
    wins = np.array([compared(each.seats, each.places, len(tournament.bots)) for each in matches])
    rated = rate(wins, tournament.seed)
    strongest_first = sorted(range(len(tournament.bots)), key=lambda bot: -rated.bots[bot].value)
    totals = wins.sum(axis=0)
    return Ladder(
        variant,
        len(matches),
        tuple(
            _rating(tournament.names[bot], rated.bots[bot], matches, bot) for bot in strongest_first
        ),
        tuple(
            _pair(
                tournament.names,
                rated,
                float(totals[bot, other]),
                float(totals[other, bot]),
                bot,
                other,
            )
            for bot in strongest_first
            for other in strongest_first
            if bot != other
        ),
    )


def _rating(name: str, estimate: Estimate, matches: Sequence[MatchResult], bot: int) -> Rating:
    places = [
        place
        for played in matches
        for at, place in zip(played.seats, played.places, strict=True)
        if at == bot
    ]
    return Rating(
        bot=name,
        elo=estimate.value,
        low=estimate.low,
        high=estimate.high,
        matches=sum(bot in played.seats for played in matches),
        first=places.count(1),
        mean_place=sum(places) / len(places) if places else 0.0,
    )


def _pair(  # noqa: PLR0913, PLR0917 - two bots, each by its index
    names: Sequence[str], rated: Ratings, won: float, lost: float, bot: int, other: int
) -> Pair:
    times = won + lost
    score = won / times if times else 0.5
    return Pair(names[bot], names[other], round(times), score, *rated.differences[bot][other])


def thinking(tournament: Tournament, bot: int, matches: Iterable[MatchResult]) -> DecisionTimes:
    tallies = [
        tally
        for played in matches
        for at, tally in zip(played.seats, played.tallies, strict=True)
        if at == bot
    ]
    times = np.array([seconds for tally in tallies for seconds in tally.seconds] or [0.0]) * 1000
    median, p99, most = np.percentile(times, (50, 99, 100))
    complaints = (tally.complaint for tally in tallies if tally.complaint)
    return DecisionTimes(
        bot=tournament.names[bot],
        limit_seconds=tournament.limits[bot],
        decisions=sum(len(tally.seconds) for tally in tallies),
        median_ms=float(median),
        p99_ms=float(p99),
        most_ms=float(most),
        over_limit=sum(tally.over for tally in tallies),
        late=sum(tally.late for tally in tallies),
        failed=sum(tally.failed for tally in tallies),
        illegal=sum(tally.illegal for tally in tallies),
        complaint=next(complaints, None),
    )
