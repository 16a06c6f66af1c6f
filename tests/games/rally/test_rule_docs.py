"""The page on the rules of Rally, and its part of the glossary, hold what they promise."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec.structs import fields

from tests.test_docs import GLOSSARY, ROOT, part, prose, refusals_in, table_in, terms
from tinplate import ending
from tinplate.cli.main import main
from tinplate.games.rally import opening, programming, rules
from tinplate.games.rally.settings import PRESETS, HouseRules, read_settings
from tinplate.games.rally.values import Command, Event

PAGE = ROOT / "docs" / "rules" / "rally.md"
NUMBERS = [f"R{number}" for number in range(1, 48)] + [f"D{number}" for number in range(1, 50)]
CITING = [
    *(ROOT / "src" / "tinplate" / "games" / "rally").rglob("*.py"),
    *(ROOT / "tests" / "games" / "rally").rglob("*.py"),
    *(ROOT / "docs" / "rules").glob("rally*.md"),
    GLOSSARY,
]
WORDS = {
    "course", "turn", "register", "priority", "armour", "locked", "draft", "virtual", "off",
}  # fmt: skip


def test_every_rule_and_decision_has_its_heading_and_its_anchor() -> None:
    """Whoever is told a number finds the rule and can link to it; decisions stand with rules."""
    text = prose(PAGE)

    rules = re.findall(r"^### (R\d+): .", text, re.MULTILINE)
    decisions = re.findall(r"^#### (D\d+): .", text, re.MULTILINE)

    assert NUMBERS == rules + sorted(decisions, key=lambda number: int(number[1:]))
    assert re.findall(r"^####? ([RD]\d+): .", text, re.MULTILINE) == [
        anchor.upper() for anchor in re.findall(r'^<a id="([rd]\d+)"></a>$', text, re.MULTILINE)
    ]


def docstrings_of_tests() -> Iterator[str]:
    for path in CITING:
        if path.name.startswith("test_") and path.name != Path(__file__).name:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    yield ast.get_docstring(node) or ""


def test_every_rule_and_decision_is_guarded_by_a_test() -> None:
    """What no test cites in its docstring may be broken without anybody noticing.

    "R17 to R47" cites nothing: a range is not a rule.
    """
    texts = (re.sub(r"[RD]\d+ to [RD]\d+", "", text) for text in docstrings_of_tests())
    cited = set(re.findall(r"\b[RD]\d+\b", " ".join(texts)))

    assert [] == [number for number in NUMBERS if number not in cited]


def test_nobody_cites_a_rule_that_does_not_exist() -> None:
    """A number in code, tests or documents leads to a rule (or is a cell, such as D4)."""
    cited = {
        (number, path.name)
        for path in CITING
        for number in re.findall(r"\b[RD]\d+\b", path.read_text(encoding="utf-8"))
    }

    assert set() == {(number, name) for number, name in cited if number not in NUMBERS}


def test_every_refusal_is_explained_in_its_words() -> None:
    """Every refusal is in the rules, word for word, and no sentence there is never said."""
    patterns = [
        pattern
        for module in (rules, opening, programming, ending)
        for pattern in refusals_in(Path(str(module.__file__)))
    ]
    quoted = re.findall(r"^> Refused: \*(.+)\*$", prose(PAGE), re.MULTILINE)

    assert len(patterns) > 20
    assert [] == [each.pattern for each in patterns if not any(map(each.fullmatch, quoted))]
    assert [] == [text for text in quoted if not any(each.fullmatch(text) for each in patterns)]


# Settings and presets


def in_words(value: object) -> str:
    """A setting as the tables write it."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def defaults() -> dict[str, str]:
    return {field.name: in_words(field.default) for field in fields(HouseRules)}


def test_every_setting_is_in_the_table_with_its_default() -> None:
    """What can be agreed is listed, with what holds when nothing is agreed."""
    match = table_in(part(PAGE, "Settings"))

    assert defaults() == {row["Setting"]: row["Default"] for row in match}


def test_the_table_lists_what_can_be_chosen() -> None:
    """Every value of the table is accepted, and all words there are stand in it."""
    hints = get_type_hints(HouseRules)
    for row in table_in(part(PAGE, "Settings")):
        name, hint = row["Setting"], hints[row["Setting"]]
        values = row["Values"].replace(" to ", ", ").split(", ")
        if hint is bool:
            assert ["on", "off"] == values
        elif get_origin(hint) is Literal:
            assert [str(value) for value in get_args(hint)] == values
        assert read_settings([(name, values[0])])
        assert read_settings([(name, values[-1])])


def test_the_rules_name_the_same_defaults() -> None:
    """A default told in a decision is the one of the table."""
    told = re.findall(r"`(\w+)`\s\(default\s`([^`]+)`", prose(PAGE))

    assert len(defaults()) == len(told)
    assert defaults() == dict(told)


def test_every_setting_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """`--set` takes each of them, as the page says."""
    main(["rally", "play", "--help"])

    assert "--set" in capsys.readouterr().out
    assert all(read_settings([setting]) for setting in defaults().items())


def test_every_preset_is_in_the_table_with_its_choices() -> None:
    """A preset is what the table says, nothing more."""
    listed = {
        row["Preset"]: dict(re.findall(r"(\w+): (\w+)", row["Choices"]))
        for row in table_in(part(PAGE, "Presets"))
    }

    assert {
        name: {key: in_words(value) for key, value in choices.items()}
        for name, choices in PRESETS.items()
    } == listed


# The glossary


@pytest.mark.parametrize(
    ("heading", "union"), [("Commands of Rally", Command), ("Events of Rally", Event)]
)
def test_every_command_and_event_is_in_the_glossary(heading: str, union: object) -> None:
    """A word that players can meet in a log is a word we explain."""
    assert [kind.__name__ for kind in get_args(union)] == terms(heading)


def test_the_words_are_in_the_glossary() -> None:
    """The words of the game are explained once, in one place."""
    assert set() == WORDS - set(terms("Words of Rally"))
