"""The hot loops of the solver: breadth first over sets of positions.

Positions that differ only in where the arriving robot stands are searched together. A *group* is
where the other robots stand and what the arriving robot has done so far (RC10); its *set* is 256
bits, one for each cell on which the arriving robot may stand. When another robot moves, the whole
set goes along, except for the cells on its way.

Every new position is *probed*: could it arrive within four moves more? The robot that is the last
to stop the arriving one has to stand on one of a few cells by then; if no robot can get to one in
time, not even by stopping wherever it likes, the answer is no at the cost of a few words. So the
search ends four moves before the solution does.

Plain functions over integers and arrays, compiled by Numba for every number of robots, and for
boards with barriers (where ways bend) or without. What they share travels in tuples. `ways` of the
board: step, stop, path, diagonal. `case`: how many others are alike, the class of the arriving
robot, the classes of the others, whether barriers count as turns, whether an early stop voids, the
target, a cell forbidden to the others, and None unless ways bend. `bounds`: within, alone, last,
special, near, helpers, soon. `scratch`: keys and sets of one expansion, the cells everywhere, keys,
sets, places and counts of a probe, the cells that are useful in it, its chain.

The loops are compiled without reference counts (`_nrt=False`): they allocate nothing, and counting
arrays in and out of tuples took more than half of the time.

All of it is in one file on purpose: Numba's cache notices a change in the file of a function, not
in those it calls or takes constants from, and a stale kernel gives wrong answers.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import boolean, int64, njit, types, uint64
from numba.extending import intrinsic

PROBE = 4  # how many moves a probe looks ahead
FAR = 255  # a distance that no way has
NOWHERE = 999  # a cell that is not on the board
WALL = 65535  # in `step`: no way on
ENDLESS = 1024  # steps after which a slide is known to go round for ever

# What the arriving robot has done (RC10).
UNMOVED, ALONG_ROW, ALONG_COLUMN, TURNED = range(4)

# Places in the array that carries a search from one call of `advance` to the next.
GROUPS, END, AT, FRESH, DEPTH, FOUND, PROBED, MAXIMUM, TOUCHED, PLACES = range(10)
# What `advance` reports.
MORE, NEEDS_SPACE, SOLVED, EXHAUSTED, LIMIT = range(5)

_ONE = np.uint64(1)
_LOW = np.uint64(63)
_BYTE = np.uint64(255)
_CELLS = np.uint64(0xFFFFFFFF)  # the part of a group's key that holds the other robots' cells
_ID = np.uint64(0xFFFFFFF)  # the part of a table's slot that holds a group's number
_SCATTER = np.uint64(0x9E3779B97F4A7C15)
# Groups beyond which memory is slow enough for asking ahead to pay.
_MANY = 30_000

# Numbers and truth values are given their types where functions are called (`int64(PROBE)`,
# `boolean(0)`): Numba would compile a function again for every constant it is called with.
_set_up = njit(cache=True, nogil=True)
_loop = njit(cache=True, nogil=True, _nrt=False)
_inlined = njit(cache=True, nogil=True, _nrt=False, inline="always")


@intrinsic  # type: ignore[untyped-decorator]
def _lowest_bit(typingctx: Any, bits: Any) -> Any:  # noqa: ARG001
    """The place of the lowest bit that is set; one instruction."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        word, flag = ir.IntType(64), ir.IntType(1)
        count = builder.module.declare_intrinsic(
            "llvm.cttz", [word], ir.FunctionType(word, [word, flag])
        )
        return builder.call(count, [args[0], ir.Constant(flag, 1)])

    return types.uint64(types.uint64), codegen


@_set_up
def board_ways(step, diagonal):
    """Of every class of robots: where slides end, what they pass, what is near.

    `step[k, d, c]` is where a robot of class k on c gets by one cell in direction d, and its
    heading there: cell | heading << 8, or WALL.
    """
    classes = step.shape[0]
    stop = np.empty((classes, 4, 256), np.uint64)  # NOWHERE if the slide is not allowed
    path = np.zeros((classes, 4, 256, 4), np.uint64)  # the cells passed, the last one included
    near = np.zeros((classes, PROBE - 1, 256, 4), np.uint64)  # in 1, 2.. moves, stopping anywhere
    for k in range(classes):
        for d in range(4):
            for c in range(256):
                cell, heading, steps = c, d, 0
                while step[k, heading, cell] != WALL and steps < ENDLESS:
                    way = step[k, heading, cell]
                    cell, heading = way & 255, way >> 8
                    path[k, d, c, cell >> 6] |= _ONE << uint64(cell & 63)
                    steps += 1
                allowed = steps < ENDLESS and not diagonal[cell]
                stop[k, d, c] = uint64(cell) if allowed else uint64(NOWHERE)
                for w in range(4):
                    near[k, 0, c, w] |= path[k, d, c, w]
        for c in range(256):
            near[k, 0, c, c >> 6] |= _ONE << uint64(c & 63)
        for j in range(1, PROBE - 1):
            for c in range(256):
                for w in range(4):
                    bits = near[k, j - 1, c, w]
                    while bits != 0:
                        cell = int64(_lowest_bit(bits)) + 64 * w
                        bits &= bits - _ONE
                        if not diagonal[cell]:
                            for v in range(4):
                                near[k, j, c, v] |= near[k, 0, cell, v]
    return stop, path, near


@_set_up
def target_ways(step, path, near, diagonal, k, target):
    """For the arriving robot, of class k: how far it is, and with what help it arrives soon.

    distance[c]: moves if it could stop anywhere. within[r]: the cells with distance r or less.
    alone[r]: the cells from which it arrives in r moves with walls only. last[r, b]: those from
    which it might in r moves if the last robot that stops it stands on b. special[r]: the cells b
    for which there are such.

    Why nothing is missed: let it arrive from c in r moves. If its first move goes to a cell from
    which walls do the rest, then c is in alone[r] where a wall stops that move, in last[r, b] where
    a robot on b does. If it goes to a cell of last[r - 1, b], then c is in last[r, b].
    """
    distance = np.full(256, FAR, np.int64)
    queue = np.empty(256, np.int64)
    distance[target], queue[0] = 0, target
    head, tail = 0, 1
    while head < tail:
        c = queue[head]
        head += 1
        for w in range(4):
            bits = near[k, 0, c, w]  # a slide can be run backwards
            while bits != 0:
                cell = int64(_lowest_bit(bits)) + 64 * w
                bits &= bits - _ONE
                if distance[cell] == FAR and not diagonal[cell]:
                    distance[cell] = distance[c] + 1
                    queue[tail] = cell
                    tail += 1
    within = np.zeros((PROBE + 1, 4), np.uint64)
    alone = np.zeros((PROBE + 1, 4), np.uint64)
    last = np.zeros((PROBE + 1, 256, 4), np.uint64)
    special = np.zeros((PROBE + 1, 4), np.uint64)
    for c in range(256):
        for r in range(distance[c], PROBE + 1):
            within[r, c >> 6] |= _ONE << uint64(c & 63)
    alone[0, target >> 6] = _ONE << uint64(target & 63)
    for r in range(1, PROBE + 1):
        for w in range(4):
            special[r, w] |= special[r - 1, w]
            alone[r, w] |= alone[r - 1, w]
            bits = alone[r - 1, w]
            if r > 1:
                bits &= ~alone[r - 2, w]  # the others have been here a move ago
            while bits != 0:
                cell = int64(_lowest_bit(bits)) + 64 * w
                bits &= bits - _ONE
                stop_on(cell, r, k, step, path, alone, last, special)
        for v in range(4):
            blockers = special[r, v]
            special[r, v] = 0
            while blockers != 0:
                b = int64(_lowest_bit(blockers)) + 64 * v
                blockers &= blockers - _ONE
                if a_move_more(r, b, k, near, diagonal, alone, last):
                    special[r, v] |= _ONE << uint64(b & 63)
    return distance, within, alone, last, special


@_loop
def stop_on(cell, r, k, step, path, alone, last, special):
    """All ways to stop on a cell: by a wall, or by a robot on the cell ahead."""
    for d in range(4):
        ahead = step[k, d, cell]
        for w in range(4):
            behind = path[k, (d + 2) & 3, cell, w]
            if ahead == WALL:
                alone[r, w] |= behind
            elif behind != 0:
                b = ahead & 255
                last[r, b, w] |= behind
                special[r, b >> 6] |= _ONE << uint64(b & 63)


@_loop
def a_move_more(r, b, k, near, diagonal, alone, last):
    """last[r, b] from last[r - 1, b], less what needs nobody; whether anything is left."""
    for w in range(4):
        last[r, b, w] |= last[r - 1, b, w]
        bits = last[r - 1, b, w]
        if r > 1:
            bits &= ~last[r - 2, b, w]
        while bits != 0:
            cell = int64(_lowest_bit(bits)) + 64 * w
            bits &= bits - _ONE
            if not diagonal[cell]:
                for v in range(4):
                    last[r, b, v] |= near[k, 0, cell, v]
    for w in range(4):
        last[r, b, w] &= ~alone[r, w]
    return (last[r, b, 0] | last[r, b, 1] | last[r, b, 2] | last[r, b, 3]) != 0


@_set_up
def turned_within(within, path, step, k, target, voids):
    """Like `within`, for a robot that still has to turn: [what it has done, r].

    On boards with barriers this is generous: where a way bends it counts as turned everywhere.
    """
    soon = np.zeros((4, PROBE + 1, 4), np.uint64)
    for r in range(PROBE + 1):
        for w in range(4):
            soon[TURNED, r, w] = within[r, w]
    for r in range(1, PROBE + 1):
        for done in range(TURNED):
            for c in range(256):
                for d in range(4):
                    axis = ALONG_COLUMN if (d & 1) == 0 else ALONG_ROW
                    then = TURNED if done != UNMOVED and done != axis else axis
                    bends = False
                    cell, heading, steps = c, d, 0
                    while step[k, heading, cell] != WALL and steps < ENDLESS:
                        way = step[k, heading, cell]
                        bends = bends or (way >> 8) != heading
                        cell, heading = way & 255, way >> 8
                        steps += 1
                    if bends:
                        then = TURNED
                    for w in range(4):
                        stops = path[k, d, c, w]
                        if then != TURNED and voids and (target >> 6) == w:
                            stops &= ~(_ONE << uint64(target & 63))
                        if (stops & soon[then, r - 1, w]) != 0:
                            soon[done, r, c >> 6] |= _ONE << uint64(c & 63)
    return soon


@_inlined
def slot_of(key, last):
    """Where in a table to look for a group first."""
    return ((key * _SCATTER) >> uint64(30)) & last


@_loop
def touch(keys, count, table, group):
    """Read what will be needed soon, all at once: waits in a row become one wait.

    The sum of it is of no use, but reading without any use would be optimised away.
    """
    last = uint64(table.size - 1)
    read = uint64(0)
    for i in range(count):
        read ^= table[slot_of(keys[i], last)]
    for i in range(count):
        read ^= group[max(table[slot_of(keys[i], last)] & _ID, _ONE) - _ONE, 0]
    return read


@_loop
def rebuild(table, group_key, count):
    """Enter the groups into a table of another size."""
    last = uint64(table.size - 1)
    for slot in range(table.size):
        table[slot] = 0
    for g in range(count):
        slot = slot_of(group_key[g], last)
        while table[slot] != 0:
            slot = (slot + _ONE) & last
        table[slot] = (group_key[g] << uint64(28)) | uint64(g + 1)


@_loop
def find_helpers(base, a, k, bounds):
    """helpers[base + r]: where a robot of class k can become the last to stop one on a, in r moves.

    All cells if it needs nobody.
    """
    _, alone, last, special, near, helpers, _ = bounds
    word, bit = a >> uint64(6), _ONE << (a & _LOW)
    helpers[base, 0] = 1  # known from now on
    for w in range(4):
        blockers = special[PROBE, w]
        while blockers != 0:
            b = _lowest_bit(blockers) + uint64(64 * w)
            blockers &= blockers - _ONE
            for r in range(1, PROBE + 1):
                if (last[r, b, word] & bit) != 0:
                    helpers[base + uint64(r), w] |= _ONE << (b & _LOW)
                    for j in range(1, PROBE + 1 - r):
                        for v in range(4):
                            helpers[base + uint64(r + j), v] |= near[k, j - 1, b, v]
                    break
    for r in range(1, PROBE + 1):
        if (alone[r, word] & bit) != 0:
            for w in range(4):
                helpers[base + uint64(r), w] = ~uint64(0)


@_inlined
def helpers_of(a, k, bounds):
    """The place of a cell's rows among the helpers."""
    base = (uint64(k) * uint64(256) + a) * uint64(PROBE + 1)
    if bounds[5][base, 0] == 0:
        find_helpers(base, a, k, bounds)
    return base


@_inlined
def has_hope(key, a, r, case, bounds):
    """Whether the arriving robot on a might still arrive in r moves."""
    kinds, bent, helpers = case[2], case[7], bounds[5]
    for j in range(len(kinds)):
        o = (key >> uint64(8 * j)) & _BYTE
        base = helpers_of(a, int64(0 if bent is None else kinds[j]), bounds)
        if (helpers[base + uint64(r), o >> uint64(6)] >> (o & _LOW)) & _ONE != 0:
            return True
    return False


@_inlined
def hopeful(key, bits, w, r, case, bounds):
    """Of 64 cells those from which the arriving robot might still arrive in r moves."""
    left = bits & bounds[6][key >> uint64(32), r, w]
    kept = uint64(0)
    while left != 0:
        single = left & (~left + _ONE)
        left ^= single
        if has_hope(key, _lowest_bit(single) + uint64(64 * w), r, case, bounds):
            kept |= single
    return kept


@_inlined
def four_stops(c, stop, key, skip, kinds):
    """Where a robot on c comes to rest north, east, south and west, where no way bends."""
    n, e, s, w = stop[0, 0, c], stop[0, 1, c], stop[0, 2, c], stop[0, 3, c]
    for j in range(len(kinds)):
        if j == skip:
            continue
        o = (key >> uint64(8 * j)) & _BYTE
        if o < c:
            if o >= w:
                w = o + _ONE
            if o >= n and ((o ^ c) & uint64(15)) == 0:
                n = o + uint64(16)
        else:
            if o <= e:
                e = o - _ONE
            if o <= s and ((o ^ c) & uint64(15)) == 0:
                s = o - uint64(16)
    return n, e, s, w


@_inlined
def occupied(key, skip, cell, kinds):
    for j in range(len(kinds)):
        if j != skip and ((key >> uint64(8 * j)) & _BYTE) == cell:
            return True
    return False


@_inlined
def with_other(key, j, cell, case):
    """The key after other robot j went to that cell; those that are alike stay sorted."""
    alike, kinds, bent = case[0], case[2], case[7]
    if bent is not None and j >= alike:
        return (key & ~(_BYTE << uint64(8 * j))) | (cell << uint64(8 * j))
    count = len(kinds) if bent is None else alike
    whole = (_ONE << uint64(8 * count)) - _ONE
    under = (_ONE << uint64(8 * j)) - _ONE
    low = key & whole
    rest = (low & under) | ((low >> uint64(8)) & ~under)
    place = uint64(0)
    for i in range(count - 1):
        if ((rest >> uint64(8 * i)) & _BYTE) < cell:
            place += uint64(8)
    under = (_ONE << place) - _ONE
    return (key & ~whole) | (rest & under) | (cell << place) | ((rest & ~under) << uint64(8))


@_inlined
def is_in(cells, cell):
    return (cells[cell >> uint64(6)] >> (cell & _LOW)) & _ONE != 0


@_loop
def slide_arriving(a, key, d, done, ways, case):
    """A bent slide of the arriving robot: where it rests (or NOWHERE), what it then has done."""
    step, _, _, diagonal = ways
    arriving, kinds, counts = case[1], case[2], case[3]
    cell, heading, turned, steps = int64(a), d, False, 0
    while steps < ENDLESS:
        way = step[arriving, heading, cell]
        if way == WALL or occupied(key, -1, uint64(way & 255), kinds):
            break
        turned = turned or (way >> 8) != heading
        cell, heading = way & 255, way >> 8
        steps += 1
    if steps == 0 or steps == ENDLESS or diagonal[cell]:
        return uint64(NOWHERE), 0
    axis = ALONG_COLUMN if (d & 1) == 0 else ALONG_ROW
    if done == TURNED or (done != UNMOVED and done != axis) or (turned and counts):
        return uint64(cell), TURNED
    return uint64(cell), ALONG_COLUMN if (heading & 1) == 0 else ALONG_ROW


@_loop
def carry_bent(key, j, o, d, s0, s1, s2, s3, ways, case, k, keys, sets, count):
    """Slide another robot step by step, and the set with it, less what stands in its way."""
    step, _, _, diagonal = ways
    kinds, forbidden = case[2], case[6]
    cell, heading, steps = int64(o), d, 0
    while steps < ENDLESS:
        way = step[k, heading, cell]
        if way == WALL or occupied(key, j, uint64(way & 255), kinds):
            break
        ahead = uint64(way & 255)
        w, bit = ahead >> uint64(6), _ONE << (ahead & _LOW)
        met = s0 if w == 0 else (s1 if w == 1 else (s2 if w == 2 else s3))
        if (met & bit) != 0:
            if w == 0:
                s0 ^= bit
            elif w == 1:
                s1 ^= bit
            elif w == 2:
                s2 ^= bit
            else:
                s3 ^= bit
            if cell != int64(o) and not diagonal[cell] and uint64(cell) != forbidden:
                keys[count] = with_other(key, j, uint64(cell), case)
                for u in range(4):
                    sets[count, u] = 0
                sets[count, w] = bit
                count += 1
        cell, heading = way & 255, way >> 8
        steps += 1
    nobody_left = (s0 | s1 | s2 | s3) == 0
    if nobody_left or cell == int64(o) or steps == ENDLESS or diagonal[cell]:
        return count
    if uint64(cell) != forbidden:
        keys[count] = with_other(key, j, uint64(cell), case)
        sets[count, 0] = s0
        sets[count, 1] = s1
        sets[count, 2] = s2
        sets[count, 3] = s3
        count += 1
    return count


@_loop
def expand(key, b0, b1, b2, b3, useful, ways, case, only_arriving, keys, sets):
    """All that one move makes of a set: keys[i], sets[i]. How many; of these by the arriving.

    Moves of other robots only if one of them stands on a useful cell then.
    """
    _, stop, path, _ = ways
    kinds, voids, target, forbidden, bent = case[2], case[4], case[5], case[6], case[7]
    done = int64(key >> uint64(32))
    rows, columns = uint64(0), uint64(0)  # where the arriving robot may stand
    for f in range(3):
        for w in range(4):
            sets[f, w] = 0
    for w in range(4):
        bits = b0 if w == 0 else (b1 if w == 1 else (b2 if w == 2 else b3))
        while bits != 0:
            a = _lowest_bit(bits) + uint64(64 * w)
            bits &= bits - _ONE
            rows |= _ONE << (a >> uint64(4))
            columns |= _ONE << (a & uint64(15))
            if bent is not None:
                for d in range(4):
                    e, then = slide_arriving(a, key, d, done, ways, case)
                    if e != NOWHERE and not (voids and then != TURNED and e == target):
                        sets[then - 1, e >> uint64(6)] |= _ONE << (e & _LOW)
            else:
                n, e, s, v = four_stops(a, stop, key, -1, kinds)
                up = TURNED if done in (TURNED, ALONG_ROW) else ALONG_COLUMN
                across = TURNED if done in (TURNED, ALONG_COLUMN) else ALONG_ROW
                if n != a and not (voids and up != TURNED and n == target):
                    sets[up - 1, n >> uint64(6)] |= _ONE << (n & _LOW)
                if s != a and not (voids and up != TURNED and s == target):
                    sets[up - 1, s >> uint64(6)] |= _ONE << (s & _LOW)
                if e != a and not (voids and across != TURNED and e == target):
                    sets[across - 1, e >> uint64(6)] |= _ONE << (e & _LOW)
                if v != a and not (voids and across != TURNED and v == target):
                    sets[across - 1, v >> uint64(6)] |= _ONE << (v & _LOW)
    count = 0
    for f in range(3):
        if (sets[f, 0] | sets[f, 1] | sets[f, 2] | sets[f, 3]) != 0:
            keys[count] = (key & _CELLS) | (uint64(f + 1) << uint64(32))
            for w in range(4):
                sets[count, w] = sets[f, w]
            count += 1
    arrivals = count
    if only_arriving:
        return count, arrivals
    for j in range(len(kinds)):
        o = (key >> uint64(8 * j)) & _BYTE
        if bent is not None:
            for d in range(4):
                count = carry_bent(
                    key, j, o, d, b0, b1, b2, b3, ways, case, kinds[j], keys, sets, count
                )
            continue
        n, e, s, v = four_stops(o, stop, key, j, kinds)
        any_useful = False
        for i in range(len(kinds)):
            if i != j:
                any_useful |= is_in(useful, (key >> uint64(8 * i)) & _BYTE)
        for d in range(4):
            to = n if d == 0 else (e if d == 1 else (s if d == 2 else v))
            if to == o:
                continue
            met = (columns >> (o & uint64(15))) if d in (0, 2) else (rows >> (o >> uint64(4)))
            if met & _ONE == 0:
                if (any_useful or is_in(useful, to)) and to != forbidden:
                    keys[count] = with_other(key, j, to, case)
                    sets[count, 0] = b0
                    sets[count, 1] = b1
                    sets[count, 2] = b2
                    sets[count, 3] = b3
                    count += 1
                continue
            h = uint64(d)
            p0 = b0 & path[0, h, o, 0] & ~path[0, h, to, 0]
            p1 = b1 & path[0, h, o, 1] & ~path[0, h, to, 1]
            p2 = b2 & path[0, h, o, 2] & ~path[0, h, to, 2]
            p3 = b3 & path[0, h, o, 3] & ~path[0, h, to, 3]
            if (
                (any_useful or is_in(useful, to))
                and to != forbidden
                and ((b0 ^ p0) | (b1 ^ p1) | (b2 ^ p2) | (b3 ^ p3)) != 0
            ):
                keys[count] = with_other(key, j, to, case)
                sets[count, 0] = b0 ^ p0
                sets[count, 1] = b1 ^ p1
                sets[count, 2] = b2 ^ p2
                sets[count, 3] = b3 ^ p3
                count += 1
            if (p0 | p1 | p2 | p3) == 0:
                continue
            # Where the arriving robot is on its way, the other stops before it.
            for w in range(4):
                bits = p0 if w == 0 else (p1 if w == 1 else (p2 if w == 2 else p3))
                while bits != 0:
                    a = _lowest_bit(bits) + uint64(64 * w)
                    bits &= bits - _ONE
                    if d == 0:
                        to = a + uint64(16)
                    elif d == 1:
                        to = a - _ONE
                    elif d == 2:
                        to = a - uint64(16)
                    else:
                        to = a + _ONE
                    if (any_useful or is_in(useful, to)) and to not in (o, forbidden):
                        keys[count] = with_other(key, j, to, case)
                        for u in range(4):
                            sets[count, u] = 0
                        sets[count, w] = _ONE << (a & _LOW)
                        count += 1
    return count, arrivals


@_inlined
def find_useful(entry, r, bounds, useful):
    """The cells on which another robot helps some position of a set to arrive in r moves."""
    within, helpers = bounds[0], bounds[5]
    for w in range(4):
        useful[w] = 0
    for w in range(4):
        bits = entry[1 + w] & within[r, w]
        while bits != 0:
            base = helpers_of(_lowest_bit(bits) + uint64(64 * w), int64(0), bounds)
            bits &= bits - _ONE
            for v in range(4):
                useful[v] |= helpers[base + uint64(r), v]


@_loop
def probe(key, b0, b1, b2, b3, moves, ways, case, bounds, scratch):
    """In how many moves, up to `moves`, some position of the set arrives; 0 if none does.

    Depth first. chain[i] is the set after i moves on the way that arrives.
    """
    _, _, _, keys, sets, at, counts, useful, chain = scratch
    target, bent = case[5], case[7]
    word, bit = target >> uint64(6), _ONE << (target & _LOW)
    chain[0, 0], chain[0, 1], chain[0, 2], chain[0, 3], chain[0, 4] = key, b0, b1, b2, b3
    level = 0
    at[0] = -1
    while level >= 0:
        left = moves - level
        if at[level] < 0:
            if bent is None and left > 1:
                find_useful(chain[level], left - 1, bounds, useful)
            counts[level], arrivals = expand(
                chain[level, 0],
                chain[level, 1],
                chain[level, 2],
                chain[level, 3],
                chain[level, 4],
                useful,
                ways,
                case,
                left == 1,
                keys[level],
                sets[level],
            )
            for i in range(arrivals):
                if (keys[level, i] >> uint64(32)) == TURNED and (sets[level, i, word] & bit) != 0:
                    return level + 1
            at[level] = 0
        i = at[level]
        if left == 1 or i >= counts[level]:
            level -= 1
            continue
        at[level] = i + 1
        child = keys[level, i]
        some = uint64(0)
        for w in range(4):
            kept = hopeful(child, sets[level, i, w], w, left - 1, case, bounds)
            chain[level + 1, 1 + w] = kept
            some |= kept
        if some != 0:
            level += 1
            chain[level, 0] = child
            at[level] = -1
    return 0


@_loop
def probe_cell(key, cell, moves, ways, case, bounds, scratch):
    """The same for one position."""
    bit, none = _ONE << (cell & _LOW), uint64(0)
    word = cell >> uint64(6)
    return probe(
        key,
        bit if word == 0 else none,
        bit if word == 1 else none,
        bit if word == 2 else none,
        bit if word == 3 else none,
        moves,
        ways,
        case,
        bounds,
        scratch,
    )


@_loop
def begin(state, key, cell, table, group_key, group, level_id, level_set, ways, case, bounds,
          scratch):  # fmt: skip
    """Solutions within the sight of a probe need no search; after the last one it begins."""
    word, bit = cell >> uint64(6), _ONE << (cell & _LOW)
    while state[PROBED] < min(PROBE, state[MAXIMUM]):
        state[PROBED] += 1
        found = probe_cell(key, cell, state[PROBED], ways, case, bounds, scratch)
        if found > 0:
            state[FOUND], state[DEPTH] = found, -1
            return SOLVED
    if state[PROBED] < PROBE:
        return LIMIT
    group_key[0], level_id[0] = key, 0
    for w in range(4):
        group[0, w] = level_set[0, w] = bit if word == uint64(w) else uint64(0)
        group[0, 4 + w] = 0
    rebuild(table, group_key, 1)
    state[GROUPS] = state[END] = 1
    return MORE


@_loop
def advance(state, budget, key, cell, starts, table, group_key, group, fresh, level_id, level_set,
            ways, case, bounds, scratch):  # fmt: skip
    """Go on with a search for so many sets; says why it came back."""
    if state[GROUPS] == 0:
        status = begin(state, key, cell, table, group_key, group, level_id, level_set, ways, case,
                       bounds, scratch)  # fmt: skip
        if status != MORE:
            return status
    keys, sets, everywhere = scratch[0], scratch[1], scratch[2]
    last = uint64(table.size - 1)
    groups, pos, end, waiting = state[GROUPS], state[AT], state[END], state[FRESH]
    most = min(group_key.size, table.size // 2) - keys.size
    status = MORE
    while budget > 0:
        if pos == end:
            if waiting == 0:
                status = EXHAUSTED
                break
            if end + waiting > level_id.size:
                status = NEEDS_SPACE
                break
            for i in range(waiting):
                g = fresh[i]
                level_id[end + i] = g
                for w in range(4):
                    level_set[end + i, w] = group[g, 4 + w]
                    group[g, 4 + w] = 0
            state[DEPTH] += 1
            starts[state[DEPTH]] = end
            end += waiting
            waiting = 0
        if state[DEPTH] + 1 + PROBE > state[MAXIMUM]:
            status = LIMIT
            break
        if groups > most:
            status = NEEDS_SPACE
            break
        count, _ = expand(
            group_key[level_id[pos]],
            level_set[pos, 0],
            level_set[pos, 1],
            level_set[pos, 2],
            level_set[pos, 3],
            everywhere,
            ways,
            case,
            boolean(0),
            keys,
            sets,
        )
        pos += 1
        budget -= 1
        if groups > _MANY:
            state[TOUCHED] ^= int64(touch(keys, count, table, group))
        for i in range(count):
            child = keys[i]
            slot = slot_of(child, last)
            while table[slot] != 0 and (table[slot] >> uint64(28)) != child:
                slot = (slot + _ONE) & last
            if table[slot] == 0:
                g = uint64(groups)
                groups += 1
                group_key[g] = child
                for w in range(8):
                    group[g, w] = 0
                table[slot] = (child << uint64(28)) | (g + _ONE)
            else:
                g = (table[slot] & _ID) - _ONE
            s0 = sets[i, 0] & ~group[g, 0]
            s1 = sets[i, 1] & ~group[g, 1]
            s2 = sets[i, 2] & ~group[g, 2]
            s3 = sets[i, 3] & ~group[g, 3]
            if (s0 | s1 | s2 | s3) == 0:
                continue
            if (group[g, 4] | group[g, 5] | group[g, 6] | group[g, 7]) == 0:
                fresh[waiting] = int64(g)
                waiting += 1
            group[g, 0] |= s0
            group[g, 1] |= s1
            group[g, 2] |= s2
            group[g, 3] |= s3
            group[g, 4] |= s0
            group[g, 5] |= s1
            group[g, 6] |= s2
            group[g, 7] |= s3
            s0 = hopeful(child, s0, 0, PROBE, case, bounds)
            s1 = hopeful(child, s1, 1, PROBE, case, bounds)
            s2 = hopeful(child, s2, 2, PROBE, case, bounds)
            s3 = hopeful(child, s3, 3, PROBE, case, bounds)
            if (s0 | s1 | s2 | s3) != 0:
                found = probe(child, s0, s1, s2, s3, int64(PROBE), ways, case, bounds, scratch)
                if found > 0:
                    state[FOUND] = found
                    status = SOLVED
                    break
        if status == SOLVED:
            break
    state[GROUPS], state[AT], state[END], state[FRESH] = groups, pos, end, waiting
    return status


@_loop
def cell_before(before, b0, b1, b2, b3, key, cell, ways, case, scratch):
    """A cell of the set from which one move leads to (key, cell); -1 if there is none."""
    keys, sets, everywhere = scratch[0], scratch[1], scratch[2]
    word, bit = cell >> uint64(6), _ONE << (cell & _LOW)
    count, arrivals = expand(before, b0, b1, b2, b3, everywhere, ways, case, boolean(0), keys, sets)
    for i in range(arrivals, count):
        if keys[i] == key and (sets[i, word] & bit) != 0:
            return int64(cell)
    for w in range(4):
        bits = b0 if w == 0 else (b1 if w == 1 else (b2 if w == 2 else b3))
        while bits != 0:
            single = bits & (~bits + _ONE)
            bits ^= single
            zero = uint64(0)
            _, arrivals = expand(
                before,
                single if w == 0 else zero,
                single if w == 1 else zero,
                single if w == 2 else zero,
                single if w == 3 else zero,
                everywhere,
                ways,
                case,
                boolean(1),
                keys,
                sets,
            )
            for i in range(arrivals):
                if keys[i] == key and (sets[i, word] & bit) != 0:
                    return int64(_lowest_bit(single)) + 64 * w
    return -1


@_loop
def may_lead(before, key, kinds):
    """Whether the other robots stand as in `before`, or all but one of them do."""
    strangers = 0
    for j in range(len(kinds)):
        if not occupied(key, -1, (before >> uint64(8 * j)) & _BYTE, kinds):
            strangers += 1
    return strangers <= 1


@_loop
def trace(state, starts, group_key, level_id, level_set, ways, case, scratch, places):
    """The way that was found, into places[i]: the group's key, the arriving robot's cell.

    From the arrival back to the start. How many; 0 if something is wrong.
    """
    kinds, target, chain = case[2], case[5], scratch[8]
    found = state[FOUND]
    key, cell = (chain[found - 1, 0] & _CELLS) | (uint64(TURNED) << uint64(32)), target
    places[0, 0], places[0, 1] = key, cell
    count = 1
    for i in range(found - 1, -1, -1):
        before = cell_before(chain[i, 0], chain[i, 1], chain[i, 2], chain[i, 3], chain[i, 4], key,
                             cell, ways, case, scratch)  # fmt: skip
        if before < 0:
            return 0
        key, cell = chain[i, 0], uint64(before)
        places[count, 0], places[count, 1] = key, cell
        count += 1
    end = state[AT]
    for depth in range(state[DEPTH], -1, -1):
        before = -1
        for pos in range(starts[depth], end):
            former = group_key[level_id[pos]]
            if may_lead(former, key, kinds):
                before = cell_before(former, level_set[pos, 0], level_set[pos, 1],
                                     level_set[pos, 2], level_set[pos, 3], key, cell, ways, case,
                                     scratch)  # fmt: skip
                if before >= 0:
                    key, cell = former, uint64(before)
                    break
        if before < 0:
            return 0
        places[count, 0], places[count, 1] = key, cell
        count += 1
        end = starts[depth]
    return count


@_loop
def place_entries(first, last, level_id, entry):
    """entry[g]: where group g stands among those of a level."""
    for pos in range(first, last):
        entry[level_id[pos]] = pos


@_loop
def find_entry(key, first, last, table, level_id, entry):
    """Where a group stands among the entries of a level; -1 if it does not."""
    slots = uint64(table.size - 1)
    slot = slot_of(key, slots)
    while table[slot] != 0 and (table[slot] >> uint64(28)) != key:
        slot = (slot + _ONE) & slots
    if table[slot] == 0:
        return -1
    g = int64((table[slot] & _ID) - _ONE)
    pos = entry[g]
    return pos if first <= pos < last and level_id[pos] == g else -1


@_loop
def ahead_of(key, bits, w, first, last, table, level_id, entry, good, ways, case, bounds, scratch):
    """Of 64 cells of a group those that are good a move later: marked, or arriving by a probe."""
    if first == last:
        kept = uint64(0)
        bits = hopeful(key, bits, w, PROBE, case, bounds)
        while bits != 0:
            single = bits & (~bits + _ONE)
            bits ^= single
            cell = _lowest_bit(single) + uint64(64 * w)
            if probe_cell(key, cell, int64(PROBE), ways, case, bounds, scratch) > 0:
                kept |= single
        return kept
    pos = find_entry(key, first, last, table, level_id, entry)
    return uint64(0) if pos < 0 else bits & good[pos, w]


@_loop
def mark(begin, first, last, table, group_key, level_id, level_set, entry, good, ways, case, bounds,
         scratch):  # fmt: skip
    """Mark what leads on: good[pos] of the entries from `begin` to `first`.

    What it has to lead to are the marked entries from `first` to `last`; if there are none, it has
    to arrive by a probe after one move.
    """
    keys, sets, everywhere = scratch[0], scratch[1], scratch[2]
    place_entries(first, last, level_id, entry)
    for pos in range(begin, first):
        key = group_key[level_id[pos]]
        for w in range(4):
            good[pos, w] = 0
        count, arrivals = expand(
            key,
            level_set[pos, 0],
            level_set[pos, 1],
            level_set[pos, 2],
            level_set[pos, 3],
            everywhere,
            ways,
            case,
            boolean(0),
            keys,
            sets,
        )
        for i in range(arrivals, count):
            for w in range(4):
                if sets[i, w] & ~good[pos, w] != 0:
                    good[pos, w] |= ahead_of(keys[i], sets[i, w] & ~good[pos, w], w, first, last,
                                             table, level_id, entry, good, ways, case, bounds,
                                             scratch)  # fmt: skip
        for v in range(4):
            bits = level_set[pos, v] & ~good[pos, v]
            while bits != 0:
                single = bits & (~bits + _ONE)
                bits ^= single
                none = uint64(0)
                count, _ = expand(
                    key,
                    single if v == 0 else none,
                    single if v == 1 else none,
                    single if v == 2 else none,
                    single if v == 3 else none,
                    everywhere,
                    ways,
                    case,
                    boolean(1),
                    keys,
                    sets,
                )
                for i in range(count):
                    for w in range(4):
                        if sets[i, w] != 0 and ahead_of(keys[i], sets[i, w], w, first, last, table,
                                                        level_id, entry, good, ways, case, bounds,
                                                        scratch) != 0:  # fmt: skip
                            good[pos, v] |= single
