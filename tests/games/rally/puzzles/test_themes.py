"""Themes: of each, a turn that has it, and one that nearly has."""

from typing import NamedTuple

import pytest

from tinplate.games.rally.cards import Card, Kind
from tinplate.games.rally.puzzles.difficulty import effort_of, first_rating
from tinplate.games.rally.puzzles.maker import RallyPuzzles
from tinplate.games.rally.puzzles.task import RallyTask, play_task
from tinplate.games.rally.puzzles.themes import THEMES, SolvedTask, themes_of, until
from tinplate.games.rally.resolve import Entrant, Scenario
from tinplate.grid import Heading

TURNS = "left right left right left"


class Shown(NamedTuple):
    """A program on a small board; robots are written like A1e, and all but the first are off."""

    board: str
    program: str = TURNS
    robots: str = "A1e"
    length: int = 5
    hand: int = 9
    share: float = 0.01

    def solved(self) -> SolvedTask:
        robots = tuple(
            Entrant(name[:-1], Heading(name[-1]), 9, 3, 1, name[:-1], off=seat > 0)
            for seat, name in enumerate(self.robots.split())
        )
        course = f"rally 1\nedge: wall\nboard:\n{self.board}\n"
        program = tuple(
            Card(Kind(word), 10 * place) for place, word in enumerate(self.program.split(), 1)
        )
        task = RallyTask(Scenario(course, robots), program)
        return SolvedTask(
            until(play_task(task, program), self.length),
            len(robots),
            self.hand,
            self.length,
            self.share,
        )


FLAT = ". . . . 1\n. . . . ."
PUSHER = ". Pv{}n . . 1\n. . . . ."
AHEAD = "move1 left right left right"

# By theme: one that has it, a near miss.
EXAMPLES: dict[str, tuple[Shown, Shown]] = {
    # The belt comes after the register that decides.
    "belt": (
        Shown(". > . . 1", AHEAD),
        Shown(". > . . 1", "left right move1 left right", length=2),
    ),
    # The gear is one cell further.
    "gear": (Shown(". L . . 1", AHEAD), Shown(". . L . 1", AHEAD)),
    # It pushes in other registers.
    "pusher": (Shown(PUSHER.format(1), AHEAD), Shown(PUSHER.format(5), AHEAD, length=4)),
    # The other robot stands beside the way.
    "push": (Shown(FLAT, AHEAD, "A1e B1n"), Shown(FLAT, AHEAD, "A1e B2n")),
    # It stops just before the wall.
    "bump": (Shown(". .e . . 1", f"move2 {AHEAD[6:]}"), Shown(". .e . . 1", AHEAD)),
    # The beam is beside the way.
    "damage": (Shown("l>w . . . 1\n. . . . ."), Shown(". . . . 1\nl>w . . . .")),
    # It plays the card, and a wall is behind it.
    "backwards": (
        Shown(FLAT, f"back {AHEAD[6:]}", "B1e"),
        Shown(".w . . . 1", f"back {AHEAD[6:]}", "A1e"),
    ),
    # Two quarters are not a U-turn.
    "u-turn": (
        Shown(FLAT, "uturn left right left right"),
        Shown(FLAT, "left left right right left"),
    ),
    # It is alone.
    "company": (Shown(FLAT, robots="A1e E2n"), Shown(FLAT)),
    # The fourth.
    "last-register": (Shown(FLAT), Shown(FLAT, length=4)),
    # All nine cards.
    "few-cards": (Shown(FLAT, hand=8), Shown(FLAT)),
    # Just one in a thousand.
    "rare": (Shown(FLAT, share=0.0009), Shown(FLAT, share=0.001)),
}


@pytest.mark.parametrize("theme", EXAMPLES)
def test_one_that_has_it(theme: str) -> None:
    """R5 to R15: the turn shows what the theme says."""
    assert theme in themes_of(EXAMPLES[theme][0].solved())


@pytest.mark.parametrize("theme", EXAMPLES)
def test_one_that_nearly_has_it(theme: str) -> None:
    """R5 to R15: what looks alike is something else."""
    assert theme not in themes_of(EXAMPLES[theme][1].solved())


def test_every_theme_has_its_examples() -> None:
    """None is left without."""
    assert [*THEMES] == [*EXAMPLES] == [*RallyPuzzles.themes]


def test_fewer_programs_and_more_registers_are_harder() -> None:
    """Never rated lower, and within what ratings can be."""
    for length in range(1, 5):
        assert effort_of(0.01, length) < effort_of(0.01, length + 1)
    ratings = [first_rating(effort_of(1 / programs, 4)) for programs in range(1, 20_000, 50)]

    assert sorted(ratings) == ratings
    assert 400 <= ratings[0] < ratings[-1] <= 3000


def test_one_program_in_six_hundred_is_the_middle() -> None:
    """And one in six thousand is 400 more."""
    assert (1500, 1900, 1540) == (
        first_rating(effort_of(1 / 600, 4)),
        first_rating(effort_of(1 / 6000, 4)),
        first_rating(effort_of(1 / 600, 5)),
    )
