"""A match: judges commands, and keeps a log of what happened. No I/O."""

from tinplate.match.match import AnyMatch, Entry, Match

__all__ = ["AnyMatch", "Entry", "Match"]
