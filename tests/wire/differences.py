"""What a reader of replays does: it puts differences together, and knows no rules."""

from typing import Any

from msgspec import json


def changed(value: Any, change: Any) -> Any:  # noqa: ANN401 - JSON
    """A value with a difference made."""
    if change is None:
        return value
    if not isinstance(change, dict):
        return change[0]
    if isinstance(value, list):
        return [changed(item, change.get(str(at))) for at, item in enumerate(value)]
    return {name: changed(item, change.get(name)) for name, item in value.items()}


def plain(value: object) -> Any:  # noqa: ANN401
    """A value as it is when it was sent and read."""
    return json.decode(json.encode(value))
