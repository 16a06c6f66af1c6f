"""Accounts on the server: opened, changed and closed, and who has which name.

The log of an account is named after the person. A name that somebody has is found by how it looks:
each look has a log that says who claimed it last. The claim counts while the account of that person
has such a name, so nothing has to be undone when a process dies halfway. Another log of a name says
who is found by it without its accents.
"""

import asyncio
import hmac
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from tinplate.accounts import rules
from tinplate.accounts.rules import Events
from tinplate.accounts.values import Account, AccountClosed, BrowserSession
from tinplate.game import Rejected
from tinplate.lobby.lookalikes import look_alike, looks_of, without_marks
from tinplate.lobby.values import Avatar
from tinplate.server.bus import AccountChanged, Bus
from tinplate.server.head_logs import HeadLogs, StateChange
from tinplate.server.log_cache import Clock, UnknownLog
from tinplate.server.metrics import Metrics
from tinplate.store.log import Conflict, Moment, Store

ACCOUNT, NAME = "account", "name"  # kinds of logs
MODERATORS = "moderators"  # another one, and the name of the only log of it
FRESH = 60_000  # milliseconds in which somebody who claimed a name can finish taking it

Judge = Callable[[Account], Events]


class NameClaim(Struct, frozen=True):
    """The person who took a name last. Stored: fields never change."""

    person: str
    at: int


class NamedModerators(Struct, frozen=True):
    """The accounts that the host has named, by the names it has used. Stored: fields never change.

    Nobody ("") where no account had the name when the host first used it.
    """

    people: dict[str, str] = {}


class AccountService:
    """Reads and writes accounts and the names they have."""

    def __init__(  # noqa: PLR0913, PLR0917 - what it works with
        self,
        store: Store,
        bus: Bus,
        clock: Clock,
        metrics: Metrics,
        key: bytes,
        moderators: Sequence[str] = (),
    ) -> None:
        self._accounts = HeadLogs(store, clock, metrics, ACCOUNT, Account)
        self._names = HeadLogs(store, clock, metrics, NAME, NameClaim)
        self._named = HeadLogs(store, clock, metrics, MODERATORS, NamedModerators)
        self._bus = bus
        self._clock = clock
        self._key = key
        self._moderators: Mapping[str, str] = dict.fromkeys(moderators, "")

    async def find(self, person: str) -> Account | None:
        """The account of a person; a closed one, too."""
        found = await self._accounts.find(account_log(person))
        return None if found is None else found.state

    async def versions(self, people: Iterable[str]) -> dict[str, int]:
        """How often the account of each of these people has changed; of those who have one."""
        people_by_log = {account_log(person): person for person in people}
        versions = await self._accounts.versions([*people_by_log])
        return {people_by_log[log]: version for log, version in versions.items()}

    def changed_since(self, moment: Moment) -> AsyncIterator[tuple[Moment, Account]]:
        """The accounts that have changed since then, the latest first."""
        return self._accounts.changed_since(moment)

    async def create(self, account: Account) -> Account:
        """Store a new account. Rejected if its name is taken, or the person has an account."""
        await self._claim(account, account.name)
        opened = [type(account).__name__, *(BrowserSession.__name__ for _ in account.sessions)]
        try:
            await self._accounts.open(account_log(account.person), account, opened)
        except Conflict:
            raise Rejected("You have an account already.", "account-is-there") from None
        self._bus.publish(AccountChanged(account.person))
        return account

    async def change(self, person: str, judge: Judge) -> Account:
        """Write what `judge` returns. UnknownLog if there is no account, or it is closed."""

        def judged(account: Account) -> StateChange[Account]:
            if account.is_closed:
                raise UnknownLog(person)
            events = judge(account)
            kinds = [type(event).__name__ for event in events]
            changed = rules.folded(account, events)
            return StateChange(changed, kinds, is_open=not changed.is_closed)

        account = await self._accounts.change(account_log(person), judged)
        self._bus.publish(AccountChanged(person))
        return account

    async def rename(self, account: Account, name: str, avatar: Avatar | None) -> Account:
        """Another name, that nobody has and nobody could mistake for another's."""
        rules.rename(account, name, avatar, self._clock())  # refused before anything is claimed
        if name != account.name:
            await self._claim(account, name)
        return await self.change(
            account.person, lambda current: rules.rename(current, name, avatar, self._clock())
        )

    async def give_name(self, account: Account, name: str) -> None:
        """Take the name away, and give another one. Rejected if somebody has that."""
        await self._claim(account, name)
        await self.change(
            account.person, lambda current: rules.give_name(current, name, self._clock())
        )

    async def close(self, person: str) -> None:
        """Erase everything that is known of a person but their id."""
        account = await self.find(person)
        if account is None or account.is_closed:
            raise UnknownLog(person)
        await self.change(person, lambda _: (AccountClosed(),))
        for name in {account.name, *(past.name for past in account.past_names)}:
            await self._give_up(person, name)

    async def by_name(self, name: str) -> Account | None:
        """The account that has a name now, however it is written."""
        for look in looks_of(name):
            holder = await self._holder(look)
            if holder is not None and look in looks_of(holder.name):
                return holder
        return None

    async def by_past_name(self, name: str) -> Account | None:
        """The account that has a name, or had it so lately that nobody else could take it."""
        now = await self.by_name(name)
        if now is not None:
            return now
        holders = await asyncio.gather(*(self._holder(look) for look in sorted(looks_of(name))))
        return next((holder for holder in holders if holder is not None), None)

    async def by_name_without_marks(self, name: str) -> Account | None:
        """The account that has a name now or, if none has, one whose name has other accents."""
        return await self.by_name(name) or await self._by_letters(name)

    async def note_letters(self, person: str, name: str) -> None:
        """Let a name be found without its accents. Of several, the first one is found."""
        if await self._by_letters(name) is None:
            claim = NameClaim(person, self._clock())
            await self._names.change(
                self._letters_log(name), lambda _: StateChange(claim, [NameClaim.__name__]), claim
            )

    async def require_free(self, name: str, person: str | None) -> None:
        """Rejected if the name, or one like it, belongs to somebody else, or will."""
        holders = await asyncio.gather(*(self._holder(look) for look in looks_of(name)))
        if any(holder is not None and holder.person != person for holder in holders):
            raise _taken()
        if not await self._may_have(name, person):
            because = "This name is kept for a moderator."
            raise Rejected(because, "name-is-reserved")

    def is_moderator(self, account: Account) -> bool:
        """Whether the host has named this account, whatever it is called by now."""
        return not account.is_closed and account.person in self._moderators.values()

    def moderates(self, person: str) -> bool:
        """The same, by the id of somebody who is signed in."""
        return person in self._moderators.values()

    async def name_moderators(self) -> list[str]:
        """Find the accounts that the host has named. Returns the names that are nobody's.

        A name means the account that had it when the host first used it, until the host takes it
        off the list: whoever is called so later moderates nothing.
        """
        found = await self._named.find(MODERATORS)
        known = {} if found is None else found.state.people
        meant = {name: await self._meant(name, known) for name in self._moderators}

        def judged(before: NamedModerators) -> StateChange[NamedModerators]:
            first = {} if before.people == known else before.people  # of a process that was faster
            people = {name: first.get(name, person) for name, person in meant.items()}
            return StateChange(
                NamedModerators(people), ["named"] if people != before.people else []
            )

        named = await self._named.change(MODERATORS, judged, NamedModerators())
        self._moderators = named.people
        return [name for name, person in named.people.items() if not person]

    async def _meant(self, name: str, known: Mapping[str, str]) -> str:
        """The person whom the host means by a name; empty: nobody."""
        if name in known:
            account = await self.find(known[name]) if known[name] else None
            return "" if account is None or account.is_closed else account.person
        account = await self.by_name(name)
        return "" if account is None or account.name != name else account.person

    async def _claim(self, account: Account, name: str) -> None:
        await self.require_free(name, account.person)
        for look in looks_of(name):
            await self._claim_look(account.person, look)
        await self.note_letters(account.person, name)

    async def _give_up(self, person: str, name: str) -> None:
        for log in (self._letters_log(name), *map(self._name_log, looks_of(name))):
            with suppress(UnknownLog):
                await self._names.change(log, lambda claim: _given_up(claim, person))

    async def _claim_look(self, person: str, look: str) -> None:
        log, now = self._name_log(look), self._clock()
        claim = NameClaim(person, now)
        with suppress(Conflict):
            await self._names.open(log, claim, [NameClaim.__name__])
            return
        found = await self._names.find(log)
        holder = None if found is None else await self._held_by(found.state, look)

        def judged(current: NameClaim) -> StateChange[NameClaim]:
            is_fresh = current.at > now - FRESH
            is_other = current.person not in {person, ""}
            is_held = holder is not None and holder.person == current.person
            if is_other and (is_held or is_fresh):
                raise _taken()
            return StateChange(claim, [NameClaim.__name__])

        await self._names.change(log, judged)

    async def _by_letters(self, name: str) -> Account | None:
        found = await self._names.find(self._letters_log(name))
        person = "" if found is None else found.state.person
        account = await self.find(person) if person else None
        has_name = account is not None and without_marks(account.name) == without_marks(name)
        return account if has_name else None

    async def _holder(self, look: str) -> Account | None:
        """The account to which names of this look belong."""
        found = await self._names.find(self._name_log(look))
        return None if found is None else await self._held_by(found.state, look)

    async def _held_by(self, claim: NameClaim, look: str) -> Account | None:
        account = await self.find(claim.person) if claim.person else None
        is_held = account is not None and rules.holds_look(account, look, self._clock())
        return account if is_held else None

    async def _may_have(self, name: str, person: str | None) -> bool:
        """Whether it is not kept for another moderator. Whoever has such a name can keep it."""
        kept_for = [one for each, one in self._moderators.items() if look_alike(name, each)]
        if not kept_for or person in kept_for:
            return True
        account = None if person is None else await self.find(person)
        return account is not None and account.name == name

    def _name_log(self, look: str) -> str:
        """Nobody who reads the database finds out which names were taken once."""
        return f"{NAME} {hmac.digest(self._key, look.encode(), sha256).hex()}"

    def _letters_log(self, name: str) -> str:
        return self._name_log(f"letters {without_marks(name)}")  # no look has letters and a blank


def account_log(person: str) -> str:
    return f"{ACCOUNT} {person}"  # ids have no spaces


def _given_up(claim: NameClaim, person: str) -> StateChange[NameClaim]:
    is_own = claim.person == person
    return StateChange(replace(claim, person=""), [NameClaim.__name__] if is_own else [])


def _taken() -> Rejected:
    because = "Somebody with an account has this name, or one that looks like it."
    return Rejected(because, "name-is-taken")
