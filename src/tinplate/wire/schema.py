"""JSON Schema of the socket messages, and of the values of games inside them."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.json import schema_components

from tinplate.pack import GamePack
from tinplate.wire.incoming import Incoming
from tinplate.wire.outgoing import Outgoing


def message_schema(packs: Iterable[GamePack]) -> dict[str, Any]:
    """Everything is in `$defs`, as PART.NAME: `table.Incoming`, or `State` after the game's name.

    The types inside these types are included.
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
    types = pack.game.vocabulary
    return {
        "Settings": types.settings,
        "State": types.state,
        "Command": types.command,
        "Event": types.event,
    }
