"""The base classes of all values in logs and messages."""

from typing import ClassVar

from msgspec import Struct


class Value(Struct, frozen=True, tag=True):
    """A frozen value, tagged with the name of its class in JSON."""


class CommandValue(Value, frozen=True, forbid_unknown_fields=True):
    """A command. It comes from outside, so unknown fields are an error."""


class VoiceValue(CommandValue, frozen=True):
    """A command by which a player agrees to something: it counts when the others agree, too."""

    is_voice: ClassVar[bool] = True


class EndingVoice(VoiceValue, frozen=True):
    """A voice about the end of the match: people decide on that, and bots follow them."""

    is_about_end: ClassVar[bool] = True
