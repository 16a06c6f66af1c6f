"""A game's values as JSON and back; decode(encode(x)) == x is one of the laws."""

from typing import Any, Generic

import msgspec

from tinplate.game import CommandT, EventT, Game, Malformed, SettingsT, StateT
from tinplate.match import Entry


class Codec(Generic[SettingsT, StateT, CommandT, EventT]):
    """Reads and writes the values of one game; what is not one of them is Malformed."""

    def __init__(self, game: Game[SettingsT, StateT, CommandT, EventT]) -> None:
        words = game.vocabulary
        self._settings = msgspec.json.Decoder(words.settings)
        self._state = msgspec.json.Decoder(words.state)
        self._command = msgspec.json.Decoder(words.command)
        entry: Any = Entry  # the type of its events is a value here
        self._entry = msgspec.json.Decoder(entry[words.event])
        self._encoder = msgspec.json.Encoder()

    def encode(self, value: SettingsT | StateT | CommandT | Entry[EventT]) -> bytes:
        return self._encoder.encode(value)

    def decode_settings(self, text: bytes) -> SettingsT:
        settings: SettingsT = decode(self._settings, text)
        return settings

    def decode_state(self, text: bytes) -> StateT:
        state: StateT = decode(self._state, text)
        return state

    def decode_command(self, text: bytes) -> CommandT:
        command: CommandT = decode(self._command, text)
        return command

    def decode_entry(self, text: bytes) -> Entry[EventT]:
        entry: Entry[EventT] = decode(self._entry, text)
        return entry


def decode(decoder: msgspec.json.Decoder[Any], text: bytes | str) -> Any:  # noqa: ANN401
    """What the text says; Malformed, with the place, if it is not what was expected."""
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(str(error)) from None
