# ruff: noqa: PLC0415 - a command imports what it needs when it is called, so that --help is quick
"""The command `tinplate`: reads the command line, and reports mistakes in it in one line."""

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import rich_click as click
import rich_click.rich_click as help_style

from tinplate import __version__
from tinplate.cli.entry import BAD_INPUT, INTERRUPTED
from tinplate.cli.games import (
    CommandOverGames,
    CommandsWithGames,
    InstalledGame,
    warn_of_unusable_games,
)
from tinplate.cli.options import (
    LOCALHOST,
    USUAL_PORT,
    Faults,
    WholeLine,
    as_written,
    from_environment,
    help_unless_called,
)
from tinplate.cli.plain_characters import color_system, use_look_alikes
from tinplate.game import Malformed, Rejected
from tinplate.kernel_cache import find_place_for_kernels

BROKEN_PIPE = 1


@click.group(
    cls=CommandsWithGames,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="tinplate %(version)s")
@click.option("--no-browser", is_flag=True, help="Without a command: do not open the browser.")
@click.pass_context
def app(context: click.Context, *, no_browser: bool) -> None:
    """Classic robot board games: play them, solve them, host them, rate bots.

    Without a command, Tinplate serves the page on this machine and opens it in your browser.
    """
    if context.invoked_subcommand is None:
        from tinplate.cli.serve import usual_port_or_another

        options = () if no_browser else ("--browser",)
        serve.main([*options, *usual_port_or_another()], "tinplate serve", standalone_mode=False)


REPLAY_EXAMPLES = """\
A log that was cut off or edited is told up to the damage; then one line says
where that is, and the exit code is 2.

[bold]Examples[/bold]
$ tinplate replay game.log
$ tinplate replay game.log --boards
$ tinplate replay game.log --json
"""


@app.command(epilog=as_written(REPLAY_EXAMPLES))
@click.argument("file", type=Path)
@click.option("--boards", is_flag=True, help="Draw the position now and then, where the game can.")
@click.option("--why", is_flag=True, help="Cite the rule behind each step, where available.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per line: opening, entries."
)
def replay(file: Path, *, boards: bool, why: bool, as_json: bool) -> None:
    """Tell a recorded match move by move."""
    from tinplate.cli.replay import replay_file

    replay_file(file, boards=boards, why=why, as_json=as_json)


@app.command(epilog=as_written("[bold]Example[/bold]\n$ tinplate prepare\n"))
@click.option(
    "--all", "rest", is_flag=True, help="Also what few need, such as the solver for large boards."
)
def prepare(*, rest: bool) -> None:
    """Compile the games ahead of time: about a minute.

    Otherwise the first search waits for it; a server does it while it runs.
    What is compiled is kept in the installation, for everybody who uses it.
    """
    from tinplate.cli.prepare import prepare_games

    for line in prepare_games(rest=rest):
        click.echo(line)


def _listed(text: str | None) -> tuple[str, ...]:
    """What stands between commas."""
    return tuple(each.strip() for each in (text or "").split(",") if each.strip())


SERVE_EXAMPLES = """\
Tables, matches and chat are kept in the database: once the server has
acknowledged something, no crash can lose it.

[bold]Examples[/bold]
$ tinplate serve
$ tinplate serve --host 0.0.0.0 --port 8080
$ tinplate serve --database postgresql://USER:PASSWORD@HOST/NAME
$ tinplate serve --workers 4 --bus redis://HOST:6379/0
$ tinplate serve --host-page
$ tinplate serve --bot "mine=stdio:python3 my_bot.py"
$ tinplate serve --bot mine=python:my_module:Mine
"""


@app.command(epilog=as_written(SERVE_EXAMPLES))
@from_environment("--host", default=LOCALHOST, help=f"Address to listen on. Default: {LOCALHOST}.")
@from_environment(
    "--port",
    default=USUAL_PORT,
    type=click.IntRange(0, 65_535),
    help=f"Port to listen on; 0 picks a free one. Default: {USUAL_PORT}.",
)
@from_environment(
    "--database",
    metavar="URL",
    help="Databases, such as sqlite:///FILE, separated by commas. Default: a file in your data "
    "directory.",
)
@from_environment(
    "--bus",
    metavar="URL",
    help="Redis that connects several processes: redis://:PASSWORD@HOST:PORT/0. Default: none.",
)
@from_environment(
    "--workers",
    default=1,
    type=click.IntRange(1, 64),
    help="Processes on this address; more than one needs --bus. Default: 1.",
)
@from_environment(
    "--key-file",
    type=Path,
    help="File that signs guests' cookies, created if missing. Default: in your data directory.",
)
@from_environment(
    "--people",
    default=100,
    type=click.IntRange(0, 1_000_000),
    help="How many people may share one client address; 0 means no limit. Default: 100.",
)
@from_environment(
    "--trusted-proxy",
    multiple=True,
    metavar="ADDRESS",
    help="Proxy whose X-Forwarded-For and -Proto to trust: an address or network; repeatable.",
)
@from_environment(
    "--metrics-token",
    metavar="TOKEN",
    help="Token for reading /metrics; without one nobody can.",
)
@from_environment(
    "--host-page",
    is_flag=True,
    help="Show how the server is doing, at /host; prints a token for it.",
)
@from_environment(
    "--host-token",
    metavar="TOKEN",
    help="Token for the host page, instead of a new one; at least 16 characters.",
)
@from_environment(
    "--accounts",
    default="optional",
    type=click.Choice(["off", "optional", "required"]),
    help="Whether people can have an account with a passkey, or have to. Default: optional.",
)
@from_environment(
    "--moderators",
    metavar="NAMES",
    help="Accounts of moderators, by name, separated by commas. The accounts must exist.",
)
@from_environment(
    "--rude-words",
    metavar="WORDS",
    help="More words that no name may contain, separated by commas.",
)
@from_environment(
    "--puzzles",
    default=300,
    type=click.IntRange(0, 100_000),
    metavar="N",
    help="Puzzles of each game that the server makes by itself; 0: none, and no daily ones. "
    "Default: 300.",
)
@from_environment(
    "--bot",
    multiple=True,
    type=WholeLine(),
    metavar="NAME=PLACE",
    help="A bot of your own: NAME=stdio:COMMAND, NAME=tcp://HOST:PORT or "
    "NAME=python:MODULE:CLASS; repeatable.",
)
@from_environment(
    "--browser/--no-browser",
    default=False,
    help="Open the page in your browser, or not. Default: --no-browser.",
)
@from_environment(
    "--log-level",
    default="info",
    type=click.Choice(["debug", "info", "warning", "error"]),
    help="Least important events to log to standard error, as JSON unless it is a terminal. "
    "Default: info.",
)
def serve(  # noqa: PLR0913, PLR0917 - click passes each by name
    host: str,
    port: int,
    database: str | None,
    bus: str | None,
    workers: int,
    key_file: Path | None,
    people: int,
    trusted_proxy: tuple[str, ...],
    metrics_token: str | None,
    host_token: str | None,
    accounts: Literal["off", "optional", "required"],
    moderators: str | None,
    rude_words: str | None,
    puzzles: int,
    bot: tuple[str, ...],
    log_level: Literal["debug", "info", "warning", "error"],
    *,
    host_page: bool,
    browser: bool,
) -> None:
    """Serve tables where people play over the network.

    Every option can also be set in the environment.
    """
    from tinplate.cli.serve import serve_tables
    from tinplate.server.context import Policy

    policy = Policy(
        people=people,
        trusted_proxies=trusted_proxy,
        metrics_token=metrics_token,
        host_token=host_token,
        accounts=accounts,
        moderators=_listed(moderators),
        rude_words=_listed(rude_words),
        puzzles=puzzles,
    )
    serve_tables(
        host, port, workers, database, bus, key_file, policy, log_level, bot,
        host_page=host_page, in_browser=browser,
    )  # fmt: skip


BACKUP_EXAMPLES = """\
People can play on meanwhile. The backup is one SQLite file, also of a
PostgreSQL database. It contains the key that signs guests' cookies, so keep
it as secret as a password. Nothing is ever overwritten.

[bold]Examples[/bold]
$ tinplate backup tinplate-backup.sqlite
$ tinplate backup club.sqlite --database postgresql://USER:PASSWORD@HOST/NAME
"""


@app.command(epilog=as_written(BACKUP_EXAMPLES))
@click.argument("file", type=Path)
@from_environment(
    "--database", metavar="URL", help="The database. Default: the file in your data directory."
)
@from_environment(
    "--key-file", type=Path, help="The key of the server. Default: in your data directory."
)
def backup(file: Path, database: str | None, key_file: Path | None) -> int:
    """Back up all tables and matches to a new file, and check it."""
    from tinplate.cli.backup import back_up_to

    return back_up_to(file, database, key_file)


RESTORE_EXAMPLES = """\
The database has to be empty, or new; a backup of SQLite can move to
PostgreSQL and back. Start the server when it is done.

[bold]Examples[/bold]
$ tinplate restore tinplate-backup.sqlite
$ tinplate restore club.sqlite --database sqlite:///club/tinplate.sqlite
$ tinplate restore club.sqlite --database postgresql://USER:PASSWORD@HOST/NAME
"""


@app.command(epilog=as_written(RESTORE_EXAMPLES))
@click.argument("file", type=Path)
@from_environment(
    "--database", metavar="URL", help="The database. Default: the file in your data directory."
)
@from_environment(
    "--key-file", type=Path, help="Where to put the key. Default: in your data directory."
)
def restore(file: Path, database: str | None, key_file: Path | None) -> None:
    """Restore a backup to a new or empty database, and check it."""
    from tinplate.cli.backup import restore_from

    restore_from(file, database, key_file)


RATINGS_EXAMPLES = """\
Stop the server first. The exit code is 1 if a rating differs from what was
recorded; what was not recorded is added.

[bold]Examples[/bold]
$ tinplate ratings recompute
$ tinplate ratings recompute --database postgresql://USER:PASSWORD@HOST/NAME
"""


@app.group(epilog=as_written("[bold]Example[/bold]\n$ tinplate ratings recompute\n"))
def ratings() -> None:
    """Ratings of people: compute them again."""


@ratings.command(epilog=as_written(RATINGS_EXAMPLES))
@from_environment(
    "--database", metavar="URL", help="The database. Default: the file in your data directory."
)
def recompute(database: str | None) -> int:
    """Compute all ratings again from the logs of the tables, and compare them."""
    from tinplate.cli.ratings import recompute_all

    return recompute_all(database)


PEOPLE_EXAMPLES = """\
Stop the server first. Matches of databases from before there were profiles
are found, too.

[bold]Examples[/bold]
$ tinplate people recompute
$ tinplate people recompute --database postgresql://USER:PASSWORD@HOST/NAME
"""


@app.group(epilog=as_written("[bold]Example[/bold]\n$ tinplate people recompute\n"))
def people() -> None:
    """Records of people, for their profiles: compute them again."""


@people.command(name="recompute", epilog=as_written(PEOPLE_EXAMPLES))
@from_environment(
    "--database", metavar="URL", help="The database. Default: the file in your data directory."
)
def recompute_people(database: str | None) -> int:
    """Compute results and statistics again from the logs of tables and matches."""
    from tinplate.cli.ratings import rebuild_all

    return rebuild_all(database)


LOAD_EXAMPLES = """\
Every player has its own socket, acts as fast as people do, and checks what
the server sends. Without an address, a server is started on SQLite in a
temporary folder, and at the end its logs are compared with what it
acknowledged. The exit code is 1 if anything went wrong.

With --sign-ins or --rated-ends the tables are measured twice as long: first
alone, then beside that.

[bold]Examples[/bold]
$ tinplate load
$ tinplate load --tables 500 --players 2000 --seconds 60
$ tinplate load --tables 200 --players 800 --faults kill
$ tinplate load --tables 100 --players 100 --bots level-3,random
$ tinplate load --tables 20 --players 400 --seats 20
$ tinplate load --tables 100 --players 400 --sign-ins 1000 --rated-ends 50
$ tinplate load --address http://127.0.0.1:8000 --pace 1-2
"""


@app.command(epilog=as_written(LOAD_EXAMPLES))
@click.option(
    "--tables",
    default=10,
    type=click.IntRange(1, 10_000),
    help="Number of tables, shared evenly among the games. Default: 10.",
)
@click.option(
    "--players",
    default=40,
    type=click.IntRange(1, 50_000),
    help="Players in all, shared evenly among the tables. Default: 40.",
)
@click.option(
    "--seats",
    default=4,
    type=click.IntRange(1, 20),
    help="How many of them play at a table, if its game is for so many; the others watch. "
    "Default: 4.",
)
@click.option("--games", help="Games to play, separated by commas. Default: all.")
@click.option(
    "--pace", default="5-10", help="Seconds between two commands of a player. Default: 5-10."
)
@click.option(
    "--seconds",
    default=30.0,
    type=click.FloatRange(1, 86_400),
    help="How many seconds to play. Default: 30.",
)
@click.option(
    "--bots", default="", help="Bots to seat at every table of their game. Default: none."
)
@click.option(
    "--sign-ins",
    default=0.0,
    type=click.FloatRange(0, 100_000),
    help="Sign-ins by passkey in a minute, while they play. Default: none.",
)
@click.option(
    "--rated-ends",
    default=0.0,
    type=click.FloatRange(0, 1_000),
    help="Rated matches that end in a second, at tables of their own. Default: none.",
)
@click.option("--address", metavar="URL", help="Server to test. Default: start one.")
@click.option(
    "--faults", type=click.Choice(["kill"]), help="Kill the server halfway, and restart it."
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON object.")
def load(  # noqa: PLR0913, PLR0917 - click passes each by name
    tables: int,
    players: int,
    games: str | None,
    pace: str,
    seconds: float,
    bots: str,
    seats: int,
    sign_ins: float,
    rated_ends: float,
    address: str | None,
    faults: str | None,
    *,
    as_json: bool,
) -> int:
    """Let many scripted players play at once, and report how the server copes."""
    from tinplate.cli.load import parse_plan, run_load_test

    plan = parse_plan(
        tables,
        players,
        games,
        pace,
        seconds,
        faults,
        address,
        bots,
        seats,
        sign_ins,
        rated_ends,
    )
    return run_load_test(plan, address, as_json=as_json)


ARENA_HELP = """\
Seats are shuffled fairly, and the clock stands still while bots think, so a
match takes as long as its decisions. The same seed gives the same results
with any number of workers. Ctrl-C stops and reports what is finished.
"""


@app.command(cls=CommandOverGames, epilog=ARENA_HELP)
@click.argument("game", type=InstalledGame())
@click.option(
    "--bots",
    required=True,
    metavar="NAMES",
    help="Names, separated by commas. Your own: NAME=stdio:COMMAND, NAME=tcp://HOST:PORT or "
    "NAME=python:MODULE:CLASS.",
)
@click.option(
    "--matches",
    default=100,
    type=click.IntRange(1, 1_000_000),
    help="Matches of each variant. Default: 100.",
)
@click.option(
    "--variant",
    "variants",
    metavar="NAMES",
    help="Variants to play, separated by commas. Default: the usual one.",
)
@click.option(
    "--players",
    type=click.IntRange(2),
    help="Players at a table. Default: the usual number for the game.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    metavar="N",
    help="The same seed gives the same results. Default: random, and printed.",
)
@click.option("--workers", type=click.IntRange(1, 256), help="Processes. Default: one per core.")
@click.option("--cluster", metavar="ADDRESS", help="Dask cluster to play on: tcp://HOST:8786")
@click.option("--logs", type=Path, metavar="FOLDER", help="Write the log of every match here.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON object.")
def arena(  # noqa: PLR0913, PLR0917 - click passes each by name
    game: str,
    bots: str,
    matches: int,
    variants: str | None,
    players: int | None,
    seed: int | None,
    workers: int | None,
    cluster: str | None,
    logs: Path | None,
    *,
    as_json: bool,
) -> int:
    """Let bots play each other, and rate them."""
    from tinplate.cli.arena import parse_tournament, run_arena

    tournament = parse_tournament(game, bots, matches, variants, players, seed, logs)
    return run_arena(tournament, workers, cluster, logs, as_json=as_json)


@app.group(
    invoke_without_command=True,
    epilog=as_written("[bold]Example[/bold]\n$ tinplate puzzles make --count 20 --seed 1\n"),
)
@click.pass_context
def puzzles(context: click.Context) -> None:
    """Make puzzles, each with one proven solution, as a data set."""
    help_unless_called(context)


PUZZLES_EXAMPLES = """\
The same seed makes the same puzzles, with any number of workers and on any
cluster. Somebody who stops it can call it again with the same words: with
--out it goes on where it was.

[bold]Examples[/bold]
$ tinplate puzzles make --count 20 --seed 1
$ tinplate puzzles make --count 5000 --seed 1 --out puzzles.parquet
$ tinplate puzzles make --count 9 --seed 1 --cluster tcp://HOST:8786
"""


@puzzles.command("make", epilog=as_written(PUZZLES_EXAMPLES))
@click.option(
    "--count",
    default=100,
    type=click.IntRange(1, 100_000_000),
    help="Puzzles of each game. Default: 100.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    metavar="N",
    help="The same seed makes the same puzzles. Default: random, and in every row.",
)
@click.option("--game", type=InstalledGame(), help="Only puzzles of this game. Default: all games.")
@click.option("--workers", type=click.IntRange(1, 256), help="Processes. Default: one per core.")
@click.option("--cluster", metavar="ADDRESS", help="Dask cluster to make them: tcp://HOST:8786")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["jsonl", "csv", "parquet"]),
    help="Format of the data set. Default: as the file is called, or else jsonl.",
)
@click.option("--out", type=Path, metavar="FILE", help="File to write. Default: standard output.")
def make_puzzle_set(  # noqa: PLR0913, PLR0917 - click passes each by name
    count: int,
    seed: int | None,
    game: str | None,
    workers: int | None,
    cluster: str | None,
    kind: str | None,
    out: Path | None,
) -> None:
    """Make puzzles and write them with their solutions, themes and first ratings."""
    from tinplate.cli.puzzles import make_puzzles, parse_order

    make_puzzles(parse_order(count, seed, game, workers, cluster), out, kind)


LOAD_PUZZLES_EXAMPLES = """\
Files are data sets of `tinplate puzzles make`. Each solution is played by the
rules first. Puzzles that are there already stay as they are; a server may run.

[bold]Example[/bold]
$ tinplate puzzles load puzzles.parquet --database sqlite:///tinplate.sqlite
"""


@puzzles.command("load", epilog=as_written(LOAD_PUZZLES_EXAMPLES))
@click.argument("files", type=Path, nargs=-1, required=True, metavar="FILE...")
@from_environment(
    "--database", metavar="URL", help="The database. Default: the file in your data directory."
)
def load_puzzle_set(files: tuple[Path, ...], database: str | None) -> None:
    """Give a server more puzzles, from data sets."""
    from tinplate.cli.puzzle_loading import load_puzzles

    load_puzzles(files, database)


DAILY_EXAMPLES = """\
The seed is the date as a number; the first candidate in the band of its slot
is the puzzle. So everybody can check that a server shows the right ones.

[bold]Examples[/bold]
$ tinplate puzzles daily
$ tinplate puzzles daily --date 2026-11-01 --solution
$ tinplate puzzles daily --json
"""


@puzzles.command("daily", epilog=as_written(DAILY_EXAMPLES))
@click.option("--date", "day", metavar="DATE", help="Day, such as 2026-11-17. Default: today, UTC.")
@click.option("--game", type=InstalledGame(), help="Only puzzles of this game. Default: all games.")
@click.option("--solution", is_flag=True, help="Show solutions as well, of days that are over.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per line, as in a pipe."
)
def daily_puzzles(day: str | None, game: str | None, *, solution: bool, as_json: bool) -> None:
    """Draw the puzzles of a day, as the rule finds them."""
    from tinplate.cli.puzzles import print_daily

    print_daily(day, game, solution=solution, as_json=as_json)


EXPORT_EXAMPLES = """\
Nobody is in it by id, name or exact time, and nobody who does not want to be:
see docs/puzzles.md. Numbers of people are others each time. It is Parquet, CC0.

[bold]Example[/bold]
$ tinplate puzzles export --month 2026-10 --out attempts-2026-10.parquet
"""


@puzzles.command("export", epilog=as_written(EXPORT_EXAMPLES))
@click.option("--month", required=True, metavar="MONTH", help="Month, such as 2026-10, by UTC.")
@click.option("--out", type=Path, required=True, metavar="FILE", help="Parquet file to write.")
@from_environment(
    "--database", metavar="URL", help="The database. Default: the file in your data directory."
)
@click.option("--force", is_flag=True, help="Export a month that is not over, too.")
def export_puzzle_attempts(month: str, out: Path, database: str | None, *, force: bool) -> None:
    """Write what people did with puzzles in a month, anonymous, for researchers."""
    from tinplate.cli.puzzle_export import export_attempts

    export_attempts(month, database, out, force=force)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; report a mistake in one line."""
    use_look_alikes()
    help_style.COLOR_SYSTEM = color_system()
    _waste_no_time_on_garbage()
    find_place_for_kernels()
    try:
        warn_of_unusable_games(app.commands)
        code = app.main(arguments, prog_name="tinplate", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        return _refuse(_usage_error(error))
    except (Malformed, Rejected) as error:
        return _refuse(str(error))
    except Faults as error:
        return _refuse(*error.lines)
    except BrokenPipeError:
        return _close_broken_pipe()
    except OSError as error:
        return _refuse(_file_error(error))
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except SystemError as error:
        from tinplate.cli.interrupts import was_interrupted

        if was_interrupted(error):
            return INTERRUPTED
        raise
    return code if isinstance(code, int) else 0


def _waste_no_time_on_garbage() -> None:
    """Collect garbage rarely: commands are short, and it would cost a third of a second."""
    gc.set_threshold(50_000)
    atexit.register(gc.freeze)


def _refuse(*messages: str) -> int:
    from tinplate.cli.output import complain

    for message in messages:
        complain(message)
    return BAD_INPUT


def _usage_error(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    hint = f" (see {context.command_path} --help)" if context else ""
    return f"{error.format_message().rstrip('.')}{hint}"


def _file_error(error: OSError) -> str:
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)


def _close_broken_pipe() -> int:
    """Exit quietly when the reader of a pipe, such as `head`, has closed it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE


if __name__ == "__main__":
    sys.exit(main())
