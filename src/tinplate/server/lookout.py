"""News may be lost, and who should tell them may die: so the store is asked now and then.

What happens at a table is seen everywhere after a moment at the latest, with a bus, with a broken
one, or without any. And the store is told which tables are looked after: others are nobody's, and
whoever finds one sees to those who sit there.
"""

import asyncio
import logging

from tinplate.server.books import Books
from tinplate.server.hub import Hub
from tinplate.store.log import Unavailable

PAUSE = 2.0  # seconds
log = logging.getLogger(__name__)


class Lookout:
    """Asks how far the logs of all tables have got that somebody here looks at."""

    def __init__(self, books: Books, hub: Hub) -> None:
        self._books = books
        self._hub = hub

    async def run(self) -> None:
        is_blind = False
        while True:
            await asyncio.sleep(PAUSE)
            try:
                await self.look()
                is_blind = False
            except Unavailable as error:
                if not is_blind:
                    log.warning("the tables at hand cannot be looked after: %s", error)
                is_blind = True

    async def look(self) -> None:
        await self._hub.renew_leases()
        versions = await self._books.store.versions(self._hub.logs)
        for name, version in versions.items():
            self._books.hear_of(name, version)
        self._hub.put_in_order()
