"""The page names the rule by which something happened in Rally: the same one as the rules do."""

import re
from pathlib import Path

from tinplate.games.rally.cli import narrate
from tinplate.games.rally.happenings import DEATHS, RULES

SOURCES = Path(__file__).parents[2] / "web/src"
TEXT = (SOURCES / "games/rally/rules.ts").read_text()
ELEMENTS = (SOURCES / "games/rally/board/words.ts").read_text()
RULEBOOK = (SOURCES / "games/rally/rulebook.ts").read_text()


def pairs(name: str) -> dict[str, str]:
    """What a table of the page's file says."""
    [table] = re.findall(rf"const {name}: .+? = \{{\n(.+?)\n\}};", TEXT, re.DOTALL)
    return dict(re.findall(r"^  '?([\w ]+?)'?: '(\w+)'", table, re.MULTILINE))


def test_happenings_have_their_rules() -> None:
    """One table in the rules, one on the page."""
    expected = {kind.__name__: rule for kind, rule in RULES.items()}
    told = pairs("RULES")

    assert expected == {kind: told.get(kind, "") for kind in expected}
    assert dict(DEATHS) == pairs("DEATHS")


def test_the_page_and_the_command_line_name_the_same_rules() -> None:
    """Of what happens between the registers; and nothing has a rule that does not happen."""
    between = {kind.__name__: rule for kind, rule in vars(narrate)["_RULES"].items()}
    happenings = {kind.__name__ for kind in RULES}
    told = {kind: rule for kind, rule in pairs("RULES").items() if kind not in happenings}

    assert told.items() <= between.items()


def test_a_match_ends_by_the_same_rules() -> None:
    """R46, D33, D34."""
    assert vars(narrate)["_ENDS"] == pairs("ENDS")


def test_every_rule_that_is_named_has_its_sentence() -> None:
    """Whoever meets a number is told what it means; and no sentence is left over."""
    named = set(re.findall(r"'([RD]\d+)'", TEXT + ELEMENTS))
    told = dict(re.findall(r"^  ([RD]\d+): m\.rb_(\w+),$", RULEBOOK, re.MULTILINE))

    assert {rule: rule.lower() for rule in named} == told
