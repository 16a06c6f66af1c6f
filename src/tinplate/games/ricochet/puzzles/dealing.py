"""Candidates by number: positions on boards of both boxes and on drawn ones, by all readings."""

from functools import lru_cache
from random import Random
from typing import Literal, NamedTuple

from tinplate.games.ricochet.board import (
    Board,
    Position,
    random_board,
    random_robots,
    tokens_of,
)
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.solver.making import BoardWish, Symmetry, draw_board

Source = Literal["2013", "classic", "drawn"]

ON_ONE_BOARD = 8  # candidates with consecutive numbers: building and measuring a board takes time
SOURCES: dict[Source, float] = {"2013": 0.45, "classic": 0.25, "drawn": 0.3}
USUAL_READING = 0.6  # how often; the others share the rest
SILVER = 0.3  # how often the fifth robot is there
SIDES = range(6, 17)  # columns and rows of drawn boards: what people can see on a phone
DRAWN_ROBOTS = (2, 3, 4, 4, 5)
SYMMETRIES: tuple[Symmetry, ...] = ("none", "none", "mirror", "half-turn")


class DealtCandidate(NamedTuple):
    """A position that may turn out to be a puzzle."""

    position: Position
    reading: str
    source: Source


def deal(seed: int, number: int) -> DealtCandidate:
    """Return the candidate with this number; the same on every machine."""
    source, board, robots = _board(seed, number // ON_ONE_BOARD)
    dice = Random(f"ricochet {seed} {number}")  # noqa: S311 - for a game
    stand = random_robots(board, dice, count=robots)
    target = dice.choice(tokens_of(board, robots))
    return DealtCandidate(Position(board, stand, target), _reading(dice), source)


@lru_cache(maxsize=4)
def _board(seed: int, block: int) -> tuple[Source, Board, int]:
    """A board for a block of candidates, and how many robots are on it."""
    dice = Random(f"ricochet board {seed} {block}")  # noqa: S311 - for a game
    [source] = dice.choices([*SOURCES], [*SOURCES.values()])
    if source == "drawn":
        robots = dice.choice(DRAWN_ROBOTS)
        return source, draw_board(_wish(robots, dice), dice), robots
    return source, random_board(dice, source), 5 if dice.random() < SILVER else 4


def _wish(robots: int, dice: Random) -> BoardWish:
    return BoardWish(
        width=dice.choice(SIDES),
        height=dice.choice(SIDES),
        robots=robots,
        symmetry=dice.choice(SYMMETRIES),
        barriers=dice.random() < 0.5,  # noqa: PLR2004 - a coin
    )


def _reading(dice: Random) -> str:
    usual, *others = READINGS
    return usual if dice.random() < USUAL_READING else dice.choice(others)
