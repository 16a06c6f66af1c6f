"""What players can agree on before a match, as one frozen value, the presets, and precedence.

People write settings as the rule book does: `flags_save=on edge=wall turn_seconds=45`.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal, get_args

from msgspec import Struct
from msgspec.structs import fields

from tinplate.arguments import require_fields
from tinplate.game import Malformed
from tinplate.games.rally.cards import DeckSize
from tinplate.games.rally.course import Course, Edge

MOST_ARMOUR = 9  # R17
_LONGEST = 3600  # seconds; longer than anybody waits for a program
RANGES = {
    "flags_repair": (0, MOST_ARMOUR),
    "respawn_armour": (1, MOST_ARMOUR),
    "turn_seconds": (0, _LONGEST),
    "last_player_seconds": (0, _LONGEST),
    "max_turns": (1, 10_000),
}
Value = bool | int | str
_SWITCH = {"on": True, "off": False}


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True, repr_omit_defaults=True):
    """What holds in a match, all of it: a state has it as its `settings`.

    The defaults are those of the Italian sheet.
    """

    deck: DeckSize = 84  # D1
    edge: Edge = "pit"  # D3
    virtual_fire: bool = False  # D11
    respawn_virtual: Literal["always", "shared"] = "always"  # D13
    beam_blocked: bool = False  # D15: a beam ends at the first real robot
    flags_save: bool = False  # D19
    flags_repair: int = 0  # D19: armour points at the end of the turn
    respawn_armour: int = MOST_ARMOUR  # D20
    taken_save_point: Literal["share", "beside"] = "share"  # D43
    deadly_hit: Literal[9, 10] = 9  # D46: counted from full armour
    pd_damaged_only: bool = False  # D22
    pd_after_death: Literal["cancel", "ask"] = "cancel"  # D24
    pd_saves: bool = True  # D26: a robot that is off saves where it stands
    pd_lock: Literal["random", "keep"] = "random"  # D27
    facing_after_deal: bool = False  # D29
    turn_seconds: int = 0  # D31; 0 means no limit
    last_player_seconds: int = 0  # D31; 0 means no limit
    afk: Literal["bot", "random", "wait"] = "bot"  # D32
    last_standing_wins: bool = False  # D33
    max_turns: int = 200  # D45

    def __post_init__(self) -> None:
        require_fields(self)
        for name, (least, most) in RANGES.items():
            if not least <= getattr(self, name) <= most:
                raise _out_of_range(name, getattr(self, name))


PRESETS: Mapping[str, Mapping[str, Value]] = {  # what players choose by a single word
    "sheet": {},
    "classic-2005": {
        "edge": "pit",
        "flags_save": True,
        "respawn_armour": 7,
        "respawn_virtual": "shared",
        "taken_save_point": "beside",
        "deadly_hit": 10,
        "beam_blocked": True,
        "pd_damaged_only": True,
        "pd_after_death": "ask",
        "last_player_seconds": 30,
    },
    "gentle": {"edge": "wall", "flags_save": True},
    "blitz": {"turn_seconds": 45},
}


def least_armour(settings: HouseRules) -> int:
    """D46: return the least armour with which a robot is still on the board."""
    return MOST_ARMOUR + 1 - settings.deadly_hit


def agreed(course: Course, choices: Mapping[str, object]) -> HouseRules:
    """Merge defaults, the course's rules, its edge and the players' choices; later ones win.

    Choices are words, numbers or booleans, by name.
    """
    edge = [] if course.edge is None else [("edge", course.edge)]
    asked = read_settings([*course.rules, *edge])
    return HouseRules(**{**asked, **read_settings(choices.items())})


def read_settings(written: Iterable[tuple[str, object]]) -> dict[str, Any]:
    """Read values by name, the later of duplicates; raise Malformed with everything wrong."""
    values, mistakes = dict[str, Any](), list[Malformed]()
    for name, word in written:
        try:
            values[name] = _value_of(name, word)
        except Malformed as mistake:
            mistakes.append(mistake)
    if len(mistakes) > 1:
        first = mistakes[0]
        raise Malformed("; ".join(map(str, mistakes)), first.code, **first.facts)
    if mistakes:
        raise mistakes[0]
    return values


@cache
def _kinds() -> Mapping[str, Any]:
    """The types of all house rules, by name."""
    return {field.name: field.type for field in fields(HouseRules)}


def _value_of(name: str, word: object) -> Value:
    kinds = _kinds()
    if name not in kinds:
        known = ", ".join(kinds)
        message = f"there is no setting “{name}”; there are {known}"
        raise Malformed(message, "no-such-setting", text=name, known=known)
    kind = kinds[name]
    if kind is bool:
        return _one_of(name, word, _SWITCH)
    if kind is int:
        return _whole_number(name, word)
    return _one_of(name, word, {str(value): value for value in get_args(kind)})


def _one_of(name: str, word: object, meanings: Mapping[str, Value]) -> Value:
    for text, value in meanings.items():
        if word == text or (word == value and type(word) is type(value)):
            return value
    message = f"{name}={word}: expected {' or '.join(meanings)}"
    raise Malformed(message, "no-such-choice", text=f"{name}={word}", known=", ".join(meanings))


def _whole_number(name: str, word: object) -> int:
    least, most = RANGES[name]
    number = int(word) if isinstance(word, str) and re.fullmatch("[0-9]{1,9}", word) else word
    if type(number) is not int or not least <= number <= most:
        raise _out_of_range(name, word)
    return number


def _out_of_range(name: str, word: object) -> Malformed:
    least, most = RANGES[name]
    message = f"{name}={word}: expected {least} to {most}"
    return Malformed(message, "setting-out-of-range", name=name, least=least, most=most)
