"""What a puzzle is about: themes, each told by what happens in its solution."""

from collections.abc import Callable
from typing import NamedTuple

from tinplate.games.rally.cards import REGISTERS, Kind
from tinplate.games.rally.happenings import (
    Blocked,
    CardPlayed,
    Carried,
    Damaged,
    Happening,
    Moved,
    Pushed,
    PushedByPusher,
    TurnedByGear,
)
from tinplate.games.rally.puzzles.task import ME

FULL_HAND = 9
RARE = 1 / 1000  # of all programs


class SolvedTask(NamedTuple):
    """A solution, up to the register that decides."""

    happenings: tuple[Happening, ...]
    robots: int
    hand: int  # cards
    length: int  # registers
    share: float  # of programs that reach the goal


def themes_of(solved: SolvedTask) -> tuple[str, ...]:
    """Name all themes of a puzzle, in the order of `THEMES`."""
    return tuple(name for name, (_, has) in THEMES.items() if has(solved))


def until(happenings: tuple[Happening, ...], length: int) -> tuple[Happening, ...]:
    """Leave out what happens after the register that decides."""
    return tuple(
        each for each in happenings if each.register is not None and each.register <= length
    )


def _mine(solved: SolvedTask, *what: type[Happening]) -> bool:
    return any(isinstance(each, what) and each.robot == ME for each in solved.happenings)


def _is_carried(solved: SolvedTask) -> bool:
    return _mine(solved, Carried)


def _is_turned_by_gear(solved: SolvedTask) -> bool:
    return _mine(solved, TurnedByGear)


def _is_pushed_by_pusher(solved: SolvedTask) -> bool:
    return _mine(solved, PushedByPusher)


def _pushes(solved: SolvedTask) -> bool:
    return any(isinstance(each, Pushed) and each.by == ME for each in solved.happenings)


def _is_blocked(solved: SolvedTask) -> bool:
    return _mine(solved, Blocked)


def _is_damaged(solved: SolvedTask) -> bool:
    return _mine(solved, Damaged)


def _plays(solved: SolvedTask, kind: Kind) -> list[int | None]:
    return [
        each.register
        for each in solved.happenings
        if isinstance(each, CardPlayed) and each.robot == ME and each.kind is kind
    ]


def _goes_backwards(solved: SolvedTask) -> bool:
    registers = _plays(solved, Kind.BACK)
    return any(
        isinstance(each, Moved) and each.robot == ME and each.register in registers
        for each in solved.happenings
    )


def _turns_round(solved: SolvedTask) -> bool:
    return bool(_plays(solved, Kind.UTURN))


def _has_company(solved: SolvedTask) -> bool:
    return solved.robots > 1


def _is_last(solved: SolvedTask) -> bool:
    return solved.length == REGISTERS


def _has_few_cards(solved: SolvedTask) -> bool:
    return solved.hand < FULL_HAND


def _is_rare(solved: SolvedTask) -> bool:
    return solved.share < RARE


# By name: what it means, and whether a puzzle has it.
THEMES: dict[str, tuple[str, Callable[[SolvedTask], bool]]] = {
    "belt": ("A belt carries your robot.", _is_carried),
    "gear": ("A gear turns your robot.", _is_turned_by_gear),
    "pusher": ("A pusher of the board moves your robot.", _is_pushed_by_pusher),
    "push": ("Your robot pushes another one.", _pushes),
    "bump": ("Your robot runs against a wall, or a robot that cannot move.", _is_blocked),
    "damage": ("Your robot loses armour on its way.", _is_damaged),
    "backwards": ("Your robot moves backwards by its card.", _goes_backwards),
    "u-turn": ("Your robot turns round by its card.", _turns_round),
    "company": ("Another robot is on the board.", _has_company),
    "last-register": ("The solution takes all five registers.", _is_last),
    "few-cards": (f"The hand has fewer than {FULL_HAND} cards.", _has_few_cards),
    "rare": ("Fewer than one program in a thousand does it.", _is_rare),
}
