"""The people on public lists: nobody private, nobody whose account is closed or deleted."""

from collections.abc import Collection

from cachetools import LRUCache

from tinplate.accounts.values import Account
from tinplate.server.accounts import AccountService
from tinplate.server.forgotten import ForgottenPeople

REMEMBERED = 50_000  # accounts


class ListedPeople:
    """Finds out about many people at once, and reads only accounts that have changed."""

    def __init__(self, accounts: AccountService, forgotten: ForgottenPeople) -> None:
        self._accounts = accounts
        self._forgotten = forgotten
        self._known = LRUCache[str, tuple[int, bool]](REMEMBERED)  # by person, with the version

    async def among(self, people: Collection[str]) -> set[str]:
        """Those of these people who are on lists."""
        present = {*people} - self._forgotten.people
        versions = await self._accounts.versions(sorted(present))
        return present - {
            person
            for person, version in versions.items()
            if not await self._is_listed(person, version)
        }

    async def _is_listed(self, person: str, version: int) -> bool:
        known = self._known.get(person)
        if known is None or known[0] != version:
            known = version, is_listed(await self._accounts.find(person))
            self._known[person] = known
        return known[1]


def is_listed(account: Account | None) -> bool:
    """Whether somebody with this account, or without any, may be on a list for everybody."""
    return account is None or not (account.is_private or account.is_locked or account.is_closed)
