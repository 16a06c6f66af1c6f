"""How processes notify each other: a log has grown, or people came to a table or left it."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct


class LogGrew(Struct, frozen=True, tag=True):
    """A log has reached a version."""

    log: str
    version: int


class Present(Struct, frozen=True, array_like=True):
    """Who is watching a table through one process."""

    guests: tuple[str, ...] = ()  # their ids
    nameless: int = 0


class PresenceReport(Struct, frozen=True, tag=True):
    """Who is present at the tables of one process: at all of them, or only where it changed."""

    process: str
    tables: dict[str, Present]
    is_complete: bool


BusMessage = LogGrew | PresenceReport
Listener = Callable[[BusMessage], None]


class Bus(Protocol):
    """Delivers messages to all processes, including the sender.

    A message may arrive late, twice or never, so nothing depends on a single one. `LogGrew` is
    only a hint to read the store, and presence reports are repeated all the time.
    """

    def publish(self, message: BusMessage) -> None:
        """Never blocks and never fails."""
        ...

    def subscribe(self, listener: Listener) -> None:
        """Call the listener for every message from now on."""
        ...

    @property
    def is_up(self) -> bool | None:
        """Whether messages get through, as far as we know. None: there is only one process."""
        ...

    async def open(self) -> None: ...

    async def close(self) -> None:
        """Try to send what has been published and not sent yet."""
        ...


class MemoryBus:
    """A bus for a single process."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def publish(self, message: BusMessage) -> None:
        for listener in self._listeners:
            listener(message)

    def subscribe(self, listener: Listener) -> None:
        self._listeners.append(listener)

    @property
    def is_up(self) -> None:
        return None

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass
