"""Files that may not be written, for tests that run as root as well."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def public_folder() -> Iterator[Path]:
    """A directory everybody may go through, unlike those of pytest."""
    with tempfile.TemporaryDirectory(prefix="tinplate-", dir="/tmp") as name:
        path = Path(name)
        path.chmod(0o755)
        yield path
        path.chmod(0o755)


def forbid_writing(*paths: Path) -> None:
    for path in paths:
        path.chmod(path.stat().st_mode & ~0o222)


@contextmanager
def without_privileges() -> Iterator[None]:
    """Root may write everywhere: be somebody else for a while."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)
