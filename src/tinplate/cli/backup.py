"""`tinplate backup` and `tinplate restore`: all tables and matches, and the key of the server."""

import asyncio
from collections.abc import Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tinplate.cli.output import progress_bar, say
from tinplate.cli.words import counted
from tinplate.game import Rejected
from tinplate.server.guests import load_key, save_key
from tinplate.store.address import default_address, default_key_file, describe, parse_address
from tinplate.store.backup import Backup, back_up, facts_of, restore
from tinplate.store.log import Unavailable

FOUND_ERRORS = 1


def back_up_to(file: Path, database: str | None, key_file: Path | None) -> int:
    """Back up, and return the exit code: 1 if the database was incomplete already."""
    address = database or default_address()
    key_file = key_file or default_key_file()
    key = load_key(key_file) if key_file.exists() else None
    with progress_bar("Opening the database") as tell:
        backup = _run(back_up(address, file, key, tell))
    say(f"Backed up {_contents(backup)} to {file}, and checked it.")
    if key is None:
        say(
            f"There is no key at {key_file} (see --key-file): after a restore without it, guests"
            " lose their seats."
        )
    else:
        say(f"The key of {key_file} is in it: keep it as secret as a password.")
    if backup.broken:
        say(f"{counted(backup.broken, 'log')} had entries missing in the database already.")
        return FOUND_ERRORS
    return 0


def restore_from(file: Path, database: str | None, key_file: Path | None) -> None:
    """Restore the tables and matches, then the key."""
    address = database or default_address()
    key_file = key_file or default_key_file()
    backup = facts_of(file)
    _refuse_other_key(backup, key_file)
    with progress_bar("Opening the backup") as tell:
        _run(restore(file, address, tell))
    made = datetime.fromtimestamp(backup.made_at / 1000, UTC)
    place = describe(parse_address(address))
    say(f"Restored {_contents(backup)} of {made:%Y-%m-%d %H:%M} UTC to {place}, and checked it.")
    if backup.secret is None:
        say("There was no key in the backup: guests are strangers unless you have it elsewhere.")
    else:
        save_key(key_file, backup.secret)
        say(f"The key that signs guests' cookies is in {key_file}")


def _refuse_other_key(backup: Backup, key_file: Path) -> None:
    if backup.secret is not None and key_file.exists() and key_file.read_bytes() != backup.secret:
        raise Rejected(
            f"{key_file}: another key is there, which does not know the guests of the backup;"
            " move it away, or choose another --key-file"
        )


def _run(work: Coroutine[Any, Any, Backup]) -> Backup:
    try:
        return asyncio.run(work)
    except Unavailable as error:
        raise Rejected(str(error)) from None


def _contents(backup: Backup) -> str:
    entries = "1 entry" if backup.entries == 1 else f"{backup.entries:,} entries"
    return f"{counted(backup.logs, 'log')} of tables and matches ({entries})"
