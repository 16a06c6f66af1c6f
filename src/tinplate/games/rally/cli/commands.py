# ruff: noqa: PLC0415 - commands import what they need when called, so that --help is quick
"""The commands `tinplate rally ...`: their names, options and help."""

from pathlib import Path

import rich_click as click

from tinplate.cli.options import as_written, help_unless_called
from tinplate.game import Malformed

NOTATION = """\
[bold]Notation[/bold]
COURSE: the name of a built-in course (see tinplate rally courses), a .rally
file, or - for standard input.
Cells: column letter from the left, row number from the top: A1 is the top
left corner. Small letters are read, too; capitals are written, because
programs compare the answers of resolve letter by letter.
"""


RALLY = f"""\
{NOTATION}
[bold]Try it[/bold]
$ tinplate rally play --players ann,bob
$ tinplate rally courses
$ tinplate rally show first-shift
"""


@click.group(epilog=as_written(RALLY), invoke_without_command=True)
@click.pass_context
def rally(context: click.Context) -> None:
    """Robots with programs: play, and draw, check or format courses."""
    help_unless_called(context)


a_course = click.argument("course")
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for machines.")


COURSES = """\
[bold]Examples[/bold]
$ tinplate rally courses
$ tinplate rally courses --json
"""


@rally.command(epilog=as_written(COURSES))
@as_json
def courses(*, as_json: bool) -> None:
    """List the built-in courses."""
    from tinplate.games.rally.cli import courses as command

    command.list_courses(as_json=as_json)


SHOW = f"""\
{NOTATION}
[bold]Examples[/bold]
$ tinplate rally show first-shift
$ tinplate rally show stamping-mill --json
"""


@rally.command(epilog=as_written(SHOW))
@a_course
@as_json
def show(course: str, *, as_json: bool) -> None:
    """Draw a course, with a legend of what is on it."""
    from tinplate.games.rally.cli import show as command

    command.show_course(course, as_json=as_json)


CHECK = f"""\
Errors forbid play: text that cannot be read, no start, missing flags, a flag
that cannot be reached. Notes are for the author: belts that end at walls or
pits, curves fed where they have no mouth, traps. The exit code is 0 without
errors, 1 with errors, and 2 when there is no such file.

{NOTATION}
[bold]Examples[/bold]
$ tinplate rally check stamping-mill
$ tinplate rally check stamping-mill --json
"""


@rally.command(epilog=as_written(CHECK))
@a_course
@as_json
def check(course: str, *, as_json: bool) -> int:
    """Find everything wrong with a course, by file, line and column."""
    from tinplate.games.rally.cli import check as command

    return command.check_source(course, as_json=as_json)


FORMAT = f"""\
The canonical form has the header in a fixed order and the board in columns; a
wall is written on the cell above it or left of it, unless a laser or a pusher is
mounted on it. Comments are kept, above the board.

{NOTATION}
[bold]Examples[/bold]
$ tinplate rally format first-shift
$ tinplate rally format first-shift --check
"""


@rally.command("format", epilog=as_written(FORMAT))
@a_course
@click.option("--write", is_flag=True, help="Write the result back to the file.")
@click.option("--check", is_flag=True, help="Only check; exit code 1 if it is not canonical.")
def format_(course: str, *, write: bool, check: bool) -> int:
    """Print a course in its canonical form."""
    from tinplate.games.rally.cli import format as command

    if write and check:
        raise Malformed("--write changes the file, --check does not: leave out one of them")
    if check:
        return command.check_formatted(course)
    if write:
        command.write_formatted(course)
    else:
        command.print_formatted(course)
    return 0


RESOLVE = """\
For tools and tests: reads a scenario as JSON from standard input and prints
the result. With --lines every line is a scenario and is answered by a line;
one that cannot be read is answered by {"line": 2, "error": "why"}, and the
rest is still answered.

[bold]A scenario[/bold]
{"course": "text of a .rally file", "settings": {"edge": "wall"},
 "from": 1, "to": 5, "end_of_turn": true,
 "robots": [
   {"cell": "F10", "facing": "n", "armour": 9, "lives": 3, "next_flag": 1,
    "save": "F10", "virtual": false, "off": false,
    "registers": [{"card": "move2", "priority": 670}, four more]}]}

Cards: move1 move2 move3 back left right uturn. A robot that is off or
destroyed (cell null) may have null for registers. Settings are written as in
the rules: on or off, a number, a word. Registers from "from" to "to" are
played, up to the one in which somebody wins; at the end of the turn, robots
are repaired and virtual ones may become real, but none is put back. Omitted
settings, from, to, end_of_turn, virtual and off default to a whole turn by
the sheet, with real robots that are on.

[bold]The answer[/bold]
{"robots": as above without registers, "winners": [0], "stopped_at": 3,
 "events": [{"event": "moved", "register": 1, "robot": 0, "from": "F10",
             "to": "F9", "heading": "n", "rule": "D4"}, and so on]}

[bold]Examples[/bold]
$ cat scenario.json | tinplate rally resolve
$ tinplate rally resolve --lines
"""


@rally.command(epilog=as_written(RESOLVE))
@click.option("--lines", is_flag=True, help="One scenario per line, one answer per line.")
def resolve(*, lines: bool) -> None:
    """Play the registers of a scenario given as JSON."""
    from tinplate.games.rally.cli import resolve as command

    if lines:
        command.resolve_lines()
    else:
        command.resolve_one()


VALUES = f"""\
The planner and the rival go by a table: how many turns a robot needs from
each place, averaged over many hands. Measuring takes half a minute, once for
each course and the settings that matter; your cache directory keeps it.
Without it they go by distances; a server measures in the background.

{NOTATION}
[bold]Examples[/bold]
$ tinplate rally values wind-up-duel
"""


@rally.command(epilog=as_written(VALUES))
@a_course
def values(course: str) -> int:
    """Measure what the places of a course are worth, for the bots."""
    from tinplate.games.rally.cli import values as command

    return command.measure_course(course)


PRESETS = ("sheet", "classic-2005", "gentle", "blitz")
PLAY = f"""\
Everybody chooses a facing, then five cards, one player after another at one
keyboard; on a terminal the screen is cleared in between. Then the turn is
told step by step, with the board after every register.

Type cards by priority (670 690 80) or by what they do (move2 left back, or
2 l b), and ready when all registers are full. There are no clocks at one
keyboard. With --save every entry is on disk before it is shown.

Bots, weakest first: random, driver, driver-3, planner, rival-4, rival. From
driver on, the page calls them Trundle, Treadle, Abacus, Pinion, Piledriver.
So are they called at one keyboard; --bots takes either name.

{NOTATION}
[bold]Examples[/bold]
$ tinplate rally play --players ann,bob
$ tinplate rally play --players ann --bots 3 --course stamping-mill --why
$ tinplate rally play --bots driver,planner,rival
$ tinplate rally play --preset gentle --set respawn_armour=7 --seed 7
$ tinplate rally play --players ann,bob --save evening.log
$ tinplate rally play --resume evening.log
"""


@rally.command(epilog=as_written(PLAY))
@click.option("--players", metavar="NAMES", help="Names, separated by commas: ann,bob.")
@click.option("--bots", metavar="NAMES", help="planner,rival; or how many of middle strength.")
@click.option("--course", metavar="COURSE", help="The course to play. Default: first-shift.")
@click.option(
    "--preset",
    type=click.Choice(PRESETS),
    metavar="PRESET",
    help="sheet, classic-2005, gentle or blitz. Default: sheet.",
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="A house rule, such as edge=wall; repeatable.",
)
@click.option(
    "--seed", type=int, metavar="N", help="The same seed gives the same deal. Default: random."
)
@click.option("--why", is_flag=True, help="Cite the rule behind every step.")
@click.option("--save", type=Path, metavar="FILE", help="Write the log to this new file.")
@click.option("--resume", type=Path, metavar="FILE", help="Continue a saved game.")
@click.option(
    "--salvage", is_flag=True, help="Resume from the intact part; the file is kept as .broken."
)
def play(  # noqa: PLR0913 - each is an option of the command
    *,
    players: str | None,
    bots: str | None,
    course: str | None,
    preset: str | None,
    settings: tuple[str, ...],
    seed: int | None,
    why: bool,
    save: Path | None,
    resume: Path | None,
    salvage: bool,
) -> None:
    """Play at one keyboard, with friends, with bots or alone."""
    from tinplate.cli.matches import refuse_a_new_deal, refuse_taken_file
    from tinplate.games.rally.cli import play as command

    if resume is not None:
        refuse_a_new_deal(
            players=players,
            bots=bots,
            course=course,
            preset=preset,
            set=settings or None,
            seed=seed,
            save=save,
        )
        command.play_on(resume, salvage=salvage, why=why)
        return
    if salvage:
        raise click.UsageError("--salvage repairs a damaged log: use it with --resume")
    refuse_taken_file(save)
    names = command.who_plays(players, bots)
    agreed = command.agree(course or "first-shift", preset or "sheet", settings)
    command.play_new(agreed, names, command.PlayOptions(save, seed, why))
