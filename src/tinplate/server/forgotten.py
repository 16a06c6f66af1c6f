"""People who have deleted their account: wherever they had a name, they are somebody.

Logs of tables, matches and drawings are never changed, so they keep the names. What is shown of
them goes through here. One log has a row for each of these people; every process follows it. So do
names that moderators have taken away.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from tinplate.accounts.values import SOMEBODY
from tinplate.lobby.forgetting import with_names, without_names
from tinplate.lobby.values import Guest, Table
from tinplate.server.counts import count_once
from tinplate.server.log_cache import Clock
from tinplate.server.taken_names import TakenNames
from tinplate.store.log import NOT_OPENED, Store, Unavailable, all_rows
from tinplate.wire.resources import MatchFacts

FORGOTTEN = "forgotten"  # the log, and its kind
INTERVAL = 2.0  # seconds
log = logging.getLogger(__name__)


class ForgottenPeople:
    """Everybody whose name nobody is shown any more."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._version = NOT_OPENED
        self._people = frozenset[str]()
        self.taken = TakenNames(store, clock)
        self._listeners: list[Callable[[], None]] = []

    @property
    def people(self) -> frozenset[str]:
        return self._people

    def subscribe(self, listener: Callable[[], None]) -> None:
        """Call the listener whenever somebody else is forgotten, or a name is taken away."""
        self._listeners.append(listener)

    async def add(self, person: str) -> None:
        """From now on, in this process at once and in the others soon."""
        await count_once(self._store, FORGOTTEN, FORGOTTEN, person, self._clock())
        await self.refresh()

    async def refresh(self) -> None:
        """Read what other processes have added."""
        is_changed = await self.taken.refresh()
        rows = [row async for row in all_rows(self._store, FORGOTTEN, after=self._version)]
        if rows:
            self._version = rows[-1].version
            self._people |= {row.body.decode() for row in rows}
        if rows or is_changed:
            for listener in self._listeners:
                listener()

    async def run(self) -> None:
        while True:
            try:
                await self.refresh()
            except Unavailable as error:
                log.warning("cannot read who has deleted their account: %s", error)
            await asyncio.sleep(INTERVAL)

    def table(self, table: Table) -> Table:
        """As it is shown; the very same if nobody there is forgotten or has lost a name."""
        taken = self.taken.by_person
        table = with_names(table, taken, self.taken.guest) if taken else table
        return without_names(table, self._people, SOMEBODY) if self._people else table

    def name(self, person: str | None, name: str) -> str:
        """What somebody is called, who had this name then."""
        return SOMEBODY if person in self._people else self.taken.shown(person, name)

    def guest(self, guest: Guest) -> Guest:
        """Somebody who is here, as they are called now."""
        return self.taken.guest(guest)

    def players(self, names: Sequence[str], guests: Sequence[str | None]) -> tuple[str, ...]:
        """The names of the players of a match as they are shown, by seat."""
        if len(names) != len(guests):  # old matches do not know who played
            return tuple(names)
        return tuple(self.name(guest, name) for name, guest in zip(names, guests, strict=True))

    def facts(self, facts: MatchFacts, guests: Sequence[str | None]) -> MatchFacts:
        shown = self.players(facts.players, guests)
        return facts if shown == facts.players else replace(facts, players=shown)

    def author(self, name: str, guests: Iterable[str]) -> str:
        """Of a drawing."""
        for guest in guests:
            name = self.name(guest, name)
        return name
