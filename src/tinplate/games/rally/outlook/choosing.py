"""What to expect after a turn, and the program to choose for it if nobody interferes."""

from typing import NamedTuple

import numpy as np

from tinplate.games.rally.kernel import REGISTERS
from tinplate.games.rally.outlook.compiling import compiled, inner
from tinplate.games.rally.outlook.programs import (
    ALL_REGISTERS,
    ARMOUR,
    CODE,
    ENDING,
    FLAG,
    KINDS,
    LEVELS,
    LOST,
    MOST_PROGRAMS,
    NEVER,
    OPEN,
    PLACE,
    START,
    WON,
    Floats,
    Ground,
    Ints,
    deal,
    kind_in,
    last_turn,
    slot_after,
    try_programs,
)

LAST_LIFE_COST = 3.0  # turns, when only one life is left
ELIMINATED = 60.0  # turns: how bad it is to lose the last life
HANDS_WITH_LOCKED = 12


class Outlook(NamedTuple):
    """The expected turns to the last flag from everywhere, averaged over sample hands."""

    ground: Ground
    turns: Floats  # [next flag, slot]: with the better choice, to power down first or not
    turns_running: Floats  # [next flag, slot]: without powering down first
    hands: Ints  # [hand, card]: kinds; the first ones are dealt, the last ones locked
    policy: Ints  # [next flag, place, hand]: the best program; a guess has no hands here


@compiled
def all_endings(outlook: Outlook, robot: Ints, counts: Ints, locked: Ints) -> Ints:
    """The endings of all programs of a hand."""
    rows = np.empty((MOST_PROGRAMS, ENDING), np.int64)
    path = np.empty((REGISTERS + 1, ENDING + 1), np.int64)
    found = try_programs(outlook.ground, robot, START, ALL_REGISTERS, counts, locked, path, rows)
    every: Ints = rows[:found].copy()
    return every


@compiled
def turns_left(outlook: Outlook, rows: Ints, lives: int) -> Floats:
    """The turns left after each of these endings: [row, running or powered down next].

    The turn that was played is not counted; `lives` is the number before it.
    """
    turns = np.empty((rows.shape[0], 2), np.float64)
    for row in range(rows.shape[0]):
        turns[row, 0] = turns_running_on(outlook, rows, row, lives)
        turns[row, 1] = turns_powering_down(outlook, rows, row)
    return turns


@compiled
def turns_running_on(outlook: Outlook, rows: Ints, row: int, lives: int) -> float:
    """R20, R21, R37."""
    if rows[row, WON]:
        return last_turn(rows[row, WON]) - 1
    slot = slot_after(outlook.ground, rows, row)
    if rows[row, PLACE] == LOST:
        return turns_after_loss(outlook.turns[rows[row, FLAG], slot], lives)
    armour = slot % LEVELS
    if armour >= REGISTERS:
        return float(outlook.turns_running[rows[row, FLAG], slot])
    return turns_with_locked(outlook, rows, row, armour)


@inner
def turns_powering_down(outlook: Outlook, rows: Ints, row: int) -> float:
    """R24, R26: powered down next turn; a destroyed robot gets its armour back anyway (D24)."""
    if rows[row, WON] or rows[row, PLACE] == LOST:
        return NEVER
    slot = outlook.ground.powered_down[rows[row, PLACE]]
    return float(1 + outlook.turns[rows[row, FLAG], slot])


@inner
def turns_after_loss(turns: float, lives: int) -> float:
    """The turns left after a robot with this many lives was destroyed; `turns` from its respawn."""
    if lives == 1:
        return ELIMINATED
    return turns + (LAST_LIFE_COST if lives == 1 + 1 else 0.0)


@compiled
def turns_with_locked(outlook: Outlook, rows: Ints, row: int, armour: int) -> float:
    """R37: the cards that will be locked are known, so a few hands are tried with them."""
    ground = outlook.ground
    robot = rows[row].copy()
    robot[ARMOUR], robot[CODE] = armour, 0
    ends = np.empty((24, ENDING), np.int64)  # four cards have no more orders
    path = np.empty((REGISTERS + 1, ENDING + 1), np.int64)
    counts, locked = np.empty(KINDS, np.int64), np.empty(REGISTERS, np.int64)
    hands = min(HANDS_WITH_LOCKED, outlook.hands.shape[0])
    total = 0.0
    for hand in range(hands):
        deal(outlook.hands, hand, armour, counts, locked)
        for register in range(armour, REGISTERS):
            locked[register] = kind_in(rows[row, CODE], register)
        best = NEVER
        for end in range(
            try_programs(ground, robot, START, ALL_REGISTERS, counts, locked, path, ends)
        ):
            if ends[end, WON]:
                best = min(best, last_turn(ends[end, WON]))
            else:
                best = min(best, 1 + outlook.turns[ends[end, FLAG], slot_after(ground, ends, end)])
        total += best
    return float(total / hands)


@compiled
def play_greedily(outlook: Outlook, robot: Ints, counts: Ints, locked: Ints, sight: int) -> Ints:
    """Fill `sight` registers at a time, each time with what leads to the best place."""
    rows = np.empty((MOST_PROGRAMS, ENDING), np.int64)
    path = np.empty((REGISTERS + 1, ENDING + 1), np.int64)
    end: Ints = robot.copy()
    left = counts.copy()
    for first in range(0, REGISTERS, sight):
        last = min(first + sight, REGISTERS)
        found = try_programs(outlook.ground, end, first, last, left, locked, path, rows)
        best, least = 0, np.inf
        for row in range(found):
            turns = _turns_there(outlook, rows, row)
            if turns < least:
                best, least = row, turns
        end = rows[best].copy()
        if end[WON] or end[PLACE] == LOST:
            return end
        for register in range(first, last):
            if locked[register] == OPEN:
                left[kind_in(end[CODE], register)] -= 1
    return end


@inner
def _turns_there(outlook: Outlook, rows: Ints, row: int) -> float:
    """The turns left from the place of an ending, whatever armour it cost to get there."""
    if rows[row, WON]:
        return last_turn(rows[row, WON]) - 1
    if rows[row, PLACE] == LOST:
        return ELIMINATED
    return float(outlook.turns[rows[row, FLAG], rows[row, PLACE] * LEVELS + rows[row, ARMOUR]])


@inner
def best_ending(ground: Ground, turns: Floats, rows: Ints, found: int, lives: int) -> int:
    """The row after which the fewest turns are left, not counting locked cards."""
    best, least = 0, np.inf
    for row in range(found):
        if rows[row, WON]:
            left = last_turn(rows[row, WON]) - 1
        else:
            left = turns[rows[row, FLAG], slot_after(ground, rows, row)]
            if rows[row, PLACE] == LOST:
                left = turns_after_loss(left, lives)
        if left < least:
            best, least = row, left
    return best
