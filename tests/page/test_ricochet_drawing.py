"""The page writes boards as the server does: both are held against the same examples."""

import json

import pytest
from msgspec import to_builtins

from tests.page.messages import WEB
from tinplate.games.ricochet.board import board_named
from tinplate.games.ricochet.http.facts import board_facts

EXAMPLES = json.loads((WEB / "src/games/ricochet/draw/examples.json").read_text())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example["board"]))
def test_examples_are_what_the_server_says(example: dict[str, object]) -> None:
    """The page's own tests draw them, and write them again."""
    facts = board_facts(board_named(str(example["board"])))

    assert example == json.loads(json.dumps(to_builtins(facts)))


def test_examples_have_everything() -> None:
    """Walls, blocked cells, barriers of both kinds, targets of a robot and of any."""
    assert all(any(example[name] for example in EXAMPLES) for name in ("walls", "centre"))
    assert {True, False} == {each["rises"] for one in EXAMPLES for each in one["barriers"]}
    assert {"r", "g", "b", "y", None} <= {
        each["colour"] for one in EXAMPLES for each in one["targets"]
    }
    assert any("-" in example["board"] for example in EXAMPLES)
