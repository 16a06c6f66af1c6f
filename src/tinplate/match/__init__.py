"""A match: commands are judged, and a log remembers what happened. No I/O."""

from tinplate.match.match import AnyMatch, Entry, Match

__all__ = ["AnyMatch", "Entry", "Match"]
