"""Dice for the command line: the only place where real chance comes in."""

from random import Random, SystemRandom


def dice_for(seed: int | None) -> Random:
    """The same dice for the same seed; without one, dice nobody can foresee."""
    return SystemRandom() if seed is None else Random(seed)  # noqa: S311 - a game, not a secret
