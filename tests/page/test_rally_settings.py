"""The settings of Rally on the page are those of the rules."""

import re
from pathlib import Path
from typing import get_args

from msgspec.json import decode
from msgspec.structs import fields

from tests.page.messages import WEB
from tinplate.game import Malformed
from tinplate.games.rally.settings import HouseRules
from tinplate.games.rally.terms import SECONDS_AMONG_PEOPLE

SETTINGS = decode((WEB / "src/games/rally/settings.json").read_bytes())
RULES = Path(__file__).parents[2] / "docs" / "rules" / "rally.md"


def kind_of(type_: object) -> str:
    return {bool: "switch", int: "number"}.get(type_, "choice")  # type: ignore[call-overload, no-any-return]


def test_every_setting_is_offered_as_the_rules_have_it() -> None:
    """None is missing: its kind, its default and what there is to choose from."""
    expected = [
        (field.name, kind_of(field.type), field.default, [*get_args(field.type)] or None)
        for field in fields(HouseRules)
    ]

    assert sorted(expected, key=str) == sorted(
        ((each["name"], each["kind"], each["default"], each.get("options")) for each in SETTINGS),
        key=str,
    )


def test_numbers_go_as_far_as_the_rules_allow() -> None:
    """What the page offers is accepted, and nothing beyond it."""
    for each in SETTINGS:
        if each["kind"] != "number":
            continue
        for number, is_fine in (
            (each["least"] - 1, False), (each["least"], True),
            (each["most"], True), (each["most"] + 1, False),
        ):  # fmt: skip
            try:
                HouseRules(**{each["name"]: number})
            except Malformed:
                accepted = False
            else:
                accepted = True

            assert is_fine == accepted, (each["name"], number)


def test_every_setting_names_its_rule() -> None:
    """The number that the book of rules has beside it."""
    book = dict(re.findall(r"^\| `(\w+)` \| .*\[(D\d+)\]", RULES.read_text(), re.MULTILINE))

    assert book == {each["name"]: each["rule"] for each in SETTINGS}


def test_the_page_knows_how_long_several_people_have() -> None:
    """D31: it says so in the terms of a table that says nothing else."""
    [found] = re.findall(
        r"SECONDS_AMONG_PEOPLE = (\d+);", (WEB / "src/games/rally/settings.ts").read_text()
    )

    assert SECONDS_AMONG_PEOPLE == int(found)
