"""Finds accounts by the beginning of their name.

Names are stored by digests, so that nobody can read them off the database. Each process has an
index of its own, which it brings up to date when somebody searches. It may know names of old: every
account that is found is read anew.
"""

import asyncio
from bisect import bisect_left, insort
from collections.abc import Collection, Iterator

from tinplate.accounts.values import Account
from tinplate.lobby.lookalikes import without_marks
from tinplate.server.accounts import AccountService
from tinplate.server.listed_people import is_listed
from tinplate.store.log import Moment

FOUND = 20  # people at a time
LOOKED_AT = 200  # of whom some may be private, or renamed


class PeopleSearch:
    """The names of all accounts, in order."""

    def __init__(self, accounts: AccountService) -> None:
        self._accounts = accounts
        self._names: list[tuple[str, str]] = []  # without accents, and whose it is
        self._known = set[tuple[str, str]]()
        self._read_until = Moment(0)
        self._reading = asyncio.Lock()

    async def by_beginning(self, text: str, hidden: Collection[str]) -> list[Account]:
        """Those whose name begins so, without people who are on no list, or hidden."""
        beginning = without_marks(text)
        await self._read()
        found = list[Account]()
        for person in self._people(beginning):
            account = None if person in hidden else await self._accounts.find(person)
            if account is None or not is_listed(account):
                continue
            if without_marks(account.name).startswith(beginning):
                found.append(account)
            if len(found) == FOUND:
                break
        return found

    def _people(self, beginning: str) -> Iterator[str]:
        start = bisect_left(self._names, (beginning, ""))
        looked_at = dict.fromkeys(
            person
            for name, person in self._names[start : start + LOOKED_AT]
            if name.startswith(beginning)
        )
        yield from looked_at

    async def _read(self) -> None:
        """What has changed since the last time."""
        async with self._reading:
            since, latest = self._read_until, self._read_until
            async for at, account in self._accounts.changed_since(since):
                latest = max(latest, at)
                known = without_marks(account.name), account.person
                if known not in self._known:
                    self._known.add(known)
                    insort(self._names, known)
            self._read_until = latest
