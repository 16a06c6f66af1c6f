"""A puzzle at a terminal: the course with its robots, the goal, and the hand."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from tinplate.games.rally.cards import REGISTERS, Card
from tinplate.games.rally.cli.drawing import draw_course
from tinplate.games.rally.cli.narrate import card_text
from tinplate.games.rally.cli.scene import robot_sign
from tinplate.games.rally.cli.show import MARGIN, legend_lines
from tinplate.games.rally.course import cell_name
from tinplate.games.rally.puzzles.task import GOALS, ME, goal_named, read_task, set_up_task
from tinplate.games.rally.robot import Robot
from tinplate.puzzles.values import MadePuzzle


def tell_puzzle(puzzle: MadePuzzle) -> Iterator[RenderableType]:
    """Draw what somebody needs to solve it."""
    task = read_task(puzzle.text)
    course, settings, robots = set_up_task(task)
    standing = {
        robot.cell: robot_sign(seat, robot.facing)
        for seat, robot in enumerate(robots)
        if robot.cell is not None
    }
    yield draw_course(course, settings.edge, standing)
    yield from legend_lines(course, settings.edge)
    yield f"{MARGIN}{GOALS[goal_named(puzzle.kind)]}"
    yield from (_line(seat, robot) for seat, robot in enumerate(robots))
    yield _hand(task.hand)


def _line(seat: int, robot: Robot) -> Text:
    sign = robot_sign(seat, robot.facing)
    where = "off the board" if robot.cell is None else cell_name(robot.cell)
    goal = f"next flag {robot.next_flag}" if seat == ME else "it stands still"
    words = f" {'You' if seat == ME else 'The other'}: {where} facing {robot.facing.word}, {goal}"
    return Text(MARGIN).append(sign.text, sign.style).append(words)


def _hand(hand: tuple[Card, ...]) -> str:
    cards = ", ".join(card_text(card) for card in hand)
    return f"{MARGIN}Lay {REGISTERS} of these cards: {cards}"
