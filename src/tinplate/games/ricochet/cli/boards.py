"""`tinplate ricochet boards`: list the boards, pick one, or draw one."""

from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from tinplate.cli.dice import dice_for
from tinplate.cli.output import say, write_json, write_line
from tinplate.game import Malformed
from tinplate.games.ricochet.board import Box, board_named, board_names, box_sides, split_name
from tinplate.games.ricochet.cli.drawing import COLOURS, draw_board, legend, target_sign
from tinplate.games.ricochet.cli.show import board_facts
from tinplate.games.ricochet.pieces import Robot
from tinplate.games.ricochet.sections import Section, section

BOXES: tuple[Box, ...] = ("2013", "classic")
_MARKS = {robot.upper(): robot for robot in Robot}


class Choice(NamedTuple):
    """The boards to choose from."""

    box: Box | None = None
    diagonals: bool = True
    sides: tuple[str, ...] = ()

    @property
    def is_narrow(self) -> bool:
        return self != Choice()

    def names(self) -> list[str]:
        """Return their names; raise Malformed when a side is unknown or no board fits."""
        box = self.box or "2013"
        for side in self.sides:
            if section(side).name not in box_sides(box):
                raise Malformed(f"{side} is not in the {box} box")
        found = [
            name
            for name in board_names(box, diagonals=self.diagonals)
            if set(self.sides) <= set(split_name(name))
        ]
        if not found:
            without = "" if self.diagonals else " and no diagonals"
            raise Malformed(f"no board of the {box} box has {' and '.join(self.sides)}{without}")
        return found


def show_board(name: str, *, compact: bool, as_json: bool) -> None:
    board = board_named(name)
    if as_json:
        write_json(board_facts(board))
    else:
        say(draw_board(board, compact=compact), legend())


def pick_board(
    choice: Choice, seed: int | None, *, draw: bool, compact: bool, as_json: bool
) -> None:
    dice = dice_for(seed)
    name = dice.choice(choice.names())
    if not as_json:
        write_line(name)
    if draw or as_json:
        show_board(name, compact=compact, as_json=as_json)


def list_boards(choice: Choice, *, as_json: bool) -> None:
    names = choice.names()
    if as_json:
        write_json({"box": choice.box or "2013", "count": len(names), "boards": names})
        return
    for name in names:
        write_line(name)


def tell_boards(*, as_json: bool) -> None:
    """List both boxes and the sides in them."""
    counts = {box: len(board_names(box)) for box in BOXES}
    sides = [section(name) for name in box_sides("2013")]
    if as_json:
        write_json({"boxes": counts, "sides": [_side_facts(side) for side in sides]})
        return
    plain = len(board_names("2013", diagonals=False))
    say(
        f"The 2013 box makes {counts['2013']} boards ({plain} of them without diagonals), "
        f"the classic box {counts['classic']}.",
        _table_of_sides(sides),
        legend(),
        "Draw one:   tinplate ricochet boards G1R2B2Y2",
        "All names:  tinplate ricochet boards --list",
    )


def _boxes_with(side: Section) -> list[Box]:
    return [box for box in BOXES if side.name in box_sides(box)]


def _side_facts(side: Section) -> dict[str, object]:
    return {
        "name": side.name,
        "mark": _MARKS[side.name[0]].colour,
        "boxes": _boxes_with(side),
        "diagonals": len(side.diagonals),
        "targets": sorted(side.targets),
    }


def _table_of_sides(sides: list[Section]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("Side", "Mark", "In the box", "Diagonals", "Targets"):
        table.add_column(heading, justify="right" if heading == "Diagonals" else "left")
    for side in sides:
        mark = _MARKS[side.name[0]]
        table.add_row(
            Text(side.name, style="bold"),
            Text(mark.colour, style=COLOURS[mark]),
            " and ".join(_boxes_with(side)),
            str(len(side.diagonals) or "–"),
            Text("  ").join(target_sign(target) for target in sorted(side.targets)),
        )
    return table
