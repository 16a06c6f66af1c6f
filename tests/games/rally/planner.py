"""Somebody who plays a course alone, to prove that it can be finished.

Every turn the planner is dealt real cards, tries every program that can be made of them, and plays
the one after which the fewest registers are left, were it free to choose its cards from then on.
"""

from functools import cache
from itertools import permutations
from random import Random
from typing import NamedTuple

import numpy as np

from tinplate.game import Seat
from tinplate.games.rally import kernel as k
from tinplate.games.rally.cards import Card, Kind, deck
from tinplate.games.rally.course import Course
from tinplate.games.rally.floor import cell_of, floor_of, number_of, rules_of
from tinplate.games.rally.reach import NEVER, reach_on, registers_to
from tinplate.games.rally.settings import agreed

KINDS = list(Kind)
LIVES = 3  # R17
_FAR = 10 * NEVER  # farther than any way


class Played(NamedTuple):
    """How a game alone went."""

    has_finished: bool
    turns: int
    lives: int


def play_alone(course: Course, seat: Seat, dice: Random, most_turns: int) -> Played:
    """One game from the start of that seat to the last flag, if it is reached."""
    planner = _Planner(course, seat)
    for turn in range(1, most_turns + 1):
        planner.return_to_board()
        if planner.play_turn(dice):
            return Played(has_finished=True, turns=turn, lives=planner.lives)
        if not planner.lives:
            return Played(has_finished=False, turns=turn, lives=0)
    return Played(has_finished=False, turns=most_turns, lives=planner.lives)


class _Planner:
    def __init__(self, course: Course, seat: Seat) -> None:
        self.course = course
        self.settings = agreed(course, {})
        self.floor = floor_of(course, self.settings.edge)
        self.rules = rules_of(course, self.settings)
        self.ways = reach_on(course)
        # By flags touched: how many registers it takes at least to touch the others.
        self.left = [
            registers_to(self.ways, course.flags[done:]) for done in range(len(course.flags))
        ]
        self.locked: list[Card] = []
        self.robot = np.zeros(k.FIELDS, np.int64)
        self.robot[k.CELL], self.robot[k.LIVES] = k.OUT, LIVES
        self.robot[k.SAVE] = number_of(course, course.start_of(seat))
        self.robot[k.NEXT_FLAG] = 1

    @property
    def lives(self) -> int:
        return int(self.robot[k.LIVES])

    def return_to_board(self) -> None:
        """R23, R30, R34, D20: at the start, and after a lost life."""
        if self.robot[k.CELL] != k.OUT:
            return
        self.locked = []
        armour = self.settings.respawn_armour if self.lives < LIVES else k.MOST_ARMOUR
        self.robot[k.CELL], self.robot[k.ARMOUR] = self.robot[k.SAVE], armour
        self.robot[k.VIRTUAL] = 1
        places = self.ways.places(cell_of(self.course, int(self.robot[k.SAVE])))
        self.robot[k.FACING] = self.left[self.robot[k.NEXT_FLAG] - 1][0, places].argmin()

    def play_turn(self, dice: Random) -> bool:
        """R18, R37, R38: deal, choose the best program, play it. Whether it has won."""
        armour = int(self.robot[k.ARMOUR])
        pack = [card for card in deck(self.settings.deck) if card not in self.locked]
        hand = dice.sample(pack, k=armour)
        cards = [*hand, *self.locked]
        programs = _programs(armour, len(self.locked))
        robots = np.tile(self.robot, (len(programs), 1, 1))
        won = k.play_batch(
            self.floor,
            self.rules,
            robots,
            _numbers(cards)[programs],
            1,
            k.REGISTERS,
            True,  # noqa: FBT003 - a compiled function
        )
        best = int(self._values(robots[:, 0], won != 0).argmin())
        self.robot = robots[best, 0]
        self.locked = [cards[place] for place in programs[best, 0, self.robot[k.ARMOUR] :]]
        return bool(won[best])

    def _values(self, robots: k.Ints, won: k.Ints) -> k.Ints:
        """How far each robot is from the end: a point of armour is worth a register, a life all."""
        values = np.full(len(robots), _FAR)
        for done, left in enumerate(self.left):
            here = (robots[:, k.CELL] != k.OUT) & (robots[:, k.NEXT_FLAG] == done + 1)
            places = robots[here, k.CELL] * k.QUARTERS + robots[here, k.FACING]
            values[here] = left[0, places] - robots[here, k.ARMOUR]
        values[won] = -_FAR
        return values


@cache
def _programs(armour: int, locked: int) -> k.Ints:
    """[program, robot, register]: places in the hand, and of the locked cards behind it."""
    chosen = permutations(range(armour), k.REGISTERS - locked)
    behind = tuple(range(armour, armour + locked))
    return np.array([[(*places, *behind)] for places in chosen], np.int64)


def _numbers(cards: list[Card]) -> k.Ints:
    return np.array([(KINDS.index(card.kind), card.priority) for card in cards], np.int64)
