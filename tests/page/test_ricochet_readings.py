"""The readings of the ricochet rule on the page are those of the rules."""

import json

from msgspec import to_builtins

from tests.page.messages import WEB
from tinplate.games.ricochet.proof import READINGS

FILE = WEB / "src/games/ricochet/readings.json"


def test_every_reading_is_as_the_rules_have_it() -> None:
    """RC10: by name, with the same values."""
    assert json.loads(FILE.read_text()) == {
        name: to_builtins(rule) for name, rule in READINGS.items()
    }
