"""A match: judges commands, and keeps a log of what happened. No I/O."""

from tinplate.match.match import AnyMatch, Entry, Match
from tinplate.match.numbering import Numbering

__all__ = ["AnyMatch", "Entry", "Match", "Numbering"]
