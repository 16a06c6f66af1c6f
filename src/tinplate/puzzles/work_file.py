"""What is made so far, in a file beside the data set: whoever was interrupted can go on.

The first line says what is wished, each other line has one batch. A line that was cut off, and all
that follows it, is made again.
"""

from collections.abc import Iterator
from typing import IO

from msgspec import DecodeError, Struct, ValidationError, json

from tinplate.puzzles.making import NumberedPuzzle


class PuzzleWish(Struct, frozen=True):
    """What is to be made; another wish cannot go on with the work of this one."""

    generators: tuple[str, ...]  # one of each game
    seed: int
    batch: int  # candidates in one


class DoneBatch(Struct, frozen=True):
    """A batch of one game that is done."""

    game: str
    batch: int
    puzzles: list[NumberedPuzzle]


class WorkFile:
    """A file of batches, open for reading and appending; the caller has locked it."""

    def __init__(self, file: IO[str], wish: PuzzleWish) -> None:
        self._file = file
        self.done = dict[str, list[list[NumberedPuzzle]]]()  # by game, in order
        file.seek(0)
        kept = "".join(self._kept(wish))
        if not kept:
            kept = _line(wish)
        file.seek(0)
        file.truncate()
        file.write(kept)
        file.flush()

    def _kept(self, wish: PuzzleWish) -> Iterator[str]:
        """Yield the lines that can be used, and take the batches from them."""
        if self._file.readline() != _line(wish):
            return
        yield _line(wish)
        for line in self._file:
            try:
                done = json.decode(line, type=DoneBatch)
            except (DecodeError, ValidationError):
                return
            batches = self.done.setdefault(done.game, [])
            if done.batch != len(batches) or not line.endswith("\n"):
                return
            batches.append(done.puzzles)
            yield line

    def add(self, game: str, puzzles: list[NumberedPuzzle]) -> None:
        """Keep the next batch of a game."""
        batches = self.done.setdefault(game, [])
        self._file.write(_line(DoneBatch(game, len(batches), puzzles)))
        self._file.flush()
        batches.append(puzzles)


def _line(value: Struct) -> str:
    return f"{json.encode(value).decode()}\n"
