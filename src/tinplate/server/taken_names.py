"""Names that moderators have taken away: wherever they stand, another one is shown.

Logs of tables, matches and drawings are never changed, so they keep the names. One log has a row
for each name that was taken, or given back; every process follows it.
"""

import asyncio
import secrets
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.json import Decoder, encode
from msgspec.structs import replace

from tinplate.game import Rejected
from tinplate.lobby.lookalikes import look_alike
from tinplate.lobby.values import Guest
from tinplate.server.appending_rows import append_row
from tinplate.server.log_cache import Clock
from tinplate.store.log import NOT_OPENED, Store, all_rows

TAKEN_NAMES = "taken-names"  # the log, and its kind
NUMBERS = 1_000_000  # of people without a name of their own


class TakenName(Struct, frozen=True):
    """A name that somebody may not have, and what they are called instead. Stored.

    Without another name, they got all of theirs back.
    """

    person: str
    name: str = ""
    instead: str = ""
    why: str = ""  # in the moderator's words, for whoever had it


_ROW = Decoder(TakenName)
TakenByPerson = Mapping[str, tuple[TakenName, ...]]


class TakenNames:
    """Knows which names were taken from whom."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._version = NOT_OPENED
        self._reading = asyncio.Lock()
        self.by_person: TakenByPerson = {}  # never changed: there is another one instead

    def latest(self, person: str) -> TakenName | None:
        """The name that was taken last, if it was not given back."""
        return self.by_person.get(person, (None,))[-1]

    def shown(self, person: str | None, name: str) -> str:
        """A name of somebody as others see it."""
        taken = self.by_person.get(person or "", ())
        found = (one for one in reversed(taken) if look_alike(one.name, name))
        return next((one.instead for one in found), name)

    def guest(self, guest: Guest) -> Guest:
        name = self.shown(guest.id, guest.name)
        return guest if name == guest.name else replace(guest, name=name)

    def owes_name(self, guest: Guest) -> bool:
        """Whether somebody is still called as a moderator's act has called them."""
        latest = self.latest(guest.id)
        return latest is not None and guest.name == latest.instead

    def why(self, guest: Guest) -> str:
        """Why their name was taken, as long as they have not chosen another."""
        latest = self.latest(guest.id)
        return latest.why if latest is not None and self.owes_name(guest) else ""

    def require_other(self, person: str, name: str) -> None:
        """Rejected if the name, or one like it, was taken from this person."""
        if any(look_alike(one.name, name) for one in self.by_person.get(person, ())):
            because = "A moderator took this name away. Pick another."
            raise Rejected(because, "name-taken-away")

    async def refresh(self) -> bool:
        """Read what other processes have added. Whether there was anything."""
        async with self._reading:
            rows = [row async for row in all_rows(self._store, TAKEN_NAMES, after=self._version)]
            if rows:
                self._version = rows[-1].version
                self._take([_ROW.decode(row.body) for row in rows])
        return bool(rows)

    def _take(self, rows: Sequence[TakenName]) -> None:
        changed = dict(self.by_person)
        for taken in rows:
            before = changed.pop(taken.person, ())
            if taken.instead:
                changed[taken.person] = (*before, taken)
        self.by_person = changed

    async def add(self, taken: TakenName) -> None:
        """Write it down, for all processes."""
        await append_row(self._store, TAKEN_NAMES, encode(taken), self._clock)


def neutral_name() -> str:
    """What somebody is called until they choose a name."""
    return f"Player {secrets.randbelow(NUMBERS):06}"
