"""The register of Rally, warm, in one thread: robot-registers a second, turns at a table.

A robot-register is one robot's part in one register. Robots stand and face at random on Stamping
Mill and play random cards of the deck.
"""

from collections.abc import Iterator
from random import Random
from statistics import median
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.table import Table as Grid

from tinplate.game import Millis
from tinplate.games.rally import kernel as k
from tinplate.games.rally.cards import REGISTERS, Card, deck
from tinplate.games.rally.course import Course
from tinplate.games.rally.floor import card_rows, floor_of, robot_rows, rules_of
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.settings import PRESETS, agreed
from tinplate.games.rally.shelf import course_named
from tinplate.games.rally.turn import play_registers
from tinplate.games.rally.values import Settings as RallySettings
from tinplate.grid import Heading
from tinplate.match import Match
from tinplate.random_bot import RandomBot

COURSE = "stamping-mill"
ROBOTS = (1, 2, 4, 6, 8)
GAMES = 4_000
TIMES = 9
MATCHES, TURNS = 10, 15


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
    turns = sorted(table_turns())
    console.print(
        f"The last Ready of 8, with all events and the next deal: median {1e3 * median(turns):.2f}"
        f" ms, 99 % {1e3 * turns[int(0.99 * len(turns))]:.2f} ms, worst {1e3 * turns[-1]:.2f} ms."
    )


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


def table_turns() -> Iterator[float]:
    """`decide` where everybody is ready and the turn runs, in matches of 8 at random."""
    game, bot, dice = Rally(), RandomBot({"rally"}), Random(8)
    for seed in range(MATCHES):
        match = Match.open(
            game, RallySettings(COURSE, {"max_turns": TURNS}), ROBOTS[-1], Random(seed)
        )
        while waiting := match.state.waiting_for:
            seat, turn = waiting[0], match.state.turn
            [command] = bot.choose(
                None, seat, game.legal(match.state, seat), Millis(0), dice
            ).commands
            began = perf_counter()
            entry = match.judge(seat, command, Millis(0))
            seconds = perf_counter() - began
            match.append(entry)
            if match.state.turn > turn:
                yield seconds


def deal(course: Course, robots: int, dice: Random) -> tuple[list[Robot], list[list[Card]]]:
    """Robots on cells of their own, and five cards for each."""
    free = [cell for cell in course.cells() if not course.square(cell).pit]
    cells = dice.sample(free, k=robots)
    cards = dice.sample(deck(84), k=REGISTERS * robots)
    stand = [Robot(cell=cell, facing=dice.choice(list(Heading)), save=cell) for cell in cells]
    return stand, [cards[REGISTERS * seat :][:REGISTERS] for seat in range(robots)]
