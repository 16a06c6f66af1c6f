"""What a reader of differences needs besides them."""

from typing import Any

from msgspec import json


def plain(value: object) -> Any:  # noqa: ANN401
    """A value as it is when it was sent and read."""
    return json.decode(json.encode(value))
