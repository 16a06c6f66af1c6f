# ruff: noqa: PLC0415 - a command imports what it needs when it is called, so that --help is quick
"""The commands `tinplate ricochet ...`: what they are called, take and explain."""

from pathlib import Path
from typing import Annotated, Literal

import typer

Box = Literal["2013", "classic"]
Preset = Literal["2013", "classic", "classic-tournament", "beginner", "solo"]
Reading = Literal["ricochet", "free", "no-deflection", "early-stop"]

NOTATION = """\
[bold]How it is written[/bold]
Cells: column letter a to p from the west, row number 1 to 16 from the north:
a1 is the north-west corner, p16 the south-east one.
Board: the names of four section sides, clockwise from north-west: G1R2B2Y2.
Robots: r g b y (s for silver), each with its cell: ro5 is red on o5.
Target: a colour and circle, triangle, square or hexagon, or vortex.
Position: board, robots and target, with a space (or _ in a link) in between.
Moves: a robot and a heading n e s w each: bn ge bs is blue north, green east,
blue south.
"""

app = typer.Typer(
    help="Robots without brakes: look at positions, make new ones, check solutions.",
    epilog=NOTATION,
    rich_markup_mode="rich",
)

PositionWords = Annotated[
    list[str],
    typer.Argument(metavar="POSITION", help="Board, robots and target; quotes are not needed."),
]
AsJson = Annotated[bool, typer.Option("--json", metavar="", help="Print JSON, for machines.")]
Compact = Annotated[
    bool, typer.Option("--compact", metavar="", help="Draw one line a row: 19 lines in all.")
]
NoDiagonals = Annotated[
    bool,
    typer.Option("--no-diagonals", metavar="", help="Without barriers, advised for first games."),
]


def help_unless_called(context: typer.Context) -> None:
    """A group named without a command explains itself."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.callback(invoke_without_command=True)
def _ricochet(context: typer.Context) -> None:
    help_unless_called(context)


SHOW = f"""\
{NOTATION}
[bold]Examples[/bold]
$ tinplate ricochet show G1R2B2Y2 ro5,ga14,bl14,yj16 red-square
$ tinplate ricochet show "R4G3B4Y4 ro5,ga14,bl14,yj16,sc3 vortex" --compact
$ tinplate ricochet show G1R2B2Y2_ro5,ga14,bl14,yj16_red-square --json
"""


@app.command(epilog=SHOW)
def show(position: PositionWords, *, compact: Compact = False, as_json: AsJson = False) -> None:
    """Draw a position: walls, targets, robots, and the target to reach in brackets."""
    from tinplate.cli.show import show_position

    show_position(position, compact=compact, as_json=as_json)


BOARDS = """\
A board is four section sides, one of each mark R G B Y, in any order round
the centre. Sides 1 and 2 are in both boxes, 3 and 4 only in that of 2013;
side 4 has diagonal barriers.

[bold]Examples[/bold]
$ tinplate ricochet boards
$ tinplate ricochet boards G1R2B2Y2
$ tinplate ricochet boards --list --box classic
$ tinplate ricochet boards --with R4 --with G1 --random --seed 7
"""


@app.command(epilog=BOARDS)
def boards(  # noqa: PLR0913 - each is an option of the command
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Draw this board, such as G1R2B2Y2.")
    ] = None,
    *,
    every: Annotated[
        bool, typer.Option("--list", metavar="", help="Print the names, one a line.")
    ] = False,
    box: Annotated[Box | None, typer.Option(help="Boards of this box only.")] = None,
    no_diagonals: NoDiagonals = False,
    sides: Annotated[
        list[str] | None, typer.Option("--with", metavar="SIDE", help="Only boards with that side.")
    ] = None,
    random: Annotated[bool, typer.Option("--random", metavar="", help="Pick one of them.")] = False,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Pick the same one each time.")
    ] = None,
    show: Annotated[bool, typer.Option("--show", metavar="", help="Draw the one picked.")] = False,
    compact: Compact = False,
    as_json: AsJson = False,
) -> None:
    """List the boards there are, pick one, or draw one."""
    from tinplate.cli import boards as command

    if name is not None:
        command.show_board(name, compact=compact, as_json=as_json)
        return
    choice = command.Choice(box, not no_diagonals, tuple(sides or ()))
    if random or show or seed is not None:
        command.pick_board(choice, seed, draw=show, compact=compact, as_json=as_json)
    elif every or choice.is_narrow:
        command.list_boards(choice, as_json=as_json)
    else:
        command.tell_boards(as_json=as_json)


NEW = """\
What is printed can be given to show and to check. The same seed gives the
same position.

[bold]Examples[/bold]
$ tinplate ricochet new
$ tinplate ricochet new --box classic --silver --seed 7
$ tinplate ricochet new --no-diagonals --target vortex --show
$ tinplate ricochet new --board G1R2B2Y2 --count 3 --json
"""


@app.command(epilog=NEW)
def new(  # noqa: PLR0913 - each is an option of the command
    *,
    box: Annotated[
        Box | None, typer.Option(help="Draw the board from this box; else 2013.")
    ] = None,
    no_diagonals: NoDiagonals = False,
    board: Annotated[
        str | None, typer.Option(metavar="NAME", help="On this board, such as G1R2B2Y2.")
    ] = None,
    silver: Annotated[
        bool, typer.Option("--silver", metavar="", help="With the fifth robot.")
    ] = False,
    target: Annotated[
        str | None, typer.Option(metavar="TARGET", help="With this target to reach.")
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Deal the same each time.")] = None,
    count: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many positions, one a line.")
    ] = 1,
    show: Annotated[bool, typer.Option("--show", metavar="", help="Draw it, too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print a random position on one line."""
    from tinplate.cli import new as command

    wishes = command.Wishes(box, not no_diagonals, board, silver, target)
    command.deal_positions(wishes, seed, count, draw=show, as_json=as_json)


CHECK = """\
Give the position in quotes or with _ between its parts; the moves follow.
Play stops when the target is reached. The exit code is 0 whether the moves
solve it or not, and 2 when the position or the moves cannot be read.

The arriving robot must have turned a corner on its way, by itself or at a
barrier. Other readings: free (no corner needed), no-deflection (barriers do
not count), early-stop (as no-deflection, but it may rest on the target
before, go on and come back).

[bold]Examples[/bold]
$ tinplate ricochet check "G1R2B2Y2 ro5,ga14,bl14,yj16 red-square" "re rs rw"
$ tinplate ricochet check G1R2B2Y2_ro5,ga14,bl14,yj16_vortex bn bw --show
$ tinplate ricochet check G1R2B2Y2_ro5,ga14,bl14,yj16_vortex bn bw --json
"""


@app.command(epilog=CHECK)
def check(  # noqa: PLR0913 - each is an option of the command
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="Board, robots and target, in quotes.")
    ],
    moves: Annotated[
        list[str], typer.Argument(metavar="MOVES", help="Such as bn ge bs: blue north and so on.")
    ],
    *,
    rule: Annotated[
        Reading, typer.Option(metavar="RULE", help="ricochet, free, no-deflection or early-stop.")
    ] = "ricochet",
    show: Annotated[
        bool, typer.Option("--show", metavar="", help="Draw the way the robots took.")
    ] = False,
    compact: Compact = False,
    as_json: AsJson = False,
) -> None:
    """Play moves by the rules and say whether they solve the position, and if not why not."""
    from tinplate.cli import check as command

    checked = command.judge_moves([position, *moves], rule)
    if as_json:
        command.print_verdict(checked)
    else:
        command.tell_verdict(checked, draw=show, compact=compact)


PLAY = """\
Everybody searches in their head. Whoever sees a way types name and number
(ann 6); that turns the hourglass. When the sand has run, the lowest bidder
shows the moves on the board: a robot's letter, then arrows or n e s w.

On a terminal the game fills the screen; into a pipe, or with --plain, it is
told line by line. With --save every entry is on disk before it is shown, so
nothing is lost when the machine stops.

[bold]Examples[/bold]
$ tinplate ricochet play --players ann,bob
$ tinplate ricochet play --solo --turns 2
$ tinplate ricochet play --players ann,bob --preset classic --save evening.log
$ tinplate ricochet play --resume evening.log
"""


@app.command(epilog=PLAY)
def play(  # noqa: PLR0913 - each is an option of the command
    *,
    solo: Annotated[
        bool, typer.Option("--solo", metavar="", help="Alone against the sand.")
    ] = False,
    players: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Names with commas between: ann,bob.")
    ] = None,
    preset: Annotated[
        Preset | None,
        typer.Option(
            metavar="PRESET",
            help="2013 (the default), classic, classic-tournament, beginner or solo.",
        ),
    ] = None,
    box: Annotated[Box | None, typer.Option(help="Draw the board from this box.")] = None,
    no_diagonals: NoDiagonals = False,
    board: Annotated[
        str | None, typer.Option(metavar="NAME", help="On this board, such as G1R2B2Y2.")
    ] = None,
    silver: Annotated[
        bool, typer.Option("--silver", metavar="", help="With the fifth robot.")
    ] = False,
    rule: Annotated[
        Reading | None,
        typer.Option(metavar="RULE", help="ricochet, free, no-deflection or early-stop."),
    ] = None,
    goal: Annotated[
        int | None, typer.Option(metavar="N", help="Tokens to win; else by number of players.")
    ] = None,
    hourglass: Annotated[
        int | None, typer.Option(metavar="SECONDS", help="How long the sand runs; else 60.")
    ] = None,
    turns: Annotated[
        int | None, typer.Option(metavar="N", help="How often the sand runs; 2 is easier solo.")
    ] = None,
    patience: Annotated[
        int | None,
        typer.Option(metavar="SECONDS", help="Without a bid; else 300, 0 waits for ever."),
    ] = None,
    proof: Annotated[
        int | None, typer.Option(metavar="SECONDS", help="For a proof; else 60, 0 is no limit.")
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Deal the same each time.")] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the log to this new file.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")
    ] = None,
    salvage: Annotated[
        bool,
        typer.Option(
            "--salvage", metavar="", help="Resume from the good part; the file is kept as .broken."
        ),
    ] = False,
    plain: Annotated[
        bool, typer.Option("--plain", metavar="", help="Line by line, for screen readers.")
    ] = False,
) -> None:
    """Play at one keyboard, alone or with friends, by the real clock."""
    from tinplate.cli import play as command

    agreed = {
        "box": box,
        "diagonals": False if no_diagonals else None,
        "board": board,
        "silver": silver or None,
        "rule": rule,
        "goal": goal,
        "hourglass_seconds": hourglass,
        "hourglass_turns": turns,
        "patience_seconds": patience,
        "proof_seconds": proof,
    }
    asked = {name: wish for name, wish in agreed.items() if wish is not None}
    if resume is not None:
        command.refuse_a_new_deal(
            players=players, save=save, seed=seed, preset=preset, solo=solo or None, **asked
        )
        command.play_on(resume, salvage=salvage, plain=plain)
        return
    names = command.who_plays(players, preset, solo=solo)
    # One player alone has nobody to bid against: that is solo, asked for or not.
    settings = command.agree(preset, asked, solo=solo or len(names) == 1)
    table = command.new_match(settings, names, seed)
    command.play_new(table, names, save, plain=plain)
