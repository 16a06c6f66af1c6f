"""Short codes for tables: easy to say, good for a day.

A code is a log of one row in the store, so every process knows it.
"""

import secrets

from tinplate.server.books import Books, Unknown
from tinplate.store.log import Conflict, Head, Moment
from tinplate.wire.resources import Code

CODE = "code"  # a kind of logs
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that looks like something else
LENGTH = 6
A_DAY = 24 * 60 * 60 * 1000  # milliseconds


async def make_code(books: Books, table: str) -> Code:
    """A new code for a table."""
    now = books.clock()
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
            await books.open(head, b"")
        except Conflict:
            continue  # it was given to another table before
        return Code(code, now + A_DAY)


async def table_by_code(books: Books, code: str) -> str:
    """The id of the table; Unknown if there is no such code, or none any more."""
    code = code.upper()
    if len(code) != LENGTH or not set(code) <= set(ALPHABET):
        raise Unknown(code)
    head = await books.store.head(_log(code))
    if head is None or Moment(head.updated_at + A_DAY) < books.clock():
        raise Unknown(code)
    return head.summary.decode()


def _log(code: str) -> str:
    return f"code {code}"  # other logs have no blanks in their names
