"""`tinplate ricochet solve --task`: tasks of planning and ASP competitions, and plans for them."""

import os
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from rich.text import Text

from tinplate.cli.options import Faults
from tinplate.cli.output import complain, say, write_json
from tinplate.cli.words import counted
from tinplate.game import Malformed
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.cli.check import UNSOLVED
from tinplate.games.ricochet.cli.drawing import COLOURS
from tinplate.games.ricochet.cli.files import read_limited
from tinplate.games.ricochet.cli.solve import (
    SECOND,
    Wish,
    duration,
    load_solver,
    solving_progress,
)
from tinplate.games.ricochet.formats.pddl import is_domain
from tinplate.games.ricochet.formats.plan import write_plan
from tinplate.games.ricochet.formats.reading import PlanningTask, read_task
from tinplate.games.ricochet.notation import format_position
from tinplate.games.ricochet.proof import READINGS, attempt
from tinplate.games.ricochet.solver import Solution, solve_each

READING = "free"  # what competitions play: a robot need not have turned a corner
SUFFIXES = {".asp", ".lp", ".pddl"}  # which files of a folder are tasks
_FREE = READINGS[READING]
_NOTHING_TO_DO = Solution((), solvable=True, at_least=0, explored=0, seconds=0.0)


class TaskFile(NamedTuple):
    """A file, and the task in it, or what is wrong with it."""

    path: Path
    task: PlanningTask | Malformed
    seconds: float  # that it took to read

    @property
    def name(self) -> str:
        return self.path.stem


class TaskAnswer(NamedTuple):
    """A task that was solved, or for which there is no solution."""

    file: TaskFile
    task: PlanningTask
    solution: Solution

    @property
    def seconds(self) -> float:
        """How long it took, reading included."""
        return self.file.seconds + self.solution.seconds

    @property
    def plan(self) -> str | None:
        moves = self.solution.moves
        if moves is None:
            return None
        slides = attempt(self.task.position, moves, _FREE).slides
        return write_plan(self.task.pddl, self.task.robots, slides)


def task_files(paths: Iterable[Path], plans: Path | None) -> list[TaskFile]:
    """Read all tasks, of folders those with the usual endings; a domain is left out."""
    found = [file for path in paths for file in _files_in(path)]
    if plans is not None:
        _refuse_same_names(found)
        plans.mkdir(parents=True, exist_ok=True)
    files = []
    for path in found:
        began = perf_counter()
        task = _read(path)
        if task is None:
            complain(f"{path}: a domain and no task; left out")
        else:
            files.append(TaskFile(path, task, perf_counter() - began))
    return files


def _files_in(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.iterdir() if file.suffix.lower() in SUFFIXES)


def _refuse_same_names(paths: Sequence[Path]) -> None:
    named: dict[str, Path] = {}
    for path in paths:
        other = named.setdefault(path.stem, path)
        if other != path:
            both = f"{other} and {path} would have the same plan, {path.stem}.plan"
            raise Malformed(f"{both}: solve them one after the other")


def _read(path: Path) -> PlanningTask | Malformed | None:
    try:
        text = read_limited(path)
        return None if is_domain(text) else read_task(text, path.stem)
    except Malformed as error:
        return Malformed(f"{path}: {error}")


def tell_tasks(files: Sequence[TaskFile], wish: Wish, plans: Path | None) -> int:
    """Solve for people, one line a task; returns the exit code."""
    if not files:
        say("There are no tasks to solve.")
    width = max((len(file.name) for file in files), default=0)
    load_solver(_positions(files))
    answers = list[TaskAnswer]()
    with solving_progress(len(files)) as progress, closing(_answers(files, wish)) as found:
        for answer in found:
            _save_plan(answer, plans)
            with progress.apart():
                say(_line(answer, width))
            answers.append(answer)
            progress.advance()
    if len(answers) > 1:
        say(_summary(answers))
    faults = [str(file.task) for file in files if isinstance(file.task, Malformed)]
    if faults:
        raise Faults(faults)
    return 0 if all(answer.solution.moves is not None for answer in answers) else UNSOLVED


def print_tasks(files: Sequence[TaskFile], wish: Wish, plans: Path | None) -> None:
    """Print one object a task, also for those that cannot be read; raise for those at the end."""
    load_solver(_positions(files))
    with solving_progress(len(files)) as progress, closing(_answers(files, wish)) as found:
        for file in files:
            if isinstance(file.task, Malformed):
                facts = {"task": file.name, "file": str(file.path), "error": str(file.task)}
            else:
                answer = next(found)
                _save_plan(answer, plans)
                facts = _facts(answer)
            with progress.apart():
                write_json(facts)
                sys.stdout.flush()  # so that a reader need not wait for the rest
            progress.advance()
    malformed = sum(isinstance(file.task, Malformed) for file in files)
    if malformed:
        raise Malformed(f"{counted(malformed, 'task')} of {len(files)} could not be read")


def _answers(files: Sequence[TaskFile], wish: Wish) -> Generator[TaskAnswer, None, None]:
    tasks = [(file, file.task) for file in files if isinstance(file.task, PlanningTask)]
    solved = solve_each(
        _positions(files),
        _FREE,
        max_moves=wish.max_moves,
        seconds=wish.seconds,
        threads=_usable_cores(),
    )
    with closing(solved):
        for file, task in tasks:
            yield TaskAnswer(file, task, _NOTHING_TO_DO if task.is_solved else next(solved))


def _positions(files: Sequence[TaskFile]) -> list[Position]:
    """Those that have to be solved."""
    tasks = (file.task for file in files if isinstance(file.task, PlanningTask))
    return [task.position for task in tasks if not task.is_solved]


def _usable_cores() -> int | None:
    """As many as this process may use: measurements pin it to one."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    return len(os.sched_getaffinity(0))


def _save_plan(answer: TaskAnswer, plans: Path | None) -> None:
    plan = None if plans is None else answer.plan
    if plans is not None and plan is not None:
        (plans / f"{answer.file.name}.plan").write_text(plan, encoding="utf-8", newline="\n")


def _facts(answer: TaskAnswer) -> dict[str, Any]:
    solution, puzzle = answer.solution, answer.task.pddl.puzzle
    moves = solution.moves
    return {
        "task": answer.file.name,
        "width": puzzle.width,
        "height": puzzle.height,
        "robots": len(puzzle.robots),
        "moves": None if moves is None else len(moves),
        "proven": solution.proven,
        "milliseconds": round(SECOND * answer.seconds, 3),
        "solution": None if moves is None else [str(move) for move in moves],
        "solvable": solution.solvable,
        "position": format_position(answer.task.position),
        "file": str(answer.file.path),
    }


def _line(answer: TaskAnswer, width: int) -> Text:
    puzzle, solution = answer.task.pddl.puzzle, answer.solution
    size, robots = f"{puzzle.width}x{puzzle.height}", counted(len(puzzle.robots), "robot")
    told = f"{answer.file.name:<{width}}  {size:>5}  {robots:<8}  {duration(answer.seconds):>8}  "
    if solution.moves is None:
        return Text.assemble(told, (_why_none(solution), "bold red"))
    moves = [(f" {move}", f"bold {COLOURS[move.robot]}") for move in solution.moves]
    return Text.assemble(told, (f"{counted(len(moves), 'move'):>8} ", "bold green"), *moves)


def _why_none(solution: Solution) -> str:
    if solution.proven:
        return "no solution"
    return f"unknown: no solution under {counted(solution.at_least, 'move')}"


def _summary(answers: Sequence[TaskAnswer]) -> str:
    lengths = [*_lengths(answers)]
    return (
        f"{len(lengths)} of {len(answers)} solved, each with the fewest moves possible: "
        f"{counted(sum(lengths), 'move')} in {duration(sum(each.seconds for each in answers))}."
    )


def _lengths(answers: Iterable[TaskAnswer]) -> Iterator[int]:
    return (len(each.solution.moves) for each in answers if each.solution.moves is not None)
