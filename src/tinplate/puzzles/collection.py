"""The puzzles of one game that a server has: the fold of their log, by id, rating and date."""

from bisect import bisect_left, insort
from datetime import date
from typing import NamedTuple

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from tinplate.puzzles.daily import is_seed_of_a_day
from tinplate.puzzles.values import MadePuzzle, puzzle_id

_ENCODER = Encoder()


class StoredPuzzle(Struct, frozen=True, omit_defaults=True):
    """A puzzle of the collection, and where it comes from. Stored: fields never change."""

    at: int  # when it was added, in milliseconds since 1970
    puzzle: MadePuzzle
    number: int  # of its candidate
    seed: int
    generator: str
    date: str = ""  # of a daily puzzle, 2026-11-17
    slot: str = ""  # which of that day


class IndexedPuzzle(NamedTuple):
    """What is kept in memory of a puzzle; the rest is in the log."""

    id: str
    version: int  # of its row
    kind: str
    rules: str
    length: int
    rating: int  # the first estimate
    themes: tuple[str, ...]
    date: str
    slot: str


class PuzzleCollection:
    """All puzzles of a game, up to a version of the log."""

    def __init__(self, game: str) -> None:
        self.version = -1  # of the last row that is in it
        self.game = game
        self._puzzles = dict[str, IndexedPuzzle]()
        self._daily = dict[str, dict[str, str]]()
        self._highest = dict[int, int]()
        self._by_rating: list[tuple[int, str]] = []
        self._names = dict[tuple[str, ...], tuple[str, ...]]()

    def add(self, row: StoredPuzzle) -> None:
        """Fold the next row. A puzzle that is there already may become one of a day.

        Training has none of the days, past or to come. So none with the seed of a day, either.
        """
        self.version += 1
        puzzle, name = row.puzzle, puzzle_id(self.game, row.puzzle)
        was_there = name in self._puzzles
        is_reserved = bool(row.date) or is_seed_of_a_day(row.seed)
        themes = self._names.setdefault(puzzle.themes, puzzle.themes)
        self._puzzles[name] = IndexedPuzzle(
            name, self.version, puzzle.kind, puzzle.rules, puzzle.length, puzzle.rating, themes,
            row.date, row.slot,
        )  # fmt: skip
        if is_reserved:
            self._withdraw(puzzle.rating, name)
        elif not was_there:
            insort(self._by_rating, (puzzle.rating, name))
        if row.date:
            self._daily.setdefault(row.date, {})[row.slot] = name
        else:
            self._highest[row.seed] = max(row.number, self._highest.get(row.seed, -1))

    def _withdraw(self, rating: int, name: str) -> None:
        at = bisect_left(self._by_rating, (rating, name))
        if self._by_rating[at : at + 1] == [(rating, name)]:
            del self._by_rating[at]

    def find(self, name: str) -> IndexedPuzzle | None:
        return self._puzzles.get(name)

    @property
    def by_rating(self) -> list[tuple[int, str]]:
        """Ratings and ids of those for training, the easiest first."""
        return self._by_rating

    def __len__(self) -> int:
        return len(self._puzzles)

    def daily(self, day: date) -> dict[str, str]:
        """The ids of the puzzles of a day, by slot."""
        return self._daily.get(day.isoformat(), {})

    def next_number(self, seed: int) -> int:
        """The first candidate of a seed that comes after all that are here."""
        return self._highest.get(seed, -1) + 1

    def theme_counts(self) -> dict[str, int]:
        """How many of those for training have each theme."""
        counts = dict[str, int]()
        for _, name in self._by_rating:
            for theme in self._puzzles[name].themes:
                counts[theme] = counts.get(theme, 0) + 1
        return counts


def encode_puzzle(row: StoredPuzzle) -> bytes:
    return _ENCODER.encode(row)


_DECODER = Decoder(StoredPuzzle)


def decode_puzzle(body: bytes) -> StoredPuzzle:
    return _DECODER.decode(body)
