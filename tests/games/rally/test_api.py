"""`tinplate.rally`: courses, registers and whole matches as Python programs use them."""

import json
import pickle
from collections.abc import Callable, Sequence
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tinplate import Malformed, Match, Millis, Plan, Rejected, Seat, rally
from tinplate.games.rally import resolve as rules
from tinplate.games.rally.course_text import BadCourse
from tinplate.games.rally.shelf import course_named, course_names
from tinplate.rally import Course

ROBOT = {
    "cell": "C3",
    "facing": "e",
    "armour": 9,
    "lives": 3,
    "next_flag": 1,
    "save": "C3",
    "registers": [{"card": "move1", "priority": 10 * number} for number in range(5)],
}


class Stubborn:
    """Plays what it was told to, legal or not."""

    name = "stubborn"
    games = frozenset({"rally"})
    strength = 1
    limit = 1.0

    def __init__(self, answer: Plan[Any] | Exception) -> None:
        self.answer = answer

    def choose(
        self,
        view: rally.State,  # noqa: ARG002
        seat: Seat,  # noqa: ARG002
        legal: Sequence[rally.Command],  # noqa: ARG002
        now: Millis,  # noqa: ARG002
        dice: Random,  # noqa: ARG002
    ) -> Plan[Any]:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


# Courses


@pytest.mark.parametrize("name", course_names())
def test_a_course_is_written_and_read_back(name: str) -> None:
    """By its name, by its text, in a pickle: the same one."""
    course = Course.named(name)
    sent = pickle.loads(pickle.dumps(course))  # noqa: S301 - our own

    assert course == Course.parse(str(course)) == sent
    assert Course is type(sent)
    assert len(repr(course)) < 60


def test_courses_of_rules_and_library_are_equal() -> None:
    """One from a match's state compares and hashes as the same one by its name."""
    inside, outside = course_named("first-shift"), Course.named("first-shift")

    assert inside == outside
    assert outside == inside
    assert 1 == len({inside, outside})
    assert outside != Course.named("wind-up-duel")
    assert outside != "first-shift"
    assert "<Course 'First Shift', 12x10>" == repr(inside) == repr(outside)


def test_a_course_shows_itself() -> None:
    """In a notebook in light; robots of a match where they stand."""
    course, match = Course.named("first-shift"), Match.open("rally", seats=3, seed=1)
    robots = [player.robot for player in match.state.players]
    drawn = ET.fromstring(course.svg(robots))  # noqa: S314 - our own

    assert course._repr_svg_() == course.svg() != course.svg(dark=True)
    assert 3 == sum("data-robot" in element.attrib for element in drawn.iter())


def test_a_course_is_checked() -> None:
    """Errors forbid play; a good one has none."""
    assert () == Course.named("first-shift").check()
    found = Course.parse("rally 1\nboard:\n  . .\n").check()

    assert "error" in {finding.kind for finding in found}
    assert all(finding.message for finding in found)


def test_a_bad_course_keeps_all_its_mistakes_in_a_pickle() -> None:
    """Each with its line, column and cell."""
    with pytest.raises(BadCourse) as caught:
        Course.parse("rally 1\nboard:\n  S Q\n  X >\n")
    sent = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own

    assert 2 == len(caught.value.mistakes)
    assert (str(caught.value), caught.value.mistakes) == (str(sent), sent.mistakes)
    assert str(sent).startswith("line 3, column 5 (B1): “Q”")


# Registers


def test_a_scenario_in_any_form() -> None:
    """A mapping with a course, its name or its text; JSON as on the command line."""
    course = Course.named("first-shift")
    text = json.dumps({"course": str(course), "robots": [ROBOT]})
    answer = json.loads(json.dumps(rules.resolve(text)))

    for scenario in (
        text,
        text.encode(),
        {"course": course, "robots": [ROBOT]},
        {"course": "first-shift", "robots": [ROBOT]},
        {"course": str(course), "robots": [ROBOT]},
    ):
        assert answer == rally.resolve(scenario)


def test_an_answer_is_plain() -> None:
    """As JSON has it: nothing but numbers, texts, lists and mappings."""
    answer = rally.resolve({"course": "first-shift", "robots": [ROBOT]})

    assert answer == json.loads(json.dumps(answer))
    assert "e" == answer["robots"][0]["facing"] or type(answer["robots"][0]["facing"]) is str
    assert ("card-played", "R39") == (answer["events"][0]["event"], answer["events"][0]["rule"])


# Matches between bots


def test_bots_play_a_match() -> None:
    """To its end, with a log; the standings tell who came in where."""
    played = rally.simulate("first-shift", ["random", "driver"], seed=3)

    assert played.outcome is not None
    assert played.winners == played.outcome.winners
    assert (1, 2) == tuple(standing.place for standing in played.standings)
    assert {"random", "driver"} == {standing.bot for standing in played.standings}
    assert len(played.match.state.course.flags) == played.standings[0].flags
    assert played.turns == played.match.state.turn > 0
    assert (None, None) == played.complaints
    assert len(repr(played)) < 100


def test_the_same_seed_plays_the_same() -> None:
    """On a course by its name and by its value; another seed plays something else."""
    one = rally.simulate("wind-up-duel", ["random", "random"], seed=1)
    same = rally.simulate(Course.named("wind-up-duel"), ["random", "random"], seed=1)
    other = rally.simulate("wind-up-duel", ["random", "random"], seed=2)

    assert one.match.log == same.match.log != other.match.log


def test_a_simulation_pickles() -> None:
    """From wherever it was played."""
    played = rally.simulate("wind-up-duel", ["driver", "driver"], seed=1)
    sent = pickle.loads(pickle.dumps(played))  # noqa: S301 - our own

    assert (played.standings, played.match.log) == (sent.standings, sent.match.log)


def test_choices_come_on_top_of_a_preset() -> None:
    """D45: after so many turns it is over, whoever is ahead."""
    played = rally.simulate(
        "first-shift", ["random"] * 3, seed=1, preset="gentle", choices={"max_turns": 1}
    )

    assert 1 == played.turns
    assert ("wall", True) == (
        played.match.state.settings.edge, played.match.state.settings.flags_save
    )  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (RuntimeError("out of ideas"), "RuntimeError: out of ideas"),
        (Plan((rally.TakeBack(1),)), None),
    ],
    ids=["fails", "breaks a rule"],
)
def test_a_bot_of_ones_own_may_fail(answer: Plan[Any] | Exception, complaint: str | None) -> None:
    """Something safe is played for it, and the first complaint is kept."""
    played = rally.simulate(
        "wind-up-duel", [Stubborn(answer), "random"], seed=1, choices={"max_turns": 2}
    )

    assert ("stubborn", "random") == played.bots
    assert played.complaints[0]
    assert complaint in {None, played.complaints[0]}
    assert played.complaints[1] is None


@pytest.mark.parametrize(
    ("asked", "kind", "told"),
    [
        (lambda: Course.named("nowhere"), Malformed, "there is no course “nowhere”; expected"),
        (lambda: Course.parse("S > ."), Malformed, "line 1, column 1: a course begins with"),
        (lambda: Course.named([]), Malformed, "name: expected a text"),  # type: ignore[arg-type]
        (lambda: Course.parse(None), Malformed, "course: expected a text"),  # type: ignore[arg-type]
        (lambda: Course.of("x"), Malformed, "course: expected a Course"),  # type: ignore[arg-type]
        (lambda: Course.named("first-shift").svg([3]), Malformed, "robots: expected Robots"),  # type: ignore[list-item]
        (lambda: rally.cell_named("33"), Malformed, "“33” is not a cell"),
        (lambda: rally.cell_named(3), Malformed, "“3” is not a cell"),  # type: ignore[arg-type]
        (lambda: rally.resolve(None), Malformed, "scenario: expected a mapping or JSON"),  # type: ignore[arg-type]
        (lambda: rally.resolve("{"), Malformed, "scenario: "),
        (lambda: rally.simulate("first-shift", "random"), Malformed, "bots: expected a list"),
        (lambda: rally.simulate("first-shift", [3]), Malformed, "bots: expected names of bots"),  # type: ignore[list-item]
        (lambda: rally.simulate(3, ["random"]), Malformed, "course: expected a text"),  # type: ignore[arg-type]
        (
            lambda: rally.simulate("first-shift", ["random"], choices=3),  # type: ignore[arg-type]
            Malformed,
            "choices: expected a mapping",
        ),
        (lambda: rally.resolve({}), Malformed, "scenario: Object missing required field"),
        (lambda: rally.resolve({"course": object()}), Malformed, "scenario: Encoding objects"),
        (lambda: rally.simulate("nowhere", ["random"]), Malformed, "no course “nowhere”"),
        (lambda: rally.simulate("first-shift", ["level-3"]), Malformed, "does not play rally"),
        (lambda: rally.simulate("first-shift", ["nobody"]), Malformed, "no bot “nobody”"),
        (lambda: rally.simulate("first-shift", []), Rejected, "at least one player"),
        (lambda: rally.simulate("first-shift", ["random"] * 9), Rejected, "at most 8 players"),
        (
            lambda: rally.simulate("first-shift", ["random"], preset="2013"),
            Malformed,
            "rally has no preset “2013”; it has sheet",
        ),
        (
            lambda: rally.simulate("first-shift", ["random"], choices={"speed": 9}),
            Malformed,
            "there is no setting “speed”",
        ),
    ],
)
def test_what_is_wrong_is_told(asked: Callable[[], Any], kind: type[Exception], told: str) -> None:
    """Malformed for what makes no sense; Rejected for what the rules forbid."""
    with pytest.raises(kind, match=told):
        asked()
