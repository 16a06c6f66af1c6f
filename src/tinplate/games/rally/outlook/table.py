"""The table of a course: guessed from the reach tables at once, or measured over many hands."""

from functools import lru_cache
from hashlib import sha256
from random import Random

import numpy as np

from tinplate.game import Progress, Seat
from tinplate.games.rally import kernel as k
from tinplate.games.rally.cards import DeckSize, deck
from tinplate.games.rally.course import Course
from tinplate.games.rally.floor import KINDS, floor_of, last_flag, number_of, rules_of
from tinplate.games.rally.outlook import kernels as o
from tinplate.games.rally.reach import reach_on, registers_to
from tinplate.games.rally.settings import Settings

VERSION = 2  # of the method: another one makes all tables anew
HANDS = 96  # over which values are averages
HABITS = 32  # of these hands: programs for them are remembered
ROOM = 200  # cells of a course for which there is time for all these hands
CARDS = o.MOST_ARMOUR + o.REGISTERS - 1  # of a hand: those dealt, and those that may be locked
CLOSE = 0.005  # turns: values that change by less have settled
MOST_ROUNDS = 200
CHUNK = 32  # places between two signs of life
PACE = 3.0  # registers' worth of the shortest way that a turn makes good, roughly
WEAR = 0.07  # how much slower a point of armour less makes a robot, roughly


@lru_cache(maxsize=16)
def ground_of(course: Course, settings: Settings) -> o.Ground:
    """What a robot alone meets, asked of the kernel of the rules."""
    floor = floor_of(course, settings.edge)
    has_flag = floor[:, k.FLAG] > 0
    pits = [course.square(cell).pit for cell in course.cells()]
    return o.Ground(
        after=reach_on(course, settings.edge).after.astype(np.int32),
        beams=floor[:, k.BEAMS].copy(),
        flags=floor[:, k.FLAG].copy(),
        repairs=floor[:, k.REPAIR] + settings.flags_repair * has_flag,
        saves=((floor[:, k.REPAIR] > 0) | (settings.flags_save & has_flag)).astype(np.int64),
        stands=np.array([not pit for pit in pits], np.int64),
        rests=_rests(course, settings),
        last_flag=last_flag(course),
        start=number_of(course, course.start_of(Seat(0))),
        respawn_armour=settings.respawn_armour,
    )


def _rests(course: Course, settings: Settings) -> k.Ints:
    """R26, R27: the slot after a turn off, for every place where it may begin."""
    floor = floor_of(course, settings.edge)
    places = len(floor) * o.QUARTERS
    robots = np.zeros((places, 1, k.FIELDS), np.int64)
    robots[:, 0, k.CELL] = np.arange(places) // o.QUARTERS
    robots[:, 0, k.FACING] = np.arange(places) % o.QUARTERS
    robots[:, 0, k.ARMOUR], robots[:, 0, k.LIVES], robots[:, 0, k.OFF] = o.MOST_ARMOUR, 1, 1
    robots[:, 0, k.SAVE] = number_of(course, course.start_of(Seat(0)))
    cards = np.zeros((places, 1, k.REGISTERS, 2), np.int64)
    k.play_batch(floor, rules_of(course, settings), robots, cards, 1, k.REGISTERS, ends=True)
    ends = robots[:, 0]
    standing = (ends[:, k.CELL] * o.QUARTERS + ends[:, k.FACING]) * o.LEVELS + ends[:, k.ARMOUR]
    return np.where(ends[:, k.CELL] == k.OUT, places * o.LEVELS + ends[:, k.SAVE], standing)


def digest(ground: o.Ground, size: DeckSize) -> str:
    """By which a table is known: all that it depends on, and nothing else."""
    method = (VERSION, HANDS, HABITS, size, o.LIFE, o.HASTE, o.NEVER, ground[-3:])
    arrays = [np.ascontiguousarray(array) for array in ground[:-3]]
    seal = sha256(repr(method).encode())
    for array in arrays:
        seal.update(repr((array.shape, array.dtype.str)).encode() + array.tobytes())
    return seal.hexdigest()[:32]


def shape_of(ground: o.Ground) -> tuple[int, int]:
    """[next flag, slot]: no flag has the number 0."""
    cells = len(ground.flags)
    return ground.last_flag + 1, cells * o.QUARTERS * o.LEVELS + cells


def _shape_of_habits(ground: o.Ground) -> tuple[int, int, int]:
    places = len(ground.flags) * o.QUARTERS
    return ground.last_flag + 1, places, min(HABITS, _hands_for(ground))


def _hands_for(ground: o.Ground) -> int:
    """On a course without bounds fewer hands have to do: neither time nor memory has no end."""
    return max(1, HANDS * ROOM // max(ROOM, len(ground.flags)))


def is_table(outlook: o.Outlook) -> bool:
    """Whether the numbers are such as `measure` makes them."""
    values = (outlook.worth, outlook.going)
    shape = _shape_of_habits(outlook.ground)
    return (
        all(each.shape == shape_of(outlook.ground) for each in values)
        and all(each.dtype == np.float32 and np.isfinite(each).all() for each in values)
        and (outlook.habits.shape, outlook.habits.dtype) == (shape, np.int16)
        and bool((outlook.habits >= 0).all() and (outlook.habits < o.KINDS**o.REGISTERS).all())
    )


@lru_cache(maxsize=4)
def sample_hands(size: DeckSize) -> k.Ints:
    """[hand, card]: kinds. One pack after the other is dealt to its end, so all are seen alike."""
    kinds = [KINDS.index(card.kind) for card in deck(size)]
    dice = Random(size)  # noqa: S311 - the same hands for everybody
    hands = list[list[int]]()
    while len(hands) < HANDS:
        pack = dice.sample(kinds, k=len(kinds))
        hands += [pack[at : at + CARDS] for at in range(0, len(pack) - CARDS + 1, CARDS)]
    return np.array(hands[:HANDS], np.int64)


@lru_cache(maxsize=16)
def guess(course: Course, settings: Settings) -> o.Outlook:
    """From the fewest registers that it takes with cards of one's own choice."""
    ground = ground_of(course, settings)
    ways = reach_on(course, settings.edge)
    worth = np.full(shape_of(ground), o.NEVER, np.float32)
    slow = 1 + WEAR * (o.MOST_ARMOUR - np.arange(o.LEVELS))
    for done in range(ground.last_flag):
        registers = registers_to(ways, course.flags[done:])[0]
        turns = np.minimum(registers[:, None] / PACE * slow[None, :], o.NEVER)
        worth[done + 1, : turns.size] = turns.ravel()
        o.return_all(ground, worth[done + 1])
    nothing = np.zeros((*worth.shape[:1], len(ground.flags) * o.QUARTERS, 0), np.int16)
    return o.Outlook(ground, worth, worth, sample_hands(settings.deck), nothing)


def measure(course: Course, settings: Settings, progress: Progress) -> o.Outlook:
    """Value iteration over sampled hands, from the last flag to the first.

    From every place, with all armours and hands, every program is tried; the best that can be
    reached counts, and that depends on what places are worth: repeated until it has settled.
    """
    rough = guess(course, settings)
    ground = rough.ground
    hands = rough.hands[: _hands_for(ground)]
    worth, going = rough.worth.copy(), rough.worth.copy()
    places = len(ground.flags) * o.QUARTERS
    chunks = range(0, places, CHUNK)
    habits = np.zeros(_shape_of_habits(ground), np.int16)
    for flag in range(ground.last_flag, 0, -1):
        parts = []
        for place in chunks:
            done = ground.last_flag - flag + place / places
            progress(done / ground.last_flag)
            last = min(place + CHUNK, places)
            parts.append(o.collect(ground, flag, hands, worth, place, last))
        _settle(ground, worth[flag], going[flag], parts, len(hands))
        habits[flag] = o.learn_habits(ground, flag, hands[:HABITS], worth, 0, places)
    progress(1.0)
    return o.Outlook(ground, worth, going, rough.hands, habits)


def _settle(
    ground: o.Ground,
    values: o.Floats,
    going: o.Floats,
    parts: list[tuple[o.Ints, o.Ints, o.Floats]],
    hands: int,
) -> None:
    slots, begins, bests = zip(*parts, strict=True)
    sizes = np.cumsum([0, *(len(part) for part in slots)])
    joined = np.concatenate(
        [begin[:-1] + size for begin, size in zip(begins, sizes, strict=False)] + [sizes[-1:]]
    )
    arrays = np.concatenate(slots), joined, np.concatenate(bests)
    for _ in range(MOST_ROUNDS):
        if o.settle(ground, values, going, *arrays, hands) < CLOSE:
            return
