"""What can be agreed before a match, who has the last word, and what cannot be agreed."""

import msgspec
import pytest

from tinplate.game import Malformed
from tinplate.games.rally.course import Course, Square
from tinplate.games.rally.course_text import parse_course
from tinplate.games.rally.pack import PACK
from tinplate.games.rally.settings import PRESETS, HouseRules, agreed, read_settings
from tinplate.games.rally.terms import with_clock
from tinplate.games.rally.values import Settings

PLAIN = Course(name="Plain", squares=((Square(),),))


def course(*header: str) -> Course:
    return parse_course("\n".join(["rally 1", *header, "board:", "S 1"]))


def test_the_defaults_are_the_sheet() -> None:
    """D1 and on: the last column of the decisions."""
    expected = HouseRules(
        deck=84,
        edge="pit",
        virtual_fire=False,
        respawn_virtual="always",
        beam_blocked=False,
        flags_save=False,
        flags_repair=0,
        respawn_armour=9,
        taken_save_point="share",
        deadly_hit=9,
        pd_damaged_only=False,
        pd_after_death="cancel",
        pd_saves=True,
        pd_lock="random",
        facing_after_deal=False,
        turn_seconds=0,
        last_player_seconds=0,
        afk="bot",
        last_standing_wins=False,
        max_turns=200,
    )

    assert expected == HouseRules() == agreed(PLAIN, {})


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("sheet", ""),
        (
            "classic-2005",
            (
                "edge=pit flags_save=on respawn_armour=7 respawn_virtual=shared"
                " taken_save_point=beside deadly_hit=10 beam_blocked=on pd_damaged_only=on"
                " pd_after_death=ask last_player_seconds=30"
            ),
        ),
        ("gentle", "edge=wall flags_save=on"),
        ("blitz", "turn_seconds=45"),
    ],
)
def test_presets(name: str, words: str) -> None:
    """Part 2: the house presets, as the rule book writes them."""
    chosen = dict(word.split("=") for word in words.split())

    assert PRESETS[name] == read_settings(chosen.items())


def test_a_preset_is_a_choice_of_the_table() -> None:
    """Part 3: it comes after what the course asks for, which else holds."""
    walled = course("edge: wall", "rules: virtual_fire=on")

    assert "pit" == agreed(walled, PRESETS["classic-2005"]).edge
    assert HouseRules(edge="wall", virtual_fire=True) == agreed(walled, PRESETS["sheet"])


def test_there_are_four_presets() -> None:
    """Part 2: no more, no less."""
    assert ["sheet", "classic-2005", "gentle", "blitz"] == list(PRESETS)


def test_the_course_may_ask_for_rules() -> None:
    """Part 3: the course's rules: line comes after the defaults."""
    asked = agreed(course("rules: flags_save=on turn_seconds=45 edge=wall"), {})

    assert HouseRules(flags_save=True, turn_seconds=45, edge="wall") == asked


def test_the_edge_line_comes_after_the_rules_line() -> None:
    """Part 3, D3: the later wins."""
    assert "pit" == agreed(course("edge: pit", "rules: edge=wall"), {}).edge


def test_the_table_has_the_last_word() -> None:
    """Part 3: what was chosen comes after what the course asks for."""
    asked = agreed(
        course("edge: pit", "rules: flags_save=on beam_blocked=on"),
        {"edge": "wall", "flags_save": "off"},
    )

    assert HouseRules(edge="wall", beam_blocked=True) == asked


@pytest.mark.parametrize(
    ("name", "word", "value"),
    [
        ("flags_save", "on", True),
        ("flags_save", True, True),
        ("pd_saves", "off", False),
        ("pd_saves", False, False),
        ("flags_repair", 2, 2),
        ("flags_repair", "2", 2),
        ("deck", 126, 126),
        ("deck", "126", 126),
        ("afk", "wait", "wait"),
    ],
)
def test_how_values_are_written(name: str, word: object, value: object) -> None:
    """Part 2: words, numbers, on and off; a number may be text, and truth may be a truth value."""
    assert {name: value} == read_settings([(name, word)])


@pytest.mark.parametrize(
    ("name", "word", "message"),
    [
        ("edge", "cliff", "edge=cliff: expected pit or wall"),
        ("flags_save", "yes", "flags_save=yes: expected on or off"),
        ("flags_save", 1, "flags_save=1: expected on or off"),
        ("edge", True, "edge=True: expected pit or wall"),
        ("deck", 85, "deck=85: expected 84 or 126"),
        ("deck", True, "deck=True: expected 84 or 126"),
        ("flags_repair", -1, "flags_repair=-1: expected 0 to 9"),
        ("flags_repair", 10, "flags_repair=10: expected 0 to 9"),
        ("flags_repair", "", "flags_repair=: expected 0 to 9"),
        ("flags_repair", True, "flags_repair=True: expected 0 to 9"),
        ("respawn_armour", 0, "respawn_armour=0: expected 1 to 9"),
        ("turn_seconds", "3601", "turn_seconds=3601: expected 0 to 3600"),
        ("last_player_seconds", "soon", "last_player_seconds=soon: expected 0 to 3600"),
        ("max_turns", "²", "max_turns=²: expected 1 to 10000"),
        ("afk", "sleep", "afk=sleep: expected bot or random or wait"),
    ],
)
def test_what_cannot_be_agreed(name: str, word: object, message: str) -> None:
    """Part 2: a wrong value is refused with what was expected."""
    with pytest.raises(Malformed) as refused:
        read_settings([(name, word)])

    assert message == str(refused.value)


def test_a_setting_nobody_knows() -> None:
    """Part 2: the names are those of the last column."""
    with pytest.raises(Malformed, match="there is no setting “edges”; there are deck, edge, virt"):
        agreed(PLAIN, {"edges": "wall"})


def test_all_mistakes_are_told_at_once() -> None:
    """A second look is not needed to see the second mistake."""
    with pytest.raises(Malformed) as refused:
        read_settings([("edge", "cliff"), ("deck", 1), ("flags_save", "on")])

    assert "edge=cliff: expected pit or wall; deck=1: expected 84 or 126" == str(refused.value)


def test_what_a_course_asks_for_is_read_even_if_overruled() -> None:
    """A mistake in a course is one, whatever the table chose."""
    with pytest.raises(Malformed, match="edge=cliff: expected pit or wall"):
        agreed(course("rules: edge=cliff"), {"edge": "wall"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"respawn_armour": 10}', "respawn_armour=10: expected 1 to 9"),
        ('{"max_turns": 0}', "max_turns=0: expected 1 to 10000"),
    ],
)
def test_made_by_hand_or_decoded_ranges_hold(text: str, message: str) -> None:
    """D20, D45: read or made by hand, nonsense is refused with the same words."""
    with pytest.raises(Malformed) as refused:
        HouseRules(**msgspec.json.decode(text))
    with pytest.raises(msgspec.ValidationError) as unread:
        msgspec.json.decode(text, type=HouseRules)

    assert message == str(refused.value) == str(unread.value)


@pytest.mark.parametrize("preset", PRESETS)
def test_settings_survive_being_written(preset: str) -> None:
    """Decoding what was encoded gives the same value."""
    settings = agreed(PLAIN, PRESETS[preset])

    assert settings == msgspec.json.decode(msgspec.json.encode(settings), type=HouseRules)


def test_bots_make_nobody_the_last() -> None:
    """D31: whoever plays bots has no clock for the last player; every other clock stays."""
    hurried = Settings(choices={"last_player_seconds": 30, "turn_seconds": 45})

    assert {"last_player_seconds": 0, "turn_seconds": 45} == PACK.among_bots(hurried).choices
    assert {} == PACK.among_bots(Settings()).choices


def test_among_people_there_is_a_clock_unless_something_else_was_agreed() -> None:
    """D31: so that nobody can stall a table; the library and old logs have what they had."""
    assert 180 == with_clock(Settings()).choices["turn_seconds"]
    assert 180 == with_clock(Settings(choices={"afk": "random"})).choices["turn_seconds"]
    for agreed_on in ({"turn_seconds": 0}, {"turn_seconds": 45}, {"afk": "wait"}):
        assert agreed_on == with_clock(Settings(choices=dict(agreed_on))).choices
    assert 0 == HouseRules().turn_seconds
