"""Puzzles by a seed: the same ones, whoever makes them."""

from collections.abc import Iterator
from contextlib import closing
from itertools import chain, islice

import pytest

from tests.clusters import local_cluster
from tests.puzzles.toy import ToyPuzzles, WrongPuzzles
from tinplate.puzzles.making import (
    BATCH,
    NumberedPuzzle,
    UnsolvedPuzzle,
    different,
    make_batch,
    make_batches,
)
from tinplate.puzzles.values import puzzle_id

MAKER = ToyPuzzles()
BATCHES = 9


def some_batches(
    workers: int, cluster: str | None = None, first: int = 0
) -> list[list[NumberedPuzzle]]:
    with closing(make_batches(MAKER, 3, first, workers, cluster)) as batches:
        return [*islice(batches, BATCHES)]


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Its address."""
    with local_cluster() as address:
        yield address


def test_candidates_come_in_the_order_of_their_numbers() -> None:
    """Every number once, in batches of the same size."""
    batches = some_batches(1)
    numbers = [made.number for made in chain.from_iterable(batches)]

    assert [*range(0, BATCHES * BATCH, 3)] == numbers
    assert all(made.number // BATCH == at for at, batch in enumerate(batches) for made in batch)


def test_several_processes_make_the_same() -> None:
    """In the same order."""
    assert some_batches(1) == some_batches(2)


def test_a_cluster_makes_the_same(cluster: str) -> None:
    """In the same order."""
    assert some_batches(1) == some_batches(1, cluster)


def test_work_goes_on_with_any_batch() -> None:
    """As if those before it had been made here."""
    assert some_batches(1)[4:] == some_batches(1, first=4)[: BATCHES - 4]


def test_none_comes_twice() -> None:
    """Of puzzles that are alike, the one with the lowest number stays."""
    made = [*chain.from_iterable(some_batches(1))]
    kept = [*different(MAKER.game, made)]

    assert len({each.puzzle.text for each in made}) == len(kept) < len(made)
    assert [each.number for _, each in kept] == sorted(each.number for _, each in kept)
    assert kept[0][1] == made[0]


def test_an_id_says_what_a_puzzle_is() -> None:
    """Wherever it was made; the answer and the rating are not part of it."""
    one, other = (make_batch(MAKER, 3, 0)[at].puzzle for at in (0, 5))

    assert puzzle_id("toy", one) == puzzle_id("toy", one)
    assert 3 == len({puzzle_id("toy", one), puzzle_id("toy", other), puzzle_id("dolls", one)})
    assert 16 == len(puzzle_id("toy", one))


def test_an_answer_that_solves_nothing_is_a_bug_of_ours() -> None:
    """It is replayed before anybody is told."""
    with pytest.raises(UnsolvedPuzzle, match="toy: 0 does not solve 3 ü 0"):
        make_batch(WrongPuzzles(), 3, 0)
