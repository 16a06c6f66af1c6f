"""Checks of what programs pass in: Python itself looks at no types.

Each raises Malformed, which names the argument and what was expected.
"""

from collections.abc import Iterable
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from msgspec import MsgspecError, Struct, convert, to_builtins
from msgspec.structs import fields

from tinplate.game import Malformed

_WORDS = {bool: "True or False", int: "a whole number", str: "a text", NoneType: "None"}
_LONGEST = 60  # characters of a value that are shown


def require_number(value: object, what: str, least: int | None = None) -> None:
    """Refuse what is no whole number, and a number that is too small."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise unexpected(value, what, _WORDS[int])
    if least is not None and value < least:
        raise unexpected(value, what, f"{least} or more")


def require_text(value: object, what: str) -> None:
    """Refuse what is no text."""
    if not isinstance(value, str):
        raise unexpected(value, what, _WORDS[str])


def require_seed(seed: object) -> None:
    """Refuse what no dice can be made of."""
    if isinstance(seed, bool) or not isinstance(seed, int | str | None):
        raise unexpected(seed, "seed", "a whole number or a text")


def require_list(values: object, what: str) -> None:
    """Refuse what has no elements, and a single text, whose elements would be its letters."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise unexpected(values, what, "a list")


def require_fields(value: Struct) -> None:
    """Refuse a value with a field that does not hold what its type says."""
    for name, kind in _kinds(type(value)).items():
        held = getattr(value, name)
        try:
            read = convert(to_builtins(held), kind)
        except (MsgspecError, TypeError, ValueError) as error:
            raise _refusal(held, name, kind, error) from None
        # JSON knows no difference between 3 and 3.0, or a letter and a heading; rules do.
        if not isinstance(held, type(read)) and not isinstance(read, float):
            raise unexpected(held, name, _in_words(kind) or type(read).__name__)


def unexpected(value: object, what: str, expected: str) -> Malformed:
    """The refusal of an argument."""
    return Malformed(f"{what}: expected {expected}, not {brief(value)}")


def brief(value: object) -> str:
    """Show a value that somebody passed in, the beginning of a long one."""
    shown = repr(value)
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"


@cache
def _kinds(struct: type[Struct]) -> dict[str, Any]:
    return {field.name: field.type for field in fields(struct)}


def _refusal(held: object, name: str, kind: Any, error: Exception) -> Malformed:  # noqa: ANN401
    if isinstance(error.__cause__, Malformed):  # a part that refused itself
        return error.__cause__
    is_no_dict = get_origin(kind) is dict and not isinstance(held, dict)
    expected = "a dict" if is_no_dict else _in_words(kind)
    return unexpected(held, name, expected) if expected else Malformed(f"{name}: {error}")


def _in_words(kind: Any) -> str | None:  # noqa: ANN401 - a type
    """What a field of this type holds, where that can be said in a few words."""
    if get_origin(kind) is Literal:
        return " or ".join(map(repr, get_args(kind)))
    if get_origin(kind) in {Union, UnionType}:
        parts = [_in_words(part) for part in get_args(kind)]
        return None if None in parts else " or ".join(map(str, parts))
    if isinstance(kind, type) and issubclass(kind, Struct):
        return f"a {kind.__name__}"
    return _WORDS.get(kind) if isinstance(kind, type) else None
