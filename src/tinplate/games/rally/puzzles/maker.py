"""Puzzles of Rally by a seed: dealt, tried with all programs, named by their themes, rated."""

from tinplate.game import Malformed
from tinplate.games.rally.cards import REGISTERS, Kind
from tinplate.games.rally.prepare import compile_kernel
from tinplate.games.rally.puzzles.dealing import DealtTask, deals
from tinplate.games.rally.puzzles.difficulty import effort_of, first_rating
from tinplate.games.rally.puzzles.task import (
    GOALS,
    RallyTask,
    decided_in,
    play_task,
    read_program,
    read_task,
    write_task,
)
from tinplate.games.rally.puzzles.themes import THEMES, SolvedTask, themes_of, until
from tinplate.games.rally.puzzles.ways import OneWay, find_way
from tinplate.puzzles.values import MadePuzzle, PuzzleMaker

FEWEST_REGISTERS = 2
MOST_SHARE = 1 / 20  # of all programs that may reach the goal
RULES = "course"  # the usual rules, with what the course asks for


class RallyPuzzles(PuzzleMaker):
    """Tasks that one way solves."""

    game = "rally"
    generator = 1
    kinds = {name: what for name, what in GOALS.items()}  # noqa: RUF012, C416 - a mapping
    themes = {name: what for name, (what, _) in THEMES.items()}  # noqa: RUF012 - a mapping

    def prepare(self) -> None:
        compile_kernel()

    def make(self, seed: int, number: int) -> MadePuzzle | None:
        for dealt in deals(seed, number):
            way = find_way(dealt.scene, dealt.goal)
            if way and len(way.kinds) >= FEWEST_REGISTERS and way.share <= MOST_SHARE:
                return _puzzle(dealt, way)
        return None

    def is_solved_by(self, puzzle: MadePuzzle, answer: str) -> bool:
        task = read_task(puzzle.text)
        try:
            program = read_program(task, answer)
        except Malformed:
            return False
        for goal in GOALS:
            if goal == puzzle.kind:
                return decided_in(goal, play_task(task, program)) == puzzle.length
        return False


def _puzzle(dealt: DealtTask, way: OneWay) -> MadePuzzle:
    length, effort = len(way.kinds), effort_of(way.share, len(way.kinds))
    kinds = _filled_up(dealt.task, way.kinds)
    program = read_program(dealt.task, kinds)
    solved = SolvedTask(
        happenings=until(play_task(dealt.task, program), length),
        robots=len(dealt.task.scenario.robots),
        hand=len(dealt.task.hand),
        length=length,
        share=way.share,
    )
    return MadePuzzle(
        kind=dealt.goal,
        rules=RULES,
        text=write_task(dealt.task),
        length=length,
        solution=kinds,
        solutions=way.programs,
        themes=themes_of(solved),
        effort=round(effort, 2),
        rating=first_rating(effort),
        source=dealt.source,
    )


def _filled_up(task: RallyTask, kinds: tuple[Kind, ...]) -> str:
    """Return a whole program: registers after the one that decides get any cards of the hand."""
    left = [card.kind for card in task.hand]
    for kind in kinds:
        left.remove(kind)
    return " ".join([*kinds, *left][:REGISTERS])
