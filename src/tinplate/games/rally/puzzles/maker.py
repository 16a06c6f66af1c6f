"""Puzzles of Rally by a seed: dealt, tried with all programs, named by their themes, rated."""

from itertools import chain, islice

from tinplate.games.rally.cards import REGISTERS, Kind
from tinplate.games.rally.prepare import compile_kernel
from tinplate.games.rally.puzzles.dealing import DealtTask, deals, scene_of
from tinplate.games.rally.puzzles.difficulty import QUICKEST, effort_of, first_rating
from tinplate.games.rally.puzzles.task import (
    GOALS,
    RallyTask,
    decided_in,
    goal_named,
    play_task,
    read_program,
    read_task,
    write_task,
)
from tinplate.games.rally.puzzles.themes import THEMES, SolvedTask, themes_of, until
from tinplate.games.rally.puzzles.ways import OneWay, find_way, winning_programs
from tinplate.puzzles.values import (
    DailySlot,
    Judged,
    MadePuzzle,
    PuzzleMaker,
    answer_digest,
    puzzle_id,
)

FEWEST_REGISTERS = 2
MOST_SHARE = 1 / 20  # of all programs that may reach the goal
RULES = "course"  # the usual rules, with what the course asks for


class RallyPuzzles(PuzzleMaker):
    """Tasks that one way solves."""

    game = "rally"
    generator = 1
    kinds = {name: what for name, what in GOALS.items()}  # noqa: RUF012, C416 - a mapping
    themes = {name: what for name, (what, _) in THEMES.items()}  # noqa: RUF012 - a mapping
    quickest = QUICKEST
    daily = (DailySlot("daily", 1150, 1700),)

    def prepare(self) -> None:
        compile_kernel()

    def make(self, seed: int, number: int) -> MadePuzzle | None:
        for dealt in deals(seed, number):
            way = find_way(dealt.scene, dealt.goal)
            if way and len(way.kinds) >= FEWEST_REGISTERS and way.share <= MOST_SHARE:
                return _puzzle(dealt, way)
        return None

    def judge(self, puzzle: MadePuzzle, answer: str) -> Judged:
        task = read_task(puzzle.text)
        program = read_program(task, answer)
        register = decided_in(goal_named(puzzle.kind), play_task(task, program))
        return Judged(register is not None, REGISTERS if register is None else register)

    def solutions_of(self, puzzle: MadePuzzle, most: int) -> tuple[str, ...]:
        own = " ".join(puzzle.solution.split()[: puzzle.length])
        others = (" ".join(kinds) for kinds in _winning(puzzle))
        return tuple(islice(dict.fromkeys(chain([own], others)), most))

    def left_after(self, puzzle: MadePuzzle, answer: str) -> tuple[int | None, ...]:
        read_program(read_task(puzzle.text), answer)
        played, winning = answer.split(), _winning(puzzle)
        return tuple(
            puzzle.length - done if any([*kinds[:done]] == played[:done] for kinds in winning)
            else None
            for done in range(puzzle.length + 1)
        )  # fmt: skip

    def answer_digests(self, puzzle: MadePuzzle) -> tuple[str, ...]:
        name = puzzle_id(self.game, puzzle)
        return tuple(sorted(answer_digest(name, " ".join(kinds)) for kinds in _winning(puzzle)))


def _winning(puzzle: MadePuzzle) -> list[tuple[Kind, ...]]:
    """All beginnings of programs that reach the goal, up to the register that decides."""
    scene = scene_of(read_task(puzzle.text))
    return winning_programs(scene, goal_named(puzzle.kind), puzzle.length)


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
