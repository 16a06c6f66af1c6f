"""How people count the entries of a match: each counts those of which they see something.

If everybody counted all of them, gaps would tell what others do in secret.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Any

from tinplate.game import AnyGame, Seat
from tinplate.match.match import Entry, witnessed


class Numbering:
    """What each seat, and the spectators (None), count. It follows from the log."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self._game = game
        # The versions of which they see nothing.
        self._hidden = {seat: array("I") for seat in (None, *map(Seat, range(seats)))}

    def add(self, entry: Entry[Any]) -> None:
        """Count the next entry of the log."""
        for seat, hidden in self._hidden.items():
            if not witnessed(self._game, entry, seat).events:
                hidden.append(entry.version)

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
        return tuple(
            Entry(self.number(entry.version, seat), entry.at, entry.events) for entry in entries
        )
