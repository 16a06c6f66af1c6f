"""Write the types of the wire for the page; `make page` does it before it builds."""

from pathlib import Path
from typing import Any

from litestar.serialization import encode_json

from tinplate.games import installed
from tinplate.server.app import create_app
from tinplate.server.bus import MemoryBus
from tinplate.server.context import ServerContext
from tinplate.server.guests import CookieSigner
from tinplate.store.memory import MemoryStore
from tinplate.wire.typescript import files, name_types, typescript

FOLDER = Path(__file__).parent / "src" / "wire" / "generated"
CATALOGUE = installed()


def openapi() -> dict[str, Any]:
    """What a server says of its HTTP routes; none is started for it."""
    context = ServerContext(MemoryStore(), MemoryBus(), CookieSigner(b""), CATALOGUE)
    return create_app(context).openapi_schema.to_schema()


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    exported = files(CATALOGUE.packs.values())
    for name, exports in exported.items():
        (FOLDER / f"{name}.ts").write_text(typescript(exports))
    description = openapi()
    name_types(description, exported)
    (FOLDER / "openapi.json").write_bytes(encode_json(description))
