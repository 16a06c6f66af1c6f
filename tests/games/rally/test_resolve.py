"""Scenarios in JSON: what is asked, what is answered, what is refused."""

import json
from typing import Any

import pytest

from tinplate.game import Malformed
from tinplate.games.rally.resolve import resolve

COURSE = """rally 1
edge: pit
board:
  .  .  1  O
  .  +  2  .
"""
CARDS = [
    {"card": "move1", "priority": 490},
    {"card": "left", "priority": 70},
    {"card": "right", "priority": 80},
    {"card": "uturn", "priority": 10},
    {"card": "back", "priority": 430},
]
OTHER_CARDS = [{**card, "priority": 500 + 10 * place} for place, card in enumerate(CARDS)]


def robot(**changes: object) -> dict[str, Any]:
    return {
        "cell": "A1",
        "facing": "e",
        "armour": 9,
        "lives": 3,
        "next_flag": 1,
        "save": "A1",
        "virtual": False,
        "off": False,
        "registers": CARDS,
        **changes,
    }


def scenario(*robots: dict[str, Any], **changes: object) -> dict[str, Any]:
    return {
        "course": COURSE,
        "settings": {},
        "from": 1,
        "to": 5,
        "end_of_turn": True,
        "robots": robots or [robot()],
        **changes,
    }


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """What a tool would read."""
    told: dict[str, Any] = json.loads(json.dumps(resolve(json.dumps(asked))))
    return told


def refusal(text: str) -> str:
    with pytest.raises(Malformed) as refused:
        resolve(text)
    return str(refused.value)


def test_a_whole_turn() -> None:
    """R35: five registers and the end of the turn; robots come out as they went in."""
    told = answer(scenario(robot(armour=5)))

    assert {
        "cell": "C1",
        "facing": "w",
        "armour": 5,
        "lives": 3,
        "next_flag": 2,
        "save": "A1",
        "virtual": False,
        "off": False,
    } == told["robots"][0]
    assert (1, [], 5) == (len(told["robots"]), told["winners"], told["stopped_at"])


def test_some_registers_only() -> None:
    """R35: those from and to, and no end of the turn unless asked for."""
    told = answer(scenario(robot(cell="B2", armour=5), **{"from": 2, "to": 3}, end_of_turn=False))
    cards = [event["register"] for event in told["events"] if event["event"] == "card-played"]

    assert [2, 3] == cards
    assert (5, "B2", 3) == (
        told["robots"][0]["armour"],
        told["robots"][0]["save"],
        told["stopped_at"],
    )


def test_the_end_of_the_turn() -> None:
    """R45, R32: repairs and the test of virtual robots; nobody is put back."""
    told = answer(
        scenario(
            robot(cell="B2", armour=5, virtual=True, off=True, registers=None),
            robot(cell=None, armour=0, registers=None),
        )
    )

    assert [(6, False), (0, False)] == [
        (each["armour"], each["virtual"]) for each in told["robots"]
    ]
    assert None is told["robots"][1]["cell"]


def test_a_win_stops_it() -> None:
    """R46: the winners, and the register in which they won."""
    move = [{"card": "uturn", "priority": 60}, *CARDS[:4]]
    told = answer(scenario(robot(cell="B2", facing="w", next_flag=2, registers=move)))

    assert ([0], 2, "C2") == (told["winners"], told["stopped_at"], told["robots"][0]["cell"])
    assert 3 == told["robots"][0]["next_flag"]


def test_a_destroyed_robot() -> None:
    """R20, R22: no cell, no armour, a life less; facing, flags and save point as they were."""
    told = answer(scenario(robot(cell="C1", next_flag=2, save="B2")))

    assert {
        "cell": None,
        "facing": "e",
        "armour": 0,
        "lives": 2,
        "next_flag": 2,
        "save": "B2",
        "virtual": False,
        "off": False,
    } == told["robots"][0]


def test_the_events() -> None:
    """R33: one object a little step, in order, with cells by name and the rule's number."""
    told = answer(scenario(robot(cell="C1"), to=1))

    assert [
        {
            "event": "card-played",
            "register": 1,
            "robot": 0,
            "card": "move1",
            "priority": 490,
            "rule": "R39",
        },
        {
            "event": "moved",
            "register": 1,
            "robot": 0,
            "from": "C1",
            "to": "D1",
            "heading": "e",
            "rule": "D4",
        },
        {
            "event": "died",
            "register": 1,
            "robot": 0,
            "cell": "D1",
            "because": "pit",
            "lives": 2,
            "rule": "R4",
        },
    ] == told["events"]


def test_settings_in_the_order_of_the_rules() -> None:
    """Part 3, D3: what the scenario says comes after what its course says."""
    west = robot(facing="w")
    walled = COURSE.replace("edge: pit", "edge: wall")

    assert None is answer(scenario(west))["robots"][0]["cell"]
    assert "A1" == answer(scenario(west, course=walled, to=1))["robots"][0]["cell"]
    assert "A1" == answer(scenario(west, settings={"edge": "wall"}, to=1))["robots"][0]["cell"]
    assert (
        None is answer(scenario(west, course=walled, settings={"edge": "pit"}))["robots"][0]["cell"]
    )


def test_what_may_be_left_out() -> None:
    """A whole turn by the sheet, of a real robot that is on."""
    short = {key: value for key, value in robot().items() if key not in {"virtual", "off"}}

    assert answer(scenario()) == answer({"course": COURSE, "robots": [short]})


@pytest.mark.parametrize(
    "robots",
    [
        [robot(virtual=True), robot(virtual=True, registers=OTHER_CARDS)],
        [robot(), robot(virtual=True, registers=OTHER_CARDS)],
        [robot(cell=None, armour=0, lives=0, registers=None)],
        [robot(cell=None, armour=0, lives=0)],
        [robot(cell=None, armour=9, lives=2, off=True, registers=None)],
        [robot(off=True, registers=None)],
        [robot(off=True)],
        [robot(registers=[{"card": "back", "priority": n} for n in range(5)])],
        [robot(), robot(cell="B1", off=True)],
        [robot(), robot(cell=None)],
    ],
    ids=str,
)
def test_what_is_served(robots: list[dict[str, Any]]) -> None:
    """R16, R21, R31: virtual robots share cells, the dead and those that are off need no cards."""
    assert len(robots) == len(answer(scenario(*robots))["robots"])


def test_eight_robots() -> None:
    """D41."""
    robots = [robot(virtual=True, off=True) for _ in range(8)]

    assert 8 == len(answer(scenario(*robots))["robots"])


def test_equal_priorities_where_nobody_plays() -> None:
    """R16: only the registers that are played need an order."""
    others = robot(cell="B1", registers=[{**CARDS[0], "priority": 500}, *CARDS[1:]])

    assert 1 == answer(scenario(robot(), others, to=1))["stopped_at"]


def test_a_robot_without_armour_where_that_is_agreed() -> None:
    """D46, deadly_hit=10: it may stand on the board."""
    told = answer(scenario(robots=[robot(armour=0)], settings={"deadly_hit": 10}))

    assert 0 == told["robots"][0]["armour"]
    assert told["robots"][0]["cell"] is not None


def test_a_course_without_flags_or_start() -> None:
    """R46: enough for a test of belts; nobody can win there."""
    told = answer(scenario(course="rally 1\nboard:\n> .\n"))

    assert [] == told["winners"]


@pytest.mark.parametrize(
    ("robots", "message"),
    [
        ([robot(cell="A1"), robot(cell="A1")], "robots 0 and 1 are both on A1; expected at most "),
        ([robot(cell="E1")], "robot 0: cell: E1 is not on the board; expected A1 to D2"),
        ([robot(cell="A3")], "robot 0: cell: A3 is not on the board; expected A1 to D2"),
        ([robot(cell="D1")], "robot 0: cell: D1 is a pit; expected a cell on which a robot can "),
        ([robot(save="D1")], "robot 0: save: D1 is a pit; expected a cell on which a robot can "),
        ([robot(save="Z9")], "robot 0: save: Z9 is not on the board; expected A1 to D2"),
        ([robot(cell="1a")], "robot 0: cell: “1a” is not a cell: write a column letter and a ro"),
        ([robot(cell="")], "robot 0: cell: “” is not a cell"),
        ([robot(), robot(cell="B1", armour=0)], "robot 1: armour 0 on the board; expected 1 to "),
        ([robot(armour=10)], "scenario: Expected `int` <= 9 - at `$.robots[0].armour`"),
        ([robot(armour=-1)], "scenario: Expected `int` >= 0 - at `$.robots[0].armour`"),
        ([robot(lives=0)], "robot 0: no lives on the board; expected 1 to 3, or cell null"),
        ([robot(lives=4)], "scenario: Expected `int` <= 3 - at `$.robots[0].lives`"),
        ([robot(next_flag=3)], "robot 0: next_flag 3; expected 1 to 2, the last flag"),
        ([robot(next_flag=0)], "scenario: Expected `int` >= 1 - at `$.robots[0].next_flag`"),
        ([robot(registers=None)], "robot 0: registers are missing; expected 5 cards, or off true"),
        ([robot(registers=CARDS[:4])], "scenario: Expected `array` of length >= 5 - at `$.rob"),
        ([robot(registers=[*CARDS, CARDS[0]])], "scenario: Expected `array` of length <= 5 -"),
        ([robot(), robot(cell="B1")], "register 1: priority 490 twice; expected once"),
        (
            [robot(facing="north")],
            (
                "scenario: Invalid enum value 'north' - at `$.robots[0].facing`; "
                "facings are n e s w, cards are move1 move2 move3 back left right uturn"
            ),
        ),
        ([robot(colour="red")], "scenario: Object contains unknown field `colour` - at `$.robot"),
        ([robot(virtual="yes")], "scenario: Expected `bool`, got `str` - at `$.robots[0].virt"),
        ([robot(registers=[{"card": "jump", "priority": 1}] * 5)], "scenario: Invalid enum valu"),
        ([robot(registers=[{"card": "back", "priority": -1}] * 5)], "scenario: Expected `int` >"),
        ([robot(registers=[{"card": "back"}] * 5)], "scenario: Object missing required field `p"),
        ([robot(registers=[None] * 5)], "scenario: Expected `object`, got `null` - at `$.robots"),
    ],
)
def test_robots_that_cannot_be(robots: list[dict[str, Any]], message: str) -> None:
    """R16, R17, R20, R21, R29, R36: refused with the place and what was expected."""
    assert refusal(json.dumps(scenario(*robots))).startswith(message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"from": 3, "to": 2}, "from 3 to 2: expected from up to to"),
        ({"from": 0}, "scenario: Expected `int` >= 1 - at `$.from`"),
        ({"to": 6}, "scenario: Expected `int` <= 5 - at `$.to`"),
        ({"to": "5"}, "scenario: Expected `int`, got `str` - at `$.to`"),
        ({"robots": []}, "scenario: Expected `array` of length >= 1 - at `$.robots`"),
        ({"robots": [robot(virtual=True)] * 9}, "scenario: Expected `array` of length <= 8 - a"),
        ({"settings": {"edge": "cliff"}}, "edge=cliff: expected pit or wall"),
        ({"settings": {"edges": "pit"}}, "there is no setting “edges”; there are deck, edge, "),
        ({"settings": {"edge": None}}, "scenario: Expected `bool | int | str`, got `null` - at"),
        ({"seed": 7}, "scenario: Object contains unknown field `seed`"),
        ({"course": "rally 1\nboard:\n. ?\n. ."}, "course: line 3, column 3 (B1): “?”: there is"),
        ({"course": COURSE.replace("edge: pit", "rules: deck=1")}, "course: line 2, column 8: ru"),
    ],
)
def test_scenarios_that_cannot_be(change: dict[str, Any], message: str) -> None:
    """R35, D41: refused with the place and what was expected."""
    assert refusal(json.dumps(scenario(**change))).startswith(message)


@pytest.mark.parametrize("text", ["{", "", "[]", "null", '{"course": 1}', "\ud800", "[" * 9999])
def test_text_that_is_no_scenario(text: str) -> None:
    """One line, whatever was sent."""
    message = refusal(text)

    assert message.startswith("scenario: ")
    assert "\n" not in message


def test_two_mistakes_of_a_course_stand_on_one_line() -> None:
    """A tool reads one line."""
    message = refusal(json.dumps(scenario(course="rally 1\nboard:\n? !\n. .")))

    assert "line 3, column 1 (A1)" in message
    assert "; line 3, column 3 (B1)" in message
    assert "\n" not in message
