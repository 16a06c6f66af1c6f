"""Robots on the board, drawn and in words: what everybody at the table may see."""

from collections.abc import Sequence

from rich.text import Text

from tinplate.games.rally.cli.drawing import Sign, draw_course
from tinplate.games.rally.cli.narrate import card_text, lives_text
from tinplate.games.rally.course import cell_name
from tinplate.games.rally.values import Player, State
from tinplate.grid import Cell, Heading

_REAL = {Heading.NORTH: "▲", Heading.EAST: "▶", Heading.SOUTH: "▼", Heading.WEST: "◀"}
_VIRTUAL = {Heading.NORTH: "△", Heading.EAST: "▷", Heading.SOUTH: "▽", Heading.WEST: "◁"}
_STYLES = (
    "#3f7ae0", "#dc4f45", "#2f9d4e", "#b9851a", "#b445c4", "#2a9d9d", "#c8643c", "#7d7387",
)  # fmt: skip


_NAMED = 3  # robots on one cell that are drawn by their numbers


def draw_table(state: State, names: Sequence[str]) -> Text:
    """Draw the board with the robots on it, and a line for each of them."""
    return Text("\n").join([_board(state), *_lines(state, names)])


def _board(state: State) -> Text:
    by_cell: dict[Cell, list[int]] = {}
    for seat, player in enumerate(state.players):
        if player.robot.cell is not None:
            by_cell.setdefault(player.robot.cell, []).append(seat)
    robots = {cell: _sign(state, seats) for cell, seats in by_cell.items()}
    return draw_course(state.course, state.settings.edge, robots)


def _sign(state: State, seats: list[int]) -> Sign:
    """Draw a robot by its number and facing; several on a cell by their numbers or how many."""
    first, *others = seats
    if len(seats) > _NAMED:
        text = f"×{len(seats)}"
    elif others:
        text = "".join(str(seat + 1) for seat in seats)
    else:
        text = _mark(first, state.players[first])
    return Sign(text, _style(first), "robot")


def robot_sign(seat: int, facing: Heading) -> Sign:
    """Draw a robot by its number and facing."""
    return Sign(f"{seat + 1}{_REAL[facing]}", _style(seat), "robot")


def _arrow(player: Player) -> str:
    if player.fresh:  # R34: its facing is not known yet
        return "?"
    return (_VIRTUAL if player.robot.virtual else _REAL)[player.robot.facing]


def _style(seat: int) -> str:
    return f"bold reverse {_STYLES[seat % len(_STYLES)]}"


def _lines(state: State, names: Sequence[str]) -> list[Text]:
    width = max(map(len, names))
    return [
        Text("   ")
        .append(_mark(seat, player), _style(seat))
        .append(f" {names[seat]:<{width}}  ", "bold")
        .append(in_words(player))
        for seat, player in enumerate(state.players)
    ]


def _mark(seat: int, player: Player) -> str:
    return f"{seat + 1}{_arrow(player) if player.is_on_board else ' '}"


def in_words(player: Player) -> str:
    """Say where a robot is and how it is doing: B3 facing up, 9 armour, 3 lives, next flag 1."""
    robot = player.robot
    if robot.cell is None:
        fate = f"destroyed, {lives_text(robot.lives)}" if robot.lives else "out of the game"
        return f"{fate}, next flag {robot.next_flag}"
    facing = "facing open" if player.fresh else f"facing {robot.facing.word}"
    words = [
        f"{cell_name(robot.cell)} {facing}",
        f"{robot.armour} armour",
        lives_text(robot.lives),
        f"next flag {robot.next_flag}",
    ]
    words += ["virtual"] if robot.virtual else []
    words += ["powered down"] if robot.off else []
    words += ["off next turn"] if player.scheduled else []
    locked = [
        f"{register} {card_text(card)}"
        for register, card in enumerate(player.registers, start=1)
        if card is not None and register in player.locked_registers
    ]
    return ", ".join([*words, *([f"locked {', '.join(locked)}"] if locked else [])])
