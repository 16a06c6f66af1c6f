"""Opens the store that an address names, or a list of addresses."""

import asyncio

from tinplate.game import Malformed
from tinplate.store.address import parse_address, split_addresses
from tinplate.store.log import Store
from tinplate.store.several import SeveralStores
from tinplate.store.sql import SqlStore


async def open_store(addresses: str) -> Store:
    """One database, or several with commas between them. Their tables are migrated first."""
    each = split_addresses(addresses)
    urls = [parse_address(address) for address in each]
    if len({*urls}) < len(urls):
        raise Malformed("the list of databases names one of them twice")
    opening = await asyncio.gather(*map(SqlStore.open, each), return_exceptions=True)
    stores = [store for store in opening if isinstance(store, SqlStore)]
    for failure in opening:
        if isinstance(failure, BaseException):
            await asyncio.gather(*(store.close() for store in stores))
            raise failure
    return stores[0] if len(stores) == 1 else SeveralStores(stores)
