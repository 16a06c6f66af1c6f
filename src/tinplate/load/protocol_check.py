"""Checks what one client receives against what the protocol promises. No I/O."""

from collections import deque
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.json import Decoder

from tinplate.load.deliveries import Key
from tinplate.lobby.values import LINES_KEPT, Line
from tinplate.wire.incoming import Seen
from tinplate.wire.outgoing import Chat, Entries, Outgoing, Table, View


class _Numbered(Struct):
    """The part of an entry that the check reads."""

    version: int


_ENTRIES = Decoder(list[_Numbered])


class ProtocolCheck:
    """Tracks how far a client has got, and reports whatever does not follow."""

    def __init__(self, blame: Callable[[str], None]) -> None:
        self._blame = blame
        self.seen: Seen | None = None
        self.legal = b"[]"
        self.table: Table | None = None
        self._line = 0
        self._texts: deque[str] = deque(maxlen=LINES_KEPT)

    @property
    def is_playing(self) -> bool:
        return self.table is not None and self.table.is_playing

    def take(self, message: Outgoing) -> Sequence[Key]:
        """Return what is new in a message: match entries and chat lines."""
        match message:
            case Table():
                self.table = message
            case View():
                self._look(message)
            case Entries():
                return self._follow(message)
            case Chat(lines):
                return self._listen(lines)
            case _:
                pass
        return ()

    def has_heard_entry(self, match: str, version: int) -> bool:
        """Also True for past matches: nothing more is sent about them."""
        return self.seen is not None and (self.seen.match != match or self.seen.version >= version)

    def has_heard_line(self, text: str) -> bool:
        return text in self._texts

    def has_heard_table(self, version: int) -> bool:
        return self.table is not None and self.table.version >= version

    def _look(self, view: View) -> None:
        before = self.seen
        if before and before.match == view.match and view.version < before.version:
            self._blame("a view older than what was told before")
        self.seen = Seen(view.match, view.seat, view.version)
        self.legal = bytes(view.legal)

    def _follow(self, news: Entries) -> list[Key]:
        seen = self.seen
        if seen is None or seen.match != news.match:
            self._blame("entries of a match without its view")
            return []
        versions = [entry.version for entry in _ENTRIES.decode(news.entries)]
        expected = range(seen.version + 1, seen.version + 1 + len(versions))
        if not versions or versions != list(expected):
            self._blame("versions with a gap")
        self.seen = Seen(seen.match, seen.seat, versions[-1] if versions else seen.version)
        self.legal = bytes(news.legal)
        return [(news.match, version) for version in versions]

    def _listen(self, lines: tuple[Line, ...]) -> list[Key]:
        new = [line for line in lines if line.number > self._line]
        expected = range(self._line + 1, self._line + 1 + len(new))
        follows = not self._line or [line.number for line in new] == list(expected)
        if not follows and len(lines) < LINES_KEPT:  # older ones are not sent again
            self._blame("lines of chat with a gap")
        if new:
            self._line = new[-1].number
        texts = [line.text for line in new]
        self._texts.extend(texts)
        return [*texts]
