"""A process that appends as quickly as it can: `python -m tests.store.storm ADDRESS NAME [ROWS]`.

A dozen writers fight for a few logs. A line is printed for every row of which the store said that
it is kept, after it said so. Without a number of rows it goes on until it is killed.
"""

import asyncio
import os
import sys
from collections.abc import Iterator
from itertools import count

from tests.store.logs import append_next
from tinplate.store.log import Conflict
from tinplate.store.sql import SqlStore

LOGS = [f"log {number}" for number in range(6)]
WRITERS = 12


async def main(address: str, name: str, numbers: Iterator[int]) -> None:
    store = await SqlStore.open(address)
    await asyncio.gather(*(write(store, f"{name}-{who}", who, numbers) for who in range(WRITERS)))
    await store.close()


async def write(store: SqlStore, name: str, who: int, numbers: Iterator[int]) -> None:
    for number in numbers:
        log = LOGS[(who + number) % len(LOGS)]
        body = f"{name}-{number}".encode()
        try:
            told = await append_next(store, log, body)
        except Conflict:
            continue
        # Past Python's buffers: what was printed before a kill has arrived.
        os.write(1, f"{told.log}\t{told.version}\t{body.decode()}\n".encode())


if __name__ == "__main__":
    numbers = range(int(sys.argv[3])) if len(sys.argv) > 3 else count()
    asyncio.run(main(sys.argv[1], sys.argv[2], iter(numbers)))
