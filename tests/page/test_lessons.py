"""The lessons of the page can be done, and each needs the rule that it teaches."""

from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.json import decode

from tinplate.games.ricochet.board import SIZE, Position
from tinplate.games.ricochet.motion import Slide, slides
from tinplate.games.ricochet.notation import parse_moves, parse_position
from tinplate.games.ricochet.pieces import Robot, Target
from tinplate.games.ricochet.proof import READINGS, Rule, Verdict, attempt, judge
from tinplate.games.ricochet.solver import solutions
from tinplate.grid import Cell

FILE = Path(__file__).parents[2] / "web" / "src" / "games" / "ricochet" / "learn" / "lessons.json"


class Lesson(Struct, forbid_unknown_fields=True):
    """As the page has it."""

    id: str
    position: str
    part: tuple[Cell, Cell]  # of the board that is shown, from corner to corner
    rule: str
    moves: int
    picked: Robot | None
    rival: list[str] = []

    @property
    def start(self) -> Position:
        return parse_position(self.position)

    @property
    def reading(self) -> Rule:
        return READINGS[self.rule]

    def best(self) -> list[tuple[Slide, ...]]:
        """All shortest solutions, as slides."""
        found = solutions(self.start, self.reading, best=100)
        return [attempt(self.start, line.moves, self.reading).slides for line in found.routes]

    def openings(self) -> dict[str, Verdict]:
        """The moves that can be made first, and what comes of them."""
        offered = slides(self.start.board, self.start.robots)
        return {str(slid.move): judge(self.start, (slid,), self.reading) for slid in offered}


LESSONS = {lesson.id: lesson for lesson in decode(FILE.read_bytes(), type=list[Lesson])}


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_a_lesson_takes_as_many_moves_as_it_says(lesson: Lesson) -> None:
    """“In 3 moves” means that it can be done in 3, and not in fewer."""
    shortest = {len(way) for way in lesson.best()}

    assert {lesson.moves} == shortest


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_a_lesson_fits_its_small_board(lesson: Lesson) -> None:
    """A square part of the board, in which there is the target and all of some best way.

    Where any robot may go there, all robots are in it: each can be chosen.
    """
    (left, top), (right, bottom) = lesson.part
    shown = {Cell(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)}
    ways = [{cell for slid in way for cell in slid.cells} for way in lesson.best()]

    assert right - left == bottom - top < SIZE
    assert lesson.start.board.targets[lesson.start.target] in shown
    assert any(way <= shown for way in ways)
    assert lesson.start.target is not Target.VORTEX or set(lesson.start.robots) <= shown


def test_the_first_lesson_is_a_single_slide() -> None:
    """RC5: red is sent left, and stops on its target."""
    (way,) = LESSONS["slide"].best()

    assert ["rw"] == [str(slid.move) for slid in way]


def test_one_robot_stops_another() -> None:
    """RC6: whichever way one takes, red stops beside blue, which has moved there."""
    for way in LESSONS["blocker"].best():
        blue, red, _ = way

        assert (Robot.BLUE, Robot.RED) == (blue.robot, red.robot)
        assert red.end.towards(red.rest_heading) == blue.end


def test_a_barrier_bends_the_way() -> None:
    """RC7: the only solution bounces."""
    assert [1] == [slid.barriers for way in LESSONS["bounce"].best() for slid in way]


def test_a_robot_goes_through_its_own_barrier() -> None:
    """RC7: every best way leads blue through the blue barrier."""
    lesson = LESSONS["own"]
    own = {
        cell
        for cell, diagonal in lesson.start.board.diagonals.items()
        if diagonal.colour is Robot.BLUE
    }

    assert all(own & {cell for slid in way for cell in slid.cells} for way in lesson.best())


def test_nobody_stops_on_a_barrier() -> None:
    """RC8: as long as green stands there yellow cannot go left; after green, it can."""
    lesson = LESSONS["stop"]

    assert "yw" not in lesson.openings()
    assert {("g", "yw")} == {(way[0].robot, str(way[1].move)) for way in lesson.best()}


def test_a_straight_way_does_not_count() -> None:
    """RC10: red could go straight down onto its target, and may not."""
    lesson = LESSONS["ricochet"]

    assert {"rs"} == {move for move, verdict in lesson.openings().items() if verdict == "void"}


def test_the_vortex_is_for_any_robot() -> None:
    """RC9: the lesson is about it."""
    assert Target("vortex") is LESSONS["vortex"].start.target


def test_the_rival_bids_too_little_and_fails() -> None:
    """RC13, RC14: her proof neither arrives nor is it void, so it is the learner's turn."""
    lesson = LESSONS["proof"]
    tried = attempt(lesson.start, parse_moves(" ".join(lesson.rival)), lesson.reading)

    assert lesson.start == LESSONS["bids"].start
    assert ("under way", None) == (tried.verdict, tried.refusal)
    assert len(lesson.rival) < lesson.moves
