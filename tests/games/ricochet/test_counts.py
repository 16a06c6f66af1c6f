"""Golden counts: how far the robots get in 1 to 5 moves (RC5 to RC8)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.ricochet import naive
from tinplate.games.ricochet.board import Board, Position, Robots
from tinplate.games.ricochet.motion import after, slides
from tinplate.games.ricochet.notation import parse_position

GOLDEN = Path(__file__).parent / "data" / "reachable.txt"
QUICK_DEPTH = 3


def golden() -> Iterator[tuple[Position, list[int]]]:
    blocks = GOLDEN.read_text(encoding="utf-8").split("\n\n")[1:]
    for title, *lines in (block.splitlines() for block in blocks):
        _, board, _, robots = title.split()
        yield (
            parse_position(f"{board} {robots} vortex"),
            [int(line.removeprefix(f"reach {moves} ")) for moves, line in enumerate(lines, 1)],
        )


def name(value: object) -> str:
    return value.board.name if isinstance(value, Position) else ""


def count_reachable(board: Board, robots: Robots, depth: int) -> list[int]:
    seen = {robots}
    layer = seen
    counts = []
    for _ in range(depth):
        layer = {after(placed, slid) for placed in layer for slid in slides(board, placed)} - seen
        seen = seen | layer
        counts.append(len(layer))
    return counts


@pytest.mark.parametrize(("position", "counts"), list(golden()), ids=name)
def test_as_many_placements_as_ever(position: Position, counts: list[int]) -> None:
    """RC5 to RC8: the moves lead to exactly as many placements as were counted once."""
    assert counts == count_reachable(position.board, position.robots, depth=len(counts))


@pytest.mark.parametrize(("position", "counts"), list(golden()), ids=name)
def test_the_twin_still_counts_the_same(position: Position, counts: list[int]) -> None:
    """RC5 to RC8: the counts on file are what the naive twin counts today."""
    assert counts[:QUICK_DEPTH] == naive.count_reachable(
        position.board, position.robots, QUICK_DEPTH
    )


def test_every_counted_board_is_on_file() -> None:
    """The file is what the naive twin would write: the same boards, each to the same depth."""
    assert [(board, naive.COUNTED_DEPTH) for board in naive.COUNTED] == [
        (position.board.name, len(counts)) for position, counts in golden()
    ]
