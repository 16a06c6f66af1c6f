"""People who show others nothing of their ratings: that is in their accounts."""

import asyncio
from itertools import compress

from tinplate.lobby.forgetting import without_steps
from tinplate.lobby.values import Table
from tinplate.server.accounts import AccountService


class PrivatePeople:
    """Looks up who is private now: people may change their mind after a match."""

    def __init__(self, accounts: AccountService) -> None:
        self._accounts = accounts

    async def has(self, person: str) -> bool:
        account = await self._accounts.find(person)
        return account is not None and account.is_private

    async def with_steps_at(self, table: Table) -> frozenset[str]:
        """Those for whom the last match of a table has changed something that it would show."""
        people = [guest for guest in table.guests if guest] if any(table.steps) else []
        return frozenset(compress(people, await asyncio.gather(*map(self.has, people))))

    async def table(self, table: Table) -> Table:
        """As it is shown; the very same if there is nothing to hide."""
        return without_steps(table, await self.with_steps_at(table))
