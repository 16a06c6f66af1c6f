"""A maker of puzzles for tests: every third number is one, and some are alike."""

from tinplate.puzzles.values import MadePuzzle, PuzzleMaker


class ToyPuzzles(PuzzleMaker):
    """Guess a number."""

    game = "toy"
    generator = 7
    kinds = {"guess": "Guess it."}  # noqa: RUF012
    themes = {"even": "It is even.", "odd": "It is odd."}  # noqa: RUF012

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

    def is_solved_by(self, puzzle: MadePuzzle, answer: str) -> bool:
        return puzzle.text.rpartition(" ")[2] == answer


class WrongPuzzles(ToyPuzzles):
    """Its answers are wrong."""

    def is_solved_by(self, puzzle: MadePuzzle, answer: str) -> bool:
        del puzzle, answer
        return False
