"""Recovery codes: shown once, used once, kept as slow hashes."""

import asyncio
import hashlib
import secrets

from tinplate.accounts.values import CODES
from tinplate.server.codes import ALPHABET

GROUPS, GROUP = 4, 4  # letters: 78 bits, which nobody guesses
COST, BLOCK = 2**12, 8  # of scrypt: 4 MiB and some hundredths of a second for each guess


def new_codes() -> tuple[str, ...]:
    return tuple(
        "-".join("".join(secrets.choice(ALPHABET) for _ in range(GROUP)) for _ in range(GROUPS))
        for _ in range(CODES)
    )


async def hash_code(code: str, person: str) -> str:
    """The same for the same code of the same person, however it is written."""
    return await asyncio.to_thread(_hash, _plain(code), person)


async def hash_codes(codes: tuple[str, ...], person: str) -> tuple[str, ...]:
    return tuple([await hash_code(code, person) for code in codes])


def _plain(code: str) -> str:
    return "".join(sign for sign in code.upper() if sign in ALPHABET)


def _hash(code: str, person: str) -> str:
    salt = f"tinplate recovery {person}".encode()
    return hashlib.scrypt(code.encode(), salt=salt, n=COST, r=BLOCK, p=1).hex()
