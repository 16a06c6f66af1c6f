"""Locks a file for as long as this process lives, on any system."""

from importlib import import_module
from typing import IO

FIRST_BYTE = 1  # how much of the file is locked, where all of it cannot be


def lock(file: IO[str]) -> None:
    """BlockingIOError if another process has locked it."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock  # noqa: PLC0415 - only Unix has it
    except ModuleNotFoundError:
        _lock_on_windows(file)
    else:
        flock(file, LOCK_EX | LOCK_NB)


def _lock_on_windows(file: IO[str]) -> None:
    windows = import_module("msvcrt")  # by name, since other systems know nothing of it
    try:
        windows.locking(file.fileno(), windows.LK_NBLCK, FIRST_BYTE)
    except PermissionError as error:
        raise BlockingIOError(*error.args) from None
