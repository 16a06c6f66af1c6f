"""Programs of a hand tried out, and what is to be expected behind them; compiled by Numba.

A place is a cell and a facing, `cell * 4 + facing`. A slot is what can be left after a turn: a
place with so much armour, or, behind all of these, a save point to which a lost robot returns.
What a robot alone meets is asked of the kernel of the rules once, for every place, register and
kind of card, and looked up here: no rule of the board is written twice.

All of it is in one file on purpose: Numba's cache notices a change in the file of a function only.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])
compiled: Callable[[Function], Function] = njit(cache=True, nogil=True)
# A stage makes no arrays, so nobody need count who refers to them: much faster.
stage: Callable[[Function], Function] = njit(cache=True, nogil=True, forceinline=True, _nrt=False)
Ints = np.ndarray[Any, Any]  # of integers
Floats = np.ndarray[Any, Any]  # of 32 or 64 bits

QUARTERS = 4
REGISTERS = 5  # R17
MOST_ARMOUR = 9  # R17
MOST_LIVES = 3  # R17
LEVELS = MOST_ARMOUR + 1  # of armour, from none to all
KINDS = 7  # R15
LOST = -1  # no place: a life is lost
OPEN = -1  # no card is locked in this register
NONE = -1  # no kind of card
UNITS = (1, 7, 49, 343, 2401)  # a program is a number: a digit a register, the first the lowest

# The columns of an ending: what became of a robot that played a program alone.
PLACE, ARMOUR, FLAG, SAVE, WON, CODE, ENDING = range(7)
KIND = ENDING  # one more column for those who are on the way
MOST_PROGRAMS = 9 * 8 * 7 * 6 * 5
# The columns of a robot of the rules' kernel that are needed here.
_CELL, _FACING, _ARMOUR, _LIVES, _NEXT_FLAG, _SAVE, _VIRTUAL, _OFF = range(8)

LIFE = 0.25  # turns: what a life is worth besides the way back
LAST_LIFE = 3.0  # turns: more than that when only one is left
OUT_OF_GAME = 60.0  # turns: as bad as that
NEVER = 90.0  # turns
HASTE = 0.01  # turns: what a register is worth in the turn in which the last flag is touched
HANDS_WITH_LOCKED = 12
# D1: kinds from the fastest card to the slowest; how many shades of speed a kind has.
_SPEED = (4, 5, 6, 3, 1, 1, 0)
_SHADES = 1000
_MOST_FLAGS = 1000


class Ground(NamedTuple):
    """What a robot meets that is alone on the board."""

    after: Ints  # [register from 0, place, kind of card]: the place after it, or LOST
    beams: Ints  # by cell: what it costs to end a register there (R10)
    flags: Ints  # by cell: its number, or 0
    repairs: Ints  # by cell: at the end of a turn (R11, R12, D19)
    saves: Ints  # by cell: whether it is a save point (R23, D19)
    stands: Ints  # by cell: whether one can stand there
    rests: Ints  # by place: the slot after a turn off (R26, R27)
    last_flag: int
    start: int  # the cell
    respawn_armour: int  # D20


class Outlook(NamedTuple):
    """How many turns it takes from everywhere, and the hands over which that is an average."""

    ground: Ground
    worth: Floats  # [next flag, slot]: in the best case of these two
    going: Floats  # [next flag, slot]: without a turn off first
    hands: Ints  # [hand, card]: kinds; the first are dealt, the last locked
    habits: Ints  # [next flag, place, hand]: the best program, as a number; no hands in a guess


@stage
def endings(
    ground: Ground,
    robot: Ints,
    first: int,
    last: int,
    counts: Ints,
    locked: Ints,
    way: Ints,
    rows: Ints,
) -> int:
    """Try these kinds of cards in the registers from first up to last in every order, each once.

    How many rows were written. `robot` is the beginning as an ending; `way` is room to work in.
    Where all is over early the program is filled up with what is left.
    """
    found, depth = 0, first
    for column in range(ENDING):
        way[first, column] = robot[column]
    way[first, KIND] = NONE
    while depth >= first:
        kind = _next_kind(way[depth, KIND], locked[depth], counts)
        way[depth, KIND] = kind
        if kind == NONE:
            depth -= 1
            continue
        goes_on = _play(ground, way, depth, kind)
        depth += 1
        if goes_on and depth < last:
            way[depth, KIND] = NONE
            continue
        for column in range(ENDING):
            rows[found, column] = way[depth, column]
        if not goes_on:
            rows[found, CODE] = _filled_up(rows[found, CODE], depth, counts, locked)
        found += 1
        depth -= 1
    return found


@stage
def _next_kind(kind: int, locked: int, counts: Ints) -> int:
    """The card to be tried after this one in a register, or NONE; `counts` are those left."""
    if locked != OPEN:
        return locked if kind == NONE else NONE
    if kind != NONE:
        counts[kind] += 1
    for other in range(kind + 1, KINDS):
        if counts[other]:
            counts[other] -= 1
            return other
    return NONE


@stage
def _play(ground: Ground, way: Ints, register: int, kind: int) -> bool:
    """One register; whether there is another one for this robot."""
    before, after = register, register + 1
    armour, flag, save = way[before, ARMOUR], way[before, FLAG], way[before, SAVE]
    way[after, CODE] = way[before, CODE] + kind * UNITS[register]
    way[after, FLAG], way[after, SAVE], way[after, WON] = flag, save, 0
    place = ground.after[register, way[before, PLACE], kind]
    cell = place // QUARTERS
    if place != LOST:
        armour -= ground.beams[cell]
    if place == LOST or armour <= 0:
        way[after, PLACE], way[after, ARMOUR] = LOST, 0
        return False
    way[after, PLACE], way[after, ARMOUR] = place, armour
    if ground.saves[cell]:
        way[after, SAVE] = cell
    if ground.flags[cell] == flag:
        way[after, FLAG] = flag + 1
        if flag == ground.last_flag:
            way[after, WON] = after
            return False
    return True


@stage
def _filled_up(code: int, played: int, counts: Ints, locked: Ints) -> int:
    """A program of which so many registers are known, the others with any cards that are left."""
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


@stage
def kind_in(code: int, register: int) -> int:
    """The kind of card that a program has in a register from 0."""
    return code // UNITS[register] % KINDS


# Making the table


@compiled
def collect(
    ground: Ground, flag: int, hands: Ints, worth: Floats, first: int, last: int
) -> tuple[Ints, Ints, Floats]:
    """From the places first to last, for all armours and hands: the slots that can be reached.

    The slots, where those of each case begin, and the best that does not depend on slots of this
    flag. Cases are counted by place, armour from 1, hand.
    """
    cases = (last - first) * MOST_ARMOUR * hands.shape[0]
    slots = np.empty(1 << 16, np.int32)
    begins = np.zeros(cases + 1, np.int64)
    bests = np.full(cases, NEVER, np.float32)
    rows = np.empty((MOST_PROGRAMS, ENDING), np.int64)
    way = np.empty((REGISTERS + 1, ENDING + 1), np.int64)
    seen = np.full(worth.shape[1], -1, np.int64)
    robot = np.zeros(ENDING, np.int64)
    counts, locked = np.empty(KINDS, np.int64), np.empty(REGISTERS, np.int64)
    case, size = 0, 0
    for place in range(first, last):
        for armour in range(1, LEVELS):
            for hand in range(hands.shape[0]):
                if ground.stands[place // QUARTERS]:
                    robot[PLACE], robot[ARMOUR] = place, armour
                    robot[FLAG], robot[SAVE] = flag, ground.start
                    deal(hands, hand, armour, counts, locked)
                    found = endings(ground, robot, 0, REGISTERS, counts, locked, way, rows)
                    if size + found > slots.shape[0]:
                        slots = np.concatenate((slots, np.empty_like(slots)))
                    size, bests[case] = _sift(
                        ground, worth, rows, found, flag, seen, case, slots, size
                    )
                case += 1
                begins[case] = size
    return slots[:size].copy(), begins, bests


@stage
def _sift(
    ground: Ground,
    worth: Floats,
    rows: Ints,
    found: int,
    flag: int,
    seen: Ints,
    case: int,
    slots: Ints,
    size: int,
) -> tuple[int, float]:
    """Write down each slot with this flag once; what is known of the others, the best of it."""
    best = NEVER
    for row in range(found):
        if rows[row, WON]:
            best = min(best, last_turn(rows[row, WON]))
            continue
        slot = slot_after(ground, rows, row)
        if rows[row, FLAG] > flag:
            best = min(best, 1 + worth[rows[row, FLAG], slot])
        elif seen[slot] != case:
            seen[slot] = case
            slots[size] = slot
            size += 1
    return size, best


@stage
def deal(hands: Ints, hand: int, armour: int, counts: Ints, locked: Ints) -> None:
    """R18, R37: the first cards of a hand; its last ones are in the registers that are locked."""
    counts[:] = 0
    for card in range(armour):
        counts[hands[hand, card]] += 1
    for register in range(REGISTERS):
        is_open = register < armour
        locked[register] = OPEN if is_open else hands[hand, MOST_ARMOUR - 1 + register]


@stage
def last_turn(register: int) -> float:
    """What is left of the way when the last flag is touched in this register."""
    return 1.0 - HASTE * (REGISTERS - register)


@stage
def slot_after(ground: Ground, rows: Ints, row: int) -> int:
    """Where the next turn begins: with repairs, or on a save point."""
    place = rows[row, PLACE]
    if place == LOST:
        return int(ground.flags.shape[0] * QUARTERS * LEVELS + rows[row, SAVE])
    repaired = rows[row, ARMOUR] + ground.repairs[place // QUARTERS]
    return int(place * LEVELS + min(repaired, MOST_ARMOUR))


@compiled
def settle(
    ground: Ground,
    values: Floats,
    going: Floats,
    slots: Ints,
    begins: Ints,
    bests: Floats,
    hands: int,
) -> float:
    """One round over all places: what each is worth if the others are worth what they are now.

    Who is better off with a turn off has announced one (R24). The largest change.
    """
    largest = 0.0
    places = ground.flags.shape[0] * QUARTERS
    case = 0
    for place in range(places):
        for armour in range(1, LEVELS):
            total = 0.0
            for _ in range(hands):
                best = bests[case]
                for entry in range(begins[case], begins[case + 1]):
                    best = min(best, 1 + values[slots[entry]])
                total += best
                case += 1
            slot = place * LEVELS + armour
            going[slot] = total / hands
            value = min(going[slot], 1 + values[ground.rests[place]])
            largest = max(largest, abs(values[slot] - value))
            values[slot] = value
    return_all(ground, values)
    return largest


@stage
def return_all(ground: Ground, values: Floats) -> None:
    """R20, R23, R34: who is lost returns to a save point, facing the best way, a life poorer."""
    cells = ground.flags.shape[0]
    for cell in range(cells):
        best = NEVER
        for facing in range(QUARTERS):
            place = cell * QUARTERS + facing
            best = min(best, values[place * LEVELS + ground.respawn_armour])
        values[cells * QUARTERS * LEVELS + cell] = best + LIFE


@compiled
def learn_habits(
    ground: Ground, flag: int, hands: Ints, worth: Floats, first: int, last: int
) -> Ints:
    """From the places first to last, with all armour: the best program of each hand."""
    habits = np.zeros((last - first, hands.shape[0]), np.int16)
    rows = np.empty((MOST_PROGRAMS, ENDING), np.int64)
    way = np.empty((REGISTERS + 1, ENDING + 1), np.int64)
    robot = np.zeros(ENDING, np.int64)
    counts, locked = np.empty(KINDS, np.int64), np.empty(REGISTERS, np.int64)
    for place in range(first, last):
        if ground.stands[place // QUARTERS]:
            robot[PLACE], robot[ARMOUR] = place, MOST_ARMOUR
            robot[FLAG], robot[SAVE] = flag, ground.start
            for hand in range(hands.shape[0]):
                deal(hands, hand, MOST_ARMOUR, counts, locked)
                found = endings(ground, robot, 0, REGISTERS, counts, locked, way, rows)
                best = _best(ground, worth, rows, found, MOST_LIVES)
                habits[place - first, hand] = rows[best, CODE]
    return habits


# Choosing


@compiled
def try_all(outlook: Outlook, robot: Ints, counts: Ints, locked: Ints) -> Ints:
    """Every program of a hand with its ending."""
    rows = np.empty((MOST_PROGRAMS, ENDING), np.int64)
    way = np.empty((REGISTERS + 1, ENDING + 1), np.int64)
    found = endings(outlook.ground, robot, 0, REGISTERS, counts, locked, way, rows)
    every: Ints = rows[:found].copy()
    return every


@compiled
def appraise(outlook: Outlook, rows: Ints, lives: int) -> Floats:
    """How many turns are left after each of these endings, [row, going on or off for a turn].

    The turn that was played is not counted; `lives` are those before it.
    """
    turns = np.empty((rows.shape[0], 2), np.float64)
    for row in range(rows.shape[0]):
        turns[row, 0] = turns_going(outlook, rows, row, lives)
        turns[row, 1] = turns_resting(outlook, rows, row)
    return turns


@compiled
def turns_going(outlook: Outlook, rows: Ints, row: int, lives: int) -> float:
    """R20, R21, R37."""
    if rows[row, WON]:
        return last_turn(rows[row, WON]) - 1
    slot = slot_after(outlook.ground, rows, row)
    if rows[row, PLACE] == LOST:
        return price_of_a_life(outlook.worth[rows[row, FLAG], slot], lives)
    armour = slot % LEVELS
    if armour >= REGISTERS:
        return float(outlook.going[rows[row, FLAG], slot])
    return _turns_with_locked(outlook, rows, row, armour)


@stage
def turns_resting(outlook: Outlook, rows: Ints, row: int) -> float:
    """R24, R26: with a turn off next; a robot that is lost gets all its armour anyway (D24)."""
    if rows[row, WON] or rows[row, PLACE] == LOST:
        return NEVER
    slot = outlook.ground.rests[rows[row, PLACE]]
    return float(1 + outlook.worth[rows[row, FLAG], slot])


@stage
def price_of_a_life(worth: float, lives: int) -> float:
    """What is left for a robot that had so many lives and will return to where it is worth that."""
    if lives == 1:
        return OUT_OF_GAME
    return worth + (LAST_LIFE if lives == 1 + 1 else 0.0)


@compiled
def _turns_with_locked(outlook: Outlook, rows: Ints, row: int, armour: int) -> float:
    """R37: the cards that will be locked are known, so a few hands are tried with these."""
    ground = outlook.ground
    robot = rows[row].copy()
    robot[ARMOUR], robot[CODE] = armour, 0
    ends = np.empty((24, ENDING), np.int64)  # no more with four cards
    way = np.empty((REGISTERS + 1, ENDING + 1), np.int64)
    counts, locked = np.empty(KINDS, np.int64), np.empty(REGISTERS, np.int64)
    hands = min(HANDS_WITH_LOCKED, outlook.hands.shape[0])
    total = 0.0
    for hand in range(hands):
        deal(outlook.hands, hand, armour, counts, locked)
        for register in range(armour, REGISTERS):
            locked[register] = kind_in(rows[row, CODE], register)
        best = NEVER
        for end in range(endings(ground, robot, 0, REGISTERS, counts, locked, way, ends)):
            if ends[end, WON]:
                best = min(best, last_turn(ends[end, WON]))
            else:
                best = min(best, 1 + outlook.worth[ends[end, FLAG], slot_after(ground, ends, end)])
        total += best
    return float(total / hands)


@compiled
def drive(outlook: Outlook, robot: Ints, counts: Ints, locked: Ints, sight: int) -> Ints:
    """Fill so many registers at a time with what leads to the best place; the ending of it all."""
    rows = np.empty((MOST_PROGRAMS, ENDING), np.int64)
    way = np.empty((REGISTERS + 1, ENDING + 1), np.int64)
    end: Ints = robot.copy()
    left = counts.copy()
    for first in range(0, REGISTERS, sight):
        last = min(first + sight, REGISTERS)
        found = endings(outlook.ground, end, first, last, left, locked, way, rows)
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


@stage
def _turns_there(outlook: Outlook, rows: Ints, row: int) -> float:
    """What the place is worth, whatever it costs to get there."""
    if rows[row, WON]:
        return last_turn(rows[row, WON]) - 1
    if rows[row, PLACE] == LOST:
        return OUT_OF_GAME
    return float(outlook.worth[rows[row, FLAG], rows[row, PLACE] * LEVELS + rows[row, ARMOUR]])


# Facing others


@compiled
def foresee(
    outlook: Outlook, robots: Ints, locked: Ints, plays: Ints, pack: Ints, seed: int, cards: Ints
) -> None:
    """Deal hands that others may hold, and let each choose the program that is best for it alone.

    `locked` has the cards [robot, register, kind and priority] that lie open, OPEN where there is
    none; `plays` tells who is dealt cards; `pack` are those that may be dealt. The programs are
    written to cards[sample, robot, register].
    """
    rows = np.empty((MOST_PROGRAMS, ENDING), np.int64)
    way = np.empty((REGISTERS + 1, ENDING + 1), np.int64)
    robot = np.zeros(ENDING, np.int64)
    counts, kinds = np.empty(KINDS, np.int64), np.empty(REGISTERS, np.int64)
    state = np.uint64(seed)
    for sample in range(cards.shape[0]):
        dealt = 0
        for r in range(robots.shape[0]):
            if not plays[r]:
                continue
            robot[PLACE] = robots[r, _CELL] * QUARTERS + robots[r, _FACING]
            robot[ARMOUR], robot[FLAG] = robots[r, _ARMOUR], robots[r, _NEXT_FLAG]
            robot[SAVE] = robots[r, _SAVE]
            counts[:] = 0
            first = dealt
            for _ in range(robots[r, _ARMOUR]):
                state = _rolled(state)
                left = pack.shape[0] - dealt
                drawn = dealt + int((state >> np.uint64(33)) % np.uint64(left))
                for column in range(2):
                    kept = pack[dealt, column]
                    pack[dealt, column] = pack[drawn, column]
                    pack[drawn, column] = kept
                counts[pack[dealt, 0]] += 1
                dealt += 1
            for register in range(REGISTERS):
                kinds[register] = locked[r, register, 0]
            found = endings(outlook.ground, robot, 0, REGISTERS, counts, kinds, way, rows)
            best = _best(outlook.ground, outlook.worth, rows, found, robots[r, _LIVES])
            _lay_out(rows[best, CODE], locked, pack, first, dealt, cards, sample, r)


@stage
def _best(ground: Ground, worth: Floats, rows: Ints, found: int, lives: int) -> int:
    """The row after which the fewest turns are left, whichever cards will be locked then."""
    best, least = 0, np.inf
    for row in range(found):
        if rows[row, WON]:
            turns = last_turn(rows[row, WON]) - 1
        else:
            turns = worth[rows[row, FLAG], slot_after(ground, rows, row)]
            if rows[row, PLACE] == LOST:
                turns = price_of_a_life(turns, lives)
        if turns < least:
            best, least = row, turns
    return best


@stage
def _lay_out(
    code: int,
    locked: Ints,
    pack: Ints,
    first: int,
    last: int,
    cards: Ints,
    sample: int,
    r: int,
) -> None:
    """Cards of those dealt from first to last into the registers of a program; locked ones stay."""
    used = 0  # bits, by place in the pack
    for register in range(REGISTERS):
        if locked[r, register, 0] != OPEN:
            for column in range(2):
                cards[sample, r, register, column] = locked[r, register, column]
            continue
        place = first
        while place < last and (
            pack[place, 0] != kind_in(code, register) or used >> (place - first) & 1
        ):
            place += 1
        used |= 1 << (place - first)
        for column in range(2):
            cards[sample, r, register, column] = pack[place, column]


@compiled
def go_on(outlook: Outlook, robots: Ints, lots: Ints, seed: int, cards: Ints) -> None:
    """The next turn: who was lost returns, who was off is on, all play as they are used to.

    In games with the same lot the same hands are dealt, whatever was played.
    """
    ground, habits = outlook.ground, outlook.habits
    for game in range(robots.shape[0]):
        state = np.uint64(seed + 7919 * lots[game])
        for r in range(robots.shape[1]):
            state = _rolled(state)
            hand = int((state >> np.uint64(33)) % np.uint64(habits.shape[2]))
            state = _rolled(state)
            shade = int((state >> np.uint64(33)) % np.uint64(_SHADES))
            robots[game, r, _OFF] = 0
            flag = robots[game, r, _NEXT_FLAG]
            if flag > ground.last_flag or robots[game, r, _LIVES] == 0:
                continue
            if robots[game, r, _CELL] == LOST:
                _return(outlook, robots, game, r)
            place = robots[game, r, _CELL] * QUARTERS + robots[game, r, _FACING]
            for register in range(REGISTERS):
                kind = kind_in(habits[flag, place, hand], register)
                cards[game, r, register, 0] = kind
                cards[game, r, register, 1] = _SPEED[kind] * _SHADES + (shade + register) % _SHADES


@stage
def _rolled(state: np.uint64) -> np.uint64:
    """The next number of a linear congruential generator; its upper bits are used."""
    return state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)


@stage
def _return(outlook: Outlook, robots: Ints, game: int, r: int) -> None:
    """R23, R30, R34, D20: to its save point, virtual, facing the way that is worth most."""
    cell, armour = robots[game, r, _SAVE], outlook.ground.respawn_armour
    worth = outlook.worth[robots[game, r, _NEXT_FLAG]]
    robots[game, r, _CELL], robots[game, r, _ARMOUR], robots[game, r, _VIRTUAL] = cell, armour, 1
    best = 0
    for facing in range(1, QUARTERS):
        slot = (cell * QUARTERS + facing) * LEVELS + armour
        if worth[slot] < worth[(cell * QUARTERS + best) * LEVELS + armour]:
            best = facing
    robots[game, r, _FACING] = best


@compiled
def stand(outlook: Outlook, robots: Ints, won: Ints, me: int) -> Floats:
    """My chance in each game, as it stands at the end of a turn."""
    chances = np.zeros(robots.shape[0], np.float64)
    turns = np.empty(robots.shape[1], np.float64)
    for game in range(robots.shape[0]):
        if won[game]:
            chances[game] = _came_in_before(robots, game, won[game], me)
        else:
            for r in range(robots.shape[1]):
                turns[r] = _turns_of(outlook, robots, game, r)
            chances[game] = _chance(turns, me)
    return chances


@compiled
def rate(outlook: Outlook, robots: Ints, won: Ints, codes: Ints, me: int) -> Floats:
    """My chance in each game [game, without and with a turn off next] after the turn was played."""
    chances = np.zeros((robots.shape[0], 2), np.float64)
    turns = np.empty(robots.shape[1], np.float64)
    row = np.zeros((1, ENDING), np.int64)
    for game in range(robots.shape[0]):
        if won[game]:
            chances[game] = _came_in_before(robots, game, won[game], me)
            continue
        for r in range(robots.shape[1]):
            turns[r] = _turns_of(outlook, robots, game, r)
        if robots[game, me, _CELL] == LOST:
            chances[game] = _chance(turns, me)
            continue
        row[0, PLACE] = robots[game, me, _CELL] * QUARTERS + robots[game, me, _FACING]
        row[0, FLAG], row[0, SAVE] = robots[game, me, _NEXT_FLAG], robots[game, me, _SAVE]
        row[0, CODE] = codes[game]
        armour = robots[game, me, _ARMOUR]
        if armour < REGISTERS:
            turns[me] = _turns_with_locked(outlook, row, 0, armour)
        else:
            turns[me] = outlook.going[row[0, FLAG], row[0, PLACE] * LEVELS + armour]
        chances[game, 0] = _chance(turns, me)
        turns[me] = turns_resting(outlook, row, 0)
        chances[game, 1] = _chance(turns, me)
    return chances


@stage
def _chance(turns: Floats, me: int) -> float:
    """That I come in before another one, on average, when so many turns are left to each.

    The fewer turns are left, the less is left to luck; how much was fitted to matches of planners.
    """
    least = turns[me]
    for r in range(turns.shape[0]):
        least = min(least, turns[r])
    luck = min(0.2 + 0.16 * least, 1.0)
    ahead = 0.0
    for r in range(turns.shape[0]):
        if r != me:
            ahead += 1 / (1 + np.exp((turns[me] - turns[r]) / luck))
    return float(ahead / (turns.shape[0] - 1))


@stage
def _came_in_before(robots: Ints, game: int, won: int, me: int) -> float:
    """D34: the part of the others before whom I came in; half for those with whom I did."""
    ahead = 0.0
    mine = _merit(robots, game, won, me)
    for r in range(robots.shape[1]):
        if r != me:
            theirs = _merit(robots, game, won, r)
            ahead += 1.0 if mine > theirs else 0.5 * (mine == theirs)
    return float(ahead / (robots.shape[1] - 1))


@stage
def _merit(robots: Ints, game: int, won: int, r: int) -> int:
    """D34: who has won, then flags, lives, armour: what stands before what, as one number."""
    flags = robots[game, r, _NEXT_FLAG] + (_MOST_FLAGS if won >> r & 1 else 0)
    return int((flags * LEVELS + robots[game, r, _LIVES]) * LEVELS + robots[game, r, _ARMOUR])


@stage
def _turns_of(outlook: Outlook, robots: Ints, game: int, r: int) -> float:
    """The turns that are left for a robot that begins the next turn like this."""
    flag = robots[game, r, _NEXT_FLAG]
    if robots[game, r, _CELL] == LOST:
        if robots[game, r, _LIVES] == 0:
            return OUT_OF_GAME
        cells = outlook.ground.flags.shape[0]
        worth = outlook.worth[flag, cells * QUARTERS * LEVELS + robots[game, r, _SAVE]]
        return price_of_a_life(worth, robots[game, r, _LIVES] + 1)
    place = robots[game, r, _CELL] * QUARTERS + robots[game, r, _FACING]
    return float(outlook.worth[flag, place * LEVELS + robots[game, r, _ARMOUR]])
