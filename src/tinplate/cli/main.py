# ruff: noqa: PLC0415 - a command imports what it needs when it is called, so that --help is quick
"""The command `tinplate`: reads the command line, and says in one line what is wrong with it."""

import atexit
import gc
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import rich_click as click

from tinplate import __version__
from tinplate.cli.games import CommandOverGames, CommandsWithGames, InstalledGame
from tinplate.cli.options import (
    Faults,
    WholeLine,
    as_written,
    from_environment,
    help_unless_called,
)
from tinplate.game import Malformed, Rejected

BAD_INPUT = 2
INTERRUPTED = 130  # what shells make of Ctrl-C
BROKEN_PIPE = 1


@click.group(
    cls=CommandsWithGames,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="tinplate %(version)s")
@click.pass_context
def app(context: click.Context) -> None:
    """Classic robot board games: play them, solve them, host them, rate bots."""
    help_unless_called(context)


REPLAY_EXAMPLES = """\
A log that was cut off or changed by hand is told up to the flaw; then one
line says where that is, and the exit code is 2.

[bold]Examples[/bold]
$ tinplate replay game.log
$ tinplate replay game.log --boards
$ tinplate replay game.log --json
"""


@app.command(epilog=as_written(REPLAY_EXAMPLES))
@click.argument("file", type=Path)
@click.option("--boards", is_flag=True, help="Draw the board of each round or register.")
@click.option("--why", is_flag=True, help="Cite the rule behind each step, if the game does.")
@click.option(
    "--json", "as_json", is_flag=True, help="One JSON object a line: the opening, each entry."
)
def replay(file: Path, *, boards: bool, why: bool, as_json: bool) -> None:
    """Tell a finished or broken-off game move by move."""
    from tinplate.cli.replay import replay_file

    replay_file(file, boards=boards, why=why, as_json=as_json)


SERVE_EXAMPLES = """\
Tables, matches and chat are kept in the database: what was acknowledged
survives whatever happens to the server.

[bold]Examples[/bold]
$ tinplate serve
$ tinplate serve --host 0.0.0.0 --port 8080
$ tinplate serve --database postgresql://USER:PASSWORD@HOST/NAME
$ tinplate serve --workers 4 --bus redis://HOST:6379/0
$ tinplate serve --bot "mine=stdio:python3 my_bot.py"
"""


@app.command(epilog=as_written(SERVE_EXAMPLES))
@from_environment("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@from_environment(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65_535),
    help="On which port; 0 takes one that is free.",
)
@from_environment("--database", metavar="URL", help="Default: a file in your data directory.")
@from_environment(
    "--bus",
    metavar="URL",
    help="A Redis over which several processes hear of each other: redis://:PASSWORD@HOST:PORT/0",
)
@from_environment(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Processes on this address; more than one need a bus.",
)
@from_environment(
    "--key-file",
    type=Path,
    help="Signs the cookies of guests; made if it is not there. Default: in your data directory.",
)
@from_environment(
    "--people",
    default=100,
    show_default=True,
    type=click.IntRange(0, 1_000_000),
    help="How many people one address of a client has room for; 0 counts nobody.",
)
@from_environment(
    "--trusted-proxy",
    multiple=True,
    metavar="ADDRESS",
    help="Whose X-Forwarded-For and -Proto are believed: an address or a network; may be repeated.",
)
@from_environment(
    "--metrics-token",
    metavar="TOKEN",
    help="Who knows it may read /metrics; without one nobody may.",
)
@from_environment(
    "--bot",
    multiple=True,
    type=WholeLine(),
    metavar="NAME=PLACE",
    help="A bot of your own: NAME=stdio:COMMAND or NAME=tcp://HOST:PORT; may be repeated.",
)
@from_environment(
    "--log-level",
    default="info",
    show_default=True,
    type=click.Choice(["debug", "info", "warning", "error"]),
    help="What is worth a line on the standard error: JSON, unless that is a terminal.",
)
def serve(  # noqa: PLR0913, PLR0917 - click hands over each by its name
    host: str,
    port: int,
    database: str | None,
    bus: str | None,
    workers: int,
    key_file: Path | None,
    people: int,
    trusted_proxy: tuple[str, ...],
    metrics_token: str | None,
    bot: tuple[str, ...],
    log_level: Literal["debug", "info", "warning", "error"],
) -> None:
    """Serve tables on which people play over the network.

    Each option can be given in the environment as well.
    """
    from tinplate.cli.serve import serve_tables
    from tinplate.server.context import Policy

    policy = Policy(people=people, trusted_proxies=trusted_proxy, metrics_token=metrics_token)
    serve_tables(host, port, workers, database, bus, key_file, policy, log_level, bot)


LOAD_EXAMPLES = """\
Every player is a socket of its own, acts as quickly as people do, and checks
what it is told. Without an address a server is started for it, on SQLite in a
temporary folder, and at the end its logs are compared with what was
acknowledged. The exit code is 1 if anything was not as it should be.

[bold]Examples[/bold]
$ tinplate load
$ tinplate load --tables 500 --players 2000 --seconds 60
$ tinplate load --tables 200 --players 800 --faults kill
$ tinplate load --tables 100 --players 100 --bots level-3,random
$ tinplate load --address http://127.0.0.1:8000 --pace 1-2
"""


@app.command(epilog=as_written(LOAD_EXAMPLES))
@click.option(
    "--tables",
    default=10,
    show_default=True,
    type=click.IntRange(1, 10_000),
    help="How many, of all games alike.",
)
@click.option(
    "--players",
    default=40,
    show_default=True,
    type=click.IntRange(1, 50_000),
    help="All together; whoever is the fifth at a table only watches.",
)
@click.option("--games", help="What the tables play, with commas between. Default: all games.")
@click.option(
    "--pace", default="5-10", show_default=True, help="Seconds between two commands of a player."
)
@click.option(
    "--seconds",
    default=30.0,
    show_default=True,
    type=click.FloatRange(1, 86_400),
    help="How long they play.",
)
@click.option("--bots", default="", help="Who sits at every table of their game, besides players.")
@click.option("--address", metavar="URL", help="Default: a server of its own.")
@click.option(
    "--faults", type=click.Choice(["kill"]), help="Kill the server in the middle; it comes back."
)
@click.option("--json", "as_json", is_flag=True, help="The report as one JSON object.")
def load(  # noqa: PLR0913, PLR0917 - click hands over each by its name
    tables: int,
    players: int,
    games: str | None,
    pace: str,
    seconds: float,
    bots: str,
    address: str | None,
    faults: str | None,
    *,
    as_json: bool,
) -> int:
    """Let many scripted players play at once, and report how a server bears it."""
    from tinplate.cli.load import parse_plan, try_load

    plan = parse_plan(tables, players, games, pace, seconds, faults, address, bots)
    return try_load(plan, address, as_json=as_json)


ARENA_HELP = """\
Seats are shuffled fairly, and time does not pass while bots think, so a match
takes as long as its decisions. The same seed gives the same results, with any
number of workers. Ctrl-C tells what is finished so far.
"""


@app.command(cls=CommandOverGames, epilog=ARENA_HELP)
@click.argument("game", type=InstalledGame())
@click.option(
    "--bots",
    required=True,
    metavar="NAMES",
    help="With commas between; of your own: NAME=stdio:COMMAND, NAME=tcp://HOST:PORT.",
)
@click.option(
    "--matches",
    default=100,
    show_default=True,
    type=click.IntRange(1, 1_000_000),
    help="On each course.",
)
@click.option(
    "--course",
    "--variant",
    metavar="NAMES",
    help="Courses or other variants of the game with commas between. Default: the usual one.",
)
@click.option(
    "--players",
    type=click.IntRange(2, 8),
    help="At a table. Default: what is usual for the game.",
)
@click.option("--seed", type=click.IntRange(0), metavar="N", help="Default: any; it is told.")
@click.option(
    "--workers", type=click.IntRange(1, 256), help="Processes. Default: as many as cores."
)
@click.option("--cluster", metavar="ADDRESS", help="A Dask cluster plays instead: tcp://HOST:8786")
@click.option("--logs", type=Path, metavar="FOLDER", help="Write every match there.")
@click.option("--json", "as_json", is_flag=True, help="The report as one JSON object.")
def arena(  # noqa: PLR0913, PLR0917 - click hands over each by its name
    game: str,
    bots: str,
    matches: int,
    course: str | None,
    players: int | None,
    seed: int | None,
    workers: int | None,
    cluster: str | None,
    logs: Path | None,
    *,
    as_json: bool,
) -> int:
    """Let bots play each other, and rate them."""
    from tinplate.cli.arena import hold_arena, parse_tournament

    tournament = parse_tournament(game, bots, matches, course, players, seed, logs)
    return hold_arena(tournament, workers, cluster, logs, as_json=as_json)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; what is wrong with it is said in one line."""
    _never_fail_for_a_character()
    _waste_no_time_on_garbage()
    try:
        code = app.main(arguments, prog_name="tinplate", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        return _refuse(_usage_error(error))
    except (Malformed, Rejected) as error:
        return _refuse(str(error))
    except Faults as error:
        return _refuse(*error.lines)
    except BrokenPipeError:
        return _nobody_listens()
    except OSError as error:
        return _refuse(_file_error(error))
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def _never_fail_for_a_character() -> None:
    """Where a terminal has no letters but ASCII, a “?” is better than a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _waste_no_time_on_garbage() -> None:
    """A command is short and loads much: looking for garbage is a third of a second of solving."""
    gc.set_threshold(50_000)
    atexit.register(gc.freeze)


def _refuse(*messages: str) -> int:
    from tinplate.cli.output import printable

    sys.stdout.flush()  # the good part comes first
    for message in messages:
        sys.stderr.write(f"tinplate: {printable(message)}\n")
    return BAD_INPUT


def _usage_error(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    hint = f" (see {context.command_path} --help)" if context else ""
    return f"{error.format_message().rstrip('.')}{hint}"


def _file_error(error: OSError) -> str:
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)


def _nobody_listens() -> int:
    """The reader of a pipe, such as `head`, has had enough: no reason to complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE


if __name__ == "__main__":
    sys.exit(main())
