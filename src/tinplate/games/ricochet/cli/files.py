"""Files that people bring, and those that are written for them."""

import sys
from pathlib import Path

from tinplate.game import Malformed
from tinplate.games.ricochet.formats.reading import LONGEST

STANDARD = Path("-")  # input or output


def read_limited(path: Path) -> str:
    """The text of a file, or of standard input; Malformed if it is none, or too long."""
    if path == STANDARD:
        data = sys.stdin.read(LONGEST + 1).encode()
    else:
        if path.exists() and not path.is_file():
            raise Malformed("not a regular file")
        try:
            with path.open("rb") as file:
                data = file.read(LONGEST + 1)
        except OSError as error:
            raise Malformed(str(error.strerror or error)) from None
    if len(data) > LONGEST:
        raise Malformed(f"too long: we read {LONGEST} bytes at most")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Malformed("this is not text in UTF-8") from None


def refuse_to_overwrite(path: Path, *endings: str) -> None:
    """Refuse to write over a file that may be anything but what is written."""
    if path.suffix.lower() not in endings:
        raise Malformed(f"{path}: its name has to end in {' or '.join(endings)}")
    # A link is refused wherever it leads: its target may be something else.
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise Malformed(f"{path}: not a regular file, so it will not be overwritten")
