"""The base classes of all values in logs and messages."""

from msgspec import Struct


class Value(Struct, frozen=True, tag=True):
    """A frozen value, tagged with the name of its class in JSON."""


class CommandValue(Value, frozen=True, forbid_unknown_fields=True):
    """A command. It comes from outside, so unknown fields are an error."""
