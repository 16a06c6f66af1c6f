"""Log files: whatever happens to one, its good part is told and its flaw is found."""

import hashlib
import json
import os
import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.catalogues import GAMES
from tests.store.matches import PLAYERS, RicochetMatch, broken_off, finish, finished, opened
from tinplate.game import Malformed
from tinplate.store.logfile import Recorded, Recorder, put_aside_flaw, read


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.log"


def written(path: Path, match: RicochetMatch) -> bytes:
    Recorder.create(path, match, PLAYERS)
    return path.read_bytes()


def replayed(path: Path) -> Recorded:
    return read(path, GAMES, Random(1))


def lines_of(content: bytes) -> list[bytes]:
    return content.splitlines(keepends=True)


def changed(content: bytes, place: int) -> bytes:
    """One bit of that byte turned over, another one each time: a digit, a letter, a newline."""
    return content[:place] + bytes([content[place] ^ (1 << place % 8)]) + content[place + 1 :]


def sealed(*texts: dict[str, Any]) -> bytes:
    """Lines as the format has them: each sealed over itself and the seal before."""
    seal, content = "", b""
    for text in texts:
        line = json.dumps(text, separators=(",", ":")).encode()
        seal = hashlib.sha256(seal.encode() + line).hexdigest()[:16]
        content += line[:-1] + f',"seal":"{seal}"}}\n'.encode()
    return content


def unsealed(content: bytes) -> list[dict[str, Any]]:
    texts = [json.loads(line) for line in content.splitlines()]
    for text in texts:
        del text["seal"]
    return texts


def test_a_match_is_read_back_equal(path: Path) -> None:
    """decode(encode(x)) == x, for whole matches."""
    match = finished()
    content = written(path, match)
    recorded = replayed(path)

    assert None is recorded.flaw
    assert PLAYERS == recorded.players
    assert match.opening == recorded.match.opening
    assert match.log == recorded.match.log
    assert match.state == recorded.match.state
    assert len(content) == recorded.good_bytes


def test_an_opening_without_entries_is_a_log(path: Path) -> None:
    """A match that was dealt and left is broken off, not broken."""
    written(path, opened())
    recorded = replayed(path)

    assert (0, None) == (recorded.match.version, recorded.flaw)


def test_names_in_every_script_are_kept(path: Path) -> None:
    """Players write their names as they please."""
    Recorder.create(path, opened(), ("Δημήτρης", 'Zoë "Zed"'))

    assert ("Δημήτρης", 'Zoë "Zed"') == replayed(path).players


def test_entries_are_written_as_they_happen(path: Path, tmp_path: Path) -> None:
    """What `record` returned from can be read by somebody else at once."""
    match = opened()
    recorder = Recorder.create(path, match, PLAYERS)
    for entry in finished().log:
        recorder.record([entry])

        assert entry == replayed(path).match.log[-1]
    assert written(tmp_path / "whole.log", finished()) == path.read_bytes()


def test_a_resumed_match_goes_on_in_its_file(path: Path, tmp_path: Path) -> None:
    """A log that was broken off and resumed is the log of one match."""
    written(path, broken_off())
    recorded = replayed(path)
    finish(recorded.match)
    Recorder.resume(path, recorded).record(recorded.match.log[3:])

    assert written(tmp_path / "whole.log", finished()) == path.read_bytes()


def test_a_lost_newline_is_no_loss(path: Path, tmp_path: Path) -> None:
    """The last entry is whole without its newline; resuming puts the newline back."""
    path.write_bytes(written(tmp_path / "half.log", broken_off()).rstrip(b"\n"))
    recorded = replayed(path)
    finish(recorded.match)
    Recorder.resume(path, recorded).record(recorded.match.log[3:])

    assert (None, path.stat().st_size) == (replayed(path).flaw, replayed(path).good_bytes)
    assert written(tmp_path / "whole.log", finished()) == path.read_bytes()


def test_nothing_is_written_behind_a_flaw(path: Path) -> None:
    """What follows a flaw could never be read again: resuming waits until it is put aside."""
    damaged = written(path, broken_off())[:-5]
    path.write_bytes(damaged)

    with pytest.raises(Malformed, match="nothing was added"):
        Recorder.resume(path, replayed(path))
    assert damaged == path.read_bytes()


def test_the_good_part_can_be_resumed(path: Path, tmp_path: Path) -> None:
    """Cut at `good_bytes`, a damaged log is a good one."""
    path.write_bytes(written(tmp_path / "whole.log", finished())[:-7])
    recorded = replayed(path)
    path.write_bytes(path.read_bytes()[: recorded.good_bytes])
    Recorder.resume(path, recorded).record(finished().log[4:])

    assert (tmp_path / "whole.log").read_bytes() == path.read_bytes()


def test_a_match_is_never_overwritten(path: Path) -> None:
    """A new match does not take the file of an old one."""
    before = written(path, finished())

    with pytest.raises(FileExistsError):
        Recorder.create(path, opened(), PLAYERS)
    assert before == path.read_bytes()


def test_a_log_cut_off_anywhere_keeps_its_whole_entries(path: Path, tmp_path: Path) -> None:
    """Cut at every byte: the entries before the cut are told, the rest is named as a flaw."""
    content, log = written(tmp_path / "whole.log", finished()), finished().log
    ends = [len(b"".join(lines_of(content)[:count])) for count in range(1, len(log) + 2)]
    for length in range(ends[0] - 1, len(content) + 1):
        path.write_bytes(content[:length])
        whole = sum(end - 1 <= length for end in ends) - 1
        between = length in ends or length + 1 in ends
        recorded = replayed(path)

        assert log[:whole] == recorded.match.log
        assert recorded.flaw == (None if between else f"line {whole + 2}: cut off in the middle")


def test_a_log_cut_off_in_its_opening_is_refused(path: Path, tmp_path: Path) -> None:
    """Without an opening there is nothing to tell."""
    opening = lines_of(written(tmp_path / "whole.log", finished()))[0]
    for length in range(1, len(opening) - 1):
        path.write_bytes(opening[:length])

        with pytest.raises(Malformed, match=r"^line 1: cut off in the middle$"):
            replayed(path)


def test_a_change_anywhere_is_found(path: Path, tmp_path: Path) -> None:
    """Any byte changed: the lines before it are told exactly, and its line is named."""
    content, log = written(tmp_path / "whole.log", finished()), finished().log
    for place in range(len(lines_of(content)[0]), len(content)):
        path.write_bytes(changed(content, place))
        before = content[:place].count(b"\n")
        recorded = replayed(path)

        assert recorded.flaw is not None
        assert recorded.flaw.startswith(f"line {before + 1}: ")
        assert log[: before - 1] == recorded.match.log
        assert len(b"".join(lines_of(content)[:before])) == recorded.good_bytes


def test_a_change_in_the_opening_is_found(path: Path, tmp_path: Path) -> None:
    """Any byte of the deal changed: nothing after it can be trusted."""
    content = written(tmp_path / "whole.log", finished())
    for place in range(len(lines_of(content)[0])):
        path.write_bytes(changed(content, place))

        with pytest.raises(Malformed, match=r"^line 1: "):
            replayed(path)


@pytest.mark.parametrize(
    ("mangle", "line", "entries"),
    [
        (lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]], 3, 1),
        (lambda lines: [*lines[:2], *lines[3:]], 3, 1),
        (lambda lines: [*lines[:3], lines[2], *lines[3:]], 4, 2),
        (lambda lines: [*lines, lines[-1]], 7, 5),
        (lambda lines: [*lines[:4], b"\n", *lines[4:]], 5, 3),
        (lambda lines: [*lines[:4], b"a note\n", *lines[4:]], 5, 3),
        (lambda lines: [lines[0], *(line[:-1] + b"\r\n" for line in lines[1:])], 2, 0),
        (lambda lines: [*lines, b"\n", b"\n"], 7, 5),
        (lambda lines: [*lines[:3], bytes(range(256)), *lines[3:]], 4, 2),
    ],
    ids=[
        "swapped", "deleted", "doubled", "doubled at the end", "an empty line", "a line put in",
        "other line ends", "empty lines behind", "binary in the middle",
    ],
)  # fmt: skip
def test_lines_have_their_order(
    path: Path,
    tmp_path: Path,
    mangle: Callable[[list[bytes]], list[bytes]],
    line: int,
    entries: int,
) -> None:
    """Each seal covers all lines before, so none can be moved, dropped, doubled or put in."""
    content = written(tmp_path / "whole.log", finished())
    path.write_bytes(b"".join(mangle(lines_of(content))))
    recorded = replayed(path)

    assert str(recorded.flaw).startswith(f"line {line}: ")
    assert finished().log[:entries] == recorded.match.log


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the file is empty"),
        (b"\n", "this is not a Tinplate log"),
        (b"Dear diary,\n", "this is not a Tinplate log"),
        (b'{"players": ["Ann"]}\n', "this is not a Tinplate log"),
        (bytes(range(256)) * 20, "this is not a Tinplate log"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "this is not a Tinplate log"),
        (b'{"tinplate":2,"match":"written by a newer program"}\n', "written in log format 2; "),
        (b'{"tinplate":1,"game":"rico', "cut off in the middle"),
    ],
)
def test_a_file_that_is_no_log_is_refused(path: Path, content: bytes, reason: str) -> None:
    """Another kind of file, or a log of another time, is not called a damaged one."""
    path.write_bytes(content)

    with pytest.raises(Malformed) as refused:
        replayed(path)
    assert str(refused.value).startswith(f"line 1: {reason}")


def test_an_unknown_game_is_named(path: Path, tmp_path: Path) -> None:
    """A log of a game that this program does not have says which one it is."""
    opening, *entries = unsealed(written(tmp_path / "whole.log", finished()))
    path.write_bytes(sealed(opening | {"game": "croquet"}, *entries))

    with pytest.raises(Malformed, match="line 1: a log of “croquet”"):
        replayed(path)


def test_a_sealed_opening_must_make_sense(path: Path, tmp_path: Path) -> None:
    """A seal says that a line is as it was written, not that it means something."""
    opening, *_ = unsealed(written(tmp_path / "whole.log", finished()))
    path.write_bytes(sealed(opening | {"players": 2}))

    with pytest.raises(Malformed, match="line 1: not the opening of a Tinplate log"):
        replayed(path)


def test_a_sealed_entry_must_follow(path: Path, tmp_path: Path) -> None:
    """An entry that skips a version or cannot happen is a flaw, however well sealed."""
    opening, *entries = unsealed(written(tmp_path / "whole.log", finished()))
    path.write_bytes(sealed(opening, entries[0], entries[2]))
    skipped = replayed(path)
    path.write_bytes(sealed(opening, entries[1] | {"version": 1}))
    impossible = replayed(path)

    assert "line 3: version 3 does not follow version 1" == skipped.flaw
    assert "line 2: version 1 cannot follow: BidPlaced cannot happen while Pause" == impossible.flaw


def test_an_older_log_still_reads(path: Path, tmp_path: Path) -> None:
    """Fields that came later have defaults: a log from before them tells the same match."""
    opening, *entries = unsealed(written(tmp_path / "whole.log", finished()))
    for younger in ("missed", "round", "phase"):
        del opening["opening"][younger]
    for younger in ("hourglass_turns", "goal", "solo", "rule"):
        del opening["opening"]["settings"][younger]
    path.write_bytes(sealed(opening, *entries))
    recorded = replayed(path)

    assert None is recorded.flaw
    assert finished().state == recorded.match.state


@contextmanager
def files_no_longer_than(size: int) -> Iterator[None]:
    """A disk that is full at that length of a file."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_a_write_that_fails_is_undone(path: Path) -> None:
    """A full disk loses nothing that was recorded, and what failed can be recorded later."""
    match = broken_off()
    recorder = Recorder.create(path, match, PLAYERS)
    before = path.read_bytes()
    finish(match)
    with (
        files_no_longer_than(len(before) + 20),
        pytest.raises(OSError, match="File too large") as failed,
    ):
        recorder.record(match.log[3:])

    assert str(path) == failed.value.filename
    assert before == path.read_bytes()
    recorder.record(match.log[3:])
    assert None is replayed(path).flaw
    assert match.log == replayed(path).match.log


def test_a_file_that_cannot_be_begun_is_not_left_behind(path: Path) -> None:
    """The next try must not stumble over half a line."""
    with files_no_longer_than(10), pytest.raises(OSError, match="File too large"):
        Recorder.create(path, opened(), PLAYERS)

    assert not path.exists()


def test_two_cannot_write_one_match(path: Path) -> None:
    """The second writer adds nothing, and what the first wrote is whole."""
    Recorder.create(path, broken_off(), PLAYERS)
    first, second = replayed(path), replayed(path)
    one, other = Recorder.resume(path, first), Recorder.resume(path, second)
    finish(first.match)
    one.record(first.match.log[3:])
    finish(second.match)
    with pytest.raises(Malformed, match="was changed by another program; nothing was added"):
        other.record(second.match.log[3:])

    assert None is replayed(path).flaw
    assert first.match.log == replayed(path).match.log


def test_what_was_recorded_is_on_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every write waits for the disk, and a new file's folder too."""
    synced = list[str]()
    really = os.fsync

    def fsync(number: int) -> None:
        synced.append(str(Path(f"/proc/self/fd/{number}").readlink()))
        really(number)

    monkeypatch.setattr(os, "fsync", fsync)
    match = broken_off()
    recorder = Recorder.create(path, match, PLAYERS)
    assert {str(path), str(path.parent)} == set(synced)
    synced.clear()
    finish(match)
    recorder.record(match.log[3:])

    assert [str(path)] == synced


def test_the_broken_part_is_kept_before_it_is_cut_off(path: Path) -> None:
    """Nothing is lost by salvaging: the whole file stays under another name."""
    broken = written(path, finished())[:-20]
    path.write_bytes(broken)
    recorded = replayed(path)
    copy = put_aside_flaw(path, recorded)

    assert broken == copy.read_bytes()
    assert None is replayed(path).flaw
    assert recorded.match.log == replayed(path).match.log
    with pytest.raises(FileExistsError):
        put_aside_flaw(path, recorded)
