"""Dice for the command line: the only source of real randomness."""

from random import Random, SystemRandom


def dice_for(seed: int | None) -> Random:
    """Return the same dice for the same seed; without a seed, unpredictable ones."""
    return SystemRandom() if seed is None else Random(seed)  # noqa: S311 - a game, not a secret
