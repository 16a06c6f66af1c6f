"""The messages of the socket, and the values of the games in them, as JSON Schema."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec.json import schema_components

from tinplate.games.rally import values as rally
from tinplate.games.ricochet import values as ricochet
from tinplate.games.ricochet.settings import Settings
from tinplate.wire.incoming import Incoming
from tinplate.wire.outgoing import Outgoing

# What is described of each part; all that these are made of comes with them.
PARTS: Mapping[str, Mapping[str, Any]] = {
    "table": {"Incoming": Incoming, "Outgoing": Outgoing},
    "ricochet": {
        "Settings": Settings,
        "State": ricochet.State,
        "Command": ricochet.Command,
        "Event": ricochet.Event,
    },
    "rally": {
        "Agreement": rally.Agreement,
        "State": rally.State,
        "Command": rally.Command,
        "Event": rally.Event,
    },
}


@cache
def message_schema() -> dict[str, Any]:
    """All of it in `$defs`, by part and name: `table.Incoming`, `rally.State`."""
    described: dict[str, Any] = {}
    for part, exports in PARTS.items():
        found, components = schema_components(
            exports.values(), ref_template=f"#/$defs/{part}.{{name}}"
        )
        by_name = {**dict(zip(exports, found, strict=True)), **components}
        described |= {f"{part}.{name}": schema for name, schema in by_name.items()}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": described}
