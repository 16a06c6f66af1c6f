"""Where compiled code is kept on a machine on which we may write nothing."""

import atexit
import os
import sys
from pathlib import Path

VARIABLE = "NUMBA_CACHE_DIR"
WARNING = (
    f"tinplate: compiled code cannot be kept here, so each start takes up to a minute longer. "
    f"Set {VARIABLE} to a folder that can be written to."
)


def find_place_for_kernels(package: Path = Path(__file__).parent) -> None:
    """Name a folder for Numba if it would find none: without one it does not even start.

    The command does this before anything else, and every module with compiled functions before
    the first of them, for programs that use us as a library. The folder is a new one: other people
    could leave compiled code in one that they can guess.
    """
    if VARIABLE in os.environ or os.access(package, os.W_OK) or _can_write(_own_cache()):
        return
    import shutil  # noqa: PLC0415 - rarely needed
    import tempfile  # noqa: PLC0415

    folder = tempfile.mkdtemp(prefix="tinplate-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ[VARIABLE] = folder
    if "numba" in sys.modules:  # it has read the variable already
        sys.modules["numba"].config.CACHE_DIR = folder
    sys.stderr.write(f"{WARNING}\n")


def _own_cache() -> Path:
    """Where Numba keeps code if it cannot do so beside the source."""
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "numba"


def _can_write(folder: Path) -> bool:
    there = next(each for each in (folder, *folder.parents, Path()) if each.exists())
    return there.is_dir() and os.access(there, os.W_OK)
