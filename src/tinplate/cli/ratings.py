"""`tinplate ratings recompute` and `tinplate people recompute`: from the logs of the tables."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from tinplate.cli.output import progress_bar, say
from tinplate.game import Progress, Rejected
from tinplate.games import installed
from tinplate.server.rebuilding import rebuild
from tinplate.server.recomputing import recompute
from tinplate.store.address import default_address, file_of, parse_address
from tinplate.store.log import Conflict, Store, Unavailable
from tinplate.store.opening import open_store

FOUND_ERRORS = 1
SHOWN = 5  # matches that are named
DOING = "Reading the tables"
FoundT = TypeVar("FoundT")
Work = Callable[[Store, Progress], Awaitable[FoundT]]


def recompute_all(database: str | None) -> int:
    """Compute all ratings again, and return the exit code: 1 if one differs."""
    found = _found(database, lambda store, tell: recompute(store, installed(), tell))
    matches = "1 match that counts" if found.matches == 1 else f"{found.matches} matches that count"
    say(f"Computed {matches}.")
    if found.different:
        names = ", ".join(found.different[:SHOWN])
        say(f"{len(found.different)} of them differ from what was recorded: {names}")
        return FOUND_ERRORS
    if found.added:
        say(f"{found.added} of them had not been recorded, and are now.")
    say("All ratings are as they were recorded.")
    return 0


def rebuild_all(database: str | None) -> int:
    """Compute all records again; the exit code."""
    found = _found(database, lambda store, tell: rebuild(store, installed(), tell))
    say(f"Matches: {found.matches}. People: {found.people}. Records that changed: {found.changed}.")
    return 0


def _found(database: str | None, work: Work[FoundT]) -> FoundT:
    address = database or default_address()
    refuse_missing(address)
    with progress_bar(DOING) as tell:
        return _run(address, work, partial(tell, DOING))


def refuse_missing(addresses: str) -> None:
    """A file that is not there would be created, and nothing would be wrong with it."""
    for address in addresses.split(","):
        file = file_of(parse_address(address.strip()))
        if file is not None and not file.exists():
            raise Rejected(f"{file}: there is no such database")


def _run(
    address: str,
    work: Work[FoundT],
    tell: Progress,
) -> FoundT:
    async def run() -> FoundT:
        store = await open_store(address)
        try:
            return await work(store, tell)
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except Unavailable as error:
        raise Rejected(str(error)) from None
    except Conflict:
        because = "A server has recorded a match meanwhile. Stop it first, then try again."
        raise Rejected(because) from None
