"""What an attempt at a puzzle of a day is called, wherever it is told: pure.

The page, its calendar, the picture and the text to share all say the same.
"""

from typing import Literal

from tinplate.training.attempts import TrainingAttempt

Mark = Literal["best", "hinted", "later", "longer", "missed", "open"]
SOLVED: frozenset[Mark] = frozenset({"best", "hinted", "later"})


def mark_of(attempt: TrainingAttempt | None) -> Mark:
    """Mark it. Only the fewest moves solve a puzzle; what is longer is called so.

    "best" is the fewest moves with the first answer and without hints, "hinted" the same with
    hints, "later" the fewest moves with a later answer.
    """
    if attempt is None:
        return "open"
    if attempt.state == "solved":
        if attempt.first_extra != 0:
            return "later"
        return "hinted" if attempt.hints else "best"
    if attempt.extra is not None:
        return "longer"
    return "open" if attempt.state == "open" else "missed"
