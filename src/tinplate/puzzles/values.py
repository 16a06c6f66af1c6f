"""A puzzle as every game writes it, and what a game has to do to make some."""

from abc import ABC, abstractmethod
from base64 import b32encode
from collections.abc import Mapping
from hashlib import blake2b, sha256
from typing import NamedTuple

from msgspec import Struct

from tinplate.game import Malformed

DIGEST_LETTERS = 16
ID_BYTES = 10  # 16 letters: two of a million puzzles share one with a chance of 1 in 10^12


class MadePuzzle(Struct, frozen=True):
    """A puzzle with its answer, proven and replayed through the rules."""

    kind: str  # what is to be done; the game knows the kinds
    rules: str  # the reading or preset by which it is played
    text: str  # all that is needed to play it, as the game writes it
    length: int  # moves, or registers that matter
    solution: str  # one of them, the first in a fixed order
    solutions: int  # how many there are; they are all the same but for what does not matter
    themes: tuple[str, ...]  # in the order in which the game lists them
    effort: float  # how hard it is to see, in the measure of the game
    rating: int  # the first estimate of its difficulty; people's attempts will move it
    source: str  # where its board comes from


class DailySlot(NamedTuple):
    """One of the puzzles of a day: which ones it takes."""

    name: str
    least: int  # rating
    most: int
    kinds: tuple[str, ...] = ()  # none: any

    def takes(self, puzzle: MadePuzzle) -> bool:
        is_kind = not self.kinds or puzzle.kind in self.kinds
        return is_kind and self.least <= puzzle.rating <= self.most


class Judged(NamedTuple):
    """What an answer does, replayed through the rules."""

    is_solved: bool
    moves: int  # of the answer, counted like `length`


class QuickestPace(NamedTuple):
    """What the quickest person needs at least: faster answers are not ranked."""

    looking: float  # seconds to see the task at all, and to enter what every answer has
    per_step: float  # seconds for each step of the solution
    good: float = 1.0  # times as long as that: only the very good are quicker

    def seconds(self, length: int) -> float:
        return self.looking + self.per_step * length


class PuzzleMaker(ABC):
    """What a game hands over: candidates by number, each a puzzle or nothing.

    It is sent to other processes and machines, so it has to be picklable.
    """

    game: str
    generator: int  # a higher number makes other puzzles of the same seed
    kinds: Mapping[str, str]  # by name, each in one sentence
    themes: Mapping[str, str]  # the same
    quickest: QuickestPace
    daily: tuple[DailySlot, ...] = ()  # the puzzles of a day, in the order they are shown

    def prepare(self) -> None:  # noqa: B027 - a default
        """Compile or load what making needs, before the first one."""

    @abstractmethod
    def make(self, seed: int, number: int) -> MadePuzzle | None:
        """Return the puzzle with this number, or None if that candidate is not interesting.

        It depends on nothing but the seed and the number: no clock, no other candidate.
        """

    @abstractmethod
    def judge(self, puzzle: MadePuzzle, answer: str) -> Judged:
        """Replay an answer, written like `solution`, through the rules.

        Malformed if it cannot be read, or the puzzle has not what it uses.
        """

    def is_solved_by(self, puzzle: MadePuzzle, answer: str) -> bool:
        """Whether it does what the puzzle asks, with as few moves as the solution."""
        try:
            judged = self.judge(puzzle, answer)
        except Malformed:
            return False
        return judged.is_solved and judged.moves == puzzle.length

    @abstractmethod
    def solutions_of(self, puzzle: MadePuzzle, most: int) -> tuple[str, ...]:
        """Return its shortest solutions, up to so many, that of the puzzle first.

        Steps that do not matter are left out.
        """

    @abstractmethod
    def left_after(self, puzzle: MadePuzzle, answer: str) -> tuple[int | None, ...]:
        """Return how many moves are left to the goal before the first step, and after each.

        None: it cannot be reached any more, or nobody knows. Malformed as in `judge`.
        """

    def is_for_offline(self, puzzle: MadePuzzle) -> bool:  # noqa: ARG002
        """Whether a page without a network can play it."""
        return True

    def answer_digests(self, puzzle: MadePuzzle) -> tuple[str, ...]:  # noqa: ARG002
        """Return `answer_digest` of every answer that solves it, up to the step that decides.

        Pages without a network check answers by them. None: the page knows the rules.
        """
        return ()


def puzzle_id(game: str, puzzle: MadePuzzle) -> str:
    """Name a puzzle by what it is: the same in every data set that has it."""
    what = f"{game}\n{puzzle.kind}\n{puzzle.rules}\n{puzzle.text}"
    digest = blake2b(what.encode(), digest_size=ID_BYTES).digest()
    return b32encode(digest).decode().lower()


def answer_digest(puzzle: str, steps: str) -> str:
    """Name an answer of a puzzle without telling it: the first letters of a SHA-256."""
    return sha256(f"{puzzle} {steps}".encode()).hexdigest()[:DIGEST_LETTERS]
