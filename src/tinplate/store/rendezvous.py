"""Rendezvous hashing: everybody agrees on who comes first for a key, without asking anybody.

When a candidate goes, only its own keys move to others; when one comes, it takes an equal share
of everybody's.
"""

from collections.abc import Iterable
from hashlib import blake2b

SCORE_BYTES = 8


def score(candidate: str, key: str) -> bytes:
    """The candidate with the lowest score comes first."""
    return blake2b(f"{candidate}\n{key}".encode(), digest_size=SCORE_BYTES).digest()


def preferred(candidates: Iterable[str], key: str) -> str:
    """The candidate that comes first. They have different names."""
    return min(candidates, key=lambda candidate: score(candidate, key))


def rank(candidate: str, others: Iterable[str], key: str) -> int:
    """How many of the others come before this candidate."""
    own = score(candidate, key)
    return sum(score(other, key) < own for other in others)
