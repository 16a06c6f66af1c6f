"""How processes notify each other: a log has grown, people come, go and react, I am alive.

What concerns a table goes to the processes that follow it, and to nobody else.
"""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from tinplate.lobby.values import Guest, Reaction
from tinplate.server.background import OnFault


class LogGrew(Struct, frozen=True, tag=True):
    """A log of a table, its own or that of a match there, has reached a version."""

    table: str
    log: str
    version: int


class Present(Struct, frozen=True, array_like=True):
    """Who is watching a table through one process."""

    guests: tuple[str, ...] = ()  # their ids
    nameless: int = 0


class PresenceReport(Struct, frozen=True, tag=True):
    """The people who are present at a table through one process."""

    process: str
    table: str
    present: Present
    asks: bool = False  # the other processes are asked to report, too


class Heartbeat(Struct, frozen=True, tag=True):
    """A process is alive, or has come to its end."""

    process: str
    is_last: bool = False


class GuestReacted(Struct, frozen=True, tag=True):
    """Somebody at a table has reacted. It is stored nowhere: if it is lost, nothing is."""

    table: str
    guest: Guest
    reaction: Reaction


class AccountChanged(Struct, frozen=True, tag=True):
    """Somebody has signed in or out, is called otherwise, or is gone. The account says what."""

    person: str


class BlocksChanged(Struct, frozen=True, tag=True):
    """Somebody has blocked somebody else, or does so no more. Their lists say what."""

    person: str
    other: str


class NewsCame(Struct, frozen=True, tag=True):
    """There may be something that somebody should know on any page."""

    person: str


class PeopleSeen(Struct, frozen=True, tag=True):
    """Everybody who has the page open, as one process knows it. It is repeated."""

    process: str
    people: tuple[str, ...]


BusMessage = (
    LogGrew
    | PresenceReport
    | Heartbeat
    | GuestReacted
    | AccountChanged
    | BlocksChanged
    | PeopleSeen
    | NewsCame
)
FOR_ALL = Heartbeat | AccountChanged | BlocksChanged | PeopleSeen | NewsCame
Listener = Callable[[BusMessage], None]
FollowListener = Callable[[str], None]  # is called with a table


def table_of(message: BusMessage) -> str | None:
    """The table that a message is about. None: it is for all processes."""
    return None if isinstance(message, FOR_ALL) else message.table


class Bus(Protocol):
    """Delivers messages to all processes that follow their table, including the sender.

    A message may arrive late, twice or never, so nothing depends on a single one. `LogGrew` is
    only a hint to read the store, presence reports are repeated, and nobody misses a reaction.
    """

    def publish(self, message: BusMessage) -> None:
        """Never blocks and never fails. A later message may replace one of the same kind."""
        ...

    def subscribe(self, listener: Listener) -> None:
        """Call the listener for every message from now on."""
        ...

    def follow(self, table: str) -> None:
        """Deliver the messages about this table, too."""
        ...

    def unfollow(self, table: str) -> None: ...

    def on_follow(self, listener: FollowListener) -> None:
        """Call the listener when messages about a table begin to come through.

        That is soon after `follow`, and again whenever messages have been lost.
        """
        ...

    @property
    def is_up(self) -> bool | None:
        """Whether messages get through, as far as we know. None: there is only one process."""
        ...

    async def open(self, on_fault: OnFault = lambda: None) -> None: ...

    async def close(self) -> None:
        """Try to send what has been published and not sent yet."""
        ...


class MemoryBus:
    """A bus for a single process."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._on_follow: list[FollowListener] = []

    def publish(self, message: BusMessage) -> None:
        for listener in self._listeners:
            listener(message)

    def subscribe(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def follow(self, table: str) -> None:
        for listener in self._on_follow:
            listener(table)

    def unfollow(self, table: str) -> None:
        pass

    def on_follow(self, listener: FollowListener) -> None:
        self._on_follow.append(listener)

    @property
    def is_up(self) -> bool | None:
        return None

    async def open(self, on_fault: OnFault = lambda: None) -> None:
        pass

    async def close(self) -> None:
        pass
