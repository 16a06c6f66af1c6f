"""How processes hear from each other that a log has grown."""

from collections.abc import Callable
from typing import NamedTuple, Protocol


class News(NamedTuple):
    """A log has got to a version."""

    log: str
    version: int


Listener = Callable[[News], None]


class Bus(Protocol):
    """Carries news to all processes, the one that announces them included.

    News may come late, twice or never: they only say that it is worth looking into the store.
    """

    async def announce(self, news: News) -> None: ...

    def listen(self, listener: Listener) -> None:
        """Call it for all news from now on."""
        ...


class MemoryBus:
    """For one process."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    async def announce(self, news: News) -> None:
        for listener in self._listeners:
            listener(news)

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)
