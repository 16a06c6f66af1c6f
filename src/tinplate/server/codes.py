"""Short codes for tables: easy to read aloud, valid for a day.

A code is a log with a single row, so every process knows it.
"""

import secrets

from tinplate.server.log_cache import LogCache, UnknownLog
from tinplate.store.log import Conflict, Head, Moment
from tinplate.wire.resources import Code

CODE = "code"  # a kind of log
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # no two look alike
LENGTH = 6
DAY = 24 * 60 * 60 * 1000  # milliseconds


async def create_code(log_cache: LogCache, table: str) -> Code:
    """Create a code for a table."""
    now = log_cache.clock()
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        head = Head(
            log=_log(code),
            kind=CODE,
            version=0,
            due=None,
            is_public=False,
            is_open=True,
            updated_at=now,
            summary=table.encode(),
        )
        try:
            await log_cache.open(head, b"")
        except Conflict:
            continue  # the code is taken
        return Code(code, now + DAY)


async def table_by_code(log_cache: LogCache, code: str) -> str:
    """The id of the table. UnknownLog if there is no such code, or it has expired."""
    code = code.upper()
    if len(code) != LENGTH or not set(code) <= set(ALPHABET):
        raise UnknownLog(code)
    head = await log_cache.store.head(_log(code))
    if head is None or Moment(head.updated_at + DAY) < log_cache.clock():
        raise UnknownLog(code)
    return head.summary.decode()


def _log(code: str) -> str:
    return f"code {code}"  # no other log has a space in its name
