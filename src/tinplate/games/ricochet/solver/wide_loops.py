"""The compiled loops of the solver for boards and robots that `kernels` has no room for.

It is the same search over sets of positions, and the same probes: read `kernels` first. There a set
of cells is four machine words and four other robots fit into one; here a set has as many words as
the board needs, in an array, and up to seven other robots are in two words. That is slower, so
these loops only serve boards of more than 16 columns or rows, more than five robots, and fewer than
four where there is no place to park the missing ones. They are compiled when such a position is
first solved.

A cell is a number from 0 up, row by row. The other robots' cells have 16 bits each: four in the
first word of a key and three in the second, above which is the arriving robot's turn state.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint64

from tinplate.games.ricochet.solver import kernels
from tinplate.games.ricochet.solver.kernels import _lowest_bit
from tinplate.kernel_cache import kept

PROBE_DEPTH = 3  # with wide sets, another level of the search is cheaper than a fourth move
UNREACHABLE = 1 << 20
WALL = -1  # in `step`
FORBIDDEN = -1  # in `stop`: a slide that is not allowed
ENDLESS = 4 * 1024 + 1  # steps after which a slide is known to go in circles
UNMOVED, ALONG_ROW, ALONG_COLUMN, TURNED = range(4)
GROUPS, END, AT, FRESH, DEPTH, FOUND, PROBED, MAXIMUM, PREFETCHED, COUNTERS = range(10)
PAUSED, NEEDS_MEMORY, SOLVED, EXHAUSTED, LIMIT_REACHED = range(5)
HEADING_AT, BENT_AT = 16, 18  # in `step` and `stop`, above the cell
TURN_STATE_AT = 48  # in the second word of a key

_ONE = np.uint64(1)
_LOW = np.uint64(63)
_CELL = np.uint64(0xFFFF)
_SCATTER = np.uint64(0x9E3779B97F4A7C15)
_NUMBER = np.uint64(0xFFFFFFFF)  # the part of a table's slot that holds a group's number
# As in `kernels`, constants that are passed on have NumPy types.
_FULL_PROBE = np.int64(PROBE_DEPTH)
_ALL_ROBOTS, _ARRIVING_ROBOT = np.bool_(False), np.bool_(True)  # whose moves `expand` makes
_ALL_MOVES = np.int64(0)
_MANY_GROUPS = 30_000  # beyond this, memory is slow enough for prefetching to pay

_SOURCES = (__file__, kernels.__file__)
_allocating: Any = kept(*_SOURCES, no_cfunc_wrapper=True)
_entry: Any = kept(*_SOURCES, no_cfunc_wrapper=True, _nrt=False)
_inner: Any = kept(*_SOURCES, no_cfunc_wrapper=True, no_cpython_wrapper=True, _nrt=False)
_inlined: Any = kept(
    *_SOURCES, no_cfunc_wrapper=True, no_cpython_wrapper=True, _nrt=False, forceinline=True
)


class WideSlides(NamedTuple):
    """A board: see `SlideTables` and `WideBounds` of `kernels`."""

    step: Any  # [class, direction, cell]: the next cell | direction there, or WALL
    stop: Any  # [class, direction, cell]: where a slide ends | heading | bent, or FORBIDDEN
    path: Any  # [class, direction, cell]: the set of cells a slide passes
    near: Any  # [class, moves - 1, cell]
    diagonal: Any  # [cell]


class WideProblem(NamedTuple):
    """What is searched for."""

    arriving: Any  # the class of the arriving robot
    others: Any  # how many other robots there are
    alike: Any  # how many of them are of class 0
    classes: Any  # of the others, sorted
    deflection_counts: Any
    early_stop_voids: Any
    target: Any
    forbidden: Any  # a cell on which no other robot may rest, or -1


class WideBounds(NamedTuple):
    """WideSlides that exclude positions from which the arriving robot cannot arrive in time."""

    alone: Any  # [moves]
    last: Any  # [moves, b]
    special: Any  # [moves]
    helped: Any  # [class, cell, moves]: see `_find_helped`; filled as needed
    known: Any  # [class, cell]: whether it is filled
    room: Any  # for a set of cells, for a moment
    soon: Any  # [turn state, moves]


class WideGroups(NamedTuple):
    """What a search has found so far."""

    starts: Any  # [depth]: the first entry of that level
    table: Any  # a hash table of groups: a part of the hash << 32 | number + 1, or 0
    group_key: Any  # [group]: two words
    group: Any  # [group]: all cells found so far, then those found just now
    fresh: Any
    level_id: Any
    level_set: Any


class WideScratch(NamedTuple):
    """Arrays that functions use for a moment."""

    keys: Any  # [child]: two words
    sets: Any  # [child]
    occupied: Any  # a set of cells: where the other robots are; empty between uses
    carried: Any  # a set of cells
    kept: Any  # a set of cells
    hoping: Any  # a set of cells: from where the arriving robot may arrive with some help
    probe_keys: Any  # [moves made, child]
    probe_sets: Any
    probe_at: Any
    probe_counts: Any
    chain_keys: Any  # [moves made]: on the route that a probe follows
    chain_sets: Any


class WideTask(NamedTuple):
    """All that a search works with, besides what it has found."""

    tables: WideSlides
    problem: WideProblem
    bounds: WideBounds
    scratch: WideScratch


@_inlined
def _named(task):
    """The plain tuples that came from Python, with names for their fields."""
    tables, problem, bounds, scratch = task
    return WideTask(
        WideSlides(*tables), WideProblem(*problem), WideBounds(*bounds), WideScratch(*scratch)
    )


# Sets and keys


@_inlined
def _has(cells, cell):
    return (cells[cell >> 6] >> uint64(cell & 63)) & _ONE != 0


@_inlined
def _add(cells, cell):
    cells[cell >> 6] |= _ONE << uint64(cell & 63)


@_inlined
def _flip(cells, cell):
    cells[cell >> 6] ^= _ONE << uint64(cell & 63)


@_inlined
def _cell_of(k0, k1, j):
    """The cell of other robot j."""
    word = k0 if j < 4 else k1
    return int64((word >> uint64(16 * (j & 3))) & _CELL)


@_inlined
def _put(k0, k1, j, cell):
    """The key with other robot j on that cell."""
    shift = uint64(16 * (j & 3))
    if j < 4:
        k0 = (k0 & ~(_CELL << shift)) | (uint64(cell) << shift)
    else:
        k1 = (k1 & ~(_CELL << shift)) | (uint64(cell) << shift)
    return k0, k1


@_inner
def _with_robot_on(k0, k1, j, cell, alike):
    """The key after other robot j went to that cell; the first `alike` robots stay sorted."""
    if j < alike:
        while j > 0 and _cell_of(k0, k1, j - 1) > cell:
            k0, k1 = _put(k0, k1, j, _cell_of(k0, k1, j - 1))
            j -= 1
        while j < alike - 1 and _cell_of(k0, k1, j + 1) < cell:
            k0, k1 = _put(k0, k1, j, _cell_of(k0, k1, j + 1))
            j += 1
    return _put(k0, k1, j, cell)


@_inlined
def _turn_state(k1):
    return int64(k1 >> uint64(TURN_STATE_AT))


@_inlined
def _turn_state_after(before, direction, heading, bends):
    """RC10: the arriving robot's turn state after a slide that counts as bent or not."""
    axis = ALONG_COLUMN if (direction & 1) == 0 else ALONG_ROW
    if before == TURNED or bends or (before != UNMOVED and before != axis):
        return int64(TURNED)
    return int64(ALONG_COLUMN if (heading & 1) == 0 else ALONG_ROW)


# WideSlides of a board and of a target


@_allocating
def board_tables(step, diagonal):
    """Of each class: where slides end, which cells they pass, and what is near."""
    classes, _, cells = step.shape
    words = (cells + 63) >> 6
    stop = np.empty((classes, 4, cells), np.int64)
    path = np.zeros((classes, 4, cells, words), np.uint64)
    near = np.zeros((classes, PROBE_DEPTH - 1, cells, words), np.uint64)
    for k in range(classes):
        for d in range(4):
            for c in range(cells):
                cell, heading, bends, steps = c, d, 0, 0
                while step[k, heading, cell] != WALL and steps < ENDLESS:
                    onward = step[k, heading, cell]
                    bends |= int((onward >> HEADING_AT) != heading)
                    cell, heading = onward & 0xFFFF, onward >> HEADING_AT
                    path[k, d, c, cell >> 6] |= _ONE << uint64(cell & 63)
                    steps += 1
                allowed = steps < ENDLESS and not diagonal[cell]
                ended = cell | (heading << HEADING_AT) | (bends << BENT_AT)
                stop[k, d, c] = ended if allowed else FORBIDDEN
                for w in range(words):
                    near[k, 0, c, w] |= path[k, d, c, w]
        for c in range(cells):
            near[k, 0, c, c >> 6] |= _ONE << uint64(c & 63)
        for j in range(1, PROBE_DEPTH - 1):
            for c in range(cells):
                for w in range(words):
                    bits = near[k, j - 1, c, w]
                    while bits != 0:
                        cell = int64(_lowest_bit(bits)) + 64 * w
                        bits &= bits - _ONE
                        if not diagonal[cell]:
                            for v in range(words):
                                near[k, j, c, v] |= near[k, 0, cell, v]
    return stop, path, near


@_allocating
def target_tables(step, path, near, diagonal, k, target):
    """How far a robot of class k is from the target, and `within`, `alone`, `last`, `special`.

    Why nothing is missed is said in `kernels`.
    """
    cells, words = path.shape[2], path.shape[3]
    distance = np.full(cells, UNREACHABLE, np.int64)
    queue = np.empty(cells, np.int64)
    distance[target], queue[0] = 0, target
    head, tail = 0, 1
    while head < tail:
        c = queue[head]
        head += 1
        for w in range(words):
            bits = near[k, 0, c, w]
            while bits != 0:
                cell = int64(_lowest_bit(bits)) + 64 * w
                bits &= bits - _ONE
                if distance[cell] == UNREACHABLE and not diagonal[cell]:
                    distance[cell] = distance[c] + 1
                    queue[tail] = cell
                    tail += 1
    within = np.zeros((PROBE_DEPTH + 1, words), np.uint64)
    alone = np.zeros((PROBE_DEPTH + 1, words), np.uint64)
    last = np.zeros((PROBE_DEPTH + 1, cells, words), np.uint64)
    special = np.zeros((PROBE_DEPTH + 1, words), np.uint64)
    for c in range(cells):
        for r in range(distance[c], PROBE_DEPTH + 1):
            _add(within[r], c)
    _add(alone[0], target)
    for r in range(1, PROBE_DEPTH + 1):
        for w in range(words):
            special[r, w] |= special[r - 1, w]
            alone[r, w] |= alone[r - 1, w]
            bits = alone[r - 1, w]
            if r > 1:
                bits &= ~alone[r - 2, w]  # the others were handled one move ago
            while bits != 0:
                cell = int64(_lowest_bit(bits)) + 64 * w
                bits &= bits - _ONE
                _add_stops_on(cell, r, k, step, path, alone, last, special)
        for v in range(words):
            blockers = special[r, v]
            special[r, v] = special[r - 1, v]
            while blockers != 0:
                b = int64(_lowest_bit(blockers)) + 64 * v
                blockers &= blockers - _ONE
                if _add_earlier_cells(r, b, k, near, diagonal, alone, last):
                    special[r, v] |= _ONE << uint64(b & 63)
    return distance, within, alone, last, special


@_inner
def _add_stops_on(cell, r, k, step, path, alone, last, special):
    """From where a robot can stop on a cell: by a wall, or by a robot on the cell ahead."""
    for d in range(4):
        ahead = step[k, d, cell]
        for w in range(path.shape[3]):
            behind = path[k, (d + 2) & 3, cell, w]
            if ahead == WALL:
                alone[r, w] |= behind
            elif behind != 0:
                b = ahead & 0xFFFF
                last[r, b, w] |= behind
                special[r, b >> 6] |= _ONE << uint64(b & 63)


@_inner
def _add_earlier_cells(r, b, k, near, diagonal, alone, last):
    """last[r, b] from last[r - 1, b], without the cells that need no help; whether any is left."""
    words = near.shape[3]
    for w in range(words):
        last[r, b, w] |= last[r - 1, b, w]
        bits = last[r - 1, b, w]
        if r > 1:
            bits &= ~last[r - 2, b, w]
        while bits != 0:
            cell = int64(_lowest_bit(bits)) + 64 * w
            bits &= bits - _ONE
            if not diagonal[cell]:
                for v in range(words):
                    last[r, b, v] |= near[k, 0, cell, v]
    some = uint64(0)
    for w in range(words):
        last[r, b, w] &= ~alone[r, w]
        some |= last[r, b, w]
    return some != 0


@_allocating
def turned_within(within, path, stop, k, target, voids):
    """`WideBounds.soon`: like `within`, for a robot that still has to turn.

    On boards with barriers it includes too much: where a slide may bend, a cell counts as turned.
    """
    words = within.shape[1]
    bends = np.zeros(path.shape[2], np.bool_)
    soon = np.zeros((4, PROBE_DEPTH + 1, words), np.uint64)
    for r in range(PROBE_DEPTH + 1):
        for w in range(words):
            soon[TURNED, r, w] = within[r, w]
    for d in range(4):
        for c in range(path.shape[2]):
            ended = stop[k, d, c]
            bends[c] |= ended == FORBIDDEN or (ended >> BENT_AT) != 0
    for r in range(1, PROBE_DEPTH + 1):
        for before in range(TURNED):
            for c in range(path.shape[2]):
                for d in range(4):
                    axis = ALONG_COLUMN if (d & 1) == 0 else ALONG_ROW
                    then = TURNED if before != UNMOVED and before != axis else axis
                    if bends[c]:
                        then = TURNED
                    for w in range(words):
                        stops = path[k, d, c, w]
                        if then != TURNED and voids and (target >> 6) == w:
                            stops &= ~(_ONE << uint64(target & 63))
                        if (stops & soon[then, r - 1, w]) != 0:
                            soon[before, r, c >> 6] |= _ONE << uint64(c & 63)
    return soon


# WideBounds


@_inner
def _find_helped(k, o, tables, bounds):
    """helped[k, o, r]: where a robot can be stopped for the last time by one of class k from o.

    In r moves of both together. `kernels` has the same table the other way round; this one serves
    all cells of a set at once.
    """
    helped, near = bounds.helped[k, o], tables.near
    words = helped.shape[1]
    bounds.known[k, o] = True
    for w in range(words):
        blockers = bounds.special[PROBE_DEPTH, w]
        while blockers != 0:
            b = int64(_lowest_bit(blockers)) + 64 * w
            blockers &= blockers - _ONE
            j = 0  # in how many moves it gets to b
            while j < PROBE_DEPTH and not (b == o if j == 0 else _has(near[k, j - 1, b], o)):
                j += 1
            for r in range(1, PROBE_DEPTH + 1 - j):
                for v in range(words):
                    helped[r + j, v] |= bounds.last[r, b, v]
    for r in range(1, PROBE_DEPTH):
        for v in range(words):
            helped[r + 1, v] |= helped[r, v]


@_inlined
def _helps(k, o, r, hoping, tables, bounds):
    """Whether a robot of class k on o helps some of these cells to arrive in r moves."""
    if not bounds.known[k, o]:
        _find_helped(k, o, tables, bounds)
    return _meets(bounds.helped[k, o, r], hoping)


@_inlined
def _meets(one, other):
    some = uint64(0)
    for w in range(one.size):
        some |= one[w] & other[w]
    return some != 0


@_inner
def _within_bounds(k0, k1, cells, r, kept, tables, problem, bounds):
    """Keep the cells from which the bounds allow arriving in r moves; whether there are any."""
    soon = bounds.soon[_turn_state(k1), r]
    some = uint64(0)
    for w in range(kept.size):
        kept[w] = cells[w] & soon[w]
        some |= kept[w]
    if some == 0:
        return False
    room = bounds.room
    for w in range(kept.size):
        room[w] = bounds.alone[r, w]
    for j in range(problem.others):
        k, o = problem.classes[j], _cell_of(k0, k1, j)
        if not bounds.known[k, o]:
            _find_helped(k, o, tables, bounds)
        for w in range(kept.size):
            room[w] |= bounds.helped[k, o, r, w]
    some = uint64(0)
    for w in range(kept.size):
        kept[w] &= room[w]
        some |= kept[w]
    return some != 0


# One move


@_inner
def expand(k0, k1, cells, only_arriving, r, keys, sets, task):
    """Make every move from a set: keys[i] and sets[i] are what comes of it.

    Moves of other robots count only if after it one of them helps some position of the set to
    arrive in r more moves; all of them if r is 0. Returns how many groups there are, and how many
    of them are moves of the arriving robot.
    """
    tables, problem, bounds, scratch = _named(task)
    occupied, hoping = scratch.occupied, scratch.hoping
    for j in range(problem.others):
        _add(occupied, _cell_of(k0, k1, j))
    arrivals = _move_arriving(k0, k1, cells, occupied, keys, sets, tables, problem)
    count = arrivals
    if not only_arriving:
        all_count = r == 0
        if r > 0:
            for w in range(cells.size):
                hoping[w] = cells[w] & bounds.soon[_turn_state(k1), r, w]
            all_count = _meets(hoping, bounds.alone[r])
        for j in range(problem.others):
            helps = all_count
            for i in range(problem.others):
                if i != j and not helps:
                    o = _cell_of(k0, k1, i)
                    helps = _helps(problem.classes[i], o, r, hoping, tables, bounds)
            for d in range(4):
                count = _move_other(k0, k1, j, d, cells, helps, r, keys, sets, count, tables,
                                    problem, bounds, scratch)  # fmt: skip
    for w in range(occupied.size):
        occupied[w] = 0
    return count, arrivals


@_inner
def _move_arriving(k0, k1, cells, occupied, keys, sets, tables, problem):
    """Slide the arriving robot from each cell of a set; returns how many groups that makes."""
    k, before, target = problem.arriving, _turn_state(k1), problem.target
    words = cells.size
    for f in range(3):
        for w in range(words):
            sets[f, w] = 0
    for w in range(words):
        bits = cells[w]
        while bits != 0:
            a = int64(_lowest_bit(bits)) + 64 * w
            bits &= bits - _ONE
            for d in range(4):
                onward = tables.step[k, d, a]
                if onward == WALL or _has(occupied, onward & 0xFFFF):
                    continue
                ended = tables.stop[k, d, a]
                for j in range(problem.others):
                    if _has(tables.path[k, d, a], _cell_of(k0, k1, j)):
                        ended = _walk(a, d, k, occupied, tables)
                        break
                if ended == FORBIDDEN:
                    continue
                to, heading = ended & 0xFFFF, (ended >> HEADING_AT) & 3
                bends = (ended >> BENT_AT) != 0 and problem.deflection_counts
                then = _turn_state_after(before, d, heading, bends)
                if not (problem.early_stop_voids and then != TURNED and to == target):
                    _add(sets[then - 1], to)
    arrivals = 0
    for f in range(3):
        some = uint64(0)
        for w in range(words):
            some |= sets[f, w]
        if some != 0:
            keys[arrivals, 0] = k0
            keys[arrivals, 1] = (k1 & ((_ONE << uint64(TURN_STATE_AT)) - _ONE)) | (
                uint64(f + 1) << uint64(TURN_STATE_AT)
            )
            for w in range(words):
                sets[arrivals, w] = sets[f, w]
            arrivals += 1
    return arrivals


@_inner
def _walk(a, d, k, occupied, tables):
    """Where a slide ends, as in `stop`, with other robots in the way."""
    cell, heading, bends, steps = a, d, 0, 0
    while steps < ENDLESS:
        onward = tables.step[k, heading, cell]
        if onward == WALL or _has(occupied, onward & 0xFFFF):
            break
        bends |= int64((onward >> HEADING_AT) != heading)
        cell, heading = onward & 0xFFFF, onward >> HEADING_AT
        steps += 1
    if steps == ENDLESS or tables.diagonal[cell]:
        return int64(FORBIDDEN)
    return int64(cell | (heading << HEADING_AT) | (bends << BENT_AT))


@_inner
def _move_other(k0, k1, j, d, cells, helps, r, keys, sets, count, tables, problem, bounds, scratch):
    """Slide other robot j, and the set with it, without the cells it meets.

    Unless some robot helps wherever it ends, it counts only if it helps from there.
    """
    occupied, carried = scratch.occupied, scratch.carried
    o, k = _cell_of(k0, k1, j), problem.classes[j]
    cell, heading, steps = o, int64(d), 0
    words = cells.size
    for w in range(words):
        carried[w] = cells[w]
    _flip(occupied, o)  # it is not in its own way
    while steps < ENDLESS:
        onward = tables.step[k, heading, cell]
        if onward == WALL or _has(occupied, onward & 0xFFFF):
            break
        ahead = onward & 0xFFFF
        if _has(carried, ahead):
            # Where the arriving robot is in the path, the other one stops in front of it.
            _flip(carried, ahead)
            may_rest = cell != o and not tables.diagonal[cell] and cell != problem.forbidden
            if may_rest and (helps or _helps(k, cell, r, scratch.hoping, tables, bounds)):
                keys[count, 0], keys[count, 1] = _with_robot_on(k0, k1, j, cell, problem.alike)
                for w in range(words):
                    sets[count, w] = 0
                _add(sets[count], ahead)
                count += 1
        cell, heading = ahead, onward >> HEADING_AT
        steps += 1
    _flip(occupied, o)
    if cell == o or steps == ENDLESS or tables.diagonal[cell] or cell == problem.forbidden:
        return count
    if not (helps or _helps(k, cell, r, scratch.hoping, tables, bounds)):
        return count
    some = uint64(0)
    for w in range(words):
        sets[count, w] = carried[w]
        some |= carried[w]
    if some != 0:
        keys[count, 0], keys[count, 1] = _with_robot_on(k0, k1, j, cell, problem.alike)
        count += 1
    return count


# Probes


@_entry
def probe(k0, k1, cells, moves, task):
    """In how many moves, up to `moves`, some position of the set arrives; 0 if none does.

    Depth first. chain_keys[i] and chain_sets[i] are what the route that arrives leads through.
    """
    tables, problem, bounds, scratch = _named(task)
    keys, sets = scratch.probe_keys, scratch.probe_sets
    at, counts = scratch.probe_at, scratch.probe_counts
    chain_keys, chain_sets = scratch.chain_keys, scratch.chain_sets
    chain_keys[0, 0], chain_keys[0, 1] = k0, k1
    for w in range(cells.size):
        chain_sets[0, w] = cells[w]
    level = 0
    at[0] = -1
    while level >= 0:
        left = moves - level
        if at[level] < 0:
            counts[level], arrivals = expand(
                chain_keys[level, 0], chain_keys[level, 1], chain_sets[level], left == 1,
                left - 1, keys[level], sets[level], task,
            )  # fmt: skip
            for i in range(arrivals):
                is_turned = _turn_state(keys[level, i, 1]) == TURNED
                if is_turned and _has(sets[level, i], problem.target):
                    return level + 1
            at[level] = 0
        i = at[level]
        if left == 1 or i >= counts[level]:
            level -= 1
            continue
        at[level] = i + 1
        c0, c1 = keys[level, i, 0], keys[level, i, 1]
        if _within_bounds(c0, c1, sets[level, i], left - 1, chain_sets[level + 1], tables, problem,
                          bounds):  # fmt: skip
            level += 1
            chain_keys[level, 0], chain_keys[level, 1] = c0, c1
            at[level] = -1
    return 0


@_entry
def may_lead_on(k0, k1, cells, moves, task):
    """Whether some position of the set arrives in so many moves, PROBE_DEPTH at most."""
    tables, problem, bounds, scratch = _named(task)
    if not _within_bounds(k0, k1, cells, moves, scratch.kept, tables, problem, bounds):
        return False
    return probe(k0, k1, cells, moves, task) > 0


# The search


@_inlined
def _scatter(k0, k1):
    mixed = (k0 ^ (k1 * _SCATTER)) * _SCATTER
    return mixed ^ (mixed >> uint64(29))


@_inner
def _find_slot(k0, k1, table, group_key):
    """The slot of a group, or the free one where it belongs."""
    mixed = _scatter(k0, k1)
    last_slot = uint64(table.size - 1)
    slot = mixed & last_slot
    tag = mixed >> uint64(32)
    while table[slot] != 0:
        if (table[slot] >> uint64(32)) == tag:
            g = (table[slot] & _NUMBER) - _ONE
            if group_key[g, 0] == k0 and group_key[g, 1] == k1:
                break
        slot = (slot + _ONE) & last_slot
    return slot


@_inlined
def _slot_of(k0, k1, g):
    return ((_scatter(k0, k1) >> uint64(32)) << uint64(32)) | uint64(g + 1)


@_inner
def _prefetch(keys, count, table, group_key, group):
    """As in `kernels`: read what will be needed soon all at once, so that the waits overlap."""
    last_slot = uint64(table.size - 1)
    words = group.shape[1] >> 1
    read = uint64(0)
    for i in range(count):
        read ^= table[_scatter(keys[i, 0], keys[i, 1]) & last_slot]
    for i in range(count):
        slot = _scatter(keys[i, 0], keys[i, 1]) & last_slot
        g = max(table[slot] & _NUMBER, _ONE) - _ONE
        read ^= group_key[g, 0] ^ group[g, 0] ^ group[g, words]
    return read


@_entry
def rebuild_table(table, group_key, count):
    """Enter all groups into a hash table of another size."""
    for slot in range(table.size):
        table[slot] = 0
    for g in range(count):
        k0, k1 = group_key[g, 0], group_key[g, 1]
        table[_find_slot(k0, k1, table, group_key)] = _slot_of(k0, k1, g)


@_inner
def _begin(counters, k0, k1, cells, found, task):
    """Probe the start with 1, 2 .. moves; if that finds nothing, it is the first level."""
    while counters[PROBED] < min(PROBE_DEPTH, counters[MAXIMUM]):
        counters[PROBED] += 1
        moves = probe(k0, k1, cells, counters[PROBED], task)
        if moves > 0:
            counters[FOUND], counters[DEPTH] = moves, -1
            return SOLVED
    if counters[PROBED] < PROBE_DEPTH:
        return LIMIT_REACHED
    found.group_key[0, 0], found.group_key[0, 1], found.level_id[0] = k0, k1, 0
    for w in range(cells.size):
        found.group[0, w] = found.level_set[0, w] = cells[w]
        found.group[0, cells.size + w] = 0
    rebuild_table(found.table, found.group_key, int64(1))
    counters[GROUPS] = counters[END] = 1
    return PAUSED


@_entry
def advance(counters, budget, k0, k1, cells, probes, found, task):
    """Continue a search by at most `budget` sets; returns why it stopped.

    Without probes it solves nothing, and only goes on to the next level.
    """
    found = WideGroups(*found)
    tables, problem, bounds, scratch = _named(task)
    words = cells.size
    if counters[GROUPS] == 0:
        status = _begin(counters, k0, k1, cells, found, task)
        if status != PAUSED:
            return status
    keys, sets, kept = scratch.keys, scratch.sets, scratch.kept
    table, group_key, group, fresh = found.table, found.group_key, found.group, found.fresh
    groups, pos, end = counters[GROUPS], counters[AT], counters[END]
    waiting = counters[FRESH]
    most = min(group_key.shape[0], table.size // 2) - keys.shape[0]
    status = PAUSED
    while budget > 0:
        if pos == end:
            if waiting == 0:
                status = EXHAUSTED
                break
            if end + waiting > found.level_id.size:
                status = NEEDS_MEMORY
                break
            for i in range(waiting):  # the cells found just now are the next level
                g = fresh[i]
                found.level_id[end + i] = g
                for w in range(words):
                    found.level_set[end + i, w] = group[g, words + w]
                    group[g, words + w] = 0
            counters[DEPTH] += 1
            found.starts[counters[DEPTH]] = end
            end += waiting
            waiting = 0
        if counters[DEPTH] + 1 + PROBE_DEPTH > counters[MAXIMUM]:
            status = LIMIT_REACHED
            break
        if groups > most:
            status = NEEDS_MEMORY
            break
        here = found.level_id[pos]
        count, _ = expand(group_key[here, 0], group_key[here, 1], found.level_set[pos], _ALL_ROBOTS,
                          _ALL_MOVES, keys, sets, task)  # fmt: skip
        pos += 1
        budget -= 1
        if groups > _MANY_GROUPS:
            counters[PREFETCHED] ^= int64(_prefetch(keys, count, table, group_key, group))
        for i in range(count):
            c0, c1 = keys[i, 0], keys[i, 1]
            slot = _find_slot(c0, c1, table, group_key)
            if table[slot] == 0:
                g = groups
                groups += 1
                group_key[g, 0], group_key[g, 1] = c0, c1
                for w in range(2 * words):
                    group[g, w] = 0
                table[slot] = _slot_of(c0, c1, g)
            else:
                g = int64((table[slot] & _NUMBER) - _ONE)
            some, waits = uint64(0), uint64(0)
            for w in range(words):
                sets[i, w] &= ~group[g, w]
                some |= sets[i, w]
                waits |= group[g, words + w]
            if some == 0:
                continue
            if waits == 0:
                fresh[waiting] = g
                waiting += 1
            for w in range(words):
                group[g, w] |= sets[i, w]
                group[g, words + w] |= sets[i, w]
            if probes and _within_bounds(c0, c1, sets[i], _FULL_PROBE, kept, tables, problem,
                                         bounds):  # fmt: skip
                moves = probe(c0, c1, kept, _FULL_PROBE, task)
                if moves > 0:
                    counters[FOUND] = moves
                    status = SOLVED
                    break
        if status == SOLVED:
            break
    counters[GROUPS], counters[AT], counters[END], counters[FRESH] = groups, pos, end, waiting
    return status


# The solution that was found


@_entry
def cell_before(b0, b1, cells, k0, k1, cell, task):
    """A cell of the set from which one move leads to (key, cell); -1 if there is none."""
    scratch = _named(task).scratch
    keys, sets, single = scratch.keys, scratch.sets, scratch.kept
    count, arrivals = expand(b0, b1, cells, _ALL_ROBOTS, _ALL_MOVES, keys, sets, task)
    for i in range(arrivals, count):
        if keys[i, 0] == k0 and keys[i, 1] == k1 and _has(sets[i], cell):
            return cell
    for w in range(cells.size):
        bits = cells[w]
        while bits != 0:
            a = int64(_lowest_bit(bits)) + 64 * w
            bits &= bits - _ONE
            for v in range(single.size):
                single[v] = 0
            _add(single, a)
            _, arrivals = expand(b0, b1, single, _ARRIVING_ROBOT, _ALL_MOVES, keys, sets, task)
            for i in range(arrivals):
                if keys[i, 0] == k0 and keys[i, 1] == k1 and _has(sets[i], cell):
                    return a
    return int64(-1)


@_entry
def entry_before(begin, end, k0, k1, cell, found, task):
    """An entry from which one move leads to (key, cell), and from which cell; -1 if there is none.

    It is looked for from `begin` up to `end`.
    """
    found = WideGroups(*found)
    others = _named(task).problem.others
    for pos in range(begin, end):
        g = found.level_id[pos]
        b0, b1 = found.group_key[g, 0], found.group_key[g, 1]
        missing = 0
        for j in range(others):
            is_there = False
            for i in range(others):
                is_there |= _cell_of(k0, k1, i) == _cell_of(b0, b1, j)
            missing += int64(not is_there)
        if missing <= 1:
            a = cell_before(b0, b1, found.level_set[pos], k0, k1, cell, task)
            if a >= 0:
                return pos, a
    return int64(-1), int64(-1)


# All solutions


@_entry
def mark_arrivals(begin, end, good, found, task):
    """Mark the cells of these entries from which a probe arrives: good[pos]."""
    found = WideGroups(*found)
    tables, problem, bounds, scratch = _named(task)
    kept, single = scratch.kept, scratch.carried  # `expand` is not using it while this is set
    for pos in range(begin, end):
        g = found.level_id[pos]
        k0, k1 = found.group_key[g, 0], found.group_key[g, 1]
        for w in range(good.shape[1]):
            good[pos, w] = 0
        if not _within_bounds(k0, k1, found.level_set[pos], _FULL_PROBE, kept, tables, problem,
                              bounds):  # fmt: skip
            continue
        # Most sets lead nowhere, which is cheaper to see for all cells at once.
        if probe(k0, k1, kept, _FULL_PROBE, task) == 0:
            continue
        for w in range(good.shape[1]):
            bits = kept[w]
            while bits != 0:
                lowest = bits & (~bits + _ONE)
                bits ^= lowest
                for v in range(single.size):
                    single[v] = 0
                single[w] = lowest
                if probe(k0, k1, single, _FULL_PROBE, task) > 0:
                    good[pos, w] |= lowest


@_entry
def mark_level(begin, first, last, good, found, task):
    """Mark what leads to a solution: good[pos], for the entries from `begin` up to `first`.

    It has to lead to a marked entry from `first` up to `last`.
    """
    found = WideGroups(*found)
    scratch = _named(task).scratch
    keys, sets, single = scratch.keys, scratch.sets, scratch.kept
    words, level_set = good.shape[1], found.level_set
    for pos in range(first, last):
        found.fresh[found.level_id[pos]] = pos
    for pos in range(begin, first):
        g = found.level_id[pos]
        k0, k1 = found.group_key[g, 0], found.group_key[g, 1]
        for w in range(words):
            good[pos, w] = 0
        count, arrivals = expand(k0, k1, level_set[pos], _ALL_ROBOTS, _ALL_MOVES, keys, sets, task)
        some = uint64(0)
        for i in range(count):
            then = _find_entry(keys[i, 0], keys[i, 1], first, last, found)
            if then >= 0:
                for w in range(words):
                    led = sets[i, w] & good[then, w]
                    if i < arrivals:
                        some |= led
                    else:
                        good[pos, w] |= led
        if some == 0:
            continue
        for v in range(words):
            bits = level_set[pos, v] & ~good[pos, v]
            while bits != 0:
                lowest = bits & (~bits + _ONE)
                bits ^= lowest
                for w in range(words):
                    single[w] = 0
                single[v] = lowest
                count, _ = expand(k0, k1, single, _ARRIVING_ROBOT, _ALL_MOVES, keys, sets, task)
                for i in range(count):
                    then = _find_entry(keys[i, 0], keys[i, 1], first, last, found)
                    if then >= 0:
                        for w in range(words):
                            if sets[i, w] & good[then, w] != 0:
                                good[pos, v] |= lowest


@_entry
def find_entry(k0, k1, first, last, found):
    """The entry of a group in a level that is noted; -1 if it has none."""
    return _find_entry(k0, k1, first, last, WideGroups(*found))


@_inner
def _find_entry(k0, k1, first, last, found):
    """The same: fresh[group] is the entry of each group that has one from `first` up to `last`."""
    slot = _find_slot(k0, k1, found.table, found.group_key)
    if found.table[slot] == 0:
        return int64(-1)
    g = int64((found.table[slot] & _NUMBER) - _ONE)
    pos = found.fresh[g]
    return pos if first <= pos < last and found.level_id[pos] == g else int64(-1)


@_entry
def note_level(begin, end, found):
    """Note the place of each group in a level, for `find_entry`."""
    found = WideGroups(*found)
    for pos in range(begin, end):
        found.fresh[found.level_id[pos]] = pos
