"""The compiled loops of the solver: a breadth-first search over sets of positions.

Positions that differ only in the cell of the arriving robot are searched together. A *group* says
where the other robots are and how far the arriving robot has satisfied RC10 (its *turn state*). Its
*set* has 256 bits, one for each cell where the arriving robot may be. When another robot moves, the
whole set moves along, except for the cells in that robot's path.

Every new position is *probed*: can the robot arrive within four more moves? For that, the last
robot to stop it must be on one of a few cells by then. If no robot can get to one in time, even if
it could stop anywhere, the answer is no, and finding that out takes a few machine words. The search
therefore ends four moves before the solution does.

Everything here works on integers and arrays, and is compiled once for all positions: four robots
and five, boards with barriers (where slides bend) and without. A robot's *class* says which
barriers let it pass: class 0 passes none. A cell is a number from 0 to 255, row by row; a direction
is 0 to 3, clockwise from north.

Functions that Python calls take plain tuples and name their fields on entry: converting a
NamedTuple on its way from Python costs some microseconds a call, and naming it here is free.
Functions that start with an underscore can only be called by compiled code. They have no wrapper
for Python, which takes time to compile, so calling one from Python crashes the interpreter.

Loops are compiled without reference counting (`_nrt=False`): they allocate nothing, and counting
the arrays in and out of tuples took more than half of the time.

Everything is in one file on purpose. Numba's cache notices a change in a function's own file, but
not in the functions it calls or the constants it uses, and a stale kernel gives wrong answers.
"""

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import int64, types, uint64
from numba.extending import intrinsic

from tinplate.kernel_cache import kept

PROBE_DEPTH = 4  # how many moves a probe looks ahead
UNREACHABLE = 255  # more than any distance
NOWHERE = 999  # a cell that is not on the board
WALL = 65535  # in `step`: no cell to go to
ENDLESS = 1024  # steps after which a slide is known to go in circles

# Turn states of the arriving robot (RC10).
UNMOVED, ALONG_ROW, ALONG_COLUMN, TURNED = range(4)

# The counters that carry a search from one call of `advance` to the next.
GROUPS, END, AT, FRESH, DEPTH, FOUND, PROBED, MAXIMUM, TRACED, COUNTERS = range(10)
# The counters that carry a graph of routes from one call of `extend_graph` to the next.
NODES, EDGES, NEXT, LEVEL_END, LEFT, GRAPH_COUNTERS = range(6)
# Why `advance` and `extend_graph` returned.
PAUSED, NEEDS_MEMORY, SOLVED, EXHAUSTED, LIMIT_REACHED = range(5)

_ONE = np.uint64(1)
_LOW = np.uint64(63)
_BYTE = np.uint64(255)
_CELLS = np.uint64(0xFFFFFFFF)  # the part of a group's key that holds the other robots' cells
_ID = np.uint64(0xFFFFFFF)  # the part of a table's slot that holds a group's number
_SCATTER = np.uint64(0x9E3779B97F4A7C15)
# Constants that are passed to compiled functions have NumPy types: Numba would compile a function
# again for each Python integer or truth value it is called with.
_NO_ROBOT = np.int64(-1)
_THREE, _FOUR = np.int64(3), np.int64(4)
_ALL_ROBOTS, _ARRIVING_ROBOT = np.bool_(False), np.bool_(True)  # whose moves `expand` makes
_FULL_PROBE = np.int64(PROBE_DEPTH)
_EASTWARD, _SOUTHWARD = (0, 1, 0, -1), (-1, 0, 1, 0)  # one step, by direction
_BY_LETTER = (2, 1, 0, 4, 3)  # the robots b g r s y, in the order of their letters
_BY_INITIAL = (1, 0, 2, 3)  # the directions e n s w, in the order of theirs
_TURN_STATE_AT = np.uint64(40)  # in a node: above five cells
# Who begins on the target may come back to where everybody has been before: only now it counts.
_ARRIVED = np.uint64(1 << 42)
MOST_MOVES = 20  # from one position: five robots, four directions
MOVED_BITS = 5  # of `find_best`: one for each robot
FAR = 1 << 40  # cells; more than on any route
TOO_MANY = 1 << 62  # routes
_MANY_GROUPS = 2_000  # beyond this, memory is slow enough for prefetching to pay

_allocating: Any = kept(__file__, no_cfunc_wrapper=True)
_entry: Any = kept(__file__, no_cfunc_wrapper=True, _nrt=False)
_inner: Any = kept(__file__, no_cfunc_wrapper=True, no_cpython_wrapper=True, _nrt=False)
# Inlined by LLVM: compiled once, however often it is used.
_inlined: Any = kept(
    __file__, no_cfunc_wrapper=True, no_cpython_wrapper=True, _nrt=False, forceinline=True
)
# Inlined by Numba, before types are known: slow to compile, so only where it is measurably faster.
_pasted: Any = kept(__file__, _nrt=False, inline="always")


class SlideTables(NamedTuple):
    """How robots slide on a board with nothing else on it."""

    step: Any  # [class, direction, cell]: the next cell | direction there << 8, or WALL
    stop: Any  # [class, direction, cell]: where a slide ends; NOWHERE if it is not allowed
    path: Any  # [class, direction, cell]: the set of cells a slide passes, the last one included
    diagonal: Any  # [cell]: whether a barrier is there
    reach: Any  # [class, cell]: the cells that all four slides pass, and its own


class SearchProblem(NamedTuple):
    """What is searched for: who has to arrive where, by which rules."""

    alike: Any  # how many of the other robots are of class 0
    arriving: Any  # the class of the arriving robot
    others: Any  # how many other robots there are
    classes: Any  # of the other robots, sorted
    deflection_counts: Any  # RC10: whether a barrier counts as a turn
    early_stop_voids: Any  # RC10: whether resting on the target too early voids the solution
    target: Any
    forbidden: Any  # a cell on which no other robot may rest, or NOWHERE
    bends: Any  # whether the board has barriers


class Bounds(NamedTuple):
    """Tables that exclude positions from which the arriving robot cannot arrive in time."""

    within: Any  # [moves]: the cells from which it arrives if it could stop anywhere
    alone: Any  # [moves]: the cells from which it arrives by walls alone
    last: Any  # [moves, b]: the cells from which it may if the last robot to stop it is on b
    special: Any  # [moves]: the cells b for which `last` is not empty for that many moves or fewer
    near: Any  # [class, moves - 1, cell]: the cells within reach if a robot could stop anywhere
    helpers: Any  # [class, cell, moves]: see `_find_helpers`; filled as needed
    soon: Any  # [turn state, moves]: like `within`, but counts the turn that RC10 asks for


class SearchArrays(NamedTuple):
    """What a search has found so far."""

    starts: Any  # [depth]: the first entry of that level
    table: Any  # a hash table of groups: key << 28 | number + 1, or 0
    group_key: Any  # [group]
    group: Any  # [group]: all cells found so far
    entry: Any  # [group]: the last entry with cells of it
    level_id: Any  # [entry]: its group
    level_set: Any  # [entry]: its cells


class Cast(NamedTuple):
    """Who is who: a search does not tell robots of one class apart, but moves do."""

    node: Any  # where they begin, and the turn state then; see `GraphArrays`
    arriving: Any  # the number of the arriving robot, in the order r g b y s
    classes: Any  # [robot]
    steps: Any  # [moves left]: a group's key and the arriving robot's cell, on the solution
    moves: Any  # [moves made]: robot << 2 | direction, of the solution


class RouteSearch(NamedTuple):
    """A finished search, as seen from routes that tell all robots apart."""

    robots: Any  # how many there are
    arriving: Any  # the number of the arriving robot
    classes: Any  # [robot]
    moves: Any  # [robot]: whether its moves matter: not if it is walled off
    deflection_counts: Any  # RC10: whether a barrier counts as a turn
    is_free: Any  # whether the search did without RC10
    length: Any  # of the routes
    ends: Any  # [depth]: where its level begins; the last one is where all end
    good: Any  # what leads to a solution: see `mark_level`


class GraphArrays(NamedTuple):
    """All shortest routes of one robot: nodes are positions, edges are moves.

    A node has eight bits for the cell of each robot, then the turn state of the arriving one.
    """

    node: Any  # [node], level by level
    first: Any  # [node]: its first edge
    table: Any  # a hash table of nodes: number + 1, or 0
    edge: Any  # [edge]: robot << 2 | direction, how many cells it moves, the node it leads to


class Scratch(NamedTuple):
    """Arrays that functions use for a moment."""

    keys: Any  # the groups that one expansion makes, and
    sets: Any  # their sets
    everywhere: Any  # the set of all cells; nobody writes to it
    probe_keys: Any  # [moves made]: the same for each level of a probe
    probe_sets: Any
    probe_at: Any  # [moves made]: which of them is looked at
    probe_counts: Any  # [moves made]: how many there are
    useful: Any  # a set of cells: see `_find_useful`
    chain: Any  # [moves made]: key and set, on the route that a probe follows


class SearchTask(NamedTuple):
    """All that a search works with, besides what it has found."""

    slides: SlideTables
    problem: SearchProblem
    bounds: Bounds
    scratch: Scratch


# Bits and keys


@intrinsic  # type: ignore[untyped-decorator]
def _lowest_bit(typingctx: Any, bits: Any) -> Any:  # noqa: ARG001
    """The number of the lowest bit that is set, by one machine instruction."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        word, flag = ir.IntType(64), ir.IntType(1)
        count = builder.module.declare_intrinsic(
            "llvm.cttz", [word], ir.FunctionType(word, [word, flag])
        )
        return builder.call(count, [args[0], ir.Constant(flag, 1)])

    return types.uint64(types.uint64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def _fetch(typingctx: Any, array: Any, index: Any) -> Any:  # noqa: ARG001
    """Bring array[index] near the processor; an index beyond the array does no harm.

    LLVM would make slow gathers of a loop that reads instead.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        stride = builder.extract_value(array.strides, 0)
        number, flag = ir.IntType(64), ir.IntType(32)
        start = builder.ptrtoint(array.data, number)
        address = builder.inttoptr(
            builder.add(start, builder.mul(args[1], stride)), ir.IntType(8).as_pointer()
        )
        kind = ir.FunctionType(ir.VoidType(), [address.type, flag, flag, flag])
        fetch = builder.module.declare_intrinsic("llvm.prefetch", [address.type], kind)
        builder.call(fetch, [address, flag(0), flag(3), flag(1)])
        return context.get_dummy_value()

    return types.void(array, types.uint64), codegen


@_inlined
def _contains(cells, cell):
    return (cells[cell >> uint64(6)] >> (cell & _LOW)) & _ONE != 0


@_inlined
def _pick(w, b0, b1, b2, b3):
    """Word w of a set."""
    return b0 if w == 0 else (b1 if w == 1 else (b2 if w == 2 else b3))


@_inlined
def _only(cell):
    """The set with that cell alone."""
    bit, none, w = _ONE << (cell & _LOW), uint64(0), cell >> uint64(6)
    return (
        bit if w == 0 else none,
        bit if w == 1 else none,
        bit if w == 2 else none,
        bit if w == 3 else none,
    )


@_inlined
def _cell_of(key, j):
    """The cell of other robot j."""
    return (key >> uint64(8 * j)) & _BYTE


@_inlined
def _cells_of(key, others):
    """The cells of the other robots, as a set."""
    c0, c1, c2, c3 = _only(_cell_of(key, 0))
    for j in range(1, 4):
        if j < others:
            d0, d1, d2, d3 = _only(_cell_of(key, j))
            c0, c1, c2, c3 = c0 | d0, c1 | d1, c2 | d2, c3 | d3
    return c0, c1, c2, c3


@_inlined
def _is_in(cell, b0, b1, b2, b3):
    """Whether a set has that cell."""
    return (_pick(cell >> uint64(6), b0, b1, b2, b3) >> (cell & _LOW)) & _ONE != 0


@_inlined
def _with_robot_on(key, j, cell, count):
    """The key after other robot j went to that cell; the first `count` robots stay sorted."""
    if j >= count:
        return (key & ~(_BYTE << uint64(8 * j))) | (cell << uint64(8 * j))
    whole = (_ONE << uint64(8 * count)) - _ONE
    under = (_ONE << uint64(8 * j)) - _ONE
    low = key & whole
    rest = (low & under) | ((low >> uint64(8)) & ~under)
    shift = uint64(0)
    for i in range(count - 1):
        if _cell_of(rest, i) < cell:
            shift += uint64(8)
    under = (_ONE << shift) - _ONE
    return (key & ~whole) | (rest & under) | (cell << shift) | ((rest & ~under) << uint64(8))


@_inlined
def _named(task):
    """The plain tuples that came from Python, with names for their fields."""
    slides, problem, bounds, scratch = task
    return SearchTask(
        SlideTables(*slides), SearchProblem(*problem), Bounds(*bounds), Scratch(*scratch)
    )


# Tables of a board and of a target


@_allocating
def board_tables(step, diagonal):
    """Of each class: where slides end, which cells they pass, and what is near."""
    classes = step.shape[0]
    stop = np.empty((classes, 4, 256), np.uint64)
    path = np.zeros((classes, 4, 256, 4), np.uint64)
    near = np.zeros((classes, PROBE_DEPTH - 1, 256, 4), np.uint64)
    for k in range(classes):
        for d in range(4):
            for c in range(256):
                cell, heading, steps = c, d, 0
                while step[k, heading, cell] != WALL and steps < ENDLESS:
                    onward = step[k, heading, cell]
                    cell, heading = onward & 255, onward >> 8
                    path[k, d, c, cell >> 6] |= _ONE << uint64(cell & 63)
                    steps += 1
                allowed = steps < ENDLESS and not diagonal[cell]
                stop[k, d, c] = uint64(cell) if allowed else uint64(NOWHERE)
                for w in range(4):
                    near[k, 0, c, w] |= path[k, d, c, w]
        for c in range(256):
            near[k, 0, c, c >> 6] |= _ONE << uint64(c & 63)
        for j in range(1, PROBE_DEPTH - 1):
            for c in range(256):
                for w in range(4):
                    bits = near[k, 0, c, w]  # one move and then j, not the other way round: fewer
                    while bits != 0:
                        cell = int64(_lowest_bit(bits)) + 64 * w
                        bits &= bits - _ONE
                        if not diagonal[cell]:
                            for v in range(4):
                                near[k, j, c, v] |= near[k, j - 1, cell, v]
    return stop, path, near


@_allocating
def target_tables(step, path, near, diagonal, k, target):
    """How far a robot of class k is from the target, and the first four fields of `Bounds`.

    distance[cell] is the number of moves if it could stop anywhere.

    Why nothing is missed: let the robot arrive from c in r moves. If its first move goes to a cell
    from which walls do the rest, then c is in alone[r] if a wall stops that move, and in last[r, b]
    if a robot on b does. If it goes to a cell of last[r - 1, b], then c is in last[r, b].

    The cells of alone[r] are left out of last[r, b]: nobody has to help them. So last[r, b] may be
    empty although last[r - 1, b] is not, where walls alone take one move more than with a robot on
    b. With r - 1 moves left that robot is needed all the same: b stays special for good.
    """
    distance = np.full(256, UNREACHABLE, np.int64)
    _measure_distances(near, diagonal, k, target, np.empty(256, np.int64), distance)
    within = np.zeros((PROBE_DEPTH + 1, 4), np.uint64)
    alone = np.zeros((PROBE_DEPTH + 1, 4), np.uint64)
    last = np.zeros((PROBE_DEPTH + 1, 256, 4), np.uint64)
    special = np.zeros((PROBE_DEPTH + 1, 4), np.uint64)
    for c in range(256):
        for r in range(distance[c], PROBE_DEPTH + 1):
            within[r, c >> 6] |= _ONE << uint64(c & 63)
    alone[0, target >> 6] = _ONE << uint64(target & 63)
    for r in range(1, PROBE_DEPTH + 1):
        for w in range(4):
            special[r, w] |= special[r - 1, w]
            alone[r, w] |= alone[r - 1, w]
            bits = alone[r - 1, w]
            if r > 1:
                bits &= ~alone[r - 2, w]  # the others were handled one move ago
            while bits != 0:
                cell = int64(_lowest_bit(bits)) + 64 * w
                bits &= bits - _ONE
                _add_stops_on(cell, r, k, step, path, alone, last, special)
        for v in range(4):
            blockers = special[r, v]
            special[r, v] = special[r - 1, v]
            while blockers != 0:
                b = int64(_lowest_bit(blockers)) + 64 * v
                blockers &= blockers - _ONE
                if _add_earlier_cells(r, b, k, near, diagonal, alone, last):
                    special[r, v] |= _ONE << uint64(b & 63)
    return distance, within, alone, last, special


@_inlined
def _measure_distances(near, diagonal, k, target, queue, distance):
    """Breadth first from the target: a slide that may stop anywhere can be run backwards."""
    distance[target], queue[0] = 0, target
    head, tail = 0, 1
    while head < tail:
        c = queue[head]
        head += 1
        for w in range(4):
            bits = near[k, 0, c, w]
            while bits != 0:
                cell = int64(_lowest_bit(bits)) + 64 * w
                bits &= bits - _ONE
                if distance[cell] == UNREACHABLE and not diagonal[cell]:
                    distance[cell] = distance[c] + 1
                    queue[tail] = cell
                    tail += 1


@_inner
def _add_stops_on(cell, r, k, step, path, alone, last, special):
    """From where a robot can stop on a cell: by a wall, or by a robot on the cell ahead."""
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


@_inner
def _add_earlier_cells(r, b, k, near, diagonal, alone, last):
    """last[r, b] from last[r - 1, b], without the cells that need no help; whether any is left."""
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


@_allocating
def turned_within(within, path, step, k, target, voids):
    """`Bounds.soon`: like `within`, for a robot that still has to turn.

    On boards with barriers it includes too much: a slide that bends anywhere counts as a turn for
    all cells on it.
    """
    soon = np.zeros((4, PROBE_DEPTH + 1, 4), np.uint64)
    for r in range(PROBE_DEPTH + 1):
        for w in range(4):
            soon[TURNED, r, w] = within[r, w]
    for r in range(1, PROBE_DEPTH + 1):
        for before in range(TURNED):
            for c in range(256):
                for d in range(4):
                    axis = ALONG_COLUMN if (d & 1) == 0 else ALONG_ROW
                    then = TURNED if before != UNMOVED and before != axis else axis
                    if _slide_bends(step, k, d, c):
                        then = TURNED
                    for w in range(4):
                        stops = path[k, d, c, w]
                        if then != TURNED and voids and (target >> 6) == w:
                            stops &= ~(_ONE << uint64(target & 63))
                        if (stops & soon[then, r - 1, w]) != 0:
                            soon[before, r, c >> 6] |= _ONE << uint64(c & 63)
    return soon


@_inlined
def _slide_bends(step, k, d, c):
    bends = False
    cell, heading, steps = c, d, 0
    while step[k, heading, cell] != WALL and steps < ENDLESS:
        onward = step[k, heading, cell]
        bends = bends or (onward >> 8) != heading
        cell, heading = onward & 255, onward >> 8
        steps += 1
    return bends


# Bounds


@_inner
def _find_helpers(base, a, k, bounds):
    """helpers[base + r]: cells from which a robot of class k can be the last to stop one on a.

    In r moves of both together. All cells if the robot on a needs no help.
    """
    word, bit = a >> uint64(6), _ONE << (a & _LOW)
    helpers = bounds.helpers
    helpers[base, 0] = 1  # known from now on
    for w in range(4):
        blockers = bounds.special[PROBE_DEPTH, w]
        while blockers != 0:
            b = _lowest_bit(blockers) + uint64(64 * w)
            blockers &= blockers - _ONE
            for r in range(1, PROBE_DEPTH + 1):
                if (bounds.last[r, b, word] & bit) != 0:
                    helpers[base + uint64(r), w] |= _ONE << (b & _LOW)
                    for j in range(1, PROBE_DEPTH + 1 - r):
                        for v in range(4):
                            helpers[base + uint64(r + j), v] |= bounds.near[k, j - 1, b, v]
                    break
    for r in range(1, PROBE_DEPTH + 1):
        if (bounds.alone[r, word] & bit) != 0:
            for w in range(4):
                helpers[base + uint64(r), w] = ~uint64(0)


@_inlined
def _helpers_of(a, k, bounds):
    """The first of a cell's rows in `helpers`."""
    base = (uint64(k) * uint64(256) + a) * uint64(PROBE_DEPTH + 1)
    if bounds.helpers[base, 0] == 0:
        _find_helpers(base, a, k, bounds)
    return base


@_inlined
def _may_arrive(key, a, r, o0, o1, o2, o3, problem, bounds):
    """Whether the bounds allow the arriving robot on a to arrive in r moves."""
    if not problem.bends:
        h = _helpers_of(a, int64(0), bounds) + uint64(r)
        helpers = bounds.helpers
        return (
            (helpers[h, 0] & o0)
            | (helpers[h, 1] & o1)
            | (helpers[h, 2] & o2)
            | (helpers[h, 3] & o3)
        ) != 0
    for j in range(problem.others):
        o = _cell_of(key, j)
        h = _helpers_of(a, problem.classes[j], bounds) + uint64(r)
        if (bounds.helpers[h, o >> uint64(6)] >> (o & _LOW)) & _ONE != 0:
            return True
    return False


@_inlined
def _within_bounds(key, bits, w, r, o0, o1, o2, o3, problem, bounds):
    """Of the cells in word w, those from which the bounds allow arriving in r moves.

    The other robots are on the cells o0 to o3.
    """
    left = bits & bounds.soon[key >> uint64(32), r, w]
    kept = uint64(0)
    while left != 0:
        single = left & (~left + _ONE)
        left ^= single
        a = _lowest_bit(single) + uint64(64 * w)
        if _may_arrive(key, a, r, o0, o1, o2, o3, problem, bounds):
            kept |= single
    return kept


@_inlined
def _find_useful(entry, r, bounds, useful):
    """The cells on which another robot helps some position of a set to arrive in r moves."""
    for w in range(4):
        useful[w] = 0
    for w in range(4):
        bits = entry[1 + w] & bounds.within[r, w]
        while bits != 0:
            base = _helpers_of(_lowest_bit(bits) + uint64(64 * w), int64(0), bounds)
            bits &= bits - _ONE
            for v in range(4):
                useful[v] |= bounds.helpers[base + uint64(r), v]


# One move


@_entry
def expand(key, b0, b1, b2, b3, useful, slides, problem, only_arriving, keys, sets):
    """Make every move from a set: keys[i] and sets[i] are what comes of it.

    Moves of other robots count only if one of them is on a useful cell after it. Returns how many
    groups there are, and how many of them are moves of the arriving robot.
    """
    for f in range(3):
        for w in range(4):
            sets[f, w] = 0
    rows, columns = uint64(0), uint64(0)
    if problem.bends:
        o0, o1, o2, o3 = _cells_of(key, problem.others)
        _move_arriving_bent(key, b0, b1, b2, b3, o0, o1, o2, o3, slides, problem, sets)
    elif problem.others == 3:  # LLVM unrolls loops over a number that it knows
        rows, columns = _move_arriving(key, b0, b1, b2, b3, slides, problem, _THREE, sets)
    else:
        rows, columns = _move_arriving(key, b0, b1, b2, b3, slides, problem, _FOUR, sets)
    arrivals = 0
    for f in range(3):
        if (sets[f, 0] | sets[f, 1] | sets[f, 2] | sets[f, 3]) != 0:
            keys[arrivals] = (key & _CELLS) | (uint64(f + 1) << uint64(32))
            for w in range(4):
                sets[arrivals, w] = sets[f, w]
            arrivals += 1
    count = int64(arrivals)
    if only_arriving:
        return count, arrivals
    o0, o1, o2, o3 = _cells_of(key, problem.others)
    helping = o0 & useful[0], o1 & useful[1], o2 & useful[2], o3 & useful[3]
    if problem.bends:
        for j in range(problem.others):
            o, k = _cell_of(key, j), problem.classes[j]
            for d in range(4):
                count = _move_other_bent(key, j, o, k, d, b0, b1, b2, b3, o0, o1, o2, o3, slides,
                                         problem, keys, sets, count)  # fmt: skip
    elif problem.others == 3:
        for j in range(3):
            count = _move_other(key, j, b0, b1, b2, b3, rows, columns, useful, helping, slides,
                                problem, _THREE, keys, sets, count)  # fmt: skip
    else:
        for j in range(4):
            count = _move_other(key, j, b0, b1, b2, b3, rows, columns, useful, helping, slides,
                                problem, _FOUR, keys, sets, count)  # fmt: skip
    return count, arrivals


@_inlined
def _straight_stops(c, stop, key, skip, others):
    """Where a robot on c comes to rest north, east, south and west, if no slide bends."""
    n, e, s, w = stop[0, 0, c], stop[0, 1, c], stop[0, 2, c], stop[0, 3, c]
    for j in range(others):
        if j == skip:
            continue
        o = _cell_of(key, j)
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
def _move_arriving(key, b0, b1, b2, b3, slides, problem, others, sets):
    """Slide the arriving robot from each cell of a set into sets[turn state - 1].

    Returns the rows and the columns in which it may have been, as bits.
    """
    before, target = int64(key >> uint64(32)), problem.target
    upright = TURNED if before in (TURNED, ALONG_ROW) else ALONG_COLUMN
    across = TURNED if before in (TURNED, ALONG_COLUMN) else ALONG_ROW
    no_column_stop = problem.early_stop_voids and upright != TURNED
    no_row_stop = problem.early_stop_voids and across != TURNED
    rows, columns = uint64(0), uint64(0)
    for word in range(4):
        bits = _pick(word, b0, b1, b2, b3)
        while bits != 0:
            a = _lowest_bit(bits) + uint64(64 * word)
            bits &= bits - _ONE
            rows |= _ONE << (a >> uint64(4))
            columns |= _ONE << (a & uint64(15))
            n, e, s, w = _straight_stops(a, slides.stop, key, _NO_ROBOT, others)
            if n != a and not (no_column_stop and n == target):
                sets[upright - 1, n >> uint64(6)] |= _ONE << (n & _LOW)
            if s != a and not (no_column_stop and s == target):
                sets[upright - 1, s >> uint64(6)] |= _ONE << (s & _LOW)
            if e != a and not (no_row_stop and e == target):
                sets[across - 1, e >> uint64(6)] |= _ONE << (e & _LOW)
            if w != a and not (no_row_stop and w == target):
                sets[across - 1, w >> uint64(6)] |= _ONE << (w & _LOW)
    return rows, columns


@_inlined
def _move_other(
    key, j, b0, b1, b2, b3, rows, columns, useful, helping, slides, problem, others, keys, sets,
    count
):  # fmt: skip
    """Slide other robot j in all directions, and the set with it.

    `helping` are the other robots on useful cells.
    """
    o = _cell_of(key, j)
    h0, h1, h2, h3 = helping
    t0, t1, t2, t3 = _only(o)
    any_useful = ((h0 & ~t0) | (h1 & ~t1) | (h2 & ~t2) | (h3 & ~t3)) != 0
    reach = slides.reach[0, o]
    is_near = (
        (reach[0] & useful[0])
        | (reach[1] & useful[1])
        | (reach[2] & useful[2])
        | (reach[3] & useful[3])
    ) != 0
    if not (any_useful or is_near):  # most robots are far from where they would help
        return count
    n, e, s, w = _straight_stops(o, slides.stop, key, j, others)
    path, forbidden = slides.path, problem.forbidden
    for d in range(4):
        to = _pick(d, n, e, s, w)
        if to == o:
            continue
        met = (columns >> (o & uint64(15))) if d in (0, 2) else (rows >> (o >> uint64(4)))
        if met & _ONE == 0:
            if (any_useful or _contains(useful, to)) and to != forbidden:
                keys[count] = _with_robot_on(key, j, to, others)
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
            (any_useful or _contains(useful, to))
            and to != forbidden
            and ((b0 ^ p0) | (b1 ^ p1) | (b2 ^ p2) | (b3 ^ p3)) != 0
        ):
            keys[count] = _with_robot_on(key, j, to, others)
            sets[count, 0] = b0 ^ p0
            sets[count, 1] = b1 ^ p1
            sets[count, 2] = b2 ^ p2
            sets[count, 3] = b3 ^ p3
            count += 1
        if (p0 | p1 | p2 | p3) == 0:
            continue
        # Where the arriving robot is in the path, the other one stops in front of it.
        for word in range(4):
            bits = _pick(word, p0, p1, p2, p3)
            while bits != 0:
                a = _lowest_bit(bits) + uint64(64 * word)
                bits &= bits - _ONE
                to = _pick(d, a + uint64(16), a - _ONE, a - uint64(16), a + _ONE)
                if (any_useful or _contains(useful, to)) and to not in (o, forbidden):
                    keys[count] = _with_robot_on(key, j, to, others)
                    for u in range(4):
                        sets[count, u] = 0
                    sets[count, word] = _ONE << (a & _LOW)
                    count += 1
    return count


@_inlined
def _move_arriving_bent(key, b0, b1, b2, b3, o0, o1, o2, o3, slides, problem, sets):
    """The same on a board with barriers."""
    before = int64(key >> uint64(32))
    for word in range(4):
        bits = _pick(word, b0, b1, b2, b3)
        while bits != 0:
            a = _lowest_bit(bits) + uint64(64 * word)
            bits &= bits - _ONE
            for d in range(4):
                to, then = _slide_bent(a, d, before, o0, o1, o2, o3, slides, problem)
                is_void = problem.early_stop_voids and then != TURNED and to == problem.target
                if to != NOWHERE and not is_void:
                    sets[then - 1, to >> uint64(6)] |= _ONE << (to & _LOW)


@_inlined
def _slide_bent(a, d, before, o0, o1, o2, o3, slides, problem):
    """A slide of the arriving robot: where it rests, or NOWHERE, and its turn state then."""
    step = slides.step
    cell, heading, bends, steps = int64(a), d, False, 0
    while steps < ENDLESS:
        onward = step[problem.arriving, heading, cell]
        if onward == WALL or _is_in(uint64(onward & 255), o0, o1, o2, o3):
            break
        bends = bends or (onward >> 8) != heading
        cell, heading = onward & 255, onward >> 8
        steps += 1
    if steps == 0 or steps == ENDLESS or slides.diagonal[cell]:
        return uint64(NOWHERE), 0
    axis = ALONG_COLUMN if (d & 1) == 0 else ALONG_ROW
    has_turned = before == TURNED or (before != UNMOVED and before != axis)
    if has_turned or (bends and problem.deflection_counts):
        return uint64(cell), TURNED
    return uint64(cell), ALONG_COLUMN if (heading & 1) == 0 else ALONG_ROW


@_inlined
def _move_other_bent(
    key, j, o, k, d, s0, s1, s2, s3, o0, o1, o2, o3, slides, problem, keys, sets, count
):
    """Slide other robot j, of class k, from o, and the set with it, without the cells it meets."""
    step, diagonal = slides.step, slides.diagonal
    cell, heading, steps = int64(o), d, 0
    t0, t1, t2, t3 = _only(o)  # it is not in its own way
    o0, o1, o2, o3 = o0 ^ t0, o1 ^ t1, o2 ^ t2, o3 ^ t3
    while steps < ENDLESS:
        onward = step[k, heading, cell]
        if onward == WALL or _is_in(uint64(onward & 255), o0, o1, o2, o3):
            break
        ahead = uint64(onward & 255)
        w, bit = ahead >> uint64(6), _ONE << (ahead & _LOW)
        if (_pick(w, s0, s1, s2, s3) & bit) != 0:
            if w == 0:
                s0 ^= bit
            elif w == 1:
                s1 ^= bit
            elif w == 2:
                s2 ^= bit
            else:
                s3 ^= bit
            if cell != int64(o) and not diagonal[cell] and uint64(cell) != problem.forbidden:
                keys[count] = _with_robot_on(key, j, uint64(cell), problem.alike)
                for u in range(4):
                    sets[count, u] = 0
                sets[count, w] = bit
                count += 1
        cell, heading = onward & 255, onward >> 8
        steps += 1
    is_empty = (s0 | s1 | s2 | s3) == 0
    if is_empty or cell == int64(o) or steps == ENDLESS or diagonal[cell]:
        return count
    if uint64(cell) != problem.forbidden:
        keys[count] = _with_robot_on(key, j, uint64(cell), problem.alike)
        sets[count, 0] = s0
        sets[count, 1] = s1
        sets[count, 2] = s2
        sets[count, 3] = s3
        count += 1
    return count


# Probes


@_entry
def probe(key, b0, b1, b2, b3, moves, task):
    """In how many moves, up to `moves`, some position of the set arrives; 0 if none does.

    Depth first. chain[i] is the set after i moves of the route that arrives.
    """
    slides, problem, bounds, scratch = _named(task)
    keys, sets = scratch.probe_keys, scratch.probe_sets
    at, counts, chain = scratch.probe_at, scratch.probe_counts, scratch.chain
    word, bit = problem.target >> uint64(6), _ONE << (problem.target & _LOW)
    chain[0, 0], chain[0, 1], chain[0, 2], chain[0, 3], chain[0, 4] = key, b0, b1, b2, b3
    level = 0
    at[0] = -1
    while level >= 0:
        left = moves - level
        if at[level] < 0:
            if not problem.bends and left > 1:
                _find_useful(chain[level], left - 1, bounds, scratch.useful)
            counts[level], arrivals = expand(
                chain[level, 0], chain[level, 1], chain[level, 2], chain[level, 3],
                chain[level, 4], scratch.useful, slides, problem, left == 1,
                keys[level], sets[level],
            )  # fmt: skip
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
        o0, o1, o2, o3 = _cells_of(child, problem.others)
        for w in range(4):
            kept = _within_bounds(
                child, sets[level, i, w], w, left - 1, o0, o1, o2, o3, problem, bounds
            )
            chain[level + 1, 1 + w] = kept
            some |= kept
        if some != 0:
            level += 1
            chain[level, 0] = child
            at[level] = -1
    return 0


# The search


@_inlined
def _home_slot(key, last_slot):
    """Where to look for a group first."""
    return ((key * _SCATTER) >> uint64(30)) & last_slot


@_inlined
def _find_slot(key, table):
    """The slot of a group, or the free one where it belongs."""
    last_slot = uint64(table.size - 1)
    slot = _home_slot(key, last_slot)
    while table[slot] != 0 and (table[slot] >> uint64(28)) != key:
        slot = (slot + _ONE) & last_slot
    return slot


@_inlined
def _prefetch(keys, count, table, group):
    """Ask for the memory that will be needed soon all at once: the waits overlap."""
    last_slot = uint64(table.size - 1)
    for i in range(count):
        _fetch(table, _home_slot(keys[i], last_slot))
    for i in range(count):
        _fetch(group, (table[_home_slot(keys[i], last_slot)] & _ID) - _ONE)


@_entry
def rebuild_table(table, group_key, count):
    """Enter all groups into a hash table of another size."""
    for slot in range(table.size):
        table[slot] = 0
    for g in range(count):
        slot = _find_slot(group_key[g], table)
        table[slot] = (group_key[g] << uint64(28)) | uint64(g + 1)


@_pasted
def _begin(counters, key, cell, arrays, task):
    """Probe the start with 1, 2 .. moves; if that finds nothing, it is the first level."""
    b0, b1, b2, b3 = _only(cell)
    while counters[PROBED] < min(PROBE_DEPTH, counters[MAXIMUM]):
        counters[PROBED] += 1
        found = probe(key, b0, b1, b2, b3, counters[PROBED], task)
        if found > 0:
            counters[FOUND], counters[DEPTH] = found, -1
            return SOLVED
    if counters[PROBED] < PROBE_DEPTH:
        return LIMIT_REACHED
    arrays.group_key[0], arrays.level_id[0] = key, 0
    for w in range(4):
        arrays.group[0, w] = arrays.level_set[0, w] = _pick(w, b0, b1, b2, b3)
    arrays.entry[0] = 0
    rebuild_table(arrays.table, arrays.group_key, int64(1))
    counters[GROUPS] = counters[END] = 1
    return PAUSED


@_entry
def advance(counters, budget, probes, cast, arrays, task):
    """Continue a search by at most `budget` sets; returns why it stopped.

    If it is solved, the moves are in `cast`; counters[TRACED] says how many. Without probes it
    solves nothing, and only goes on to the next level.
    """
    cast = Cast(*cast)
    turn_state, robots = cast.node >> _TURN_STATE_AT, cast.classes.size
    key = _group_of(cast.node, turn_state, robots, cast.arriving, cast.classes)
    cell = _cell_of(cast.node, cast.arriving)
    status = _advance(counters, budget, key, cell, probes, arrays, task)
    if status == SOLVED:
        counters[TRACED] = _trace_moves(counters, cast, SearchArrays(*arrays), task)
    return status


@_inner
def _advance(counters, budget, key, cell, probes, arrays, task):
    arrays = SearchArrays(*arrays)
    slides, problem, bounds, scratch = _named(task)
    if counters[GROUPS] == 0:
        status = _begin(counters, key, cell, arrays, task)
        if status != PAUSED:
            return status
    keys, sets = scratch.keys, scratch.sets
    table, group_key, group, entry = arrays.table, arrays.group_key, arrays.group, arrays.entry
    level_id, level_set = arrays.level_id, arrays.level_set
    groups, pos, end = counters[GROUPS], counters[AT], counters[END]
    waiting = counters[FRESH]
    most = min(group_key.size, table.size // 2) - keys.size
    most_entries = level_id.size - keys.size
    status = PAUSED
    while budget > 0:
        if pos == end:
            if waiting == 0:
                status = EXHAUSTED
                break
            counters[DEPTH] += 1
            arrays.starts[counters[DEPTH]] = end
            end += waiting
            waiting = 0
        if counters[DEPTH] + 1 + PROBE_DEPTH > counters[MAXIMUM]:
            status = LIMIT_REACHED
            break
        if groups > most or end + waiting > most_entries:
            status = NEEDS_MEMORY
            break
        count, _ = expand(
            group_key[level_id[pos]], level_set[pos, 0], level_set[pos, 1], level_set[pos, 2],
            level_set[pos, 3], scratch.everywhere, slides, problem, _ALL_ROBOTS, keys, sets,
        )  # fmt: skip
        pos += 1
        budget -= 1
        if groups > _MANY_GROUPS:
            _prefetch(keys, count, table, group)
        for i in range(count):
            child = keys[i]
            slot = _find_slot(child, table)
            if table[slot] == 0:
                g = uint64(groups)
                groups += 1
                group_key[g] = child
                for w in range(4):
                    group[g, w] = 0
                entry[g] = -1
                table[slot] = (child << uint64(28)) | (g + _ONE)
            else:
                g = (table[slot] & _ID) - _ONE
            s0 = sets[i, 0] & ~group[g, 0]
            s1 = sets[i, 1] & ~group[g, 1]
            s2 = sets[i, 2] & ~group[g, 2]
            s3 = sets[i, 3] & ~group[g, 3]
            if (s0 | s1 | s2 | s3) == 0:
                continue
            group[g, 0] |= s0
            group[g, 1] |= s1
            group[g, 2] |= s2
            group[g, 3] |= s3
            e = entry[g]
            if e < end:  # nothing of it is in the next level yet
                e = end + waiting
                waiting += 1
                entry[g], level_id[e] = e, int64(g)
                for w in range(4):
                    level_set[e, w] = 0
            level_set[e, 0] |= s0
            level_set[e, 1] |= s1
            level_set[e, 2] |= s2
            level_set[e, 3] |= s3
            if not probes:
                continue
            o0, o1, o2, o3 = _cells_of(child, problem.others)
            s0 = _within_bounds(child, s0, int64(0), _FULL_PROBE, o0, o1, o2, o3, problem, bounds)
            s1 = _within_bounds(child, s1, int64(1), _FULL_PROBE, o0, o1, o2, o3, problem, bounds)
            s2 = _within_bounds(child, s2, int64(2), _FULL_PROBE, o0, o1, o2, o3, problem, bounds)
            s3 = _within_bounds(child, s3, int64(3), _FULL_PROBE, o0, o1, o2, o3, problem, bounds)
            if (s0 | s1 | s2 | s3) != 0:
                found = probe(child, s0, s1, s2, s3, _FULL_PROBE, task)
                if found > 0:
                    counters[FOUND] = found
                    status = SOLVED
                    break
        if status == SOLVED:
            break
    counters[GROUPS], counters[AT], counters[END], counters[FRESH] = groups, pos, end, waiting
    return status


# The solution that was found


@_inner
def _trace_moves(counters, cast, arrays, task):
    """Write the moves of the solution; returns how many, 0 if the search contradicts itself."""
    named = _named(task)
    slides, problem, steps = named.slides, named.problem, cast.steps
    count = _trace_back(counters, arrays, slides, problem, named.scratch, steps)
    if count == 0:
        return 0
    node = cast.node
    for i in range(count - 1):
        key = steps[count - 1 - i, 0]
        then, to = steps[count - 2 - i, 0], steps[count - 2 - i, 1]
        robot, end = cast.arriving, to
        o0, o1, o2, o3 = _cells_of(then, problem.others)
        for j in range(problem.others):
            left = _cell_of(key, j)
            if not _is_in(left, o0, o1, o2, o3):
                for other in range(problem.others + 1):
                    if other != cast.arriving and _cell_of(node, other) == left:
                        robot = int64(other)
        o0, o1, o2, o3 = _cells_of(key, problem.others)
        for j in range(problem.others):
            if not _is_in(_cell_of(then, j), o0, o1, o2, o3):
                end = _cell_of(then, j)
        direction = _direction_of(robot, end, node, key, then, cast, slides, problem)
        if direction < 0:
            return 0
        cast.moves[i] = (robot << 2) | direction
        shift = uint64(8 * robot)
        node = (node & ~(_BYTE << shift)) | (end << shift)
    return count - 1


@_inner
def _direction_of(robot, end, node, key, then, cast, slides, problem):
    """In which direction a robot sets off to rest on a cell; -1 if none leads there."""
    start = _cell_of(node, robot)
    if not problem.bends:
        if ((start ^ end) & uint64(15)) == 0:
            return int64(0 if end < start else 2)
        return int64(3 if end < start else 1)
    o0, o1, o2, o3 = uint64(0), uint64(0), uint64(0), uint64(0)
    for other in range(problem.others + 1):
        if other != robot:
            c0, c1, c2, c3 = _only(_cell_of(node, other))
            o0, o1, o2, o3 = o0 | c0, o1 | c1, o2 | c2, o3 | c3
    best, least = int64(-1), NOWHERE
    for d in range(4):
        to, heading, bends, steps = _slide(start, int64(d), cast.classes[robot], o0, o1, o2, o3,
                                           slides)  # fmt: skip
        if steps == 0 or to != end:
            continue
        if robot == cast.arriving:
            bends = bends and problem.deflection_counts
            turn_state = _turn_state_after(int64(key >> uint64(32)), int64(d), heading, bends)
            if turn_state != int64(then >> uint64(32)):
                continue
        # Most slides are straight: of several, the one that sets off towards the end.
        dx = int64(end & uint64(15)) - int64(start & uint64(15)) - _EASTWARD[d]
        dy = int64(end >> uint64(4)) - int64(start >> uint64(4)) - _SOUTHWARD[d]
        if abs(dx) + abs(dy) < least:
            best, least = int64(d), abs(dx) + abs(dy)
    return best


@_inner
def _trace_back(counters, arrays, slides, problem, scratch, steps):
    """Write the solution into steps[i], from the arrival back to the start.

    Returns how many steps; 0 if the search contradicts itself.
    """
    chain, level_set = scratch.chain, arrays.level_set
    found = counters[FOUND]
    key = (chain[found - 1, 0] & _CELLS) | (uint64(TURNED) << uint64(32))
    cell = problem.target
    steps[0, 0], steps[0, 1] = key, cell
    count = 1
    for i in range(found - 1, -1, -1):
        before = _cell_before(chain[i, 0], chain[i, 1], chain[i, 2], chain[i, 3], chain[i, 4], key,
                              cell, slides, problem, scratch)  # fmt: skip
        if before < 0:
            return 0
        key, cell = chain[i, 0], uint64(before)
        steps[count, 0], steps[count, 1] = key, cell
        count += 1
    end = counters[AT]
    for depth in range(counters[DEPTH], -1, -1):
        before = -1
        for pos in range(arrays.starts[depth], end):
            former = arrays.group_key[arrays.level_id[pos]]
            if _is_one_move_apart(former, key, problem.others):
                before = _cell_before(former, level_set[pos, 0], level_set[pos, 1],
                                      level_set[pos, 2], level_set[pos, 3], key, cell, slides,
                                      problem, scratch)  # fmt: skip
                if before >= 0:
                    key, cell = former, uint64(before)
                    break
        if before < 0:
            return 0
        steps[count, 0], steps[count, 1] = key, cell
        count += 1
        end = arrays.starts[depth]
    return count


@_inlined
def _is_one_move_apart(before, key, others):
    """Whether at most one of the other robots has left its cell."""
    missing = 0
    o0, o1, o2, o3 = _cells_of(key, others)
    for j in range(others):
        if not _is_in(_cell_of(before, j), o0, o1, o2, o3):
            missing += 1
    return missing <= 1


@_inner
def _cell_before(before, b0, b1, b2, b3, key, cell, slides, problem, scratch):
    """A cell of the set from which one move leads to (key, cell); -1 if there is none."""
    keys, sets, everywhere = scratch.keys, scratch.sets, scratch.everywhere
    word, bit = cell >> uint64(6), _ONE << (cell & _LOW)
    count, arrivals = expand(before, b0, b1, b2, b3, everywhere, slides, problem,
                              _ALL_ROBOTS, keys, sets)  # fmt: skip
    for i in range(arrivals, count):
        if keys[i] == key and (sets[i, word] & bit) != 0:
            return int64(cell)
    for w in range(4):
        bits = _pick(w, b0, b1, b2, b3)
        while bits != 0:
            a = _lowest_bit(bits) + uint64(64 * w)
            bits &= bits - _ONE
            a0, a1, a2, a3 = _only(a)
            _, arrivals = expand(before, a0, a1, a2, a3, everywhere, slides, problem,
                                 _ARRIVING_ROBOT, keys, sets)  # fmt: skip
            for i in range(arrivals):
                if keys[i] == key and (sets[i, word] & bit) != 0:
                    return int64(a)
    return -1


# All solutions


@_entry
def mark_arrivals(begin, end, good, arrays, task):
    """Mark the cells of these entries from which a probe arrives: good[pos]."""
    arrays = SearchArrays(*arrays)
    named = _named(task)
    problem, bounds, level_set = named.problem, named.bounds, arrays.level_set
    room = named.scratch.useful  # for a moment: probes use it, too
    for pos in range(begin, end):
        key = arrays.group_key[arrays.level_id[pos]]
        o0, o1, o2, o3 = _cells_of(key, problem.others)
        for w in range(4):
            good[pos, w] = 0
            room[w] = _within_bounds(key, level_set[pos, w], w, _FULL_PROBE, o0, o1, o2, o3,
                                     problem, bounds)  # fmt: skip
        s0, s1, s2, s3 = room[0], room[1], room[2], room[3]
        # Most sets lead nowhere, which is cheaper to see for all cells at once.
        if (s0 | s1 | s2 | s3) == 0 or probe(key, s0, s1, s2, s3, _FULL_PROBE, task) == 0:
            continue
        for w in range(4):
            bits = _pick(w, s0, s1, s2, s3)
            while bits != 0:
                single = bits & (~bits + _ONE)
                bits ^= single
                b0, b1, b2, b3 = _only(_lowest_bit(single) + uint64(64 * w))
                if probe(key, b0, b1, b2, b3, _FULL_PROBE, task) > 0:
                    good[pos, w] |= single


@_entry
def mark_level(begin, first, last, good, arrays, task):
    """Mark what leads to a solution: good[pos], for the entries from `begin` up to `first`.

    It has to lead to a marked entry from `first` up to `last`.
    """
    arrays = SearchArrays(*arrays)
    named = _named(task)
    slides, problem, scratch = named.slides, named.problem, named.scratch
    keys, sets, everywhere = scratch.keys, scratch.sets, scratch.everywhere
    level_set = arrays.level_set
    for pos in range(first, last):
        arrays.entry[arrays.level_id[pos]] = pos
    for pos in range(begin, first):
        key = arrays.group_key[arrays.level_id[pos]]
        for w in range(4):
            good[pos, w] = 0
        count, arrivals = expand(
            key, level_set[pos, 0], level_set[pos, 1], level_set[pos, 2], level_set[pos, 3],
            everywhere, slides, problem, _ALL_ROBOTS, keys, sets,
        )  # fmt: skip
        some = uint64(0)  # most sets lead nowhere, which is cheaper to see for all cells at once
        for i in range(count):
            then = _find_entry(keys[i], first, last, arrays)
            if then >= 0:
                for w in range(4):
                    led = sets[i, w] & good[then, w]
                    if i < arrivals:
                        some |= led
                    else:
                        good[pos, w] |= led
        if some == 0:
            continue
        for v in range(4):
            bits = level_set[pos, v] & ~good[pos, v]
            while bits != 0:
                single = bits & (~bits + _ONE)
                bits ^= single
                a0, a1, a2, a3 = _only(_lowest_bit(single) + uint64(64 * v))
                count, _ = expand(key, a0, a1, a2, a3, everywhere, slides, problem,
                                  _ARRIVING_ROBOT, keys, sets)  # fmt: skip
                for i in range(count):
                    then = _find_entry(keys[i], first, last, arrays)
                    if then >= 0:
                        for w in range(4):
                            if sets[i, w] & good[then, w] != 0:
                                good[pos, v] |= single


@_inlined
def _find_entry(key, first, last, arrays):
    """The entry of a group in the level from `first` up to `last`; -1 if it has none."""
    slot = _find_slot(key, arrays.table)
    if arrays.table[slot] == 0:
        return -1
    g = int64((arrays.table[slot] & _ID) - _ONE)
    pos = arrays.entry[g]
    return pos if first <= pos < last and arrays.level_id[pos] == g else -1


# All solutions, with robots told apart


@_entry
def extend_graph(counters, budget, route_search, graph, arrays, task):
    """Continue a graph by at most `budget` nodes: PAUSED, NEEDS_MEMORY, or EXHAUSTED at its end.

    Nodes of the last level are arrivals. Edges of a node are in alphabetical order.
    """
    arrays, graph = SearchArrays(*arrays), GraphArrays(*graph)
    search = RouteSearch(*route_search)
    node, first, edge = graph.node, graph.first, graph.edge
    nodes, edges, at = counters[NODES], counters[EDGES], counters[NEXT]
    status = PAUSED
    while budget > 0:
        if at == counters[LEVEL_END]:
            counters[LEVEL_END] = nodes
            counters[LEFT] -= 1
            if counters[LEFT] == 0 or at == nodes:
                for n in range(at, nodes + 1):
                    first[n] = edges
                status = EXHAUSTED
                break
            _find_entries(search.length - counters[LEFT] + 1, search, arrays)
        if nodes + MOST_MOVES > node.size or edges + MOST_MOVES > edge.shape[0]:
            status = NEEDS_MEMORY
            break
        first[at] = edges
        nodes, edges = _add_moves(node[at], counters[LEFT], nodes, edges, search, graph, arrays,
                                  task)  # fmt: skip
        at += 1
        budget -= 1
    counters[NODES], counters[EDGES], counters[NEXT] = nodes, edges, at
    return status


@_inlined
def _find_entries(depth, search, arrays):
    """Note the place of each group in that level of the search, if it goes so deep."""
    if depth + 1 < search.ends.size:
        for pos in range(search.ends[depth], search.ends[depth + 1]):
            arrays.entry[arrays.level_id[pos]] = pos


@_inner
def _add_moves(here, left, nodes, edges, search, graph, arrays, task):
    """Add the moves that lead on from a node with so many moves left, and where they lead."""
    named = _named(task)
    slides, problem = named.slides, named.problem
    o0, o1, o2, o3 = uint64(0), uint64(0), uint64(0), uint64(0)
    for robot in range(search.robots):
        c0, c1, c2, c3 = _only(_cell_of(here, robot))
        o0, o1, o2, o3 = o0 | c0, o1 | c1, o2 | c2, o3 | c3
    for robot in _BY_LETTER:
        if robot >= search.robots or not search.moves[robot]:
            continue
        cell = _cell_of(here, robot)
        c0, c1, c2, c3 = _only(cell)  # it is not in its own way
        for direction in _BY_INITIAL:
            to, heading, bends, steps = _slide(cell, direction, search.classes[robot], o0 ^ c0,
                                               o1 ^ c1, o2 ^ c2, o3 ^ c3, slides)  # fmt: skip
            if steps == 0:
                continue
            turn_state = int64(here >> _TURN_STATE_AT)
            if robot == search.arriving:
                bends = bends and search.deflection_counts
                turn_state = _turn_state_after(turn_state, direction, heading, bends)
                if problem.early_stop_voids and turn_state != TURNED and to == problem.target:
                    continue
            elif to == problem.forbidden:
                continue
            shift = uint64(8 * robot)
            cells = here & ((_ONE << _TURN_STATE_AT) - _ONE) & ~(_BYTE << shift)
            there = cells | (to << shift) | (uint64(turn_state) << _TURN_STATE_AT)
            if left == 1:
                # RC9: being on the target while another robot moves is not arriving.
                is_last = robot == search.arriving and to == problem.target
                if not is_last or turn_state != TURNED:
                    continue
                there |= _ARRIVED
            elif not _node_leads_on(there, left - 1, search, arrays, task):
                continue
            slot = _find_node(there, graph.node, graph.table)
            if graph.table[slot] == 0:
                graph.node[nodes] = there
                nodes += 1
                graph.table[slot] = nodes
            graph.edge[edges, 0] = (robot << 2) | direction
            graph.edge[edges, 1] = steps
            graph.edge[edges, 2] = graph.table[slot] - 1
            edges += 1
    return nodes, edges


@_inlined
def _slide(a, d, k, o0, o1, o2, o3, slides):
    """A slide of a robot of class k: where it rests, heading where, if it bent, after how far.

    No steps if it is not allowed.
    """
    step = slides.step
    cell, heading, bends, steps = int64(a), int64(d), False, 0
    while steps < ENDLESS:
        onward = step[k, heading, cell]
        if onward == WALL or _is_in(uint64(onward & 255), o0, o1, o2, o3):
            break
        bends = bends or (onward >> 8) != heading
        cell, heading = onward & 255, onward >> 8
        steps += 1
    if steps == ENDLESS or slides.diagonal[cell]:
        steps = 0
    return uint64(cell), heading, bends, steps


@_inlined
def _turn_state_after(before, direction, heading, bends):
    """RC10: the arriving robot's turn state after a slide that counts as bent or not."""
    axis = ALONG_COLUMN if (direction & 1) == 0 else ALONG_ROW
    if before == TURNED or bends or (before != UNMOVED and before != axis):
        return int64(TURNED)
    return int64(ALONG_COLUMN if (heading & 1) == 0 else ALONG_ROW)


@_inner
def _node_leads_on(node, left, search, arrays, task):
    """Whether the search allows arriving from a node in so many moves, one or more."""
    named = _named(task)
    problem, bounds = named.problem, named.bounds
    turn_state = uint64(TURNED) if search.is_free else node >> _TURN_STATE_AT
    key = _group_of(node, turn_state, search.robots, search.arriving, search.classes)
    a = _cell_of(node, search.arriving)
    word, bit = int64(a >> uint64(6)), _ONE << (a & _LOW)
    if left < PROBE_DEPTH or search.ends.size == 0:
        o0, o1, o2, o3 = _cells_of(key, problem.others)
        if _within_bounds(key, bit, word, left, o0, o1, o2, o3, problem, bounds) == 0:
            return False
        b0, b1, b2, b3 = _only(a)
        return probe(key, b0, b1, b2, b3, left, task) > 0
    depth = search.length - left
    pos = _find_entry(key, search.ends[depth], search.ends[depth + 1], arrays)
    return pos >= 0 and (search.good[pos, word] & bit) != 0


@_inlined
def _group_of(node, turn_state, robots, arriving, classes):
    """The group of a node: the other robots' cells, sorted by class and cell."""
    key = turn_state << uint64(32)
    for robot in range(robots):
        if robot == arriving:
            continue
        rank, cell = 0, _cell_of(node, robot)
        for other in range(robots):
            if other not in (robot, arriving):
                k = classes[other] - classes[robot]
                if k < 0 or (k == 0 and _cell_of(node, other) < cell):
                    rank += 1
        key |= cell << uint64(8 * rank)
    return key


@_inlined
def _find_node(sought, node, table):
    """The slot of a node, or the free one where it belongs."""
    last_slot = uint64(table.size - 1)
    slot = _home_slot(sought, last_slot)
    while table[slot] != 0 and node[table[slot] - 1] != sought:
        slot = (slot + _ONE) & last_slot
    return slot


@_entry
def find_best(nodes, arrivals, graph, cells, choice, counts, moves):
    """The best route: fewest robots, then fewest cells, then alphabetically.

    Writes its moves. Returns how many robots move, how many cells they pass, 0 if there is no
    route, and how many routes there are, TOO_MANY if that is no number for a machine.

    cells[node, robots] is how far the best route of these robots goes, FAR if there is none;
    `robots` is a set of bits. choice[node, robots] is the edge to take << MOVED_BITS | the robots
    that move after it. The nodes from `arrivals` on have arrived.
    """
    graph = GraphArrays(*graph)
    edge, first = graph.edge, graph.first
    are_too_many = False
    for n in range(nodes - 1, -1, -1):
        counts[n] = 0
        for some in range(cells.shape[1]):
            cells[n, some] = FAR
        if n >= arrivals:
            cells[n, 0], counts[n] = 0, 1
            continue
        for e in range(first[n], first[n + 1]):
            to = edge[e, 2]
            counts[n] += counts[to]
            are_too_many |= counts[n] > TOO_MANY // MOST_MOVES
            for rest in range(cells.shape[1]):
                if cells[to, rest] == FAR:
                    continue
                robots = rest | (1 << (edge[e, 0] >> 2))
                far = edge[e, 1] + cells[to, rest]
                taken = choice[n, robots]
                # Edges come in alphabetical order: an earlier one stays if it is as good.
                if far < cells[n, robots] or (
                    far == cells[n, robots]
                    and taken >> MOVED_BITS == e
                    and _is_earlier(to, rest, taken & 31, edge, choice)
                ):
                    cells[n, robots] = far
                    choice[n, robots] = (e << MOVED_BITS) | rest
    best, fewest = 0, 6
    for some in range(1, cells.shape[1]):
        if cells[0, some] == FAR:
            continue
        number = int64(_bit_count(some))
        if (
            number < fewest
            or (number == fewest and cells[0, some] < cells[0, best])
            or (
                number == fewest
                and cells[0, some] == cells[0, best]
                and _is_earlier(int64(0), some, best, edge, choice)
            )
        ):
            best, fewest = some, number
    n, some, made = 0, best, 0
    while best > 0 and n < arrivals:
        e = choice[n, some] >> MOVED_BITS
        moves[made] = edge[e, 0]
        made += 1
        some, n = choice[n, some] & 31, edge[e, 2]
    return fewest, cells[0, best], TOO_MANY if are_too_many else counts[0]


@_inlined
def _bit_count(bits):
    count = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count


@_inlined
def _is_earlier(n, one, other, edge, choice):
    """Whether the best route of some robots comes before that of others, alphabetically."""
    while choice[n, one] >> MOVED_BITS == choice[n, other] >> MOVED_BITS:
        e = choice[n, one] >> MOVED_BITS
        one, other = choice[n, one] & 31, choice[n, other] & 31
        n = edge[e, 2]
    return choice[n, one] < choice[n, other]
