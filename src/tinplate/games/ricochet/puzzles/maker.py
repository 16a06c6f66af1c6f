"""Puzzles of Ricochet by a seed: dealt, looked into, named by their themes, rated."""

from tinplate.game import Malformed
from tinplate.games.ricochet.notation import (
    format_moves,
    format_position,
    parse_moves,
    parse_position,
)
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.puzzles.dealing import deal
from tinplate.games.ricochet.puzzles.difficulty import QUICKEST, effort_to_see, first_rating
from tinplate.games.ricochet.puzzles.review import left_after, solutions_of
from tinplate.games.ricochet.puzzles.study import study
from tinplate.games.ricochet.puzzles.themes import THEMES, themes_of
from tinplate.games.ricochet.solver.all_shortest import load_all_kernels
from tinplate.games.ricochet.solver.shortest import is_solution
from tinplate.puzzles.values import DailySlot, Judged, MadePuzzle, PuzzleMaker

REACH = "reach"


class RicochetPuzzles(PuzzleMaker):
    """Positions with one shortest solution."""

    game = "ricochet"
    generator = 1
    kinds = {REACH: "Bring the robot to its target in the fewest moves."}  # noqa: RUF012 - a mapping
    themes = {name: what for name, (what, _) in THEMES.items()}  # noqa: RUF012
    quickest = QUICKEST
    daily = (DailySlot("easy", 400, 1400), DailySlot("hard", 1650, 3000))

    def prepare(self) -> None:
        load_all_kernels()

    def make(self, seed: int, number: int) -> MadePuzzle | None:
        dealt = deal(seed, number)
        found = study(dealt.position, READINGS[dealt.reading])
        if found is None:
            return None
        effort = effort_to_see(found)
        return MadePuzzle(
            kind=REACH,
            rules=dealt.reading,
            text=format_position(dealt.position),
            length=len(found.slides),
            solution=format_moves([slid.move for slid in found.slides]),
            solutions=len(found.orders),
            themes=themes_of(found),
            effort=round(effort, 2),
            rating=first_rating(effort),
            source=dealt.source,
        )

    def judge(self, puzzle: MadePuzzle, answer: str) -> Judged:
        position = parse_position(puzzle.text, custom=True)
        moves = parse_moves(answer)
        rule = READINGS.get(puzzle.rules)
        if rule is None:
            raise Malformed(f"“{puzzle.rules}” is no reading: expected {', '.join(READINGS)}")
        return Judged(is_solution(position, moves, rule), len(moves))

    def solutions_of(self, puzzle: MadePuzzle, most: int) -> tuple[str, ...]:
        return solutions_of(puzzle, most)

    def left_after(self, puzzle: MadePuzzle, answer: str) -> tuple[int | None, ...]:
        return left_after(puzzle, parse_moves(answer))

    def is_for_offline(self, puzzle: MadePuzzle) -> bool:
        """Pages know the rules on printed boards only."""
        return puzzle.source != "drawn"
