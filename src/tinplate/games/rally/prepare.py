"""Compile the kernel ahead of time, so that nobody waits for it."""

from tinplate.game import Seat
from tinplate.games.rally import kernel as k
from tinplate.games.rally.floor import card_rows, floor_of, robot_rows, rules_of
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.settings import HouseRules
from tinplate.games.rally.shelf import course_named
from tinplate.grid import Heading


def compile_kernel() -> None:
    course, settings = course_named("first-shift"), HouseRules()
    start = course.start_of(Seat(0))
    robots = robot_rows(course, [Robot(cell=start, facing=Heading.NORTH, save=start)])
    cards = card_rows([None])
    # Functions called from Python are compiled together with those they call.
    arrays = (floor_of(course, settings.edge), rules_of(course, settings))
    k.play_batch(*arrays, robots[None], cards[None], 1, k.REGISTERS, ends=True)
    k.play_turn(*arrays, robots, cards, 1, k.REGISTERS, ends=True, trace=k.SILENT)
