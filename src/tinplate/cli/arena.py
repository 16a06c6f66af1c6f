"""`tinplate arena`: bots play each other and are ranked on a ladder."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from msgspec import to_builtins
from msgspec.structs import replace
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TimeRemainingColumn,
)
from rich.table import Table as Grid
from rich.text import Text

from tinplate.arena.report import ArenaReport, Ladder, report
from tinplate.arena.runners import play_all
from tinplate.arena.tournament import MatchResult, Tournament, train_bots
from tinplate.cli.dice import dice_for
from tinplate.cli.entry import INTERRUPTED
from tinplate.cli.interrupts import interruptible
from tinplate.cli.output import printable, say, write_json
from tinplate.executors import check_cluster, cores
from tinplate.external.bot import ExternalBotSpec, handshake, parse_named_address
from tinplate.game import Malformed
from tinplate.games import installed

MOST_BOTS = 16
LARGEST_SEED = 2**32


def parse_tournament(  # noqa: PLR0913, PLR0917 - as the command line has them
    game: str,
    bots: str,
    matches: int,
    variants: str | None,
    players: int | None,
    seed: int | None,
    logs: Path | None,
) -> Tournament:
    """Read a tournament; raise Malformed or Rejected if it cannot be played."""
    pack = installed().pack(game)
    at_a_table = players or pack.usual_players
    tournament = Tournament(
        game=game,
        bots=_bots(bots, game),
        variants=tuple(pack.variants(variants, at_a_table)),
        matches=matches,
        players=at_a_table,
        seed=dice_for(None).randrange(LARGEST_SEED) if seed is None else seed,
        keeps_logs=logs is not None,
    )
    for _, settings in tournament.variants:  # refuse here, not in every worker
        pack.deal(settings, tournament.players, dice_for(tournament.seed))
    return tournament


def _bots(text: str, game: str) -> tuple[str | ExternalBotSpec, ...]:
    written = tuple(each.strip() for each in text.split(","))
    names = tuple(name for name, _ in map(parse_named_address, written))
    if not 2 <= len(names) <= MOST_BOTS:  # noqa: PLR2004 - one bot has no opponent
        raise Malformed(f"--bots {text}: expected 2 to {MOST_BOTS} bots separated by commas")
    for name in names:
        if names.count(name) > 1:
            raise Malformed(f"--bots: “{name}” is named twice")
    return tuple(_bot(each, game) for each in written)


def _bot(written: str, game: str) -> str | ExternalBotSpec:
    known = installed()
    those = [bot.name for bot in known.bots.values() if game in bot.games]
    name, place = parse_named_address(written)
    if place is None and name not in known.bots:
        raise Malformed(f"--bots: there is no bot “{name}”; {game} has {', '.join(those)}")
    bot = name if place is None else handshake(name, place)
    games = known.bots[name].games if isinstance(bot, str) else bot.introduction.games
    if game not in games:
        raise Malformed(f"--bots: “{name}” does not play {game}; these do: {', '.join(those)}")
    return bot


def run_arena(
    tournament: Tournament,
    workers: int | None,
    cluster: str | None,
    logs: Path | None,
    *,
    as_json: bool,
) -> int:
    """Play and report, after Ctrl-C on what is finished so far; return the exit code."""
    if workers is not None and cluster is not None:
        raise Malformed("--workers are for this machine; a --cluster has its own")
    if cluster is not None:
        check_cluster(cluster)
    if logs is not None:
        _make_empty(logs)
    done = list[MatchResult]()
    code = 0
    try:
        _play(tournament, workers or cores(), cluster, logs, done)
    except KeyboardInterrupt:
        code = INTERRUPTED
    finally:  # hours of work are worth reporting, however they ended
        if done or code:
            _tell(report(tournament, done), as_json=as_json)
    return code


def _play(
    tournament: Tournament,
    workers: int,
    cluster: str | None,
    logs: Path | None,
    done: list[MatchResult],
) -> None:
    _train(tournament)
    with closing(play_all(tournament, workers, cluster)) as matches:
        for played in _shown(matches, tournament.matches * len(tournament.variants)):
            if logs is not None:
                _write_log(logs, tournament, played)
            done.append(replace(played, log=None))


def _train(tournament: Tournament) -> None:
    with _bar() as bar:
        task = bar.add_task("Training bots", total=len(tournament.variants))
        for variant in range(len(tournament.variants)):

            def tell(done: float, variant: int = variant) -> None:
                bar.update(task, completed=variant + done)

            interruptible(partial(train_bots, tournament, variant), tell)
            tell(1)


def _make_empty(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise Malformed(f"--logs {folder}: it is not empty; expected a new or empty folder")


def _write_log(folder: Path, tournament: Tournament, played: MatchResult) -> None:
    variant = tournament.variants[played.job.variant][0]
    name = tournament.game if variant is None else f"{played.job.variant + 1}-{Path(variant).stem}"
    path = folder / f"{name}-{played.job.number:05}.log"
    with path.open("xb") as file:
        file.write(played.log or b"")


class _Rate(ProgressColumn):
    """Matches per minute."""

    def render(self, task: Task) -> Text:
        return Text("" if task.speed is None else f"{60 * task.speed:.1f} per minute")


def _shown(matches: Iterable[MatchResult], total: int) -> Iterator[MatchResult]:
    """Pass the matches on, with a progress bar."""
    with _bar() as bar:
        yield from bar.track(matches, total, description="Matches")


def _bar() -> Progress:
    """Make a progress bar on standard error, if that is a terminal."""
    console = Console(stderr=True)
    columns = (
        "{task.description}", BarColumn(), MofNCompleteColumn(), _Rate(),
        TimeRemainingColumn(elapsed_when_finished=True),
    )  # fmt: skip
    return Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty())


def _tell(outcome: ArenaReport, *, as_json: bool) -> None:
    if as_json:
        write_json(to_builtins(outcome))
        return
    said = "" if outcome.matches_played == outcome.matches_asked else " (interrupted)"
    say(
        f"{outcome.game}: {outcome.matches_played} of {outcome.matches_asked} matches{said}, "
        f"{outcome.players} at a table, --seed {outcome.seed}"
    )
    for each in outcome.ladders:
        title = "" if each.variant is None else f"{each.variant}, "
        say("", Text(f"{title}{each.matches} matches", "bold"), _ratings(each), _pairs(each))
    if outcome.ladders:
        say("", Text("Decisions", "bold"), _decisions(outcome))
    for bot in outcome.thinking:
        if bot.complaint:
            say(f"  first problem with {printable(bot.bot)}: {printable(bot.complaint)}")


def _ratings(ladder: Ladder) -> Grid:
    grid = Grid("bot", "Elo", "95 % interval", "first", "matches", "mean place")
    _align_right(grid, range(1, 6))
    for each in ladder.ratings:
        grid.add_row(
            printable(each.bot),
            f"{each.elo:+.0f}",
            f"{each.low:+.0f} to {each.high:+.0f}",
            str(each.first),
            str(each.matches),
            f"{each.mean_place:.2f}",
        )
    return grid


def _pairs(ladder: Ladder) -> Grid:
    """Tabulate how often the bot of each row ranked above the bot of each column."""
    names = [each.bot for each in ladder.ratings]
    scores = {(each.bot, each.other): each for each in ladder.pairs}
    grid = Grid("beats, in %", *(printable(name) for name in names))
    _align_right(grid, range(1, len(names) + 1))
    for name in names:
        cells = (scores.get((name, other)) for other in names)
        shares = ("" if pair is None else f"{100 * pair.score:.1f}" for pair in cells)
        grid.add_row(printable(name), *shares)
    return grid


def _decisions(outcome: ArenaReport) -> Grid:
    grid = Grid("bot", "made", "median ms", "p99 ms", "most ms", "over limit", "lost")
    _align_right(grid, range(1, 7))
    for each in outcome.thinking:
        lost = {"late": each.late, "failed": each.failed, "illegal": each.illegal}
        grid.add_row(
            printable(each.bot),
            str(each.decisions),
            f"{each.median_ms:.1f}",
            f"{each.p99_ms:.1f}",
            f"{each.most_ms:.1f}",
            f"{each.over_limit} of {each.limit_seconds:g} s",
            ", ".join(f"{times} {why}" for why, times in lost.items() if times) or "0",
        )
    return grid


def _align_right(grid: Grid, columns: Iterable[int]) -> None:
    for column in columns:
        grid.columns[column].justify = "right"
