"""What can be agreed before a match, and what cannot."""

from typing import Any

import msgspec
import pytest

from tinplate.game import Malformed
from tinplate.games.ricochet.proof import Rule
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import PRESETS, Settings
from tinplate.wire.codec import Codec

ALL_SIDES = "B1 B2 B3 B4 G1 G2 G3 G4 R1 R2 R3 R4 Y1 Y2 Y3 Y4"


def test_presets_by_name() -> None:
    """RC2, RC14, RC18, RC21: each preset is its sheet and nothing more."""
    expected = {
        "2013": Settings(),
        "classic": Settings(box="classic", ties="fewer tokens"),
        "classic-tournament": Settings(box="classic", take_back="none"),
        "beginner": Settings(diagonals=False),
        "solo": Settings(solo=True, solo_bids=False, take_back="none"),
    }

    assert expected == PRESETS


def test_the_defaults_are_the_2013_sheet() -> None:
    """RC2, RC10, RC12, RC14, RC17, RC18: the 2013 box, one minute of sand, 300 s of patience."""
    expected = Settings(
        box="2013",
        diagonals=True,
        board=None,
        silver=False,
        rule=Rule(ricochet="required", deflection_counts=True, early_stop="void"),
        ties="first announced",
        hourglass_seconds=60,
        hourglass_turns=1,
        patience_seconds=300,
        proof_seconds=60,
        take_back="free",
        goal=None,
        solo=False,
        solo_bids=True,
    )

    assert expected == Settings()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"hourglass_seconds": 0}', "the hourglass runs 1 to 3600 seconds"),
        ('{"hourglass_seconds": 3601}', "the hourglass runs 1 to 3600 seconds"),
        ('{"hourglass_turns": 0}', "the sand runs 1 to 10 times"),
        ('{"hourglass_turns": 11}', "the sand runs 1 to 10 times"),
        ('{"patience_seconds": -1}', "patience is 0 to 3600 seconds"),
        ('{"patience_seconds": 3601}', "patience is 0 to 3600 seconds"),
        ('{"proof_seconds": -1}', "a proof gets 0 to 3600 seconds"),
        ('{"proof_seconds": 3601}', "a proof gets 0 to 3600 seconds"),
        ('{"goal": 0}', "the goal is 1 to 17 tokens"),
        ('{"goal": 18}', "the goal is 1 to 17 tokens"),
        ('{"robot_count": 9}', "a board of your own has 1 to 8 robots"),
        ('{"robot_count": 4}', "the number of robots can be chosen only on a board of your own"),
        (
            '{"board": "v1.4x4....0yc", "robot_count": 3}',
            "the board has no target for any of the robots that play",
        ),
        (
            '{"board": "v1.3x3..0000.0r0r.0av"}',
            "4 robots need as many free cells; the board has 2",
        ),
        ('{"board": "v1.4x2....0av"}', "a board has 3 to 32 columns and rows; this has 2"),
        (
            '{"board": "v1.4x4....0av", "robots": "ra2,gb2,bc2,yd2,sa3"}',
            "the silver robot (s) is placed, but not played with",
        ),
        ('{"board": "G1R2B2Y3", "box": "classic"}', "Y3 is not in the classic box"),
        ('{"board": "G4R2B2Y3", "diagonals": false}', "G4 has diagonal barriers"),
        (
            '{"board": "G1R2B2"}',
            "a board has four sections, such as G1R2B2Y2; “G1R2B2” has 3",
        ),
        (
            '{"board": "G1G2B2Y2"}',
            "G1 and G2 have the same mark; a board has one section of each",
        ),
        (
            '{"board": "G1R9B2Y2"}',
            f"there is no section “R9”; the sections are {ALL_SIDES}",
        ),
    ],
)
def test_what_cannot_be_agreed_is_refused_with_the_reason(text: str, message: str) -> None:
    """RC2, RC12, RC17 to RC19: read or made by hand, nonsense is refused with the same words."""
    with pytest.raises(Malformed) as refused:
        Settings(**msgspec.json.decode(text))
    with pytest.raises(msgspec.ValidationError) as unread:
        msgspec.json.decode(text, type=Settings)

    assert message == str(refused.value) == str(unread.value)


@pytest.mark.parametrize(
    "settings",
    [
        Settings(hourglass_seconds=1, hourglass_turns=10, patience_seconds=0, proof_seconds=0),
        Settings(hourglass_seconds=3600, patience_seconds=3600, proof_seconds=3600, goal=17),
        Settings(goal=1, board="G1R2B2Y2", box="classic"),
        Settings(board="G4R4B4Y4"),
        Settings(board="G3R3B3Y3", diagonals=False),
        Settings(board="G1R2B2Y2", robots="yj16,ga14,bl14,ro5"),
        Settings(board="G1R2B2Y2", robots="ro5,ga14,bl14,yj16,sp16", silver=True),
        Settings(board="v1.3x3....0av", robot_count=8),
        Settings(board="v1.3x3....0av", robot_count=1, robots="rc3"),
        Settings(board="v1.32x32....0av", silver=True),
    ],
)
def test_the_limits_themselves_can_be_agreed(settings: Settings) -> None:
    """RC2, RC12, RC17 to RC19: every limit is inclusive, and settings survive being written."""
    assert settings == msgspec.json.decode(msgspec.json.encode(settings), type=Settings)


def test_the_sand_of_several_turns() -> None:
    """RC21: `hourglass_turns` hourglasses one after the other."""
    assert 90_000 == Settings(hourglass_seconds=45, hourglass_turns=2).sand


def test_the_goal_goes_by_the_number_of_players() -> None:
    """RC19: 2 players 8 tokens, 3 players 6, 4 players 5; else all of them."""
    assert [None, 8, 6, 5, None, None] == [Settings().tokens_to_win(n) for n in range(1, 7)]


def test_an_agreed_goal_goes_for_any_number_of_players() -> None:
    """RC19: `goal` sets another number."""
    assert [3, 3, 3] == [Settings(goal=3).tokens_to_win(seats) for seats in (1, 2, 7)]


@pytest.mark.parametrize(
    ("robots", "more", "message", "code"),
    [
        ("ro5,ga14,bl14", {}, "the yellow robot (y) is missing", "robot-is-missing"),
        (
            "ro5,go5,bl14,yj16",
            {},
            "the green robot cannot stand on o5: red is there",
            "cell-is-taken",
        ),
        (
            "ri9,ga14,bl14,yj16",
            {},
            "the red robot cannot stand on i9: it is in the closed centre",
            "cell-in-centre",
        ),
        (
            "ro5,ga14,bq1,yj16",
            {},
            "the blue robot cannot stand on q1: it is off the board (a1 to p16)",
            "cell-off-board",
        ),
        (
            "re2,ga14,bl14,yj16",
            {"board": "R4G3B4Y4"},
            "the red robot cannot stand on e2: it is on the blue diagonal barrier",
            "cell-on-barrier",
        ),
        (
            "ro5,gl11,bl14,yj16",
            {},
            "the green robot cannot begin on l11: there is a target",
            "cell-has-target",
        ),
        (
            "ro5,ga14,bl14,yj16,sa1",
            {},
            "the silver robot is placed, but not played with",
            "silver-is-not-played",
        ),
        (
            "ro5,ga14,bl14,yj16",
            {"silver": True},
            "the silver robot (s) is missing",
            "robot-is-missing",
        ),
        (
            "ro5,ga14,bl14,yj16",
            {"board": None},
            "robots can be placed only on a board that you choose: name the board, too",
            "robots-need-a-board",
        ),
        ("r" * 99, {}, "robots on cells take at most 24 characters", "not-a-robot"),
    ],
)
def test_robots_begin_where_they_can(
    robots: str, more: dict[str, Any], message: str, code: str
) -> None:
    """RC4: on cells of a chosen board, one each, without a target, a barrier or the centre.

    Where settings are read, the code that the page translates is not lost.
    """
    chosen: dict[str, Any] = {"board": "G1R2B2Y2", "robots": robots, **more}
    with pytest.raises(Malformed) as refused:
        Settings(**chosen)
    with pytest.raises(Malformed) as unread:
        Codec(Ricochet()).decode_settings(msgspec.json.encode(chosen))

    assert [message] * 2 == [str(refused.value), str(unread.value)]
    assert [code] * 2 == [refused.value.code, unread.value.code]
    assert refused.value.facts == unread.value.facts
