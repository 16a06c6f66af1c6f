"""Every program of a hand, played by the kernel, and the ways that reach a goal.

A way is what happens to the robots: where they stand, which way they face, their armour, flags and
save points after each register, up to the one that decides. Two programs that go the same way are
the same for us: cards of one kind, two cards that both run against a wall, or whatever comes in
registers after the one that decides.
"""

from collections.abc import Iterator
from math import perm
from typing import Any, NamedTuple

import numpy as np

from tinplate.games.rally import kernel as k
from tinplate.games.rally.cards import REGISTERS, Kind
from tinplate.games.rally.floor import KINDS
from tinplate.games.rally.puzzles.task import HER, ME, Goal

_FALLS = (k.BY_PIT, k.BY_EDGE)


class RallyScene(NamedTuple):
    """What the kernel needs of a scenario."""

    floor: k.Ints
    rules: k.Rules
    robots: k.Ints  # [robot, column of a robot]
    hand: k.Ints  # how many cards of each kind


class OneWay(NamedTuple):
    """The only way to reach a goal."""

    kinds: tuple[Kind, ...]  # the first program that goes it, up to the register that decides
    programs: int  # ordered choices of five cards that go it
    share: float  # of all ordered choices


class _Front(NamedTuple):
    """Beginnings of programs, one row each."""

    robots: k.Ints  # [row, robot, column]
    left: k.Ints  # [row, kind]: cards that are not used yet
    choices: k.Ints  # ordered choices of cards that begin like this
    kinds: k.Ints  # [row, register]

    def only(self, rows: Any) -> "_Front":  # noqa: ANN401 - whatever picks rows of an array
        return _Front(*(each[rows] for each in self))


def find_way(scene: RallyScene, goal: Goal) -> OneWay | None:
    """Try all ordered choices of five cards; None if no way reaches the goal, or several do."""
    cards = int(scene.hand.sum())
    found: OneWay | None = None
    for register, reached in _registers(scene, goal):
        if found is not None or not _is_one_way(scene, reached, register):
            return None
        programs = int(reached.choices.sum()) * perm(cards - register, REGISTERS - register)
        kinds = tuple(KINDS[kind] for kind in reached.kinds[0, :register].tolist())
        found = OneWay(kinds, programs, programs / perm(cards, REGISTERS))
    return found


def winning_programs(scene: RallyScene, goal: Goal, length: int) -> list[tuple[Kind, ...]]:
    """Return all beginnings of programs, by kinds of cards, that reach the goal in a register."""
    for register, reached in _registers(scene, goal):
        if register == length:
            rows: list[list[int]] = reached.kinds[:, :register].tolist()
            return [tuple(KINDS[kind] for kind in row) for row in rows]
    return []


def _registers(scene: RallyScene, goal: Goal) -> Iterator[tuple[int, _Front]]:
    """Yield each register with which beginnings reach the goal, and these."""
    front = _Front(
        scene.robots[None],
        scene.hand[None],
        np.ones(1, np.int64),
        np.zeros((1, REGISTERS), np.int64),
    )
    for register in range(1, REGISTERS + 1):
        before = _dealt(front, register)
        robots, won = _played(scene, before.robots, before.kinds, register)
        after = before._replace(robots=robots)
        has_reached, is_over = _judged(scene, goal, register, before, after, won)
        if has_reached.any():
            yield register, after.only(has_reached)
        front = after.only(~(has_reached | is_over))


def _dealt(front: _Front, register: int) -> _Front:
    """Each beginning with each kind of card that is left."""
    rows, kinds = np.nonzero(front.left)
    chosen = front.only(rows)
    left, cards = chosen.left.copy(), chosen.kinds.copy()
    choices = chosen.choices * left[np.arange(len(rows)), kinds]
    left[np.arange(len(rows)), kinds] -= 1
    cards[:, register - 1] = kinds
    return _Front(chosen.robots, left, choices, cards)


def _played(
    scene: RallyScene, robots: k.Ints, kinds: k.Ints, register: int
) -> tuple[k.Ints, k.Ints]:
    """Play one register of all of them; return the robots after it, and who won."""
    robots = robots.copy()
    won = k.play_batch(
        scene.floor, scene.rules, robots, _cards(kinds, robots.shape[1]), register, register,
        False,  # noqa: FBT003 - compiled
    )  # fmt: skip
    return robots, won


def _is_one_way(scene: RallyScene, front: _Front, register: int) -> bool:
    """Whether all these beginnings go the same way."""
    if (front.robots != front.robots[0]).any():
        return False  # the end is cheap to compare
    robots = np.repeat(scene.robots[None], len(front.kinds), axis=0)
    for each in range(1, register):
        robots, _ = _played(scene, robots, front.kinds, each)
        if (robots != robots[0]).any():
            return False
    return True


def _cards(kinds: k.Ints, robots: int) -> k.Ints:
    cards = np.zeros((len(kinds), robots, REGISTERS, 2), np.int64)
    cards[:, ME, :, k.KIND] = kinds
    return cards


def _judged(  # noqa: PLR0913, PLR0917 - before and after
    scene: RallyScene, goal: Goal, register: int, before: _Front, after: _Front, won: k.Ints
) -> tuple[k.Ints, k.Ints]:
    """Which of them have reached the goal with this register, and which cannot any more."""
    is_lost = after.robots[:, ME, k.CELL] == k.OUT
    is_won = (won >> ME & 1).astype(np.bool_)
    if goal == "survive":
        is_last = np.full(len(is_lost), register == REGISTERS)
        return ~is_lost & (is_last | is_won), is_lost
    if goal == "flag":
        has = after.robots[:, ME, k.NEXT_FLAG] > before.robots[:, ME, k.NEXT_FLAG]
        return has & ~is_lost, is_lost | is_won
    is_gone = after.robots[:, HER, k.CELL] == k.OUT
    falls = is_gone & ~is_lost
    falls[falls] = [_falls(scene, register, before.only(row)) for row in np.nonzero(falls)[0]]
    return falls, is_lost | is_won | is_gone


def _falls(scene: RallyScene, register: int, row: _Front) -> bool:
    """Whether it was a fall that destroyed her, and not a press or a laser."""
    robots, trace = row.robots.copy(), k.new_trace(row.robots.shape[0])
    [cards] = _cards(row.kinds[None], len(robots))
    k.play_turn(
        scene.floor, scene.rules, robots, cards, register, register,
        False,  # noqa: FBT003 - compiled
        trace,
    )  # fmt: skip
    return any(
        what == k.DIED and robot == HER and cause in _FALLS
        for what, _, robot, _, _, cause, _ in trace[1 : trace[0, 0] + 1].tolist()
    )
