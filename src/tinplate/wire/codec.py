"""The values of a game as JSON and back. One of the laws: decode(encode(x)) == x."""

import re
from functools import cache
from typing import Any, Generic

import msgspec

from tinplate.game import CommandT, EventT, Game, Malformed, SettingsT, StateT
from tinplate.match import Entry
from tinplate.pack import GamePack

_PLACE = re.compile(r"( field `(?P<field>[^`]*)`)?( - at `\$?(?P<path>[^`]*)`)?$")


class Codec(Generic[SettingsT, StateT, CommandT, EventT]):
    """Reads and writes the values of one game. Malformed for anything else."""

    def __init__(self, game: Game[SettingsT, StateT, CommandT, EventT]) -> None:
        types = game.vocabulary
        self._settings = msgspec.json.Decoder(types.settings)
        self._state = msgspec.json.Decoder(types.state)
        self._command = msgspec.json.Decoder(types.command)
        entry: Any = Entry  # its type parameter is only known here
        self._entry = msgspec.json.Decoder(entry[types.event])
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


@cache
def codec_of(pack: GamePack) -> Codec[Any, Any, Any, Any]:
    """The codec of a game, made once: that takes longer than decoding most values."""
    return Codec(pack.game)


def decode(decoder: msgspec.json.Decoder[Any], text: bytes | str) -> Any:  # noqa: ANN401
    """The decoded value. Malformed, with the place, if the text is not what was expected."""
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        cause = error.__cause__  # a value that refused itself knows its code
        if isinstance(cause, Malformed):
            raise Malformed(str(error), cause.code, **cause.facts) from None
        raise Malformed(str(error), "not-understood", place=_place(str(error))) from None


def _place(because: str) -> str:
    """Where msgspec found something else than it expected, such as `choices.edge`; or nothing."""
    found = _PLACE.search(because)
    path, field = (found["path"], found["field"]) if found else ("", "")
    return ".".join(filter(None, [(path or "").lstrip("."), field]))
