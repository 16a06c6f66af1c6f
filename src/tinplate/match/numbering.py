"""How people count the entries of a match: each counts those of which they see something.

If everybody counted all of them, gaps would tell what others do in secret.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable
from typing import Any

from tinplate.game import AnyGame, Seat
from tinplate.match.match import Entry, witnessed


class Numbering:
    """What each seat, and the spectators (None), count. It follows from the log."""

    def __init__(self, game: AnyGame, seats: int, *, keep: int = 0) -> None:
        """Keeps the last entries that each of them has seen: so many."""
        self._game = game
        eyes = (None, *map(Seat, range(seats)))
        self._hidden = {seat: array("I") for seat in eyes}  # versions of which they see nothing
        self._kept = {seat: deque[Entry[Any]](maxlen=keep) for seat in eyes}

    def add(self, entry: Entry[Any]) -> None:
        """Count the next entry of the log."""
        for seat, hidden in self._hidden.items():
            seen = witnessed(self._game, entry, seat)
            if seen.events:
                self._kept[seat].append(_numbered(seen, entry.version - len(hidden)))
            else:
                hidden.append(entry.version)

    def since(self, number: int, seat: Seat | None) -> tuple[Entry[Any], ...]:
        """The entries that are kept and that a seat has not seen yet if it has seen so many."""
        return tuple(entry for entry in self._kept[seat] if entry.version > number)

    def number(self, version: int, seat: Seat | None) -> int:
        """How many entries a seat has seen up to a version."""
        return version - bisect_right(self._hidden[seat], version)

    def version(self, number: int, seat: Seat | None) -> int:
        """The version at which a seat had first seen so many."""
        hidden = self._hidden[seat]
        # The hidden entry at this index follows as many seen ones as the key says.
        return number + bisect_left(
            range(len(hidden)), number, key=lambda index: hidden[index] - index - 1
        )

    def seen(self, entries: Iterable[Entry[Any]], seat: Seat | None) -> tuple[Entry[Any], ...]:
        """The entries as a seat sees and counts them, without those that are hidden from it."""
        seen = (witnessed(self._game, entry, seat) for entry in entries)
        return self.counted((entry for entry in seen if entry.events), seat)

    def counted(self, entries: Iterable[Entry[Any]], seat: Seat | None) -> tuple[Entry[Any], ...]:
        """The same entries with the numbers that they have for a seat that sees them."""
        return tuple(_numbered(entry, self.number(entry.version, seat)) for entry in entries)


def _numbered(entry: Entry[Any], number: int) -> Entry[Any]:
    """The same entry if it has that number: what all see alike is kept, and written, once."""
    return entry if entry.version == number else Entry(number, entry.at, entry.events)
