"""The bases of all values that are written into logs and messages."""

from msgspec import Struct


class Value(Struct, frozen=True, tag=True):
    """A frozen value that carries the name of its class when it is encoded."""


class CommandValue(Value, frozen=True, forbid_unknown_fields=True):
    """A command comes from outside: a field we do not know is a mistake."""
