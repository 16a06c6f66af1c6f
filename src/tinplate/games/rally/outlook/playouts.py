"""Play-outs: programs that other robots may play, the turns that follow, and who is ahead then."""

import numpy as np

from tinplate.games.rally import kernel as k
from tinplate.games.rally.kernel import QUARTERS, REGISTERS
from tinplate.games.rally.outlook.choosing import (
    ELIMINATED,
    Outlook,
    best_ending,
    turns_after_loss,
    turns_powering_down,
    turns_with_locked,
)
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
    OPEN,
    PLACE,
    SAVE,
    START,
    Floats,
    Ints,
    kind_in,
    try_programs,
)

# D1: by kind of card, how early it is played; and how many priorities a kind has.
_SPEED = (4, 5, 6, 3, 1, 1, 0)
_SHADES = 1000
_MOST_FLAGS = 1000


@compiled
def sample_opponents(
    outlook: Outlook, robots: Ints, locked: Ints, plays: Ints, pack: Ints, seed: int, cards: Ints
) -> None:
    """Deal hands that other robots may hold; each gets the program that is best for it alone.

    `locked` has the visible cards [robot, register, kind and priority], or OPEN; `plays` says
    which robots are dealt cards; `pack` has the cards that may be dealt. The programs are written
    to cards[sample, robot, register].
    """
    rows = np.empty((MOST_PROGRAMS, ENDING), np.int64)
    path = np.empty((REGISTERS + 1, ENDING + 1), np.int64)
    robot = np.zeros(ENDING, np.int64)
    counts, kinds = np.empty(KINDS, np.int64), np.empty(REGISTERS, np.int64)
    state = np.uint64(seed)
    for sample in range(cards.shape[0]):
        dealt = START
        for r in range(robots.shape[0]):
            if not plays[r]:
                continue
            robot[PLACE] = robots[r, k.CELL] * QUARTERS + robots[r, k.FACING]
            robot[ARMOUR], robot[FLAG] = robots[r, k.ARMOUR], robots[r, k.NEXT_FLAG]
            robot[SAVE] = robots[r, k.SAVE]
            counts[:] = 0
            first = dealt
            for _ in range(robots[r, k.ARMOUR]):
                state = _next_random(state)
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
            found = try_programs(
                outlook.ground, robot, START, ALL_REGISTERS, counts, kinds, path, rows
            )
            best = best_ending(outlook.ground, outlook.turns, rows, found, robots[r, k.LIVES])
            _lay_out(rows[best, CODE], locked, pack, first, dealt, cards, sample, r)


@inner
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
    """Put dealt cards, from `first` up to `last`, in the registers of a program."""
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
def start_next_turn(outlook: Outlook, robots: Ints, lots: Ints, seed: int, cards: Ints) -> None:
    """Start the next turn: respawn robots, power up, and program by the policy of the outlook.

    Games with the same lot get the same hands, whatever was played before.
    """
    ground, policy = outlook.ground, outlook.policy
    for game in range(robots.shape[0]):
        state = np.uint64(seed + 7919 * lots[game])
        for r in range(robots.shape[1]):
            state = _next_random(state)
            hand = int((state >> np.uint64(33)) % np.uint64(policy.shape[2]))
            state = _next_random(state)
            shade = int((state >> np.uint64(33)) % np.uint64(_SHADES))
            robots[game, r, k.OFF] = 0
            flag = robots[game, r, k.NEXT_FLAG]
            if flag > ground.last_flag or robots[game, r, k.LIVES] == 0:
                continue
            if robots[game, r, k.CELL] == LOST:
                _respawn(outlook, robots, game, r)
            place = robots[game, r, k.CELL] * QUARTERS + robots[game, r, k.FACING]
            for register in range(REGISTERS):
                kind = kind_in(policy[flag, place, hand], register)
                cards[game, r, register, 0] = kind
                cards[game, r, register, 1] = _SPEED[kind] * _SHADES + (shade + register) % _SHADES


@inner
def _next_random(state: np.uint64) -> np.uint64:
    """The next state of a linear congruential generator; only its upper bits are used."""
    return state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)


@inner
def _respawn(outlook: Outlook, robots: Ints, game: int, r: int) -> None:
    """R23, R30, R34, D20: to its save point, virtual, in the best facing."""
    cell, armour = robots[game, r, k.SAVE], outlook.ground.respawn_armour
    turns = outlook.turns[robots[game, r, k.NEXT_FLAG]]
    robots[game, r, k.CELL], robots[game, r, k.ARMOUR], robots[game, r, k.VIRTUAL] = cell, armour, 1
    best = 0
    for facing in range(1, QUARTERS):
        slot = (cell * QUARTERS + facing) * LEVELS + armour
        if turns[slot] < turns[(cell * QUARTERS + best) * LEVELS + armour]:
            best = facing
    robots[game, r, k.FACING] = best


@compiled
def chances_now(outlook: Outlook, robots: Ints, won: Ints, me: int) -> Floats:
    """My chance in each game at the end of a turn."""
    chances = np.zeros(robots.shape[0], np.float64)
    turns = np.empty(robots.shape[1], np.float64)
    for game in range(robots.shape[0]):
        if won[game]:
            chances[game] = _share_beaten(robots, game, won[game], me)
        else:
            for r in range(robots.shape[1]):
                turns[r] = _turns_of(outlook, robots, game, r)
            chances[game] = _chance(turns, me)
    return chances


@compiled
def chances_by_power(outlook: Outlook, robots: Ints, won: Ints, codes: Ints, me: int) -> Floats:
    """My chance at the end of a turn: [game, running or powered down next]."""
    chances = np.zeros((robots.shape[0], 2), np.float64)
    turns = np.empty(robots.shape[1], np.float64)
    row = np.zeros((1, ENDING), np.int64)
    for game in range(robots.shape[0]):
        if won[game]:
            chances[game] = _share_beaten(robots, game, won[game], me)
            continue
        for r in range(robots.shape[1]):
            turns[r] = _turns_of(outlook, robots, game, r)
        if robots[game, me, k.CELL] == LOST:
            chances[game] = _chance(turns, me)
            continue
        row[0, PLACE] = robots[game, me, k.CELL] * QUARTERS + robots[game, me, k.FACING]
        row[0, FLAG], row[0, SAVE] = robots[game, me, k.NEXT_FLAG], robots[game, me, k.SAVE]
        row[0, CODE] = codes[game]
        armour = robots[game, me, k.ARMOUR]
        if armour < REGISTERS:
            turns[me] = turns_with_locked(outlook, row, START, armour)
        else:
            turns[me] = outlook.turns_running[row[0, FLAG], row[0, PLACE] * LEVELS + armour]
        chances[game, 0] = _chance(turns, me)
        turns[me] = turns_powering_down(outlook, row, START)
        chances[game, 1] = _chance(turns, me)
    return chances


@inner
def _chance(turns: Floats, me: int) -> float:
    """The chance to finish before another robot, averaged over them, given everyone's turns left.

    The fewer turns are left, the less luck matters; how much was fitted to matches of planners.
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


@inner
def _share_beaten(robots: Ints, game: int, won: int, me: int) -> float:
    """D34: the share of the others that I beat; a tie counts half."""
    ahead = 0.0
    mine = _standing(robots, game, won, me)
    for r in range(robots.shape[1]):
        if r != me:
            theirs = _standing(robots, game, won, r)
            ahead += 1.0 if mine > theirs else 0.5 * (mine == theirs)
    return float(ahead / (robots.shape[1] - 1))


@inner
def _standing(robots: Ints, game: int, won: int, r: int) -> int:
    """D34: the standing as one number: winners first, then by flags, lives and armour."""
    flags = robots[game, r, k.NEXT_FLAG] + (_MOST_FLAGS if won >> r & 1 else 0)
    return int((flags * LEVELS + robots[game, r, k.LIVES]) * LEVELS + robots[game, r, k.ARMOUR])


@inner
def _turns_of(outlook: Outlook, robots: Ints, game: int, r: int) -> float:
    """The turns left for a robot that starts the next turn like this."""
    flag = robots[game, r, k.NEXT_FLAG]
    if robots[game, r, k.CELL] == LOST:
        if robots[game, r, k.LIVES] == 0:
            return ELIMINATED
        cells = outlook.ground.flags.shape[0]
        turns = outlook.turns[flag, cells * QUARTERS * LEVELS + robots[game, r, k.SAVE]]
        return turns_after_loss(turns, robots[game, r, k.LIVES] + 1)
    place = robots[game, r, k.CELL] * QUARTERS + robots[game, r, k.FACING]
    return float(outlook.turns[flag, place * LEVELS + robots[game, r, k.ARMOUR]])
