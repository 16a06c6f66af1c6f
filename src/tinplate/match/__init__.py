"""A match: a table where commands are judged and a log that remembers what happened. No I/O."""

from tinplate.match.table import Entry, Table

__all__ = ["Entry", "Table"]
