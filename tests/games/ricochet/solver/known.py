"""Positions whose shortest solutions are known, and how answers are held against the rules."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.proof import READINGS, Rule, attempt
from tinplate.games.ricochet.solver import Solution

_DATA = Path(__file__).parents[1] / "data"
HARDEST = "Y2R2B2G1 rc15,ga4,bl3,yc2 blue-triangle"  # 25 moves, free; no harder one is known
HARDEST_LENGTH = 25


class Known(NamedTuple):
    """A position, and the length of its shortest solution under each reading that was searched."""

    text: str
    lengths: dict[str, int]

    @property
    def position(self) -> Position:
        return parse_position(self.text)


def known(file: str) -> Iterator[Known]:
    for line in (_DATA / file).read_text(encoding="utf-8").splitlines():
        facts = json.loads(line)
        yield Known(facts["position"], {name: facts[name] for name in READINGS if name in facts})


def length(position: Position, rule: Rule, solution: Solution) -> int | None:
    """How many moves the solution has, once the rules have agreed that it is one."""
    if solution.moves is None:
        return None
    played = attempt(position, solution.moves, rule)

    assert "arrived" == played.verdict
    assert len(solution.moves) == len(played.slides) == solution.at_least
    assert solution.solvable
    assert solution.proven
    return len(solution.moves)
