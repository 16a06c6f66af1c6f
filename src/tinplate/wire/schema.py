"""The messages of the socket, and the values of the games in them, as JSON Schema."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.json import schema_components

from tinplate.pack import GamePack
from tinplate.wire.incoming import Incoming
from tinplate.wire.outgoing import Outgoing


def message_schema(packs: Iterable[GamePack]) -> dict[str, Any]:
    """Everything in `$defs`, by part and name: `table.Incoming`, or `State` behind a game's name.

    What these types are made of comes with them.
    """
    described: dict[str, Any] = {}
    parts = {
        "table": {"Incoming": Incoming, "Outgoing": Outgoing},
        **{pack.name: _values_of(pack) for pack in packs},
    }
    for part, exports in parts.items():
        found, components = schema_components(
            exports.values(), ref_template=f"#/$defs/{part}.{{name}}"
        )
        by_name = {**dict(zip(exports, found, strict=True)), **components}
        described |= {f"{part}.{name}": schema for name, schema in by_name.items()}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": described}


def _values_of(pack: GamePack) -> Mapping[str, Any]:
    words = pack.game.vocabulary
    return {
        "Settings": words.settings,
        "State": words.state,
        "Command": words.command,
        "Event": words.event,
    }
