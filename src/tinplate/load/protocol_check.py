"""Checks the messages of one client against what the protocol promises. No I/O."""

from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.json import Decoder, decode

from tinplate.load.deliveries import Key
from tinplate.lobby.values import LINES_KEPT, ChatLine
from tinplate.wire.differences import changed
from tinplate.wire.incoming import LastSeen
from tinplate.wire.outgoing import Changes, Chat, Outgoing, TableMessage, ViewMessage

TIMES_KEPT = 50  # more than are told at once


class _Numbered(Struct):
    """The part of an entry that we read."""

    version: int
    at: int


_ENTRIES = Decoder(list[_Numbered])


class ProtocolCheck:
    """Tracks what a client has seen, and reports messages that do not follow."""

    def __init__(self, add_error: Callable[[str], None]) -> None:
        self._add_error = add_error
        self.seen: LastSeen | None = None
        self.legal: list[Any] = []
        self.table: TableMessage | None = None
        self._line = 0
        self._texts: deque[str] = deque(maxlen=LINES_KEPT)
        self._times: OrderedDict[tuple[str, int], int] = OrderedDict()  # of the latest entries

    @property
    def is_playing(self) -> bool:
        return self.table is not None and self.table.is_playing

    def take(self, message: Outgoing) -> Sequence[Key]:
        """Check a message. Returns its new entries and lines of chat."""
        match message:
            case TableMessage():
                self.table = message
            case ViewMessage():
                self._take_view(message)
            case Changes():
                return self._take_changes(message)
            case Chat(lines):
                return self._take_chat(lines)
            case _:
                pass
        return ()

    def has_entry(self, match: str, version: int) -> bool:
        """Also true for past matches, of which nothing more is sent."""
        return self.seen is not None and (self.seen.match != match or self.seen.version >= version)

    def at(self, match: str, version: int) -> int | None:
        """The time of an entry on the clock of its match, if it was among the latest."""
        return self._times.get((match, version))

    def has_line(self, text: str) -> bool:
        return text in self._texts

    def has_table(self, version: int) -> bool:
        return self.table is not None and self.table.version >= version

    def _take_view(self, view: ViewMessage) -> None:
        before = self.seen
        if before and before.match == view.match and view.version < before.version:
            self._add_error("a view older than an earlier message")
        self.seen = LastSeen(view.match, view.seat, view.version)
        self.legal = decode(view.legal)

    def _take_changes(self, news: Changes) -> list[Key]:
        seen = self.seen
        if seen is None or seen.match != news.match:
            self._add_error("entries of a match without its view")
            return []
        entries = _ENTRIES.decode(news.entries)
        versions = [entry.version for entry in entries]
        expected = range(seen.version + 1, seen.version + 1 + len(versions))
        if not versions or versions != list(expected):
            self._add_error("versions with a gap")
        self.seen = LastSeen(seen.match, seen.seat, versions[-1] if versions else seen.version)
        self._change_legal(news)
        self._times.update({(news.match, entry.version): entry.at for entry in entries})
        while len(self._times) > TIMES_KEPT:
            self._times.popitem(last=False)
        return [(news.match, entry.at) for entry in entries]

    def _change_legal(self, news: Changes) -> None:
        try:
            self.legal = changed(self.legal, decode(news.legal))
        except (LookupError, TypeError, AttributeError):
            self._add_error("a change of something else")

    def _take_chat(self, lines: tuple[ChatLine, ...]) -> list[Key]:
        new = [line for line in lines if line.number > self._line]
        expected = range(self._line + 1, self._line + 1 + len(new))
        follows = not self._line or [line.number for line in new] == list(expected)
        if not follows and len(lines) < LINES_KEPT:  # older ones are not sent again
            self._add_error("lines of chat with a gap")
        if new:
            self._line = new[-1].number
        texts = [line.text for line in new]
        self._texts.extend(texts)
        return [*texts]
