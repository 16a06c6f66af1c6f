"""The register kernel of Rally, silent, warm, in one thread: robot-registers a second.

A robot-register is one robot's part in one register. Robots stand and face at random on Stamping
Mill and play random cards of the deck.
"""

from random import Random
from statistics import median
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.table import Table as Grid

from tinplate.grid import Heading
from tinplate.rally import kernel as k
from tinplate.rally.cards import REGISTERS, Card, deck
from tinplate.rally.course import Course
from tinplate.rally.floor import card_rows, floor_of, robot_rows, rules_of
from tinplate.rally.robot import Robot
from tinplate.rally.settings import PRESETS, agreed
from tinplate.rally.shelf import course_named
from tinplate.rally.turn import play_registers

COURSE = "stamping-mill"
ROBOTS = (1, 2, 4, 6, 8)
GAMES = 4_000
TIMES = 9


def main(console: Console) -> None:
    """Print how fast registers are played, by number of robots."""
    console.print("Measuring the register of Rally ...", highlight=False)
    grid = Grid(
        "", "robots", "ns a register", "million robot-registers/s", title=f"silent kernel, {COURSE}"
    )
    for preset in ("sheet", "classic-2005"):
        for robots in ROBOTS:
            seconds = median(seconds_for(preset, robots) for _ in range(TIMES))
            grid.add_row(
                preset,
                str(robots),
                f"{1e9 * seconds / GAMES:.0f}",
                f"{robots * GAMES / seconds / 1e6:.2f}",
            )
    console.print(grid)
    console.print(f"A whole turn of 4 with all that happens: {1e6 * seconds_a_turn():.0f} µs.")


def seconds_for(preset: str, robots: int) -> float:
    """One register of many games, all robots alive at its beginning."""
    course, dice = course_named(COURSE), Random(robots)
    deals = [deal(course, robots, dice) for _ in range(GAMES)]
    rows = np.stack([robot_rows(course, stand) for stand, _ in deals])
    cards = np.stack([card_rows(programs) for _, programs in deals])
    arrays = (floor_of(course, "pit"), rules_of(course, agreed(course, PRESETS[preset])))
    k.play_batch(*arrays, rows[:1].copy(), cards[:1], 1, 1, ends=False)  # warm
    began = perf_counter()
    k.play_batch(*arrays, rows, cards, 1, 1, ends=False)
    return perf_counter() - began


def seconds_a_turn() -> float:
    """Values in, values and happenings out, as the game plays it."""
    course, dice, times = course_named(COURSE), Random(4), list[float]()
    for _ in range(GAMES // 10):
        robots, programs = deal(course, 4, dice)
        began = perf_counter()
        play_registers(course, agreed(course, {}), robots, programs)
        times.append(perf_counter() - began)
    return median(times)


def deal(course: Course, robots: int, dice: Random) -> tuple[list[Robot], list[list[Card]]]:
    """Robots on cells of their own, and five cards for each."""
    free = [cell for cell in course.cells() if not course.square(cell).pit]
    cells = dice.sample(free, k=robots)
    cards = dice.sample(deck(84), k=REGISTERS * robots)
    stand = [Robot(cell=cell, facing=dice.choice(list(Heading)), save=cell) for cell in cells]
    return stand, [cards[REGISTERS * seat :][:REGISTERS] for seat in range(robots)]
