"""Ends the sockets of sessions that were ended, in whichever process that happened."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from tinplate.server.accounts import AccountService, account_log
from tinplate.server.background import BackgroundTasks
from tinplate.server.bus import AccountChanged, Bus, BusMessage
from tinplate.store.log import Store, Unavailable

INTERVAL = 10.0  # seconds between two looks at what the bus may have lost
log = logging.getLogger(__name__)


class _SignedInSocket(NamedTuple):
    """A socket, by which session it was opened (None: as a guest), and how to end it."""

    session: str | None
    end: Callable[[], None]


class SignedInSockets:
    """The sockets of this process whose owners have a name, by person."""

    def __init__(
        self, store: Store, bus: Bus, accounts: AccountService, on_fault: Callable[[], None]
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._sockets: dict[str, set[_SignedInSocket]] = {}
        self._versions: dict[str, int] = {}  # of their accounts, as we know them
        self._background = BackgroundTasks(on_fault)
        bus.subscribe(self._receive)

    @contextmanager
    def track(self, person: str, session: str | None, end: Callable[[], None]) -> Iterator[None]:
        """While it is open, it can be ended."""
        socket = _SignedInSocket(session, end)
        self._sockets.setdefault(person, set()).add(socket)
        try:
            yield
        finally:
            self._sockets[person].discard(socket)
            if not self._sockets[person]:
                del self._sockets[person]
                self._versions.pop(person, None)

    async def run(self) -> None:
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                await self.look()
            except Unavailable as error:
                log.warning("cannot read who is still signed in: %s", error)

    async def look(self) -> None:
        """Check the people whose accounts have changed since we looked last."""
        people = {
            account_log(person): person
            for person, sockets in self._sockets.items()
            if any(socket.session for socket in sockets)
        }
        versions = await self._store.versions([*people]) if people else {}
        for name, version in versions.items():
            person = people[name]
            if self._versions.get(person) != version:
                self._versions[person] = version
                await self._check(person)

    async def close(self) -> None:
        await self._background.cancel()

    def _receive(self, message: BusMessage) -> None:
        if isinstance(message, AccountChanged) and message.person in self._sockets:
            self._background.detach(self._check(message.person))

    async def _check(self, person: str) -> None:
        """A guest who has become an account stays, until they sign out everywhere."""
        account = await self._accounts.find(person)
        if account is None:
            return
        valid = {session.id for session in account.sessions}
        for socket in tuple(self._sockets.get(person, ())):
            if socket.session not in valid and not (socket.session is None and valid):
                socket.end()
