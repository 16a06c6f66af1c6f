# ruff: noqa: PLC0415 - commands import what they need when called, so that --help is quick
"""The commands `tinplate ricochet ...`: their names, options and help."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import rich_click as click

from tinplate.cli.options import as_written, help_unless_called
from tinplate.game import Malformed

if TYPE_CHECKING:
    from tinplate.games.ricochet.cli.solve import Wish

Box = Literal["2013", "classic"]
_RULE_HELP = (
    "ricochet, free, no-deflection, early-stop or early-stop-deflection. Default: ricochet."
)
READINGS = ("ricochet", "free", "no-deflection", "early-stop", "early-stop-deflection")
PRESETS = ("2013", "classic", "classic-tournament", "beginner", "solo")

NOTATION = """\
[bold]Notation[/bold]
Cells: column letter a to p from the left, row number 1 to 16 from the top:
a1 is the top left corner, p16 the bottom right one.
Board: the names of four section sides, clockwise from the top left: G1R2B2Y2,
or the text of a drawn one: v1.20x12... has 20 columns and 12 rows.
Robots: r g b y (s for silver), each with its cell: ro5 is red on o5. On drawn
boards one to eight: the first ones of r g b y s v t p.
Target: a colour and circle, triangle, square or hexagon, or vortex; the page
draws a moon, a gear, a planet and a star.
Position: board, robots and target, separated by spaces (or _ in a link).
Moves: a robot and a heading n e s w (up, right, down, left) each: bn ge bs is
blue up, green right, blue down.
"""


@click.group(epilog=as_written(NOTATION), invoke_without_command=True)
@click.pass_context
def ricochet(context: click.Context) -> None:
    """Robots without brakes: play, draw and deal positions, check and find solutions."""
    help_unless_called(context)


a_box = click.option("--box", type=click.Choice(get_args(Box)), help="Which box. Default: 2013.")
a_board = click.option("--board", metavar="NAME", help="A board, such as G1R2B2Y2. Default: any.")
a_seed = click.option(
    "--seed", type=int, metavar="N", help="The same seed gives the same deal. Default: random."
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for machines.")
compact = click.option("--compact", is_flag=True, help="Draw one line per row: 19 lines in all.")
no_diagonals = click.option(
    "--no-diagonals", is_flag=True, help="Without barriers; best for first games."
)
silver = click.option("--silver", is_flag=True, help="Add the fifth robot.")
a_reading = click.option(
    "--rule", type=click.Choice(READINGS), default="ricochet", metavar="RULE", help=_RULE_HELP
)
a_time_limit = click.option(
    "--seconds",
    type=click.FloatRange(min=0),
    metavar="S",
    help="Time limit for each position. Default: none.",
)


SHOW = f"""\
{NOTATION}
[bold]Examples[/bold]
$ tinplate ricochet show G1R2B2Y2 ro5,ga14,bl14,yj16 red-square
$ tinplate ricochet show "R4G3B4Y4 ro5,ga14,bl14,yj16,sc3 vortex" --compact
$ tinplate ricochet show G1R2B2Y2_ro5,ga14,bl14,yj16_red-square --json
$ tinplate ricochet show G1R2B2Y2 ro5,ga14,bl14,yj16 vortex --svg board.svg
$ tinplate ricochet show G1R2B2Y2 ro5,ga14,bl14,yj16 vortex --svg - --dark
"""


@ricochet.command(epilog=as_written(SHOW))
@click.argument("position", nargs=-1, required=True)
@compact
@as_json
@click.option(
    "--svg",
    type=Path,
    metavar="FILE",
    help="Write a picture to FILE.svg, or to - (standard output). Replaces an older picture.",
)
@click.option("--dark", is_flag=True, help="Use dark colours for the picture of --svg.")
def show(
    position: tuple[str, ...], *, compact: bool, as_json: bool, svg: Path | None, dark: bool
) -> None:
    """Draw a position: walls, targets, robots, and the target to reach in brackets."""
    from tinplate.games.ricochet.cli import show as command

    if svg is None and dark:
        raise Malformed("--dark is for the picture of --svg; a terminal has its own colours")
    if svg is not None and (compact or as_json):
        raise Malformed("--svg writes a picture; leave out --compact and --json")
    if svg is None:
        command.show_position(position, compact=compact, as_json=as_json)
    else:
        command.save_picture(position, svg, dark=dark)


BOARDS = """\
A board is four section sides, one of each mark R G B Y, in any order around
the centre. Sides 1 and 2 are in both boxes, 3 and 4 only in that of 2013;
side 4 has diagonal barriers.

[bold]Examples[/bold]
$ tinplate ricochet boards
$ tinplate ricochet boards G1R2B2Y2
$ tinplate ricochet boards --list --box classic
$ tinplate ricochet boards --with R4 --with G1 --random --seed 7
"""


@ricochet.command(epilog=as_written(BOARDS))
@click.argument("name", required=False)
@click.option("--list", "every", is_flag=True, help="Print the names, one per line.")
@a_box
@no_diagonals
@click.option("--with", "sides", multiple=True, metavar="SIDE", help="Only boards with this side.")
@click.option("--random", is_flag=True, help="Pick one of them.")
@a_seed
@click.option("--show", is_flag=True, help="Draw the board picked.")
@compact
@as_json
def boards(  # noqa: PLR0913 - each is an option of the command
    name: str | None,
    *,
    every: bool,
    box: Box | None,
    no_diagonals: bool,
    sides: tuple[str, ...],
    random: bool,
    seed: int | None,
    show: bool,
    compact: bool,
    as_json: bool,
) -> None:
    """List the boards, pick one, or draw one by its NAME."""
    from tinplate.games.ricochet.cli import boards as command

    choice = command.Choice(box, not no_diagonals, sides)
    if name is not None:
        if choice.is_narrow or every or random or seed is not None:
            raise click.UsageError("a NAME is one board: leave out options that pick among several")
        command.show_board(name, compact=compact, as_json=as_json)
        return
    if random or show or seed is not None:
        command.pick_board(choice, seed, draw=show, compact=compact, as_json=as_json)
    elif every or choice.is_narrow:
        command.list_boards(choice, as_json=as_json)
    else:
        command.tell_boards(as_json=as_json)


NEW = """\
You can pass what is printed to show, check and solve. The same seed gives the
same position. With --moves it deals until the shortest solution is that long;
2 to 8 take no time. Beyond 15 it may take a minute or two and find none, with
exit code 1; no position is known that takes more than 25.

[bold]Examples[/bold]
$ tinplate ricochet new
$ tinplate ricochet new --moves 8
$ tinplate ricochet new --box classic --silver --seed 7
$ tinplate ricochet new --no-diagonals --target vortex --show
$ tinplate ricochet new --board G1R2B2Y2 --count 3 --json
"""


@ricochet.command(epilog=as_written(NEW))
@a_box
@no_diagonals
@a_board
@silver
@click.option("--target", metavar="TARGET", help="The target to reach. Default: any.")
@click.option(
    "--moves",
    type=click.IntRange(min=1),
    metavar="N",
    help="Only positions whose shortest solution has N moves, 25 at most. Default: any number.",
)
@a_reading
@a_seed
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="How many positions, one per line. Default: 1.",
)
@click.option("--show", is_flag=True, help="Draw it, too.")
@as_json
def new(  # noqa: PLR0913 - each is an option of the command
    *,
    box: Box | None,
    no_diagonals: bool,
    board: str | None,
    silver: bool,
    target: str | None,
    moves: int | None,
    rule: str,
    seed: int | None,
    count: int,
    show: bool,
    as_json: bool,
) -> int:
    """Print a random position on one line."""
    from tinplate.games.ricochet.cli import new as command

    wishes = command.PositionWishes(box, not no_diagonals, board, silver, target, moves, rule)
    return command.deal_positions(wishes, seed, count, draw=show, as_json=as_json)


CHECK = """\
Give the position in quotes or with _ between its parts; the moves follow.
Play stops when the target is reached. The exit code is 0 if the moves solve
it, 1 if they do not, and 2 if the position or the moves cannot be read. With
--json it is 0 for any answer, which says the rest.

The arriving robot must have turned a corner on its way, by itself or at a
barrier. Other readings: free (no corner needed), no-deflection (barriers do
not count), early-stop (as no-deflection, but it may rest on the target
earlier, leave and come back), early-stop-deflection (the same, and barriers
count).

[bold]Examples[/bold]
$ tinplate ricochet check "G1R2B2Y2 ro5,ga14,bl14,yj16 red-square" "re rs rw"
$ tinplate ricochet check G1R2B2Y2_ro5,ga14,bl14,yj16_vortex bn bw --show
$ tinplate ricochet check G1R2B2Y2_ro5,ga14,bl14,yj16_vortex bn bw --json
"""


@ricochet.command(epilog=as_written(CHECK))
@click.argument("position")
@click.argument("moves", nargs=-1, required=True)
@a_reading
@click.option("--show", is_flag=True, help="Draw the robots' route.")
@compact
@as_json
def check(  # noqa: PLR0913 - each is an option of the command
    position: str, moves: tuple[str, ...], *, rule: str, show: bool, compact: bool, as_json: bool
) -> int:
    """Play moves by the rules and say whether they solve the position; if not, why not."""
    from tinplate.games.ricochet.cli import check as command

    checked = command.judge_moves([position, *moves], rule)
    if as_json:
        command.print_verdict(checked)
        return 0
    command.tell_verdict(checked, draw=show, compact=compact)
    return 0 if checked.solves else command.UNSOLVED


SOLVE = """\
Give each position in quotes or with _ between its parts, or a file with one
per line (- is standard input; lines that start with # are skipped). The
answer is a shortest solution, or that there is none; a limit may leave it
open. The first run on a machine spends about a minute preparing the solver.

With --all it also finds the other solutions of that length: how many there
are, and the ten best, fewest robots first, then fewest cells. Of solutions
that only reorder the same moves, one is shown.

With --json each position is answered by one object on a line: position,
moves (how many), solution, solvable, proven, milliseconds, explored; with
--all also count and solutions, all of them, in every order. Unknown values
are null. A line that cannot be read is answered by position and error, and
the rest is solved. Without --json, nothing is solved then.

With --task it solves tasks of the planning competition (PDDL problems of the
domain ricochet-robots) and of the ASP competitions (facts), one per file; a
folder stands for all its .pddl, .asp and .lp files. These are solved by the
rule free. With --json each is answered by task, width, height, robots, moves,
proven, milliseconds (reading included), solution, solvable, position and file.
With --plan DIR the solution of NAME.pddl is written to DIR/NAME.plan, step by
step, as a planner would. A file that cannot be read stops no other.

The exit code is 0 if every position is solved, 1 if one has no solution or a
limit left it open, and 2 if one cannot be read. With --json it is 0 if all
could be read.

[bold]Examples[/bold]
$ tinplate ricochet solve "G1R2B2Y2 ro5,ga14,bl14,yj16 red-square"
$ tinplate ricochet solve G1R2B2Y2_ro5,ga14,bl14,yj16_red-triangle --all
$ tinplate ricochet solve G1R2B2Y2_ro5,ga14,bl14,yj16_vortex --rule free
$ tinplate ricochet solve R1Y2G1B1_rk15,gm7,bh12,yl14_blue-hexagon --compact
$ tinplate ricochet solve G1R2B2Y2_ro5,ga14,bl14,yj16_vortex --max-moves 3
$ tinplate ricochet solve --file - --seconds 5 --json
$ tinplate ricochet solve --task tasks/*.pddl --plan plans
$ tinplate ricochet solve --task tasks --json
"""


@ricochet.command(epilog=as_written(SOLVE))
@click.argument("position", nargs=-1)
@click.option("--file", type=Path, metavar="FILE", help="Positions, one per line; - is stdin.")
@click.option(
    "--task",
    "tasks",
    type=Path,
    multiple=True,
    metavar="FILE...",
    help="Tasks of planning or ASP competitions, or folders of them.",
)
@click.option("--plan", type=Path, metavar="DIR", help="Write the plan of each --task there.")
@click.option("--all", "every", is_flag=True, help="Find all shortest solutions, not just one.")
@click.option("--rule", type=click.Choice(READINGS), metavar="RULE", help=_RULE_HELP)
@a_time_limit
@click.option(
    "--max-moves",
    type=click.IntRange(min=1),
    metavar="N",
    help="Search no further than N moves. Default: no limit.",
)
@compact
@as_json
def solve(  # noqa: PLR0913 - each is an option of the command
    position: tuple[str, ...],
    *,
    file: Path | None,
    tasks: tuple[Path, ...],
    plan: Path | None,
    every: bool,
    rule: str | None,
    seconds: float | None,
    max_moves: int | None,
    compact: bool,
    as_json: bool,
) -> int:
    """Find a shortest solution, proven shortest, or prove that there is none."""
    if tasks:
        if file is not None or every or compact or rule not in {None, "free"}:
            raise click.UsageError("--task goes with --plan, --seconds, --max-moves and --json")
    elif plan is not None:
        raise click.UsageError("--plan is for the tasks of --task")
    elif bool(position) == (file is not None):
        raise click.UsageError("give positions, or a --file of them, or tasks with --task")
    from tinplate.games.ricochet.cli import solve as command

    wish = command.Wish(rule or "ricochet", every, max_moves, seconds)
    if tasks:
        # An option has one value: the other files come as arguments.
        return _solve_tasks([*tasks, *map(Path, position)], wish, plan, as_json=as_json)
    lines = command.given_positions(position) if file is None else command.positions_in(file)
    if as_json:
        command.print_solutions(lines, wish)
        return 0
    return command.tell_solutions(lines, wish, compact=compact)


DATASET = """\
A row for each position: the position, its board, target and number of robots,
the rule, how many moves a shortest solution has, such a solution, and with
--counts how many shortest solutions there are. The name of the FILE says what
it is: .csv, .jsonl (one JSON object a line), or .parquet, which needs
pip install 'tinplate\\[research]'. The same seed gives the same rows. An older
FILE is replaced once the new one is complete.

[bold]Examples[/bold]
$ tinplate ricochet dataset positions.csv --count 1000 --seed 1
$ tinplate ricochet dataset silver.parquet --silver --counts --seed 7
$ tinplate ricochet dataset classic.jsonl --box classic --rule free
"""


@ricochet.command(epilog=as_written(DATASET))
@click.argument("file", type=Path)
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=10_000,
    metavar="N",
    help="How many positions. Default: 10000.",
)
@click.option("--counts", is_flag=True, help="Count all shortest solutions, too; it takes longer.")
@a_box
@no_diagonals
@a_board
@silver
@click.option("--target", metavar="TARGET", help="The target to reach. Default: any.")
@a_reading
@a_seed
def dataset(  # noqa: PLR0913 - each is an option of the command
    file: Path,
    *,
    count: int,
    counts: bool,
    box: Box | None,
    no_diagonals: bool,
    board: str | None,
    silver: bool,
    target: str | None,
    rule: str,
    seed: int | None,
) -> None:
    """Write random positions with their exact answers to a FILE, for research."""
    from tinplate.games.ricochet.cli import dataset as command
    from tinplate.games.ricochet.cli.new import PositionWishes

    wishes = PositionWishes(box, not no_diagonals, board, silver, target, None, rule)
    command.write_dataset(file, wishes, seed, count, counted_too=counts)


def _solve_tasks(paths: list[Path], wish: "Wish", plans: Path | None, *, as_json: bool) -> int:
    from tinplate.games.ricochet.cli import tasks as command

    files = command.task_files(paths, plans)
    if as_json:
        command.print_tasks(files, wish, plans)
        return 0
    return command.tell_tasks(files, wish, plans)


IMPORT = """\
Reads what it recognises by its content: a PDDL problem of the domain
ricochet-robots, facts of the ASP competitions, or a game of DriftingDroids, as
it saves them or by its game ID. It prints the position, which show, check and
solve understand.

[bold]Examples[/bold]
$ tinplate ricochet import p01.pddl
$ tinplate ricochet import game.txt
$ tinplate ricochet solve "$(tinplate ricochet import p01.pddl)" --rule free
"""


@ricochet.command("import", epilog=as_written(IMPORT))
@click.argument("file", type=Path)
def import_(file: Path) -> None:
    """Print the position in a FILE of another program; - is standard input."""
    from tinplate.games.ricochet.cli import exchange as command

    command.import_position(file)


EXPORT = """\
PDDL and ASP have no diagonal barriers, no rule of a corner to turn and no
targets but the one to reach; ASP boards are squares, and their targets are for
one robot. A PNG needs the package that comes with tinplate\\[server].

[bold]Examples[/bold]
$ tinplate ricochet export G1R2B2Y2_ro5,ga14,bl14,yj16_vortex --to pddl
$ tinplate ricochet export G1R2B2Y2_ro5,ga14,bl14,yj16_red-square --to asp
$ tinplate ricochet export G1R2B2Y2 ro5,ga14,bl14,yj16 vortex --to png -o b.png
"""


@ricochet.command(epilog=as_written(EXPORT))
@click.argument("position", nargs=-1, required=True)
@click.option(
    "--to",
    type=click.Choice(("pddl", "asp", "svg", "png")),
    required=True,
    metavar="FORMAT",
    help="pddl, asp, svg or png.",
)
@click.option(
    "--output",
    "-o",
    type=Path,
    metavar="FILE",
    help="Write to FILE, with the ending of the format. Default: standard output.",
)
@click.option("--dark", is_flag=True, help="Use dark colours for a picture.")
def export(
    position: tuple[str, ...],
    *,
    to: Literal["pddl", "asp", "svg", "png"],
    output: Path | None,
    dark: bool,
) -> None:
    """Write a position for other programs: a planning task, ASP facts or a picture."""
    from tinplate.games.ricochet.cli import exchange as command

    if dark and to not in {"svg", "png"}:
        raise Malformed("--dark is for pictures")
    command.export_position(position, to, output, dark=dark)


HINT = """\
The higher the level, the more it says: 1 roughly how long the shortest
solution is, 2 its exact length, 3 which robot moves first, 4 which move that
is. Levels 3 and 4 also say what makes the position hard.

[bold]Examples[/bold]
$ tinplate ricochet hint "G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle"
$ tinplate ricochet hint G1R2B2Y2_ro5,ga14,bl14,yj16_red-triangle --level 3
$ tinplate ricochet hint G1R2B2Y2_ro5,ga14,bl14,yj16_vortex --level 4 --json
"""


@ricochet.command(epilog=as_written(HINT))
@click.argument("position", nargs=-1, required=True)
@click.option(
    "--level",
    type=click.IntRange(1, 4),
    default=1,
    metavar="1-4",
    help="How much to say. Default: 1.",
)
@a_reading
@a_time_limit
@as_json
def hint(
    position: tuple[str, ...],
    *,
    level: Literal[1, 2, 3, 4],
    rule: str,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Give a hint for a position: how long it takes, what makes it hard, how it begins."""
    from tinplate.games.ricochet.cli import hint as command

    hinted = command.HintedLine.of(position, level, rule, seconds)
    if as_json:
        command.print_hint(hinted)
    else:
        command.tell_hint(hinted)


PLAY = """\
Everybody searches in their head. Found a route? Type your name and its number
of moves (ann 6); the first bid starts the clock. When time is up, or everybody
is done (done), the lowest bidder shows the moves: a robot's letter, then arrows
or n e s w. Alone you need no number: type found, then show it.

On a terminal the game fills the screen; in a pipe, or with --plain, it runs
line by line. With --save every entry is on disk before it is shown, so that
a crash loses nothing.

Bots are level-1 (a beginner) to level-10 (perfect and quick), and random. A
game calls them as the page does, Pip to Mainspring; --bots takes either name.

[bold]Examples[/bold]
$ tinplate ricochet play --players ann,bob
$ tinplate ricochet play --players ann --bots level-2,level-5
$ tinplate ricochet play --solo --turns 2
$ tinplate ricochet play --players ann,bob --preset classic --save evening.log
$ tinplate ricochet play --board G1R2B2Y2 --robots ro5,ga14,bl14,yj16
$ tinplate ricochet play --resume evening.log
"""


@ricochet.command(epilog=as_written(PLAY))
@click.option("--solo", is_flag=True, help="Play alone against the clock.")
@click.option("--players", metavar="NAMES", help="Names, separated by commas: ann,bob.")
@click.option("--bots", metavar="NAMES", help="level-2,level-5; or how many of middle strength.")
@click.option(
    "--preset",
    type=click.Choice(PRESETS),
    metavar="PRESET",
    help="2013, classic, classic-tournament, beginner or solo. Default: 2013.",
)
@a_box
@no_diagonals
@a_board
@silver
@click.option(
    "--robots", metavar="CELLS", help="Where they begin on that --board: ro5,ga14,bl14,yj16."
)
@click.option(
    "--robot-count", type=int, metavar="N", help="How many robots, on a --board of your own."
)
@click.option("--rule", type=click.Choice(READINGS), metavar="RULE", help=_RULE_HELP)
@click.option("--goal", type=int, metavar="N", help="Tokens to win. Default: by player count.")
@click.option(
    "--hourglass",
    "hourglass_seconds",
    type=int,
    metavar="SECONDS",
    help="Seconds on the hourglass. Default: 60.",
)
@click.option(
    "--turns",
    "hourglass_turns",
    type=int,
    metavar="N",
    help="How often the hourglass is turned; 2 makes solo easier.",
)
@click.option(
    "--patience",
    "patience_seconds",
    type=int,
    metavar="SECONDS",
    help="How long to wait for a bid; 0 waits for ever. Default: 300.",
)
@click.option(
    "--proof",
    "proof_seconds",
    type=int,
    metavar="SECONDS",
    help="Time for a proof; 0 means no limit. Default: 60.",
)
@click.option(
    "--take-back",
    type=click.Choice(("none", "last", "free")),
    metavar="WHAT",
    help="Moves of a proof to take back: none, last or free (or as the preset has it).",
)
@click.option(
    "--solo-bids", is_flag=True, help="Solo: announce a number, and prove it in the same sand."
)
@a_seed
@click.option("--save", type=Path, metavar="FILE", help="Write the log to this new file.")
@click.option("--resume", type=Path, metavar="FILE", help="Continue a saved game.")
@click.option(
    "--salvage", is_flag=True, help="Resume from the intact part; the file is kept as .broken."
)
@click.option("--plain", is_flag=True, help="Line by line, for screen readers.")
def play(  # noqa: PLR0913 - the remaining options are settings
    *,
    players: str | None,
    bots: str | None,
    preset: str | None,
    solo: bool,
    no_diagonals: bool,
    seed: int | None,
    save: Path | None,
    resume: Path | None,
    salvage: bool,
    plain: bool,
    **settings: Any,  # noqa: ANN401 - each has its type above
) -> None:
    """Play at one keyboard, alone, with friends or with bots, against the real clock."""
    from tinplate.cli.matches import refuse_taken_file
    from tinplate.games.ricochet.cli import play as command

    # False is a flag that was not given; 0 is a number that was.
    asked = {
        name: wish for name, wish in settings.items() if wish is not None and wish is not False
    }
    if no_diagonals:
        asked["diagonals"] = False
    if resume is not None:
        command.refuse_a_new_deal(
            players=players,
            bots=bots,
            save=save,
            seed=seed,
            preset=preset,
            solo=solo or None,
            **asked,
        )
        command.play_on(resume, salvage=salvage, plain=plain)
        return
    if salvage:
        raise click.UsageError("--salvage repairs a damaged log: use it with --resume")
    refuse_taken_file(save)
    names = command.who_plays(players, bots, preset, solo=solo)
    agreed = command.agree(preset, names, asked, solo=solo)
    command.play_new(command.new_match(agreed, names, seed), names, save, plain=plain)
