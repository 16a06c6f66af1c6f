"""The hot loops of the solver: breadth first over sets of positions.

Positions that differ only in where the arriving robot stands are searched together. A *group* is
where the other robots stand and what the arriving robot has done so far (RC10); its *set* is 256
bits, one for each cell on which the arriving robot may stand. When another robot moves, the whole
set goes along, except for the cells on its way.

Every new position is *probed*: could it arrive within three moves more? A bound on the help that
the arriving robot needs (none, one blocker, two blockers) says no to nearly all of them at the cost
of a few words. So the search ends three moves before the solution does.

Plain functions over integers and arrays, compiled by Numba for every number of robots, and for
boards with barriers (where ways bend) or without. What they share travels in three tuples. `ways`
of the board: step, stop, path, diagonal. `case`: how many others are alike, the class of the
arriving robot, the classes of the others, whether barriers count as turns, whether an early stop
voids, the target, a cell forbidden to the others, and None unless ways bend. `bounds`: within,
helped, special, serves, near, hints, soon.

All of it is in one file on purpose: Numba's cache notices a change in the file of a function, not
in those it calls or takes constants from, and a stale kernel gives wrong answers.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import int64, njit, types, uint64
from numba.extending import intrinsic

PROBE = 3  # how many moves a probe looks ahead
FAR = 255  # a distance that no way has
NOWHERE = 999  # a cell that is not on the board
WALL = 65535  # in `step`: no way on
ENDLESS = 1024  # steps after which a slide is known to go round for ever

# What the arriving robot has done (RC10).
UNMOVED, ALONG_ROW, ALONG_COLUMN, TURNED = range(4)

# Places in the array that carries a search from one call of `advance` to the next.
GROUPS, END, AT, FRESH, DEPTH, FOUND, EXPANDED, MAXIMUM, PLACES = range(9)
# What `advance` reports.
MORE, NEEDS_SPACE, SOLVED, EXHAUSTED, LIMIT = range(5)

_ONE = np.uint64(1)
_LOW = np.uint64(63)
_BYTE = np.uint64(255)
_CELLS = np.uint64(0xFFFFFFFF)  # the part of a group's key that holds the other robots' cells
_ID = np.uint64(0xFFFFFFF)  # the part of a table's slot that holds a group's number
_SCATTER = np.uint64(0x9E3779B97F4A7C15)
# What the fifth word of a hint says of the robot on that cell: that the hint is known; that it
# could be one of two that stop the arriving one; that it could be the last of them, already or
# after a move; and that it stands where it could be either of the last two.
_KNOWN, _READY, _LAST, _NEARLY_LAST, _LATE = (np.uint64(1 << place) for place in range(5))


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


@njit(cache=True, nogil=True)
def board_ways(step, diagonal):
    """Of every class of robots: where slides end, what they pass, what is near.

    `step[k, d, c]` is where a robot of class k on c gets by one cell in direction d, and its
    heading there: cell | heading << 8, or WALL.
    """
    classes = step.shape[0]
    stop = np.empty((classes, 4, 256), np.uint64)  # NOWHERE if the slide is not allowed
    path = np.zeros((classes, 4, 256, 4), np.uint64)  # the cells passed, the last one included
    near = np.zeros((classes, 2, 256, 4), np.uint64)  # within one and two moves, stopping anywhere
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
        for c in range(256):
            for w in range(4):
                bits = near[k, 0, c, w]
                while bits != 0:
                    cell = int64(_lowest_bit(bits)) + 64 * w
                    bits &= bits - _ONE
                    if not diagonal[cell]:
                        for v in range(4):
                            near[k, 1, c, v] |= near[k, 0, cell, v]
    return stop, path, near


@njit(cache=True, nogil=True)
def target_ways(step, path, diagonal, k, target):
    """For the arriving robot, of class k: how far it is, and with what help it arrives soon.

    distance[c]: moves if it could stop anywhere. within[r]: the cells with distance r or less.
    helped[r, b]: the cells from which it arrives in r moves if walls stop it, and one robot on b.
    special[r]: the cells b that are of any help. serves[r]: the cells on which a robot could be one
    of two or more that stop it.
    """
    distance = np.full(256, FAR, np.int64)
    queue = np.empty(256, np.int64)
    distance[target], queue[0] = 0, target
    head, tail = 0, 1
    while head < tail:
        c = queue[head]
        head += 1
        for d in range(4):
            for w in range(4):
                bits = path[k, d, c, w]  # a slide can be run backwards
                while bits != 0:
                    cell = int64(_lowest_bit(bits)) + 64 * w
                    bits &= bits - _ONE
                    if distance[cell] == FAR and not diagonal[cell]:
                        distance[cell] = distance[c] + 1
                        queue[tail] = cell
                        tail += 1
    within = np.zeros((PROBE + 1, 4), np.uint64)
    helped = np.zeros((PROBE + 1, 256, 4), np.uint64)
    special = np.zeros((PROBE + 1, 4), np.uint64)
    serves = np.zeros((PROBE + 1, 4), np.uint64)
    alone = np.zeros((PROBE + 1, 4), np.uint64)  # with walls only
    for c in range(256):
        for r in range(distance[c], PROBE + 1):
            within[r, c >> 6] |= _ONE << uint64(c & 63)
        if distance[c] < PROBE:
            for d in range(4):
                ahead = step[k, d, c]
                if ahead != WALL and step[k, (d + 2) & 3, c] != WALL:
                    b = ahead & 255
                    for r in range(distance[c] + 1, PROBE + 1):
                        serves[r, b >> 6] |= _ONE << uint64(b & 63)
    alone[0, target >> 6] = _ONE << uint64(target & 63)
    for r in range(PROBE):
        for w in range(4):
            alone[r + 1, w] |= alone[r, w]
            bits = alone[r, w]
            while bits != 0:
                cell = int64(_lowest_bit(bits)) + 64 * w
                bits &= bits - _ONE
                for d in range(4):
                    ahead = step[k, d, cell]
                    for v in range(4):
                        behind = path[k, (d + 2) & 3, cell, v]
                        if ahead == WALL:
                            alone[r + 1, v] |= behind
                        else:
                            helped[r + 1, ahead & 255, v] |= behind
        for v in range(4):
            blockers = special[r, v]
            while blockers != 0:
                b = int64(_lowest_bit(blockers)) + 64 * v
                blockers &= blockers - _ONE
                for w in range(4):
                    helped[r + 1, b, w] |= helped[r, b, w]
                    bits = helped[r, b, w]
                    while bits != 0:
                        cell = int64(_lowest_bit(bits)) + 64 * w
                        bits &= bits - _ONE
                        if not diagonal[cell]:
                            for d in range(4):
                                ahead = step[k, d, cell]
                                if ahead == WALL or (ahead & 255) == b:
                                    for u in range(4):
                                        helped[r + 1, b, u] |= path[k, (d + 2) & 3, cell, u]
        for b in range(256):
            more = uint64(0)
            for w in range(4):
                more |= helped[r + 1, b, w] & ~alone[r + 1, w]
            if more != 0:
                special[r + 1, b >> 6] |= _ONE << uint64(b & 63)
    for r in range(PROBE + 1):
        for b in range(256):
            for w in range(4):
                helped[r, b, w] |= alone[r, w]
    return distance, within, helped, special, serves


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def rebuild(table, group_key, count):
    """Enter the groups into a new, empty table."""
    last = uint64(table.size - 1)
    for g in range(count):
        slot = ((group_key[g] * _SCATTER) >> uint64(30)) & last
        while table[slot] != 0:
            slot = (slot + _ONE) & last
        table[slot] = (group_key[g] << uint64(28)) | uint64(g + 1)


@njit(cache=True, nogil=True)
def fill_hint(hints, row, r, k, o, helped, special, serves, near):
    """From where the arriving robot may arrive in r moves with the help of one robot on o."""
    h0, h1, h2, h3 = helped[r, o, 0], helped[r, o, 1], helped[r, o, 2], helped[r, o, 3]
    for j in range(1, r):
        for w in range(4):
            bits = near[k, j - 1, o, w] & special[r - j, w]
            while bits != 0:
                b = _lowest_bit(bits) + uint64(64 * w)
                bits &= bits - _ONE
                h0 |= helped[r - j, b, 0]
                h1 |= helped[r - j, b, 1]
                h2 |= helped[r - j, b, 2]
                h3 |= helped[r - j, b, 3]
    hints[row, 0] = h0
    hints[row, 1] = h1
    hints[row, 2] = h2
    hints[row, 3] = h3
    word, place = o >> uint64(6), o & _LOW
    says = _KNOWN
    if (serves[r, word] >> place) & _ONE != 0:
        says |= _READY
    if (special[1, word] >> place) & _ONE != 0:
        says |= _LAST
    if ((special[1, word] | special[2, word]) >> place) & _ONE != 0:
        says |= _LATE
    for w in range(4):
        if near[k, 0, o, w] & special[1, w] != 0:
            says |= _NEARLY_LAST
    hints[row, 4] = says


@njit(cache=True, nogil=True, inline="always")
def hope_of(key, r, case, bounds, mask):
    """The cells from which the arriving robot might still arrive in r moves, into `mask`."""
    kinds, bent = case[2], case[7]
    within, helped, special, serves, near, hints, soon = bounds
    m0, m1, m2, m3 = uint64(0), uint64(0), uint64(0), uint64(0)
    ready, says = 0, uint64(0)
    for j in range(len(kinds)):
        o = (key >> uint64(8 * j)) & _BYTE
        k = 0 if bent is None else kinds[j]
        row = uint64((r * near.shape[0] + k) * 256) + o
        if hints[row, 4] == 0:
            fill_hint(hints, row, r, k, o, helped, special, serves, near)
        m0 |= hints[row, 0]
        m1 |= hints[row, 1]
        m2 |= hints[row, 2]
        m3 |= hints[row, 3]
        says |= hints[row, 4]
        ready += int64((hints[row, 4] >> _ONE) & _ONE)
    # With two blockers, which it meets in two moves of its own at least. In two moves both are in
    # their places; in three both are, or one gets there by the third. (Where the last blocker is
    # none that `special` knows, walls would do in its place, and the bound for one covers it.)
    slack = 0
    if r == 2 and ready >= 2 and (says & _LAST) != 0:
        slack = 2
    elif r == 3:
        if ready >= 2 and (says & _LATE) != 0:
            slack = 3
        elif ready >= 1 and (says & _NEARLY_LAST) != 0:
            slack = 2
    if slack > 0:
        m0 |= within[slack, 0]
        m1 |= within[slack, 1]
        m2 |= within[slack, 2]
        m3 |= within[slack, 3]
    done = key >> uint64(32)
    mask[0] = m0 & soon[done, r, 0]
    mask[1] = m1 & soon[done, r, 1]
    mask[2] = m2 & soon[done, r, 2]
    mask[3] = m3 & soon[done, r, 3]


@njit(cache=True, nogil=True, inline="always")
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


@njit(cache=True, nogil=True, inline="always")
def occupied(key, skip, cell, kinds):
    for j in range(len(kinds)):
        if j != skip and ((key >> uint64(8 * j)) & _BYTE) == cell:
            return True
    return False


@njit(cache=True, nogil=True, inline="always")
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


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def expand(key, b0, b1, b2, b3, ways, case, only_arriving, keys, sets):
    """All that one move makes of a set: keys[i], sets[i]. How many; of these by the arriving."""
    _, stop, path, _ = ways
    kinds, voids, target, forbidden, bent = case[2], case[4], case[5], case[6], case[7]
    done = int64(key >> uint64(32))
    for f in range(3):
        for w in range(4):
            sets[f, w] = 0
    for w in range(4):
        bits = b0 if w == 0 else (b1 if w == 1 else (b2 if w == 2 else b3))
        while bits != 0:
            a = _lowest_bit(bits) + uint64(64 * w)
            bits &= bits - _ONE
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
        for d in range(4):
            to = n if d == 0 else (e if d == 1 else (s if d == 2 else v))
            if to == o:
                continue
            h = uint64(d)
            p0 = b0 & path[0, h, o, 0] & ~path[0, h, to, 0]
            p1 = b1 & path[0, h, o, 1] & ~path[0, h, to, 1]
            p2 = b2 & path[0, h, o, 2] & ~path[0, h, to, 2]
            p3 = b3 & path[0, h, o, 3] & ~path[0, h, to, 3]
            if to != forbidden and ((b0 ^ p0) | (b1 ^ p1) | (b2 ^ p2) | (b3 ^ p3)) != 0:
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
                    if to not in (o, forbidden):
                        keys[count] = with_other(key, j, to, case)
                        for u in range(4):
                            sets[count, u] = 0
                        sets[count, w] = _ONE << (a & _LOW)
                        count += 1
    return count, arrivals


@njit(cache=True, nogil=True)
def probe(key, b0, b1, b2, b3, moves, ways, case, bounds, keys, sets, at, counts, mask, chain):
    """In how many moves, up to `moves`, some position of the set arrives; 0 if none does.

    Depth first. chain[i] is the set after i moves on the way that arrives.
    """
    within = bounds[0]
    target = case[5]
    word, bit = target >> uint64(6), _ONE << (target & _LOW)
    chain[0, 0], chain[0, 1], chain[0, 2], chain[0, 3], chain[0, 4] = key, b0, b1, b2, b3
    level = 0
    at[0] = -1
    while level >= 0:
        left = moves - level
        if at[level] < 0:
            counts[level], arrivals = expand(
                chain[level, 0],
                chain[level, 1],
                chain[level, 2],
                chain[level, 3],
                chain[level, 4],
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
        c0 = sets[level, i, 0] & within[left - 1, 0]
        c1 = sets[level, i, 1] & within[left - 1, 1]
        c2 = sets[level, i, 2] & within[left - 1, 2]
        c3 = sets[level, i, 3] & within[left - 1, 3]
        if (c0 | c1 | c2 | c3) == 0:
            continue
        hope_of(keys[level, i], left - 1, case, bounds, mask)
        c0 &= mask[0]
        c1 &= mask[1]
        c2 &= mask[2]
        c3 &= mask[3]
        if (c0 | c1 | c2 | c3) != 0:
            child = keys[level, i]
            level += 1
            chain[level, 0] = child
            chain[level, 1] = c0
            chain[level, 2] = c1
            chain[level, 3] = c2
            chain[level, 4] = c3
            at[level] = -1
    return 0


@njit(cache=True, nogil=True)
def advance(state, budget, starts, table, group_key, group, hope, fresh, level_id, level_set, ways,
            case, bounds, keys, sets, probe_keys, probe_sets, at, counts, mask, chain):  # fmt: skip
    """Go on with a search for so many sets; says why it came back."""
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
            ways,
            case,
            False,
            keys,
            sets,
        )
        pos += 1
        budget -= 1
        for i in range(count):
            child = keys[i]
            slot = ((child * _SCATTER) >> uint64(30)) & last
            while table[slot] != 0 and (table[slot] >> uint64(28)) != child:
                slot = (slot + _ONE) & last
            if table[slot] == 0:
                g = uint64(groups)
                groups += 1
                group_key[g] = child
                for w in range(8):
                    group[g, w] = 0
                table[slot] = (child << uint64(28)) | (g + _ONE)
                hope_of(child, PROBE, case, bounds, mask)
                for w in range(4):
                    hope[g, w] = mask[w]
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
            s0 &= hope[g, 0]
            s1 &= hope[g, 1]
            s2 &= hope[g, 2]
            s3 &= hope[g, 3]
            if (s0 | s1 | s2 | s3) != 0:
                found = probe(child, s0, s1, s2, s3, PROBE, ways, case, bounds, probe_keys,
                              probe_sets, at, counts, mask, chain)  # fmt: skip
                if found > 0:
                    state[FOUND] = found
                    status = SOLVED
                    break
        if status == SOLVED:
            break
    state[EXPANDED] = pos
    state[GROUPS], state[AT], state[END], state[FRESH] = groups, pos, end, waiting
    return status


@njit(cache=True, nogil=True)
def cell_before(before, b0, b1, b2, b3, key, cell, ways, case, keys, sets):
    """A cell of the set from which one move leads to (key, cell); -1 if there is none."""
    word, bit = cell >> uint64(6), _ONE << (cell & _LOW)
    count, arrivals = expand(before, b0, b1, b2, b3, ways, case, False, keys, sets)
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
                ways,
                case,
                True,
                keys,
                sets,
            )
            for i in range(arrivals):
                if keys[i] == key and (sets[i, word] & bit) != 0:
                    return int64(_lowest_bit(single)) + 64 * w
    return -1


@njit(cache=True, nogil=True)
def entry_before(first, last, group_key, level_id, level_set, key, cell, ways, case, keys, sets):
    """An entry of the levels from which one move leads to (key, cell), and the cell there."""
    kinds = case[2]
    for pos in range(first, last):
        before = group_key[level_id[pos]]
        strangers = 0
        for j in range(len(kinds)):
            if not occupied(key, -1, (before >> uint64(8 * j)) & _BYTE, kinds):
                strangers += 1
        if strangers > 1:
            continue
        found = cell_before(before, level_set[pos, 0], level_set[pos, 1], level_set[pos, 2],
                            level_set[pos, 3], key, cell, ways, case, keys, sets)  # fmt: skip
        if found >= 0:
            return pos, found
    return -1, -1
