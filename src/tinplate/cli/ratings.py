"""`tinplate ratings recompute`: everybody's ratings, computed again from the logs of the tables."""

import asyncio
from functools import partial

from tinplate.cli.output import progress_bar, say
from tinplate.game import Progress, Rejected
from tinplate.games import installed
from tinplate.server.recomputing import Recomputed, recompute
from tinplate.store.address import default_address, file_of, parse_address
from tinplate.store.log import Conflict, Unavailable
from tinplate.store.opening import open_store

FOUND_ERRORS = 1
SHOWN = 5  # matches that are named


def recompute_all(database: str | None) -> int:
    """Compute all ratings again, and return the exit code: 1 if one differs."""
    doing, address = "Reading the tables", database or default_address()
    refuse_missing(address)
    with progress_bar(doing) as tell:
        found = _run(address, partial(tell, doing))
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


def refuse_missing(addresses: str) -> None:
    """A file that is not there would be created, and nothing would be wrong with it."""
    for address in addresses.split(","):
        file = file_of(parse_address(address.strip()))
        if file is not None and not file.exists():
            raise Rejected(f"{file}: there is no such database")


def _run(address: str, tell: Progress) -> Recomputed:
    async def work() -> Recomputed:
        store = await open_store(address)
        try:
            return await recompute(store, installed(), tell)
        finally:
            await store.close()

    try:
        return asyncio.run(work())
    except Unavailable as error:
        raise Rejected(str(error)) from None
    except Conflict:
        because = "A server has recorded a match meanwhile. Stop it first, then try again."
        raise Rejected(because) from None
