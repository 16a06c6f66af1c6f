"""Value iteration: what every slot of a course is worth, in turns to the last flag."""

from typing import Any

import numpy as np

from tinplate.games.rally.kernel import QUARTERS, REGISTERS
from tinplate.games.rally.outlook.choosing import best_ending
from tinplate.games.rally.outlook.compiling import compiled, inner
from tinplate.games.rally.outlook.programs import (
    ALL_REGISTERS,
    ARMOUR,
    CODE,
    ENDING,
    FLAG,
    FULL_ARMOUR,
    KINDS,
    LEVELS,
    MOST_PROGRAMS,
    NEVER,
    PLACE,
    SAVE,
    START,
    WON,
    Floats,
    Ground,
    Ints,
    deal,
    last_turn,
    slot_after,
    try_programs,
)

MOST_LIVES: Any = np.int64(3)  # R17
LIFE_COST = 0.25  # turns, in addition to the way back


@compiled
def collect(
    ground: Ground, flag: int, hands: Ints, turns: Floats, first: int, last: int
) -> tuple[Ints, Ints, Floats]:
    """Which slots can be reached from the places `first` up to `last`.

    A case is a place, an armour and a hand, counted in this order. Returns the slots with
    the same next flag, where those of each case begin, and the best value of all others.
    """
    cases = (last - first) * (LEVELS - ground.least_armour) * hands.shape[0]
    slots = np.empty(1 << 16, np.int32)
    begins = np.zeros(cases + 1, np.int64)
    bests = np.full(cases, NEVER, np.float32)
    rows = np.empty((MOST_PROGRAMS, ENDING), np.int64)
    path = np.empty((REGISTERS + 1, ENDING + 1), np.int64)
    seen = np.full(turns.shape[1], -1, np.int64)
    robot = np.zeros(ENDING, np.int64)
    counts, locked = np.empty(KINDS, np.int64), np.empty(REGISTERS, np.int64)
    case, size = START, START
    for place in range(first, last):
        for armour in range(ground.least_armour, LEVELS):
            for hand in range(hands.shape[0]):
                if ground.is_floor[place // QUARTERS]:
                    robot[PLACE], robot[ARMOUR] = place, armour
                    robot[FLAG], robot[SAVE] = flag, ground.start
                    deal(hands, hand, armour, counts, locked)
                    found = try_programs(
                        ground, robot, START, ALL_REGISTERS, counts, locked, path, rows
                    )
                    if size + found > slots.shape[0]:
                        slots = np.concatenate((slots, np.empty_like(slots)))
                    size, bests[case] = _sift(
                        ground, turns, rows, found, flag, seen, case, slots, size
                    )
                case += 1
                begins[case] = size
    return slots[:size].copy(), begins, bests


@inner
def _sift(
    ground: Ground,
    turns: Floats,
    rows: Ints,
    found: int,
    flag: int,
    seen: Ints,
    case: int,
    slots: Ints,
    size: int,
) -> tuple[int, float]:
    """Add each slot with this flag once; returns their number and the best value of the others."""
    best = NEVER
    for row in range(found):
        if rows[row, WON]:
            best = min(best, last_turn(rows[row, WON]))
            continue
        slot = slot_after(ground, rows, row)
        if rows[row, FLAG] > flag:
            best = min(best, 1 + turns[rows[row, FLAG], slot])
        elif seen[slot] != case:
            seen[slot] = case
            slots[size] = slot
            size += 1
    return size, best


@compiled
def settle(
    ground: Ground,
    turns: Floats,
    turns_running: Floats,
    slots: Ints,
    begins: Ints,
    bests: Floats,
    hands: int,
) -> float:
    """One round of value iteration; returns the largest change.

    A robot that is better off powered down has announced it (R24).
    """
    largest = 0.0
    places = ground.flags.shape[0] * QUARTERS
    case = 0
    for place in range(places):
        for armour in range(ground.least_armour, LEVELS):
            total = 0.0
            for _ in range(hands):
                best = bests[case]
                for entry in range(begins[case], begins[case + 1]):
                    best = min(best, 1 + turns[slots[entry]])
                total += best
                case += 1
            slot = place * LEVELS + armour
            turns_running[slot] = total / hands
            value = min(turns_running[slot], 1 + turns[ground.powered_down[place]])
            largest = max(largest, abs(turns[slot] - value))
            turns[slot] = value
    respawn_all(ground, turns)
    return largest


@compiled
def respawn_all(ground: Ground, turns: Floats) -> None:
    """R20, R23, R34: a destroyed robot returns to its save point in the best facing."""
    cells = ground.flags.shape[0]
    for cell in range(cells):
        best = NEVER
        for facing in range(QUARTERS):
            place = cell * QUARTERS + facing
            best = min(best, turns[place * LEVELS + ground.respawn_armour])
        turns[cells * QUARTERS * LEVELS + cell] = best + LIFE_COST


@compiled
def best_programs(
    ground: Ground, flag: int, hands: Ints, turns: Floats, first: int, last: int
) -> Ints:
    """The best program of each hand from the places `first` up to `last`, with full armour."""
    policy = np.zeros((last - first, hands.shape[0]), np.int16)
    rows = np.empty((MOST_PROGRAMS, ENDING), np.int64)
    path = np.empty((REGISTERS + 1, ENDING + 1), np.int64)
    robot = np.zeros(ENDING, np.int64)
    counts, locked = np.empty(KINDS, np.int64), np.empty(REGISTERS, np.int64)
    for place in range(first, last):
        if ground.is_floor[place // QUARTERS]:
            robot[PLACE], robot[ARMOUR] = place, FULL_ARMOUR
            robot[FLAG], robot[SAVE] = flag, ground.start
            for hand in range(hands.shape[0]):
                deal(hands, hand, FULL_ARMOUR, counts, locked)
                found = try_programs(
                    ground, robot, START, ALL_REGISTERS, counts, locked, path, rows
                )
                best = best_ending(ground, turns, rows, found, MOST_LIVES)
                policy[place - first, hand] = rows[best, CODE]
    return policy
