"""The lessons of Rally on the page can be done, and not by doing just anything."""

from itertools import permutations
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec import Struct

from tinplate.game import Seat
from tinplate.games.rally.cards import REGISTERS
from tinplate.games.rally.course import cell_named
from tinplate.games.rally.course_text import parse_course
from tinplate.games.rally.folding import evolve
from tinplate.games.rally.happenings import (
    Burnt,
    Carried,
    Died,
    FlagTouched,
    PushedByPusher,
    TurnedByGear,
)
from tinplate.games.rally.http.routes import course_facts
from tinplate.games.rally.resolve import Scenario, play_scenario
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.turn import TurnPlayed
from tinplate.games.rally.values import PoweredDown
from tinplate.games.rally.values import Settings as RallySettings
from tinplate.games.rally.wire import CourseFacts, ScenarioPlayed
from tinplate.grid import Heading

FILE = Path(__file__).parents[2] / "web" / "src" / "games" / "rally" / "learn" / "lessons.json"
ANSWERS = FILE.parents[1] / "offline" / "generated" / "answers.json"
FULL = 9


class Stands(Struct, forbid_unknown_fields=True):
    """A robot of a lesson, and what it does if it is not one's own."""

    cell: str
    facing: Heading
    armour: int = FULL
    program: list[str] = []


class Goal(Struct, forbid_unknown_fields=True):
    """The flag to be touched, or the armour to have at least."""

    flag: int | None = None
    armour: int | None = None


class Rested(Struct, forbid_unknown_fields=True):
    """How a robot is that was switched off."""

    armour: int


class Lesson(Struct, forbid_unknown_fields=True):
    """As the page has it. Cards are a kind and a priority."""

    id: str
    course: str
    robot: Stands
    registers: int
    hand: list[str]
    goal: Goal
    others: list[Stands] = []
    locked: list[str] = []
    rested: Rested | None = None

    def play(self, cards: tuple[str, ...]) -> TurnPlayed:
        """A turn, as the page asks for it."""
        own = {"armour": self.robot.armour} | (
            {"armour": self.rested.armour, "off": True} if self.rested else {}
        )
        robots = [entrant(self.robot, [*cards, *self.locked]) | own]
        robots += [entrant(other, other.program) for other in self.others]
        scenario = {
            "course": self.course,
            "robots": robots,
            "to": self.registers or REGISTERS,
            "end_of_turn": False,
        }
        return play_scenario(msgspec.convert(scenario, Scenario))

    def is_reached(self, played: TurnPlayed) -> bool:
        robot = played.robots[0]
        if self.goal.flag is not None:
            return robot.next_flag > self.goal.flag or Seat(0) in played.winners
        return robot.armour >= (self.goal.armour or 0)

    def programs(self) -> list[tuple[str, ...]]:
        return [*permutations(self.hand, max(0, self.registers - len(self.locked)))]

    def solutions(self) -> list[tuple[str, ...]]:
        return [cards for cards in self.programs() if self.is_reached(self.play(cards))]


class Answers(Struct, forbid_unknown_fields=True):
    """What the page knows of a lesson without a server; turns by the priorities of the cards."""

    course: CourseFacts
    registers: int
    turns: dict[str, ScenarioPlayed]


def entrant(stands: Stands, cards: list[str]) -> dict[str, object]:
    """As a scenario has it: what is behind the registers that are played does not matter."""
    program = [{"card": kind, "priority": int(number)} for kind, number in map(str.split, cards)]
    return {
        "cell": stands.cell, "save": stands.cell, "facing": stands.facing, "armour": stands.armour,
        "lives": 3, "next_flag": 1,
        "registers": (program + program[-1:] * REGISTERS)[:REGISTERS] or None,
    }  # fmt: skip


LESSONS = {
    lesson.id: lesson for lesson in msgspec.json.decode(FILE.read_bytes(), type=list[Lesson])
}
PUZZLES = [lesson for lesson in LESSONS.values() if lesson.rested is None]


@pytest.mark.parametrize("lesson", PUZZLES, ids=lambda lesson: lesson.id)
def test_a_lesson_can_be_done_and_missed(lesson: Lesson) -> None:
    """There is a program that does it, and one that does not: there is something to learn."""
    found = lesson.solutions()

    assert 0 < len(found) < len(lesson.programs())


@pytest.mark.parametrize(
    ("lesson", "kind"),
    [
        ("belts", Carried),
        ("gears", TurnedByGear),
        ("presses", PushedByPusher),
        ("flags", FlagTouched),
    ],
)
def test_a_lesson_needs_what_it_teaches(lesson: str, kind: type) -> None:
    """Every program that does it is helped by the element."""
    played = [LESSONS[lesson].play(cards) for cards in LESSONS[lesson].solutions()]

    assert all(any(isinstance(one, kind) for one in each.happenings) for each in played)


def test_whoever_is_slower_is_in_the_way() -> None:
    """R16, R40: the same card with a lower priority does not do."""
    assert [("move3 840",)] == LESSONS["priority"].solutions()


def test_a_press_waits_for_who_comes_in_its_register() -> None:
    """R8: a program that stops there in register 1 is lost."""
    lost = [
        cards
        for cards in LESSONS["presses"].programs()
        if any(isinstance(one, Died) for one in LESSONS["presses"].play(cards).happenings)
    ]

    assert {"move2 720"} == {cards[0] for cards in lost}


def test_a_damaged_robot_has_fewer_cards_and_a_locked_register() -> None:
    """R18, R37: as many cards as points of armour, and the fifth register keeps its card."""
    lesson = LESSONS["lasers"]

    assert lesson.robot.armour == len(lesson.hand) == REGISTERS - len(lesson.locked)


def test_whoever_rests_is_repaired_by_the_rules() -> None:
    """R24, R26, D23: off, with full armour; the beam hurts it none the less (R27)."""
    lesson = LESSONS["rest"]
    state = Rally().setup(RallySettings(lesson.course), 1, Random(0))
    off = evolve(state, PoweredDown(Seat(0))).players[0].robot
    played = lesson.play(())

    assert lesson.rested is not None
    assert (lesson.rested.armour, True) == (off.armour, off.off)
    assert cell_named(lesson.robot.cell) == played.robots[0].cell
    assert lesson.is_reached(played)
    assert any(isinstance(one, Burnt) for one in played.happenings)


def test_a_browser_without_a_server_knows_every_turn_of_a_lesson() -> None:
    """What it has is what the rules say."""
    answers = msgspec.json.decode(ANSWERS.read_bytes(), type=dict[str, Answers])
    for lesson in LESSONS.values():
        known = answers[lesson.course]
        turns = {
            " ".join(card.split()[1] for card in (*cards, *lesson.locked)): lesson.play(cards)
            for cards in lesson.programs()
        }

        assert course_facts(parse_course(lesson.course)) == known.course
        assert lesson.registers == known.registers
        assert turns.keys() == known.turns.keys()
        for cards, played in turns.items():
            known_turn = known.turns[cards]
            assert played.robots == known_turn.robots
            assert (played.winners, played.stopped_at) == (
                known_turn.winners,
                known_turn.stopped_at,
            )
            assert played.happenings == known_turn.happenings
