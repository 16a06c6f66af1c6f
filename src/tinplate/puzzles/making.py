"""Puzzles by a seed, on all cores or on a cluster: always the same ones, in the same order.

Candidates are numbered, and made in batches. Of those that turn out to be puzzles, the first so
many by number are taken, none twice; who made which batch, and when, does not matter.
"""

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future
from itertools import count
from typing import NamedTuple

from tinplate.executors import Crew, dask_cluster, is_wanted, processes
from tinplate.puzzles.values import MadePuzzle, PuzzleMaker, puzzle_id

BATCH = 64  # candidates: a second of work at most


class NumberedPuzzle(NamedTuple):
    """A puzzle, and the number of its candidate."""

    number: int
    puzzle: MadePuzzle


class UnsolvedPuzzle(RuntimeError):
    """A maker's answer does not solve its puzzle: a bug of ours."""


def make_batches(
    maker: PuzzleMaker, seed: int, first: int, workers: int, cluster: str | None = None
) -> Generator[list[NumberedPuzzle]]:
    """Yield batch after batch, from the first one wished, without end. Closing it stops the work.

    Given the address of a Dask cluster, all of its workers help.
    """
    if cluster is not None:
        with dask_cluster(cluster) as crew:
            yield from _in_order(maker, seed, first, crew)
    elif workers == 1:
        yield from (make_batch(maker, seed, batch) for batch in count(first))
    else:
        with processes(workers) as crew:
            yield from _in_order(maker, seed, first, crew)


def _in_order(
    maker: PuzzleMaker, seed: int, first: int, crew: Crew
) -> Iterator[list[NumberedPuzzle]]:
    under_way, batches = deque[Future[list[NumberedPuzzle]]](), count(first)
    while True:
        while len(under_way) < crew.room:
            job = crew.submit(make_batch, maker, seed, next(batches))
            under_way.append(job)
        yield under_way.popleft().result()


def make_batch(maker: PuzzleMaker, seed: int, batch: int) -> list[NumberedPuzzle]:
    """Make the puzzles of one batch, and have each answer replayed through the rules."""
    made = list[NumberedPuzzle]()
    if is_wanted():
        maker.prepare()
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        if not is_wanted():
            break
        puzzle = maker.make(seed, number)
        if puzzle is not None:
            made.append(checked(maker, number, puzzle))
    return made


def checked(maker: PuzzleMaker, number: int, puzzle: MadePuzzle) -> NumberedPuzzle:
    """Replay the answer of a puzzle; UnsolvedPuzzle if it is none."""
    if not maker.is_solved_by(puzzle, puzzle.solution):
        raise UnsolvedPuzzle(f"{maker.game}: {puzzle.solution} does not solve {puzzle.text}")
    return NumberedPuzzle(number, puzzle)


def different(game: str, puzzles: Iterable[NumberedPuzzle]) -> Iterator[tuple[str, NumberedPuzzle]]:
    """Yield each puzzle once, with its id."""
    seen = set[str]()
    for numbered in puzzles:
        name = puzzle_id(game, numbered.puzzle)
        if name not in seen:
            seen.add(name)
            yield name, numbered
