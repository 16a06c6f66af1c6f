"""Every program of a hand, and how each one ends for a robot that is alone on the board.

A place is a cell and a facing: `cell * 4 + facing`. A slot is a situation between turns: a place
with some armour, or, after all of these, a save point to which a destroyed robot returns.

What happens to a robot that is alone comes from the rules' kernel, asked once for every place,
register and kind of card. Here it is only looked up, so no rule of the board is written twice.
"""

from typing import Any, NamedTuple

import numpy as np

from tinplate.games.rally.kernel import MOST_ARMOUR, QUARTERS, REGISTERS
from tinplate.games.rally.outlook.compiling import inner

Ints = np.ndarray[Any, Any]  # of integers
Floats = np.ndarray[Any, Any]  # of 32 or 64 bits

LEVELS = MOST_ARMOUR + 1  # of armour, from none to all
KINDS = 7  # R15
LOST = -1  # instead of a place: the robot is destroyed
OPEN = -1  # instead of a kind of card: the register is not locked
NONE = -1  # instead of a kind of card: there is none
UNITS = (1, 7, 49, 343, 2401)  # a program is a number to base 7; its first register is the lowest

# The columns of an ending: what became of a robot that played a program alone.
PLACE, ARMOUR, FLAG, SAVE, WON, CODE, ENDING = range(7)
KIND = ENDING  # while a program is being tried, one more column: the card in this register
MOST_PROGRAMS = 9 * 8 * 7 * 6 * 5

# Numba would compile a function again for each Python integer it is called with.
START: Any = np.int64(0)
FULL_ARMOUR: Any = np.int64(MOST_ARMOUR)
ALL_REGISTERS: Any = np.int64(REGISTERS)

NEVER = 90.0  # turns
EARLY_FINISH = 0.01  # turns gained for each register left when the last flag is touched


class Ground(NamedTuple):
    """What happens to a robot that is alone on the board."""

    after: Ints  # [register from 0, place, kind of card]: the place after it, or LOST
    beams: Ints  # [cell]: the armour it costs to end a register there (R10)
    flags: Ints  # [cell]: the flag's number, or 0
    repairs: Ints  # [cell]: armour gained at the end of a turn (R11, R12, D19)
    saves: Ints  # [cell]: whether it is a save point (R23, D19)
    is_floor: Ints  # [cell]: whether a robot can be there
    powered_down: Ints  # [place]: the slot after a turn powered down (R26, R27)
    last_flag: int
    start: int  # the cell
    respawn_armour: int  # D20
    least_armour: int  # D46: of a robot on the board


@inner
def try_programs(
    ground: Ground,
    robot: Ints,
    first: int,
    last: int,
    counts: Ints,
    locked: Ints,
    path: Ints,
    rows: Ints,
) -> int:
    """Try every order of these kinds of cards in the registers from `first` up to `last`.

    Returns how many endings were written to `rows`. `robot` is the situation before, as a row;
    `path` is scratch memory. If a program is over early, the rest is filled with any cards left.
    """
    found, depth = 0, first
    for column in range(ENDING):
        path[first, column] = robot[column]
    path[first, KIND] = NONE
    while depth >= first:
        kind = _next_kind(path[depth, KIND], locked[depth], counts)
        path[depth, KIND] = kind
        if kind == NONE:
            depth -= 1
            continue
        continues = _play_register(ground, path, depth, kind)
        depth += 1
        if continues and depth < last:
            path[depth, KIND] = NONE
            continue
        for column in range(ENDING):
            rows[found, column] = path[depth, column]
        if not continues:
            rows[found, CODE] = _filled_up(rows[found, CODE], depth, counts, locked)
        found += 1
        depth -= 1
    return found


@inner
def _next_kind(kind: int, locked: int, counts: Ints) -> int:
    """The card to try in a register after this one, or NONE; `counts` are the cards left."""
    if locked != OPEN:
        return locked if kind == NONE else NONE
    if kind != NONE:
        counts[kind] += 1
    for other in range(kind + 1, KINDS):
        if counts[other]:
            counts[other] -= 1
            return other
    return NONE


@inner
def _play_register(ground: Ground, path: Ints, register: int, kind: int) -> bool:
    """Play one register; returns whether the robot can play another one."""
    before, after = register, register + 1
    armour, flag, save = path[before, ARMOUR], path[before, FLAG], path[before, SAVE]
    path[after, CODE] = path[before, CODE] + kind * UNITS[register]
    path[after, FLAG], path[after, SAVE], path[after, WON] = flag, save, 0
    place = ground.after[register, path[before, PLACE], kind]
    cell = place // QUARTERS
    if place != LOST:
        armour -= ground.beams[cell]
    if place == LOST or armour < ground.least_armour:
        path[after, PLACE], path[after, ARMOUR] = LOST, 0
        return False
    path[after, PLACE], path[after, ARMOUR] = place, armour
    if ground.saves[cell]:
        path[after, SAVE] = cell
    if ground.flags[cell] == flag:
        path[after, FLAG] = flag + 1
        if flag == ground.last_flag:
            path[after, WON] = after
            return False
    return True


@inner
def _filled_up(code: int, played: int, counts: Ints, locked: Ints) -> int:
    """A program with only its first registers set, filled up with any cards that are left."""
    kind, used = 0, 0
    for register in range(played, REGISTERS):
        if locked[register] != OPEN:
            code += locked[register] * UNITS[register]
            continue
        while used == counts[kind]:
            kind, used = kind + 1, 0
        code += kind * UNITS[register]
        used += 1
    return code


@inner
def kind_in(code: int, register: int) -> int:
    """The kind of card that a program has in a register, counted from 0."""
    return code // UNITS[register] % KINDS


@inner
def deal(hands: Ints, hand: int, armour: int, counts: Ints, locked: Ints) -> None:
    """R18, R37: deal the first cards of a hand; its last ones are in the locked registers."""
    counts[:] = 0
    for card in range(armour):
        counts[hands[hand, card]] += 1
    for register in range(REGISTERS):
        is_open = register < armour
        locked[register] = OPEN if is_open else hands[hand, MOST_ARMOUR - 1 + register]


@inner
def last_turn(register: int) -> float:
    """How many turns it counts as if the last flag is touched in this register."""
    return 1.0 - EARLY_FINISH * (REGISTERS - register)


@inner
def slot_after(ground: Ground, rows: Ints, row: int) -> int:
    """Where the next turn starts: after repairs, or on a save point."""
    place = rows[row, PLACE]
    if place == LOST:
        return int(ground.flags.shape[0] * QUARTERS * LEVELS + rows[row, SAVE])
    repaired = rows[row, ARMOUR] + ground.repairs[place // QUARTERS]
    return int(place * LEVELS + min(repaired, MOST_ARMOUR))
