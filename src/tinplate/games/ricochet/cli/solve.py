"""`tinplate ricochet solve`: shortest solutions of positions, proven shortest."""

import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Timer
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from tinplate.cli.output import say, write_json
from tinplate.cli.words import counted
from tinplate.game import Malformed
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.cli.check import UNSOLVED, draw_way, slide_line
from tinplate.games.ricochet.cli.drawing import COLOURS
from tinplate.games.ricochet.notation import format_position, parse_position, task
from tinplate.games.ricochet.proof import READINGS, attempt
from tinplate.games.ricochet.solver import (
    ShortestRoute,
    Solution,
    Solutions,
    solutions,
    solve_each,
)
from tinplate.games.ricochet.solver.all_shortest import load_all_kernels
from tinplate.games.ricochet.solver.limits import fits
from tinplate.games.ricochet.solver.shortest import load_kernels_for
from tinplate.kernel_cache import Progress as CompilerProgress
from tinplate.kernel_cache import compile_with

STANDARD_INPUT = Path("-")
_A_FEW = 3  # positions to solve before a progress bar is worth showing
SECOND = 1000  # milliseconds
_LOADED_BY = 2.0  # seconds; what is not loaded by then is being compiled
_BEST = 10  # solutions to show people
_COMPILING = "Compiling the solver: about a minute ..."
# How many functions are compiled: for one solution, for all, and for either on large boards.
_FUNCTIONS, _FUNCTIONS_FOR_ALL, _FUNCTIONS_WIDE = 4, 8, 11


class Wish(NamedTuple):
    """What to find for each position; None means no limit."""

    reading: str = "ricochet"
    every: bool = False  # find all shortest solutions
    max_moves: int | None = None
    seconds: float | None = None


class SolvedPosition(NamedTuple):
    """The best solution, and all of them if requested."""

    solution: Solution
    found: Solutions | None = None


class InputLine(NamedTuple):
    """A position as given, and where it was."""

    place: str  # named when the line cannot be read
    text: str

    @property
    def position(self) -> Position:
        try:
            return parse_position(self.text, custom=True)
        except Malformed as error:
            raise Malformed(f"{self.place}{error}") from None


def given_positions(words: Sequence[str]) -> list[InputLine]:
    """Read each word as a position; three words may be one position without its quotes."""
    if not any(" " in word.strip() or "_" in word for word in words):
        return [InputLine("", " ".join(words))]
    if len(words) == 1:
        return [InputLine("", words[0])]
    return [InputLine(f"position {number}: ", word) for number, word in enumerate(words, start=1)]


def positions_in(file: Path) -> list[InputLine]:
    """Read one position per line; skip blank lines and those that start with #."""
    if file == STANDARD_INPUT:
        name, text = "standard input", sys.stdin.read().removeprefix("\ufeff")
    else:
        # Some editors put a byte order mark before the first line.
        name, text = str(file), file.read_text(encoding="utf-8-sig", errors="replace")
    lines = enumerate((line.strip() for line in text.split("\n")), start=1)
    return [
        InputLine(f"{name}: line {number}: ", line)
        for number, line in lines
        if line and not line.startswith("#")
    ]


def tell_solutions(lines: Sequence[InputLine], wish: Wish, *, compact: bool) -> int:
    """Solve for people; returns the exit code."""
    # Read them all before solving any: a typo should not show up after hours of work.
    positions = [line.position for line in lines]
    if not positions:
        say("There are no positions to solve.")
    load_solver(positions, every=wish.every)
    are_solved = True
    with (
        solving_progress(len(positions)) as progress,
        closing(_answers(positions, wish, distinct=True)) as answers,
    ):
        for number, position in enumerate(positions):
            with progress.apart():
                if number > 0:
                    say("")
                say(Text(format_position(position), style="bold"), task(position))
            answer = next(answers)
            are_solved &= answer.solution.moves is not None
            with progress.apart():
                _tell_answer(position, wish, answer, compact=compact)
            progress.advance()
    return 0 if are_solved else UNSOLVED


def print_solutions(lines: Sequence[InputLine], wish: Wish) -> None:
    """Print one object per line, also for lines that cannot be read; raise for those at the end."""
    read = [_read(line) for line in lines]
    positions = [each for each in read if isinstance(each, Position)]
    load_solver(positions, every=wish.every)
    with (
        solving_progress(len(lines)) as progress,
        closing(_answers(positions, wish, distinct=False)) as answers,
    ):
        for line, each in zip(lines, read, strict=True):
            if isinstance(each, Malformed):
                facts = {"position": line.text, "error": str(each)}
            else:
                facts = _facts(each, next(answers))
            with progress.apart():
                write_json(facts)
                sys.stdout.flush()  # so that a reader need not wait for the rest
            progress.advance()
    malformed = len(lines) - len(positions)
    if malformed:
        raise Malformed(f"{counted(malformed, 'position')} of {len(lines)} could not be read")


def _read(line: InputLine) -> Position | Malformed:
    try:
        return line.position
    except Malformed as error:
        return error


def _answers(
    positions: Sequence[Position], wish: Wish, *, distinct: bool
) -> Generator[SolvedPosition, None, None]:
    rule, most, seconds = READINGS[wish.reading], wish.max_moves, wish.seconds
    if not wish.every:
        for solution in solve_each(positions, rule, max_moves=most, seconds=seconds):
            yield SolvedPosition(solution)
        return
    for position in positions:
        found = solutions(position, rule, distinct=distinct, max_moves=most, seconds=seconds)
        best = found.routes[0].moves if found.routes else None
        yield SolvedPosition(replace(found.shortest, moves=best, seconds=found.seconds), found)


def _facts(position: Position, answer: SolvedPosition) -> dict[str, Any]:
    solution, found = answer
    moves = solution.moves
    facts: dict[str, Any] = {
        "position": format_position(position),
        "moves": None if moves is None else len(moves),
        "solution": None if moves is None else [str(move) for move in moves],
        "solvable": solution.solvable,
        "proven": solution.proven,
        "milliseconds": round(SECOND * solution.seconds, 3),
        "explored": solution.explored,
    }
    if found is not None:
        facts["count"] = found.count
        facts["solutions"] = [[str(move) for move in way.moves] for way in found.routes]
    return facts


def _tell_answer(position: Position, wish: Wish, answer: SolvedPosition, *, compact: bool) -> None:
    solution, found = answer
    if solution.moves is None:
        say(_why_none(position, wish, solution))
        return
    played = attempt(position, solution.moves, READINGS[wish.reading])
    draw_way(position, played, compact=compact)
    say(*(slide_line(number, slid) for number, slid in enumerate(played.slides, start=1)))
    length = counted(len(solution.moves), "move")
    say(_good(f"✓ Solved in {length}; no solution is shorter ({duration(solution.seconds)})."))
    if found is not None:
        _tell_others(found)


def _tell_others(found: Solutions) -> None:
    """Say how many solutions there are, and list the best of them."""
    if found.count is None:
        say("Time ran out before finding others of that length.")
        return
    if found.count == 1:
        say("It is the only one of that length.")
        return
    only = f"; {found.distinct} without reorderings of independent moves"
    say(f"{found.count} solutions have that length{only if found.distinct != found.count else ''}.")
    shown = found.routes[:_BEST]
    if len(shown) < len(found.routes):
        say(f"The {_BEST} best:")
    say(*(_way_line(way) for way in shown))


def _way_line(way: ShortestRoute) -> Text:
    moves = [(f" {move}", f"bold {COLOURS[move.robot]}") for move in way.moves]
    robots, cells = counted(way.robots, "robot"), counted(way.cells, "cell")
    return Text.assemble(f"  {robots:<8}  {cells:>9} ", *moves)


def _why_none(position: Position, wish: Wish, solution: Solution) -> Text:
    if solution.solvable is False:
        robot = position.target.robot
        nobody = "no robot ever" if robot is None else f"{robot.colour} never"
        cell = position.board.targets[position.target]
        return _bad(
            f"✗ No solution: {nobody} arrives on the {position.target.symbol} at {cell} "
            f"({duration(solution.seconds)})."
        )
    if wish.max_moves is not None and solution.at_least > wish.max_moves:
        most = counted(wish.max_moves, "move")
        return _bad(f"✗ No solution within {most}; longer ones were not searched.")
    fewest = counted(solution.at_least, "move")
    return _bad(f"✗ No solution under {fewest}; stopped after {wish.seconds:g} s.")


def _good(text: str) -> Text:
    return Text(text, style="bold green")


def _bad(text: str) -> Text:
    return Text(text, style="bold red")


def duration(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{SECOND * seconds:.1f} ms"


def load_solver(positions: Sequence[Position], *, every: bool = False) -> None:
    """Load what these positions need; on a terminal, say how far it is while that takes long."""
    needed = {fits(position): position for position in positions}
    status = Console(stderr=True).status(_COMPILING)
    is_shown = sys.stderr.isatty()
    if is_shown:
        usual = _FUNCTIONS_FOR_ALL if every else _FUNCTIONS
        total = sum(usual if is_usual else _FUNCTIONS_WIDE for is_usual in needed)
        progress = CompilerProgress(
            status.update, _COMPILING, "Compiling the solver", total, pause=0
        )
        compile_with(progress, for_everybody=False)
    timer = Timer(_LOADED_BY, status.start if is_shown else bool)
    timer.daemon = True
    timer.start()
    try:
        for is_usual, position in needed.items():
            if every and is_usual:
                load_all_kernels()
            else:
                load_kernels_for(position)
    finally:
        timer.cancel()
        timer.join()  # or it might begin after the end
        status.stop()


class _Bar:
    """A progress bar over the positions, on standard error if that is a terminal."""

    def __init__(self, positions: int) -> None:
        console = Console(stderr=True)
        self._is_shown = positions > _A_FEW and sys.stderr.isatty()
        # Nothing is redirected: answers go straight to standard output.
        self._progress = Progress(
            console=console, transient=True, redirect_stdout=False, redirect_stderr=False
        )
        self._task = self._progress.add_task("Solving", total=positions)

    def advance(self) -> None:
        self._progress.advance(self._task)

    def start(self) -> None:
        if self._is_shown:
            self._progress.start()

    def stop(self) -> None:
        if self._is_shown:
            self._progress.stop()

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Hide the bar while something else prints to the same terminal."""
        if not sys.stdout.isatty():
            yield
            return
        self.stop()
        yield
        self.start()


@contextmanager
def solving_progress(positions: int) -> Iterator[_Bar]:
    bar = _Bar(positions)
    bar.start()
    try:
        yield bar
    finally:
        bar.stop()
