"""Another device by a link: it lives for two minutes, works once, and is confirmed by hand.

The device that is signed in shows the link. The other one opens it, and both show the same number.
When the owner says that they match, the new device is signed in.
"""

import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tinplate.accounts.rules import NotYours
from tinplate.server.head_logs import HeadLogs, StateChange
from tinplate.server.log_cache import Clock, UnknownLog
from tinplate.server.metrics import Metrics
from tinplate.store.log import Moment, Store

LINK = "link"  # a kind of logs
LINK_LIFE = 120  # seconds
NUMBERS = range(100, 1000)
LinkStage = Literal["open", "claimed", "confirmed", "done"]


class DeviceLink(Struct, frozen=True):
    """A link, as far as it has come. Stored: fields never change."""

    person: str  # empty when it is done
    until: int
    stage: LinkStage = "open"
    number: int = 0  # that both devices show
    claim: str = ""  # a digest of the secret of the new device


Judged = Callable[[DeviceLink], StateChange[DeviceLink]]


class DeviceLinks:
    """Links from a device that is signed in to one that is not."""

    def __init__(self, store: Store, clock: Clock, metrics: Metrics) -> None:
        self._links = HeadLogs(store, clock, metrics, LINK, DeviceLink)
        self._clock = clock

    async def create(self, person: str) -> tuple[str, Moment]:
        """A secret for the link, and until when it can be used."""
        token = secrets.token_urlsafe(16)
        until = Moment(self._clock() + 1000 * LINK_LIFE)
        await self._links.open(_log(token), DeviceLink(person, until), [LINK])
        return token, until

    async def claim(self, token: str, secret: str) -> DeviceLink:
        """The new device opens the link, and shows its number."""
        number = secrets.choice(NUMBERS)

        def judged(link: DeviceLink) -> StateChange[DeviceLink]:
            self._require(link, "open")
            claimed = replace(link, stage="claimed", number=number, claim=_digest(secret))
            return StateChange(claimed, ["claimed"])

        return await self._change(token, judged)

    async def look(self, token: str, person: str) -> DeviceLink:
        """How far it has come, for its owner."""
        found = await self._find(token)
        if found.person not in {person, ""}:
            raise _over()
        return found

    async def confirm(self, token: str, person: str) -> None:
        """The owner has seen the same number on both devices."""

        def judged(link: DeviceLink) -> StateChange[DeviceLink]:
            if link.person != person:
                raise _over()
            self._require(link, "claimed")
            return StateChange(replace(link, stage="confirmed"), ["confirmed"])

        await self._change(token, judged)

    async def finish(self, token: str, secret: str) -> str | None:
        """Whose account the new device is signed in to; None as long as nobody has confirmed it."""
        person: str | None = None

        def judged(link: DeviceLink) -> StateChange[DeviceLink]:
            nonlocal person
            if not secrets.compare_digest(link.claim, _digest(secret)):
                raise _over()
            if link.stage == "claimed" and self._clock() < link.until:
                return StateChange(link, [])
            self._require(link, "confirmed")
            person = link.person
            return StateChange(DeviceLink("", link.until, "done"), ["done"], is_open=False)

        await self._change(token, judged)
        return person

    def _require(self, link: DeviceLink, stage: LinkStage) -> None:
        if link.stage != stage or self._clock() >= link.until:
            raise _over()

    async def _find(self, token: str) -> DeviceLink:
        found = await self._links.find(_log(token))
        if found is None:
            raise _over()
        return found.state

    async def _change(self, token: str, judged: Judged) -> DeviceLink:
        try:
            return await self._links.change(_log(token), judged)
        except UnknownLog:
            raise _over() from None


def _log(token: str) -> str:
    """Nobody who reads the database can use a link."""
    return f"{LINK} {_digest(token)}"


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def _over() -> NotYours:
    return NotYours("This link was used, or is too old. Make a new one.", "link-is-over")
