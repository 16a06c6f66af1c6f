"""A match in a text file: the opening on the first line, then one entry per line.

Every line ends with a seal, a hash of it and all lines before it. So we detect a line that was cut
off or edited, and know that everything before it is good.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from tinplate.game import AnyGame, Malformed
from tinplate.match import AnyMatch, Entry, Match
from tinplate.wire.codec import Codec

FORMAT = 1
_SEAL = re.compile(rb',"seal":"([0-9a-f]{16})"\}$')
_BEGINNING = b'{"tinplate":'
_FORMAT_WRITTEN = re.compile(_BEGINNING + rb"(\d{1,9}),")


class _Opening(msgspec.Struct):
    tinplate: int
    game: str
    players: tuple[str, ...]
    opening: msgspec.Raw


@dataclass(frozen=True)
class Recorded:
    """What a log file holds: the match up to the first flaw, if there is one."""

    match: AnyMatch
    players: tuple[str, ...]
    flaw: str | None  # "line 14: cut off in the middle"
    good_bytes: int  # how much of the file is good
    seal: str  # of the last good line


def read(path: Path, games: Mapping[str, AnyGame], dice: Random) -> Recorded:
    """Replay a log file. Malformed if its opening is damaged; later flaws are reported."""
    content = path.read_bytes()
    lines = content.split(b"\n")
    try:
        _refuse_foreign_file(content)
        text, seal = _unsealed(lines[0], "", is_last=len(lines) == 1)
        match, players = _open(text, games, dice)
    except Malformed as error:
        raise Malformed(f"line 1: {error}") from None
    codec = Codec(match.game)
    good_bytes = len(lines[0]) + 1  # with its newline
    for number, line in enumerate(lines[1:], start=2):
        if not line and number == len(lines):
            break  # after the last newline
        try:
            text, next_seal = _unsealed(line, seal, is_last=number == len(lines))
            match.append(codec.decode_entry(text))
        except Malformed as error:
            return Recorded(match, players, f"line {number}: {error}", good_bytes, seal)
        seal = next_seal
        good_bytes += len(line) + 1
    # A last line that only lacks its newline is complete.
    return Recorded(match, players, None, len(content), seal)


def content_of(match: AnyMatch, players: tuple[str, ...]) -> bytes:
    """The content of a log file for a whole match."""
    codec = Codec(match.game)
    lines, _ = _sealed([_first_line(match, players), *map(codec.encode, match.log)], "")
    return lines


class Recorder:
    """Writes a match to its file, entry by entry. When `record` returns, the entry is on disk.

    It remembers the length of the file. A write that fails is undone. If the file has grown, then
    another process writes to it, and nothing is added.
    """

    def __init__(self, path: Path, match: AnyMatch, seal: str, length: int) -> None:
        self._path = path
        self._codec = Codec(match.game)
        self._seal = seal
        self._length = length

    @classmethod
    def create(cls, path: Path, match: AnyMatch, players: tuple[str, ...]) -> "Recorder":
        """Start a new file with the opening. FileExistsError if there is a file already."""
        path.open("xb").close()
        recorder = cls(path, match, "", 0)
        try:
            recorder._write([_first_line(match, players)])
            recorder.record(match.log)
            _sync_folder(path)
        except OSError:
            path.unlink()  # there is nothing in it but our opening
            raise
        return recorder

    @classmethod
    def resume(cls, path: Path, recorded: Recorded) -> "Recorder":
        """Continue after the good part. Malformed until the damaged rest is moved away."""
        recorder = cls(path, recorded.match, recorded.seal, recorded.good_bytes)
        ends_its_line = path.read_bytes().endswith(b"\n")
        recorder._add(b"" if ends_its_line else b"\n")
        return recorder

    def record(self, entries: Iterable[Entry[Any]]) -> None:
        self._write([self._codec.encode(entry) for entry in entries])

    def _write(self, texts: list[bytes]) -> None:
        lines, seal = _sealed(texts, self._seal)
        self._add(lines)
        self._seal = seal

    def _add(self, lines: bytes) -> None:
        with self._path.open("r+b", buffering=0) as file:
            if file.seek(0, os.SEEK_END) != self._length:
                raise Malformed(f"{self._path} was changed by another program; nothing was added")
            try:
                _write_all(file, lines)
                os.fsync(file.fileno())
            except OSError as error:
                file.truncate(self._length)
                raise OSError(error.errno, error.strerror, str(self._path)) from error
        self._length += len(lines)


def _first_line(match: AnyMatch, players: tuple[str, ...]) -> bytes:
    opening = msgspec.Raw(Codec(match.game).encode(match.opening))
    return msgspec.json.encode(_Opening(FORMAT, match.game.name, players, opening))


def _sealed(texts: Iterable[bytes], seal: str) -> tuple[bytes, str]:
    """The lines with their seals, chained to the seal before them, and the last seal."""
    lines = []
    for text in texts:
        seal = _seal(text, seal)
        lines.append(text[:-1] + f',"seal":"{seal}"}}\n'.encode())
    return b"".join(lines), seal


def _write_all(file: FileIO, content: bytes) -> None:
    """Write everything. A raw file may accept less than it is given."""
    while content:
        content = content[file.write(content) :]


def _sync_folder(path: Path) -> None:
    """Sync the folder: only then is the name of a new file on disk."""
    folder = os.open(path.absolute().parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def put_aside_flaw(path: Path, recorded: Recorded) -> Path:
    """Keep a copy of the whole file, then cut the file down to its good part."""
    copy = path.with_name(f"{path.name}.broken")
    with copy.open("xb") as file:
        file.write(path.read_bytes())
        file.flush()
        os.fsync(file.fileno())
    _sync_folder(copy)
    with path.open("r+b") as file:
        file.truncate(recorded.good_bytes)
        os.fsync(file.fileno())
    return copy


def _open(
    text: bytes, games: Mapping[str, AnyGame], dice: Random
) -> tuple[AnyMatch, tuple[str, ...]]:
    try:
        opening = msgspec.json.decode(text, type=_Opening)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Malformed(f"not the opening of a Tinplate log: {error}") from None
    if opening.game not in games:
        raise Malformed(f"a log of “{opening.game}”, which is not one of our games")
    game = games[opening.game]
    return Match(game, Codec(game).decode_state(bytes(opening.opening)), dice), opening.players


def _refuse_foreign_file(content: bytes) -> None:
    """Tell other files and other log formats apart from damaged logs."""
    if not content:
        raise Malformed("the file is empty")
    if not content.startswith(_BEGINNING[: len(content)]):
        raise Malformed("this is not a Tinplate log")
    written = _FORMAT_WRITTEN.match(content)
    if written is not None and int(written.group(1)) != FORMAT:
        raise Malformed(
            f"written in log format {written.group(1).decode()}; this program reads format {FORMAT}"
        )


def _unsealed(line: bytes, previous: str, *, is_last: bool) -> tuple[bytes, str]:
    """The line without its seal, and the seal. Malformed if the seal does not match."""
    found = _SEAL.search(line)
    if found is None:
        raise Malformed(
            "cut off in the middle" if is_last else "not a sealed line of a Tinplate log"
        )
    text, seal = line[: found.start()] + b"}", found.group(1).decode()
    if seal != _seal(text, previous):
        raise Malformed("changed after it was written (its seal does not match)")
    return text, seal


def _seal(text: bytes, previous: str) -> str:
    return hashlib.sha256(previous.encode() + text).hexdigest()[:16]
