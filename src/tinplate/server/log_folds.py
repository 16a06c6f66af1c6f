"""What is told of the past of a match, folded from its log once and then kept up to date.

People ask for it whenever they arrive. Folding the whole log each time would let one guest with a
long match keep the server busy.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, TypeVar, cast

from cachetools import LRUCache

from tinplate.match import Entry
from tinplate.server.replicas import MatchReplica
from tinplate.store.log import Store, all_rows

MAX_FOLDS = 500  # that stay in memory
ENTRIES_AT_A_TIME = 50  # then others have their turn


class LogFold(Protocol):
    """Something that is computed from the entries of a match, one after the other."""

    def add(self, entry: Entry[Any]) -> None: ...


FoldT = TypeVar("FoldT", bound=LogFold)


class _Progress:
    """A fold, and how far it has come."""

    def __init__(self, fold: LogFold) -> None:
        self.fold = fold
        self.version = 0  # the opening is in it
        self.lock = asyncio.Lock()


class LogFolds:
    """The folds of this process, by the match and by what makes them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: LRUCache[tuple[str, object], _Progress] = LRUCache(MAX_FOLDS)

    async def current(self, replica: MatchReplica, begin: Callable[[MatchReplica], FoldT]) -> FoldT:
        """The fold that `begin` makes of the opening, up to the last entry in the store."""
        progress = self._kept.get((replica.log, begin))
        if progress is None:
            progress = self._kept[replica.log, begin] = _Progress(begin(replica))
        async with progress.lock:
            async for row in all_rows(self._store, replica.log, after=progress.version):
                progress.fold.add(replica.entry(row))
                progress.version = row.version
                if row.version % ENTRIES_AT_A_TIME == 0:
                    await asyncio.sleep(0)
        return cast("FoldT", progress.fold)  # since `begin` is in the key
