"""The JSON Schema of the socket: complete, and what we write is what it says."""

import json
import re
from functools import cache
from random import Random
from typing import Any, get_args

import pytest
from jsonschema_rs import Draft202012Validator

from tests.catalogues import GAMES
from tests.wire.test_protocol_docs import SENT, TOLD, Example, written
from tinplate.game import Millis, Seat
from tinplate.games import packs
from tinplate.games.rally.values import Settings as RallySettings
from tinplate.games.ricochet.settings import Settings
from tinplate.match import Match
from tinplate.wire.incoming import Incoming
from tinplate.wire.outgoing import Outgoing
from tinplate.wire.schema import message_schema

SCHEMA = message_schema(packs().values())
PARTS = {
    "table": (Incoming, Outgoing),
    **{name: (game.vocabulary.command, game.vocabulary.event) for name, game in GAMES.items()},
}
SEATS = Seat(0), Seat(1)


@cache
def checker(name: str) -> Draft202012Validator:
    return Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{name}"})


def complaints(name: str, value: object) -> list[str]:
    return [str(error) for error in checker(name).iter_errors(value)]


def test_every_reference_leads_somewhere() -> None:
    """Also those of unions; and what is exported is there by name."""
    referred = set(re.findall(r'"#/\$defs/([^"]+)"', json.dumps(SCHEMA)))
    exported = {"table.Incoming", "table.Outgoing"} | {
        f"{game}.{name}" for game in GAMES for name in ("Settings", "State", "Command", "Event")
    }

    assert set() == (referred | exported) - set(SCHEMA["$defs"])


@pytest.mark.parametrize("part", PARTS)
def test_every_member_of_a_union_is_described(part: str) -> None:
    """Each message, command and event."""
    members = {kind.__name__ for union in PARTS[part] for kind in get_args(union)}

    assert members
    assert set() == {f"{part}.{name}" for name in members} - set(SCHEMA["$defs"])


@pytest.mark.parametrize("example", [*SENT, *TOLD], ids=lambda example: example.text[:40])
def test_the_examples_are_as_the_schema_says(example: Example) -> None:
    """In their direction; with a field or a kind that is none of ours they are not."""
    name = "table.Incoming" if example in SENT else "table.Outgoing"
    message = json.loads(example.text)

    assert [] == complaints(name, message)
    assert complaints(name, {**message, "type": "Nonsense"})


@pytest.mark.parametrize(
    ("game", "settings"),
    [("ricochet", Settings()), ("rally", RallySettings())],
    ids=["rc", "rally"],
)
def test_the_values_of_a_game_are_as_the_schema_says(game: str, settings: Any) -> None:  # noqa: ANN401
    """Each state, all that is offered in it, and all that comes of it."""
    rules, dice = GAMES[game], Random(1)
    match: Match[Any, Any, Any, Any] = Match.open(rules, settings, 2, dice)
    for second in range(100):
        commands = [(seat, each) for seat in SEATS for each in rules.legal(match.state, seat)]
        for _, command in commands:
            assert [] == complaints(f"{game}.Command", written(command))
        if commands:
            match.submit(*dice.choice(commands), Millis(1000 * second))
        assert [] == complaints(f"{game}.State", written(match.view(Seat(0))))
    events = [event for entry in match.log for event in entry.events]

    assert events
    for event in events:
        assert [] == complaints(f"{game}.Event", written(event))
