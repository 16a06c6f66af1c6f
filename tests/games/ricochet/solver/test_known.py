"""The solver finds the known lengths, under every reading of RC10."""

import pytest

from tests.games.ricochet.solver.known import Known, known, length
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.solver import solve


@pytest.mark.parametrize(
    "puzzle",
    [*known("optimal.jsonl"), *known("solver-lengths.jsonl")],
    ids=lambda puzzle: puzzle.text,
)
def test_known_lengths(puzzle: Known) -> None:
    """RC5 to RC10: exactly the known length, by moves that the rules let pass."""
    position = puzzle.position

    assert puzzle.lengths == {
        reading: length(position, READINGS[reading], solve(position, READINGS[reading]))
        for reading in puzzle.lengths
    }


def test_the_hardest_known_are_among_them() -> None:
    """RC5: positions that need 24 and 25 moves by the freest reading, where most is to search."""
    lengths = [puzzle.lengths["free"] for puzzle in known("solver-lengths.jsonl")]

    assert [24, 25] == sorted(lengths)[-2:]
