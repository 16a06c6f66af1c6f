"""How processes hear from each other: that a log has grown, and who is at which table."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct


class News(Struct, frozen=True, tag=True):
    """A log has got to a version."""

    log: str
    version: int


class Here(Struct, frozen=True, array_like=True):
    """Who looks at a table in one process."""

    guests: tuple[str, ...] = ()  # their ids
    nameless: int = 0


class Roll(Struct, frozen=True, tag=True):
    """Who is at the tables of one process: at all of them, or at those where that has changed."""

    process: str
    tables: dict[str, Here]
    is_whole: bool


Word = News | Roll
Listener = Callable[[Word], None]


class Bus(Protocol):
    """Carries words to all processes, the one that announces them included.

    They may come late, twice or never, so nothing rests on one of them: news only say that it is
    worth looking into the store, and the roll is called again and again.
    """

    def announce(self, word: Word) -> None:
        """Never waits, never fails."""
        ...

    def listen(self, listener: Listener) -> None:
        """Call it for all words from now on."""
        ...

    @property
    def is_up(self) -> bool | None:
        """Whether words are carried now, as far as is known; None if there is nobody to hear."""
        ...

    async def open(self) -> None: ...

    async def close(self) -> None:
        """Send what was announced, if it can be sent."""
        ...


class MemoryBus:
    """For one process."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def announce(self, word: Word) -> None:
        for listener in self._listeners:
            listener(word)

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    @property
    def is_up(self) -> None:
        return None

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass
