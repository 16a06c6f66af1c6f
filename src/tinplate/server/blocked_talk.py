"""Keeps the talk of people apart who have blocked each other, at every table of this process."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from tinplate.server.background import BackgroundTasks, OnFault
from tinplate.server.bus import BlocksChanged, Bus, BusMessage
from tinplate.server.social import SocialService
from tinplate.server.watchers import Watcher


class BlockedTalk:
    """Tells watchers whose talk they are not sent, whenever that changes."""

    def __init__(self, social: SocialService, bus: Bus, on_fault: OnFault) -> None:
        self._social = social
        self._watchers: dict[str, dict[Watcher, int]] = {}  # by person; the last look of each
        self._looks = count(1)
        self._background = BackgroundTasks(on_fault)
        bus.subscribe(self._receive)
        bus.on_follow(self._look_again_at)

    @contextmanager
    def track(self, watcher: Watcher) -> Iterator[None]:
        """While they watch, they are told of changes."""
        if watcher.guest is None:
            yield
            return
        person = watcher.guest.id
        self._watchers.setdefault(person, {})[watcher] = 0
        try:
            yield
        finally:
            del self._watchers[person][watcher]
            if not self._watchers[person]:
                del self._watchers[person]

    async def look(self, person: str, *, is_own: bool = False) -> None:
        """Read whose talk is hidden from somebody. If they changed it themselves, show all anew."""
        look = next(self._looks)
        hidden = await self._social.hidden(person)
        watchers = self._watchers.get(person, {})
        for watcher, last in list(watchers.items()):
            if last < look:  # what was read later is true
                watchers[watcher] = look
                watcher.hide(hidden, is_own=is_own)

    async def close(self) -> None:
        await self._background.cancel()

    def _receive(self, message: BusMessage) -> None:
        if not isinstance(message, BlocksChanged):
            return
        for person, is_own in ((message.person, True), (message.other, False)):
            if person in self._watchers:
                self._background.detach(self.look(person, is_own=is_own))

    def _look_again_at(self, table: str) -> None:
        """Messages may have been lost."""
        for person, watchers in list(self._watchers.items()):
            if any(watcher.watched.log == table for watcher in watchers):
                self._background.detach(self.look(person))
