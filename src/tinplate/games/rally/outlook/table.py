"""The outlook of a course: guessed at once from distances, or measured over many hands."""

from functools import lru_cache
from hashlib import sha256
from random import Random

import numpy as np

from tinplate.game import Progress, Seat
from tinplate.games.rally import kernel as k
from tinplate.games.rally.cards import DeckSize, deck
from tinplate.games.rally.course import Course
from tinplate.games.rally.floor import KINDS, floor_of, last_flag, number_of, rules_of
from tinplate.games.rally.outlook import iteration
from tinplate.games.rally.outlook import programs as o
from tinplate.games.rally.outlook.choosing import Outlook
from tinplate.games.rally.reach import reach_on, registers_to
from tinplate.games.rally.settings import HouseRules, least_armour

VERSION = 3  # of the method and the file: with another one, everything is measured again
HANDS = 96  # over which turns are averaged
POLICY_HANDS = 32  # of these: the best programs for them are kept
ROOM = 200  # cells; on a larger course there is only time for fewer hands
CARDS = k.MOST_ARMOUR + k.REGISTERS - 1  # of a sample hand: dealt ones, and locked ones
CLOSE = 0.005  # turns: value iteration ends when nothing changes by more
MOST_ROUNDS = 200
CHUNK = 32  # places between two reports of progress
PACE = 3.0  # how many registers of the shortest path a turn is worth, roughly
WEAR = 0.07  # how much slower each missing point of armour makes a robot, roughly


@lru_cache(maxsize=16)
def ground_of(course: Course, settings: HouseRules) -> o.Ground:
    """What happens to a robot that is alone, by the rules' kernel."""
    floor = floor_of(course, settings.edge)
    has_flag = floor[:, k.FLAG] > 0
    pits = [course.square(cell).pit for cell in course.cells()]
    return o.Ground(
        after=reach_on(course, settings.edge).after.astype(np.int32),
        beams=floor[:, k.BEAMS].copy(),
        flags=floor[:, k.FLAG].copy(),
        repairs=floor[:, k.REPAIR] + settings.flags_repair * has_flag,
        saves=((floor[:, k.REPAIR] > 0) | (settings.flags_save & has_flag)).astype(np.int64),
        is_floor=np.array([not pit for pit in pits], np.int64),
        powered_down=_powered_down(course, settings),
        last_flag=last_flag(course),
        start=number_of(course, course.start_of(Seat(0))),
        respawn_armour=settings.respawn_armour,
        least_armour=least_armour(settings),
    )


def _powered_down(course: Course, settings: HouseRules) -> k.Ints:
    """R26, R27: by place, the slot after a turn powered down."""
    floor = floor_of(course, settings.edge)
    places = len(floor) * k.QUARTERS
    robots = np.zeros((places, 1, k.FIELDS), np.int64)
    robots[:, 0, k.CELL] = np.arange(places) // k.QUARTERS
    robots[:, 0, k.FACING] = np.arange(places) % k.QUARTERS
    robots[:, 0, k.ARMOUR], robots[:, 0, k.LIVES], robots[:, 0, k.OFF] = k.MOST_ARMOUR, 1, 1
    robots[:, 0, k.SAVE] = number_of(course, course.start_of(Seat(0)))
    cards = np.zeros((places, 1, k.REGISTERS, 2), np.int64)
    k.play_batch(floor, rules_of(course, settings), robots, cards, 1, k.REGISTERS, ends=True)
    ends = robots[:, 0]
    standing = (ends[:, k.CELL] * k.QUARTERS + ends[:, k.FACING]) * o.LEVELS + ends[:, k.ARMOUR]
    return np.where(ends[:, k.CELL] == k.OUT, places * o.LEVELS + ends[:, k.SAVE], standing)


def digest(ground: o.Ground, size: DeckSize) -> str:
    """The name of an outlook in the cache: a hash of everything that it depends on."""
    costs = (iteration.LIFE_COST, o.EARLY_FINISH, o.NEVER)
    numbers = [each for each in ground if not isinstance(each, np.ndarray)]
    found = sha256(repr((VERSION, HANDS, POLICY_HANDS, size, costs, numbers)).encode())
    for array in ground:
        if isinstance(array, np.ndarray):
            found.update(repr((array.shape, array.dtype.str)).encode() + array.tobytes())
    return found.hexdigest()[:32]


def shape_of(ground: o.Ground) -> tuple[int, int]:
    """[next flag, slot]; there is no flag 0."""
    cells = len(ground.flags)
    return ground.last_flag + 1, cells * k.QUARTERS * o.LEVELS + cells


def _policy_shape(ground: o.Ground) -> tuple[int, int, int]:
    places = len(ground.flags) * k.QUARTERS
    return ground.last_flag + 1, places, min(POLICY_HANDS, _hands_for(ground))


def _hands_for(ground: o.Ground) -> int:
    """The larger a course, the fewer hands: time and memory are limited."""
    return max(1, HANDS * ROOM // max(ROOM, len(ground.flags)))


def is_valid(outlook: Outlook) -> bool:
    """Whether it could come from `measure`: checked for files that anybody may have written."""
    values = (outlook.turns, outlook.turns_running)
    shape = _policy_shape(outlook.ground)
    return (
        all(each.shape == shape_of(outlook.ground) for each in values)
        and all(each.dtype == np.float32 and np.isfinite(each).all() for each in values)
        and (outlook.policy.shape, outlook.policy.dtype) == (shape, np.int16)
        and bool((outlook.policy >= 0).all() and (outlook.policy < o.KINDS**k.REGISTERS).all())
    )


@lru_cache(maxsize=4)
def sample_hands(size: DeckSize) -> k.Ints:
    """[hand, card]: kinds. Each pack is dealt to its end, so that all cards occur equally often."""
    kinds = [KINDS.index(card.kind) for card in deck(size)]
    dice = Random(size)  # noqa: S311 - always the same hands
    hands = list[list[int]]()
    while len(hands) < HANDS:
        pack = dice.sample(kinds, k=len(kinds))
        hands += [pack[at : at + CARDS] for at in range(0, len(pack) - CARDS + 1, CARDS)]
    return np.array(hands[:HANDS], np.int64)


@lru_cache(maxsize=16)
def guess(course: Course, settings: HouseRules) -> Outlook:
    """From the fewest registers it takes with freely chosen cards."""
    ground = ground_of(course, settings)
    reach = reach_on(course, settings.edge)
    expected = np.full(shape_of(ground), o.NEVER, np.float32)
    slow = 1 + WEAR * (k.MOST_ARMOUR - np.arange(o.LEVELS))
    for done in range(ground.last_flag):
        registers = registers_to(reach, course.flags[done:])[0]
        turns = np.minimum(registers[:, None] / PACE * slow[None, :], o.NEVER)
        expected[done + 1, : turns.size] = turns.ravel()
        iteration.respawn_all(ground, expected[done + 1])
    no_policy = np.zeros((*expected.shape[:1], len(ground.flags) * k.QUARTERS, 0), np.int16)
    return Outlook(ground, expected, expected, sample_hands(settings.deck), no_policy)


def measure(course: Course, settings: HouseRules, progress: Progress) -> Outlook:
    """Value iteration over sampled hands, from the last flag to the first.

    From every place, with every armour and every hand, all programs are tried and the best ending
    counts. How good an ending is depends on the values themselves, so this is repeated until they
    settle.
    """
    rough = guess(course, settings)
    ground = rough.ground
    hands = rough.hands[: _hands_for(ground)]
    turns, turns_running = rough.turns.copy(), rough.turns.copy()
    places = len(ground.flags) * k.QUARTERS
    chunks = range(0, places, CHUNK)
    policy = np.zeros(_policy_shape(ground), np.int16)
    for flag in range(ground.last_flag, 0, -1):
        parts = []
        for place in chunks:
            done = ground.last_flag - flag + place / places
            progress(done / ground.last_flag)
            last = min(place + CHUNK, places)
            parts.append(iteration.collect(ground, flag, hands, turns, place, last))
        _settle(ground, turns[flag], turns_running[flag], parts, len(hands))
        few = hands[:POLICY_HANDS]
        policy[flag] = iteration.best_programs(ground, flag, few, turns, 0, places)
    progress(1.0)
    return Outlook(ground, turns, turns_running, rough.hands, policy)


def turns_by_cell(outlook: Outlook) -> tuple[float | None, ...]:
    """The turns to the last flag from each cell, with full armour and the best facing.

    None where no robot can be, or from where there is no way on.
    """
    cells = len(outlook.ground.flags)
    slots = outlook.turns[1, : cells * k.QUARTERS * o.LEVELS]
    least = slots.reshape(cells, k.QUARTERS, o.LEVELS)[:, :, k.MOST_ARMOUR].min(axis=1)
    return tuple(
        round(float(turns), 2) if is_floor and turns < o.NEVER else None
        for turns, is_floor in zip(least, outlook.ground.is_floor, strict=True)
    )


def _settle(
    ground: o.Ground,
    turns: o.Floats,
    turns_running: o.Floats,
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
        if iteration.settle(ground, turns, turns_running, *arrays, hands) < CLOSE:
            return
