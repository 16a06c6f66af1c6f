"""A maker of puzzles for tests: every third number is one, and some are alike."""

from tinplate.puzzles.values import Judged, MadePuzzle, PuzzleMaker, QuickestPace


class ToyPuzzles(PuzzleMaker):
    """Guess a number."""

    game = "toy"
    generator = 7
    kinds = {"guess": "Guess it."}  # noqa: RUF012
    themes = {"even": "It is even.", "odd": "It is odd."}  # noqa: RUF012

    quickest = QuickestPace(0.1, 0.1)

    def make(self, seed: int, number: int) -> MadePuzzle | None:
        if number % 3:
            return None
        secret = (seed + number) // 6 * 6
        return MadePuzzle(
            kind="guess",
            rules="usual",
            text=f"{seed} ü {secret}",
            length=1,
            solution=str(secret),
            solutions=1,
            themes=("even",),
            effort=secret / 2,
            rating=1000 + secret,
            source="head",
        )

    def judge(self, puzzle: MadePuzzle, answer: str) -> Judged:
        return Judged(puzzle.text.rpartition(" ")[2] == answer, 1)

    def solutions_of(self, puzzle: MadePuzzle, most: int) -> tuple[str, ...]:
        return (puzzle.solution,)[:most]

    def left_after(self, puzzle: MadePuzzle, answer: str) -> tuple[int | None, ...]:
        return 1, 0 if self.is_solved_by(puzzle, answer) else None


class WrongPuzzles(ToyPuzzles):
    """Its answers are wrong."""

    def judge(self, puzzle: MadePuzzle, answer: str) -> Judged:
        del puzzle, answer
        return Judged(False, 1)  # noqa: FBT003
