"""What changed from one value to the next, as JSON: for clients that know no rules.

Values are frozen and share their parts, so most of what is equal is the very same object. Both
values must be what the same seat sees: a difference to what another sees would tell it.
"""

from typing import Any

from msgspec import Struct

# No change (None), another value ([value]), what changed inside, by field or index, or another part
# of a list ([from, how many, items instead of them]).
Difference = tuple[Any] | tuple[int, int, tuple[Any, ...]] | dict[str, Any] | None


_Fields = tuple[tuple[str, str], ...]
_FIELDS: dict[type, _Fields | None] = {}  # the fields of a struct, and how they are written


def difference(before: Any, now: Any) -> Difference:  # noqa: ANN401 - values of any game
    """The change that turns one value, as JSON, into the other."""
    if before is now:
        return None
    kind = type(now)
    if kind is type(before):
        if kind is tuple:
            if before == now:
                return None
            return _inside_tuple(before, now) if len(before) == len(now) else _part(before, now)
        names = _fields(kind)
        if names is not None:
            return _inside_struct(before, now, names)
    return None if before == now else (now,)


def changed(value: Any, change: Any) -> Any:  # noqa: ANN401 - JSON
    """A value with a difference made, for clients in Python."""
    if change is None:
        return value
    if not isinstance(change, dict):
        return change[0] if len(change) == 1 else _with_part(value, *change)
    if isinstance(value, list):
        items = list(value)
        for at, inside in change.items():
            items[int(at)] = changed(items[int(at)], inside)
        return items
    return value | {name: changed(value.get(name), inside) for name, inside in change.items()}


def _inside_struct(before: Struct, now: Struct, names: _Fields) -> Difference:
    inside = dict[str, Any]()
    for name, written in names:
        old, new = getattr(before, name), getattr(now, name)
        if old is not new:
            change = difference(old, new)
            if change is not None:
                inside[written] = change
    return inside or None


def _inside_tuple(before: tuple[Any, ...], now: tuple[Any, ...]) -> Difference:
    inside = dict[str, Any]()
    for at, (old, new) in enumerate(zip(before, now, strict=True)):
        if old is not new:
            change = difference(old, new)
            if change is not None:
                inside[str(at)] = change
    return inside or None


def _part(before: tuple[Any, ...], now: tuple[Any, ...]) -> Difference:
    """What lies between the items that are the same at the beginning and at the end."""
    most = min(len(before), len(now))
    start = 0
    while start < most and before[start] == now[start]:
        start += 1
    end = 0
    while end < most - start and before[-1 - end] == now[-1 - end]:
        end += 1
    return start, len(before) - start - end, now[start : len(now) - end]


def _with_part(value: list[Any], start: int, count: int, items: list[Any]) -> list[Any]:
    return [*value[:start], *items, *value[start + count :]]


def _fields(kind: type) -> _Fields | None:
    if kind not in _FIELDS:
        _FIELDS[kind] = (
            tuple(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
            if issubclass(kind, Struct)
            else None
        )
    return _FIELDS[kind]
