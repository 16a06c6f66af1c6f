"""One register over integers and arrays: R39 and the algorithm of the rules, compiled by Numba.

Cells are numbered row by row from the north-west corner; headings are 0 to 3, clockwise from
north. A robot is a row of numbers, a card a kind and a priority. `play_register` changes the
robots in place. A trace with room gets a row for every small event, in order; a trace without
rows keeps the kernel silent.

With NUMBA_DISABLE_JIT=1 the same functions run as plain Python, to step through them.

All of it is in one file on purpose: compiled code is kept until a file changes that it was compiled
from, and here that is this one. A stale kernel would give wrong answers.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numba import njit

from tinplate.kernel_cache import kept

Function = TypeVar("Function", bound=Callable[..., Any])
compiled: Callable[[Function], Function] = kept(__file__, no_cfunc_wrapper=True)
# A stage makes no arrays. Without reference counting it is more than twice as fast. Without a
# wrapper for Python it compiles faster, but calling it from Python crashes the interpreter.
stage: Callable[[Function], Function] = kept(
    __file__, forceinline=True, no_cfunc_wrapper=True, no_cpython_wrapper=True, _nrt=False
)
# Numba compiles a stage again for each constant it is called with, so `note` is inlined before.
pasted: Callable[[Function], Function] = njit(nogil=True, _nrt=False, inline="always")
Ints = np.ndarray[Any, Any]  # of int64

# What is passed to a stage has a NumPy type: Numba would compile the stage again for each Python
# integer that it is called with.
_number: Callable[[int], int] = cast("Any", np.int64)  # it behaves like one
OPPOSITE = _number(2)  # quarter turns
NOBODY = _number(-1)
NO_REGISTER = _number(0)  # at the end of the turn
QUARTERS = 4  # of a full turn
MOST_ARMOUR = 9  # R17
REGISTERS = 5  # R17

# The columns of a robot. A destroyed one has the cell OUT.
CELL, FACING, ARMOUR, LIVES, NEXT_FLAG, SAVE, VIRTUAL, OFF, FIELDS = range(9)
# The columns of a card. Kinds are numbered: move 1, 2, 3, back, left, right, U-turn (R15).
KIND, PRIORITY = range(2)
STEPS = (1, 2, 3, -1, 0, 0, 0)  # forward, by kind
TURNS = (0, 0, 0, 0, 3, 1, 2)  # clockwise quarters, by kind
# Instead of a cell: none; a blocked step; a fatal step.
OUT, STAY, PIT, EDGE = -1, -1, -2, -3
NO_SERVICE = -1
# The columns of a square. SIGHT, STEP and EMITTERS have four each, one per heading.
SIGHT = 0  # the cell seen that way, or OUT behind a wall or the edge
STEP = 4  # where a step leads: a cell, STAY, PIT or EDGE
EMITTERS = 8  # how many beams start on the cell
(
    BEAMS,  # how many cross the cell when no robot is in their way
    BELT,  # NO_BELT, NORMAL or EXPRESS
    WAY_OUT,  # the heading of the belt
    MOUTHS,  # the headings on arrival for which a curve turns a robot: bits, 1 << heading
    PUSHER,  # its heading
    PUSHES_IN,  # its registers: bits, 1 << register; 0 is no pusher
    GEAR,  # clockwise quarters
    PRESSES_IN,  # registers: bits, 1 << register
    FLAG,  # its number, or 0
    REPAIR,  # armour points
    SQUARE,
) = range(12, 23)
# The columns of a plan: TURN_OF is by place in the queue, the others are by robot.
TURN_OF, URGENCY, WANT, SERVICE, HITS, PLANS = range(6)
# Kinds of belts: `convey` runs a kind and all faster ones.
NO_BELT, NORMAL, EXPRESS = map(_number, range(3))

# The columns of a trace: START and END are cells; DETAIL and OTHER depend on the event. Row 0 is
# not an event: its first column counts the rows that follow, REGISTER is the one being played.
WHAT, REGISTER, ROBOT, START, END, DETAIL, OTHER, COLUMNS = range(8)
(
    PLAYED,  # DETAIL kind of card, OTHER its priority
    TURNED,  # by its card; DETAIL the new facing
    MOVED,  # by its card; DETAIL heading; END is OUT beyond the edge, here and below
    PUSHED,  # DETAIL heading, OTHER the robot whose move it is
    BLOCKED,  # DETAIL heading, OTHER the robot that cannot be pushed, or NOBODY: a wall
    CARRIED,  # by a belt; DETAIL heading
    BELT_TURNED,  # DETAIL the new facing
    BELT_BLOCKED,  # DETAIL heading, OTHER 1 if robots are in the way, 0 if a wall is
    SHOVED,  # by a pusher; DETAIL heading
    GEAR_TURNED,  # DETAIL the new facing
    BURNT,  # DETAIL how many beams
    SHOT,  # from START to END; OTHER the robot that is hit
    DAMAGED,  # DETAIL armour lost, OTHER armour left
    TOUCHED,  # DETAIL number of the flag
    SAVED,
    DIED,  # DETAIL the cause, OTHER lives left
    REPAIRED,  # DETAIL armour gained, OTHER armour now
    MATERIALISED,
) = map(_number, range(18))
# Causes of death.
BY_PIT, BY_EDGE, BY_PRESS, BY_LASER = map(_number, range(4))


class Rules(NamedTuple):
    """The settings that matter besides the floor, which includes the edge (D3)."""

    virtual_fire: bool  # D11
    beam_blocked: bool  # D15
    flags_save: bool  # D19
    flags_repair: int  # D19
    pd_saves: bool  # D26
    last_standing_wins: bool  # D33
    least_armour: int  # of a robot on the board: 1, or 0 if only the next hit destroys it (D46)
    last_flag: int  # R46; 0 on a course without flags, where nobody can win by them


class Scene(NamedTuple):
    """What all stages of a turn work on."""

    floor: Ints  # [cell, column of a square]
    rules: Rules
    robots: Ints  # [robot, column of a robot]
    cards: Ints  # [robot, register from 0, column of a card]
    who: Ints  # by cell: the real robot there, or NOBODY; virtual ones block nobody (D10)
    plans: Ints  # [robot, column of a plan]: what a stage works out before it acts
    counts: Ints  # by cell: for a stage to count in
    trace: Ints


SILENT = np.zeros((0, COLUMNS), np.int64)  # the trace for callers that only want the result


def new_trace(robots: int) -> Ints:
    """Make room for everything that can happen in one turn.

    In a register a robot plays one card and is blocked or turned (2), makes 3 steps and is moved by
    one pusher, each moving everybody at most (4 n), is carried and turned or blocked by belts twice
    (4), and once turned by a gear, burnt, shooting, damaged, touching, saved and dying (7).
    """
    register = robots * (2 + 4 * robots + 4 + 7)
    return np.zeros((1 + REGISTERS * register + 2 * robots, COLUMNS), np.int64)


@compiled
def play_batch(
    floor: Ints, rules: Rules, robots: Ints, cards: Ints, first: int, last: int, ends: bool
) -> Ints:
    """Play many turns, silently: robots[game, robot, column], cards[game, robot, register, column].

    Returns who won each game, as the bits 1 << robot.
    """
    won = np.zeros(robots.shape[0], np.int64)
    silent = np.zeros((0, COLUMNS), np.int64)
    for game in range(robots.shape[0]):
        won[game] = play_turn(floor, rules, robots[game], cards[game], first, last, ends, silent)[0]
    return won


@compiled
def play_turn(
    floor: Ints,
    rules: Rules,
    robots: Ints,
    cards: Ints,
    first: int,
    last: int,
    ends: bool,
    trace: Ints,
) -> tuple[int, int]:
    """Play registers first to last, then, if asked and nobody has won (R46), end the turn.

    Returns who won, as the bits 1 << robot, and the last register played.
    """
    who = np.full(floor.shape[0], NOBODY, np.int64)
    plans = np.zeros((robots.shape[0], PLANS), np.int64)
    counts = np.zeros(floor.shape[0], np.int64)
    scene = Scene(floor, rules, robots, cards, who, plans, counts, trace)
    set_up(scene)
    for register in range(first, last + 1):
        play_register(scene, register)
        won = winners(scene)
        if won:
            return won, register
    if ends:
        end_turn(scene)
    return 0, last


@stage
def set_up(scene: Scene) -> None:
    for r in range(scene.robots.shape[0]):
        if is_real(scene.robots, r):
            scene.who[scene.robots[r, CELL]] = r


@stage
def play_register(scene: Scene, register: int) -> None:
    """R39, with pushers and presses where D2 puts them."""
    date(scene, register)
    queue = queue_by_priority(scene, register)
    move_robots(scene, register, queue)
    convey(scene, EXPRESS)
    convey(scene, NORMAL)
    run_pushers(scene, register, queue)
    turn_gears(scene)
    run_presses(scene, register)
    fire_lasers(scene)
    touch_flags(scene)
    save_positions(scene)


@stage
def date(scene: Scene, register: int) -> None:
    """Date what is noted from now on to this register."""
    if scene.trace.shape[0] > 0:
        scene.trace[0, REGISTER] = register


@pasted
def note(
    scene: Scene, what: int, robot: int, start: int, end: int, detail: int, other: int
) -> None:
    trace = scene.trace
    if trace.shape[0] > 0:
        trace[0, 0] += 1
        row = trace[0, 0]
        trace[row, WHAT], trace[row, REGISTER] = what, trace[0, REGISTER]
        trace[row, ROBOT], trace[row, START], trace[row, END] = robot, start, end
        trace[row, DETAIL], trace[row, OTHER] = detail, other


@stage
def is_alive(robots: Ints, r: int) -> bool:
    return bool(robots[r, CELL] != OUT)


@stage
def is_real(robots: Ints, r: int) -> bool:
    return is_alive(robots, r) and not robots[r, VIRTUAL]


@stage
def is_in(registers: int, register: int) -> bool:
    return registers >> register & 1 == 1


@stage
def queue_by_priority(scene: Scene, register: int) -> int:
    """Queue all robots alive: those that are on by falling priority, then those off by seat."""
    robots, plans = scene.robots, scene.plans
    length = 0
    for r in range(robots.shape[0]):
        if is_alive(robots, r):
            plans[r, URGENCY] = -1 if robots[r, OFF] else scene.cards[r, register - 1, PRIORITY]
            place = length
            while place > 0 and plans[plans[place - 1, TURN_OF], URGENCY] < plans[r, URGENCY]:
                plans[place, TURN_OF] = plans[place - 1, TURN_OF]
                place -= 1
            plans[place, TURN_OF] = r
            length += 1
    return length


# Moves


@stage
def move_robots(scene: Scene, register: int, queue: int) -> None:
    """R39 b: play the cards of robots that are on and still alive at their turn (R27, D21)."""
    for place in range(queue):
        r = scene.plans[place, TURN_OF]
        if is_alive(scene.robots, r) and not scene.robots[r, OFF]:
            play_card(scene, r, register)


@stage
def play_card(scene: Scene, r: int, register: int) -> None:
    robots = scene.robots
    cell = robots[r, CELL]
    kind, priority = scene.cards[r, register - 1, KIND], scene.cards[r, register - 1, PRIORITY]
    note(scene, PLAYED, r, cell, cell, kind, priority)
    if TURNS[kind]:
        turn(scene, r, TURNS[kind], TURNED)
    heading = robots[r, FACING] if STEPS[kind] > 0 else turned(robots[r, FACING], OPPOSITE)
    for _ in range(abs(STEPS[kind])):
        # D4: a blocked step ends the move; the steps before it stand.
        if not step(scene, r, heading, MOVED) or not is_alive(robots, r):
            return


@stage
def turned(heading: int, quarters: int) -> int:
    return (heading + quarters) % QUARTERS


@stage
def turn(scene: Scene, r: int, quarters: int, what: int) -> None:
    robots = scene.robots
    robots[r, FACING] = turned(robots[r, FACING], quarters)
    cell = robots[r, CELL]
    note(scene, what, r, cell, cell, robots[r, FACING], NOBODY)


@stage
def step(scene: Scene, r: int, heading: int, what: int) -> bool:
    """R29, D8: step one cell, pushing any robots ahead. True if the robot moved or died."""
    cell = scene.robots[r, CELL]
    front = front_of_chain(scene, r, heading)
    if scene.floor[front, STEP + heading] == STAY:
        stuck = NOBODY if front == cell else scene.who[front]
        note(scene, BLOCKED, r, cell, cell, heading, stuck)
        return False
    # The foremost goes first, so that no robot enters a cell that is still taken.
    while front != cell:
        behind = scene.floor[front, SIGHT + turned(heading, OPPOSITE)]
        advance(scene, scene.who[front], heading, PUSHED, r)
        front = behind
    advance(scene, r, heading, what, NOBODY)
    return True


@stage
def front_of_chain(scene: Scene, r: int, heading: int) -> int:
    """Return the cell of the foremost robot this one has to push; for a virtual one, its own."""
    front = scene.robots[r, CELL]
    if is_real(scene.robots, r):
        ahead = scene.floor[front, STEP + heading]
        while ahead >= 0 and scene.who[ahead] != NOBODY:
            front = ahead
            ahead = scene.floor[front, STEP + heading]
    return int(front)


@stage
def advance(scene: Scene, r: int, heading: int, what: int, mover: int) -> None:
    """Move one cell to a free one, or to its death (R4, D3)."""
    cell = scene.robots[r, CELL]
    seen = scene.floor[cell, SIGHT + heading]
    target = scene.floor[cell, STEP + heading]
    note(scene, what, r, cell, seen, heading, mover)
    leave(scene, r)
    arrive(scene, r, cell, seen, target)


@stage
def leave(scene: Scene, r: int) -> None:
    cell = scene.robots[r, CELL]
    if scene.who[cell] == r:
        scene.who[cell] = NOBODY


@stage
def arrive(scene: Scene, r: int, cell: int, seen: int, target: int) -> None:
    if target == PIT:
        die(scene, r, seen, BY_PIT)
    elif target == EDGE:
        die(scene, r, cell, BY_EDGE)
    else:
        scene.robots[r, CELL] = target
        if is_real(scene.robots, r):
            scene.who[target] = r


@stage
def die(scene: Scene, r: int, cell: int, cause: int) -> None:
    """R20, D21: off the board, one life less; flags and save point are kept (R22, R23)."""
    robots = scene.robots
    robots[r, CELL] = OUT
    robots[r, ARMOUR] = 0
    robots[r, LIVES] -= 1
    note(scene, DIED, r, cell, cell, cause, robots[r, LIVES])


# Belts


@stage
def convey(scene: Scene, slowest: int) -> None:
    """R40, R41: belts of this kind and faster ones carry all robots one cell, at once."""
    if not plan_rides(scene, slowest):
        return
    cancel_conflicts(scene)
    robots, floor, plans = scene.robots, scene.floor, scene.plans
    for r in range(robots.shape[0]):
        if plans[r, WANT] != robots[r, CELL]:
            leave(scene, r)
    for r in range(robots.shape[0]):
        cell = robots[r, CELL]
        if plans[r, WANT] != cell:
            ride(scene, r, plans[r, WANT])
        elif is_alive(robots, r) and floor[cell, BELT] >= slowest:
            heading = floor[cell, WAY_OUT]
            by_robots = int(floor[cell, STEP + heading] != STAY)
            note(scene, BELT_BLOCKED, r, cell, cell, heading, by_robots)


@stage
def plan_rides(scene: Scene, slowest: int) -> bool:
    """Work out each robot's next cell: its own without a belt or at a wall (D5).

    Returns whether any belt has a robot on it.
    """
    robots, floor, plans = scene.robots, scene.floor, scene.plans
    anybody = False
    for r in range(robots.shape[0]):
        cell = robots[r, CELL]
        plans[r, WANT] = cell
        if is_alive(robots, r) and floor[cell, BELT] >= slowest:
            anybody = True
            target = floor[cell, STEP + floor[cell, WAY_OUT]]
            if target != STAY:
                plans[r, WANT] = target
    return anybody


@stage
def cancel_conflicts(scene: Scene) -> None:
    """D6, D7: a robot stays if another wants or keeps the cell it wants; nor do robots swap.

    A robot that stays wants its own cell, which may stop others: repeat until stable. Wishes
    given up still count: another robot's wish for the same cell is given up with them.
    """
    robots, plans, wishes = scene.robots, scene.plans, scene.counts
    wishes[:] = 0
    for r in range(robots.shape[0]):
        if is_real(robots, r) and plans[r, WANT] >= 0:
            wishes[plans[r, WANT]] += 1
    changes = True
    while changes:
        changes = False
        for r in range(robots.shape[0]):
            cell, want = robots[r, CELL], plans[r, WANT]
            if is_real(robots, r) and want >= 0 and want != cell:
                occupant = scene.who[want]
                swap = occupant != NOBODY and plans[occupant, WANT] == cell
                if wishes[want] > 1 or swap:
                    plans[r, WANT] = cell
                    wishes[cell] += 1
                    changes = True


@stage
def ride(scene: Scene, r: int, target: int) -> None:
    """Move one cell along the belt; a curve turns a robot that enters by a mouth (R6, D30)."""
    floor = scene.floor
    cell = scene.robots[r, CELL]
    heading = floor[cell, WAY_OUT]
    seen = scene.floor[cell, SIGHT + heading]
    note(scene, CARRIED, r, cell, seen, heading, NOBODY)
    arrive(scene, r, cell, seen, target)
    if target >= 0 and floor[target, MOUTHS] >> heading & 1:
        turn(scene, r, turned(floor[target, WAY_OUT], -heading), BELT_TURNED)


# The other elements


@stage
def run_pushers(scene: Scene, register: int, queue: int) -> None:
    """R9, D9: each robot on an active pusher when this begins is pushed once, in its turn.

    A robot that another one's push has moved before its turn is not pushed again: all pushers push
    at the same time, and by one cell.
    """
    robots, floor, plans = scene.robots, scene.floor, scene.plans
    for r in range(robots.shape[0]):
        cell = robots[r, CELL]
        plans[r, WANT] = cell  # where it is as long as nobody has pushed it
        plans[r, SERVICE] = NO_SERVICE
        if is_alive(robots, r) and is_in(floor[cell, PUSHES_IN], register):
            plans[r, SERVICE] = floor[cell, PUSHER]
    for place in range(queue):
        r = plans[place, TURN_OF]
        if plans[r, SERVICE] != NO_SERVICE and is_alive(robots, r):
            step(scene, r, plans[r, SERVICE], SHOVED)
            for other in range(robots.shape[0]):
                if robots[other, CELL] != plans[other, WANT]:
                    plans[other, SERVICE] = NO_SERVICE


@stage
def turn_gears(scene: Scene) -> None:
    """R13."""
    for r in range(scene.robots.shape[0]):
        if is_alive(scene.robots, r):
            quarters = scene.floor[scene.robots[r, CELL], GEAR]
            if quarters:
                turn(scene, r, quarters, GEAR_TURNED)


@stage
def run_presses(scene: Scene, register: int) -> None:
    """R8."""
    for r in range(scene.robots.shape[0]):
        cell = scene.robots[r, CELL]
        if is_alive(scene.robots, r) and is_in(scene.floor[cell, PRESSES_IN], register):
            leave(scene, r)
            die(scene, r, cell, BY_PRESS)


# Lasers


@stage
def fire_lasers(scene: Scene) -> None:
    """R43: count all beams and shots first, then deal the damage."""
    scene.plans[:, HITS] = 0
    shine_beams(scene)
    shoot(scene)
    for r in range(scene.robots.shape[0]):
        if scene.plans[r, HITS]:
            take_damage(scene, r, scene.plans[r, HITS])


@stage
def shine_beams(scene: Scene) -> None:
    """R10, D15, D40: one hit for each beam that crosses the cell."""
    for r in range(scene.robots.shape[0]):
        if is_alive(scene.robots, r):
            cell = scene.robots[r, CELL]
            beams = scene.floor[cell, BEAMS]
            if beams and scene.rules.beam_blocked:
                beams = unblocked_beams(scene, cell)
            if beams:
                scene.plans[r, HITS] += beams
                note(scene, BURNT, r, cell, cell, beams, NOBODY)


@stage
def unblocked_beams(scene: Scene, cell: int) -> int:
    """D15, beam_blocked: count the beams that reach a cell, looking back along all of them."""
    beams = 0
    for heading in range(QUARTERS):
        beams += scene.floor[cell, EMITTERS + heading]
        source = scene.floor[cell, SIGHT + turned(heading, OPPOSITE)]
        while source != OUT and scene.who[source] == NOBODY:
            beams += scene.floor[source, EMITTERS + heading]
            source = scene.floor[source, SIGHT + turned(heading, OPPOSITE)]
    return beams


@stage
def shoot(scene: Scene) -> None:
    """R19, D16: every robot that is on, and real (D11), shoots the first real one it sees."""
    robots = scene.robots
    for r in range(robots.shape[0]):
        armed = is_real(robots, r) or (is_alive(robots, r) and scene.rules.virtual_fire)
        if armed and not robots[r, OFF]:
            cell = scene.floor[robots[r, CELL], SIGHT + robots[r, FACING]]
            while cell != OUT and scene.who[cell] == NOBODY:
                cell = scene.floor[cell, SIGHT + robots[r, FACING]]
            if cell != OUT:
                victim = scene.who[cell]
                scene.plans[victim, HITS] += 1
                note(scene, SHOT, r, robots[r, CELL], cell, 1, victim)


@stage
def take_damage(scene: Scene, r: int, hits: int) -> None:
    """R20: a robot without armour dies; D46, if agreed: only with one more hit."""
    robots = scene.robots
    cell = robots[r, CELL]
    is_deadly = robots[r, ARMOUR] - hits < scene.rules.least_armour
    lost = min(hits, robots[r, ARMOUR])
    robots[r, ARMOUR] -= lost
    if lost:
        note(scene, DAMAGED, r, cell, cell, lost, robots[r, ARMOUR])
    if is_deadly:
        leave(scene, r)
        die(scene, r, cell, BY_LASER)


# Flags, save points, the end


@stage
def touch_flags(scene: Scene) -> None:
    """R3, R28, D37: the next flag counts for robots that are on."""
    robots = scene.robots
    for r in range(scene.robots.shape[0]):
        cell = robots[r, CELL]
        if cell != OUT and not robots[r, OFF] and scene.floor[cell, FLAG] == robots[r, NEXT_FLAG]:
            note(scene, TOUCHED, r, cell, cell, robots[r, NEXT_FLAG], NOBODY)
            robots[r, NEXT_FLAG] += 1


@stage
def save_positions(scene: Scene) -> None:
    """R23, D18, D19, D26: a robot that ends a register on a save point will come back there."""
    robots = scene.robots
    floor, rules = scene.floor, scene.rules
    for r in range(scene.robots.shape[0]):
        cell = robots[r, CELL]
        if cell != OUT and cell != robots[r, SAVE] and (rules.pd_saves or not robots[r, OFF]):  # noqa: SIM102 - cells first
            if floor[cell, REPAIR] or (rules.flags_save and floor[cell, FLAG]):
                robots[r, SAVE] = cell
                note(scene, SAVED, r, cell, cell, 0, NOBODY)


@stage
def winners(scene: Scene) -> int:
    """R46, R47, D33: robots that touched the last flag, or the last one with a life left."""
    robots, rules = scene.robots, scene.rules
    won = 0
    alive = 0
    survivor = 0
    for r in range(robots.shape[0]):
        if robots[r, NEXT_FLAG] > rules.last_flag > 0:
            won |= 1 << r
        if robots[r, LIVES] > 0:
            alive += 1
            survivor = 1 << r
    if rules.last_standing_wins and alive == 1 and robots.shape[0] > 1:
        return survivor
    return won


@stage
def end_turn(scene: Scene) -> None:
    date(scene, NO_REGISTER)
    repair(scene)
    materialise(scene)


@stage
def repair(scene: Scene) -> None:
    """R11, R12, R45, D19, D26: robots that are on or off are repaired, up to full armour."""
    robots, floor = scene.robots, scene.floor
    for r in range(robots.shape[0]):
        if is_alive(robots, r):
            cell = robots[r, CELL]
            offered = floor[cell, REPAIR]
            if floor[cell, FLAG]:
                offered += scene.rules.flags_repair
            gained = min(offered, MOST_ARMOUR - robots[r, ARMOUR])
            if gained > 0:
                robots[r, ARMOUR] += gained
                note(scene, REPAIRED, r, cell, cell, gained, robots[r, ARMOUR])


@stage
def materialise(scene: Scene) -> None:
    """R32, D14: a virtual robot alone on its cell becomes real; all are tested at once."""
    robots, crowd = scene.robots, scene.counts
    crowd[:] = 0
    for r in range(robots.shape[0]):
        if is_alive(robots, r):
            crowd[robots[r, CELL]] += 1
    for r in range(robots.shape[0]):
        cell = robots[r, CELL]
        if is_alive(robots, r) and robots[r, VIRTUAL] and crowd[cell] == 1:
            robots[r, VIRTUAL] = 0
            note(scene, MATERIALISED, r, cell, cell, 0, NOBODY)
