"""Write what the server would answer in the lessons, for browsers that cannot reach it.

`make page` does it before it builds. The rules are not in the browser; but a lesson has so few
cards that every program can be played beforehand.
"""

import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # a few hundred turns: nothing waits for a compiler

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

from msgspec import convert
from msgspec.json import decode, encode

from tinplate.games.rally.cards import REGISTERS
from tinplate.games.rally.course_text import parse_course
from tinplate.games.rally.http.routes import course_facts, scenario_played
from tinplate.games.rally.resolve import Scenario

HERE = Path(__file__).parent
LESSONS = HERE.parent / "learn" / "lessons.json"
ANSWERS = HERE / "generated" / "answers.json"
ARMOUR, LIVES = 9, 3


def programs(lesson: dict[str, Any]) -> Iterator[list[str]]:
    """All that can be programmed: any cards of the hand, then those that are locked."""
    locked = lesson.get("locked", [])
    for cards in permutations(lesson["hand"], max(0, lesson["registers"] - len(locked))):
        yield [*cards, *locked]


def robot(stands: dict[str, Any], cards: list[str]) -> dict[str, Any]:
    """As `attempt.svelte.ts` sends it: registers that are not played repeat the last card."""
    program = [{"card": kind, "priority": int(number)} for kind, number in map(str.split, cards)]
    place = {"cell": stands["cell"], "save": stands["cell"], "facing": stands["facing"]}
    facts = {"armour": stands.get("armour", ARMOUR), "lives": LIVES, "next_flag": 1}
    registers = (program + program[-1:] * REGISTERS)[:REGISTERS] or None
    return {**place, **facts, "registers": registers}


def asked(lesson: dict[str, Any], cards: list[str]) -> Scenario:
    off = {**lesson["rested"], "off": True} if "rested" in lesson else {}
    others = [robot(other, other.get("program", [])) for other in lesson.get("others", [])]
    scenario = {
        "course": lesson["course"],
        "robots": [robot(lesson["robot"], cards) | off, *others],
        "to": lesson["registers"] or REGISTERS,
        "end_of_turn": False,
    }
    return convert(scenario, Scenario)


def key(cards: list[str]) -> str:
    """The priorities, which no two cards share."""
    return " ".join(card.split()[1] for card in cards)


def answers(lesson: dict[str, Any]) -> dict[str, Any]:
    return {
        "course": course_facts(parse_course(lesson["course"])),
        "registers": lesson["registers"],
        "turns": {key(cards): scenario_played(asked(lesson, cards)) for cards in programs(lesson)},
    }


if __name__ == "__main__":
    lessons = decode(LESSONS.read_bytes())
    ANSWERS.parent.mkdir(exist_ok=True)
    ANSWERS.write_bytes(encode({lesson["course"]: answers(lesson) for lesson in lessons}))
