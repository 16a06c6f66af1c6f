# ruff: noqa: S603 - what is run is our own code
"""Compiled code is kept for whoever may read it, and never read for anything else (L8)."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from errno import ENOLCK
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest

from tests.privileges import forbid_writing, public_folder
from tinplate import kernel_cache
from tinplate.kernel_cache import (
    CANNOT_KEEP,
    COMPILED,
    COMPILING,
    TEMPORARY,
    VARIABLE,
    KernelCache,
    Progress,
    kept,
)

Variables = Mapping[str, Path]
NOWHERE = Path("/dev/null/nowhere")  # not even root can write there
# Compiles a function, or finds it compiled. Root becomes somebody else first if it is told to, as
# late as possible: others may not be able to read the modules that Python imports.
PROGRAM = """\
import os, sys
from pathlib import Path
from tinplate import kernel_cache

role, package, argument = sys.argv[1:]
kernel_cache.PACKAGE = Path(package)
if role == "host":
    kernel_cache.compile_with(kernel_cache.Progress(bool, "", ""), for_everybody=True)
if role == "hasty":
    kernel_cache.PATIENCE = 0
if role == "slow":
    from tinplate.kernel_cache import KernelCache
    save = KernelCache.save_overload
    def save_when_told(*arguments):
        print("compiled, not saved yet", flush=True)
        if sys.stdin.readline() == "fail\\n":
            raise RuntimeError("it cannot be saved")
        save(*arguments)
    KernelCache.save_overload = save_when_told

def double(number):
    return number + number

def triple(number):
    return number + number + number

made = kernel_cache.kept(__file__)(double)
if role == "slow":
    try:
        made(int(argument))
    except RuntimeError:
        print("gone on", flush=True)
        sys.stdin.read()
if role == "stranger":
    from numba import njit
    njit(triple)(1)  # imports what it needs
    if os.getuid() == 0:
        os.setgid(65534)
        os.setuid(65534)
print(made(float(argument) if "." in argument else int(argument)))
print("found" if made.stats.cache_hits else "compiled")
print(made.stats.cache_path)
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    with public_folder() as folder:
        for name in ("package", "shared", "own"):
            (folder / name).mkdir()
        (folder / "own").chmod(0o777)  # a home of whoever it is
        (folder / "program.py").write_text(PROGRAM, encoding="utf-8")
        yield folder


def start(
    folder: Path,
    role: str,
    argument: str = "21",
    variables: Variables = MappingProxyType({}),
    package: str = "package",
) -> "subprocess.Popen[str]":
    names = {VARIABLE, TEMPORARY, "XDG_CACHE_HOME"}
    kept_as_is = {name: value for name, value in os.environ.items() if name not in names}
    home = {"HOME": str(folder / "own"), "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(
        [sys.executable, folder / "program.py", role, folder / package, argument],
        env={**kept_as_is, **home, **{name: str(value) for name, value in variables.items()}},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ends(process: "subprocess.Popen[str]") -> tuple[str, Path, str]:
    """Whether the code was found or compiled, the place for new code, what was said."""
    told, complaints = process.communicate()
    assert 0 == process.returncode, complaints
    _, how, place = told.splitlines()
    return how, Path(place), complaints


def run(
    folder: Path, role: str, argument: str = "21", variables: Variables = MappingProxyType({})
) -> tuple[str, Path, str]:
    return ends(start(folder, role, argument, variables))


def files_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_code_is_kept_in_one_s_own_cache(folder: Path) -> None:
    """Nothing is left beside the source. The second time, nothing is compiled or said."""
    first, place, said = run(folder, "user")
    second, _, silence = run(folder, "user")

    assert ("compiled", "found") == (first, second)
    assert place.is_relative_to(folder / "own" / ".cache" / "tinplate" / "kernels")
    assert (f"{COMPILING}\n", "") == (said, silence)
    assert [] == files_in(folder / "package")


def test_another_installation_compiles_nothing_again(folder: Path) -> None:
    """A new environment of the same person: the same code, in another folder."""
    first, place, _ = run(folder, "user")
    (folder / "another").mkdir()
    second, other, said = ends(start(folder, "user", package="another"))
    changed, *_ = ends(start(folder, "user", "0.5", package="another"))

    assert ("compiled", "found", "compiled") == (first, second, changed)
    assert place != other
    assert "" == said


@pytest.mark.parametrize("place", ["package", "shared"])
def test_what_a_host_has_compiled_serves_everybody(folder: Path, place: str) -> None:
    """Whoever can only read it, does so; code of their own goes into their own cache."""
    variables = {VARIABLE: folder / "shared"} if place == "shared" else {}
    compiled, where, silence = run(folder, "host", variables=variables)
    forbid_writing(*(folder / place).rglob("*"), folder / place)
    found, own, still = run(folder, "stranger", variables=variables)
    nothing_own = files_in(folder / "own")
    other, *_ = run(folder, "stranger", "0.5", variables=variables)

    assert ("compiled", "found", "compiled") == (compiled, found, other)
    assert where.is_relative_to(folder / place)
    assert own.is_relative_to(folder / "own")
    assert ("", "") == (silence, still)
    assert [] == nothing_own
    assert files_in(own)


@pytest.mark.parametrize("place", ["package", "shared"])
def test_a_change_of_the_source_compiles_again(folder: Path, place: str) -> None:
    """Also for those who can only read; whoever can write takes the stale code away."""
    variables = {VARIABLE: folder / "shared"} if place == "shared" else {}
    run(folder, "host", variables=variables)
    stale = files_in(folder / place)
    (folder / "program.py").write_text(f"{PROGRAM}# changed\n", encoding="utf-8")
    forbid_writing(*(folder / place).rglob("*"), folder / place)
    stranger, *_ = run(folder, "stranger", variables=variables)
    for path in (folder / place, *(folder / place).rglob("*")):
        path.chmod(path.stat().st_mode | 0o200)
    host, *_ = run(folder, "host", variables=variables)

    assert ("compiled", "compiled") == (stranger, host)
    assert 1 == len(stale) == len(files_in(folder / place))
    assert stale != files_in(folder / place)


def test_processes_that_compile_at_once_share_the_work(folder: Path) -> None:
    """One compiles for each type, the others wait for it. Afterwards everything is there, whole."""
    arguments = ["21", "0.5", "21", "0.5"]
    ended = [ends(each) for each in [start(folder, "user", argument) for argument in arguments]]

    assert ["compiled", "compiled", "found", "found"] == sorted(how for how, *_ in ended)
    assert {"found"} == {run(folder, "user", argument)[0] for argument in arguments[:2]}
    assert 2 == len(files_in(folder / "own"))


@pytest.fixture
def slow(folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process that has compiled a function, and not kept it yet."""
    process = start(folder, "slow")
    assert process.stdout
    assert "compiled, not saved yet\n" == process.stdout.readline()
    yield process
    process.kill()
    process.communicate()


def waiting(folder: Path) -> "subprocess.Popen[str]":
    """Another one that needs the same function, and has seen that it is not there."""
    process = start(folder, "user")
    assert process.stderr
    assert f"{COMPILING}\n" == process.stderr.readline()
    return process


def test_whoever_comes_second_waits_for_the_first(
    folder: Path, slow: "subprocess.Popen[str]"
) -> None:
    """It finds what the first one has compiled."""
    second = waiting(folder)
    slow.communicate("go on\n")

    assert "found" == ends(second)[0]


def test_nobody_waits_for_a_process_that_has_crashed(
    folder: Path, slow: "subprocess.Popen[str]"
) -> None:
    """Its lock ends with it."""
    second = waiting(folder)
    slow.kill()

    assert "compiled" == ends(second)[0]


def test_nobody_waits_for_one_that_could_not_compile(
    folder: Path, slow: "subprocess.Popen[str]"
) -> None:
    """Its lock ends with the attempt, while it lives on."""
    assert slow.stdin
    assert slow.stdout
    slow.stdin.write("fail\n")
    slow.stdin.flush()
    assert "gone on\n" == slow.stdout.readline()

    assert "compiled" == run(folder, "user")[0]


def test_nobody_waits_for_ever(folder: Path, slow: "subprocess.Popen[str]") -> None:
    """Somebody may have stopped the first one: after some time the second compiles by itself."""
    assert slow.poll() is None
    assert "compiled" == run(folder, "hasty")[0]
    slow.communicate("go on\n")

    assert "found" == run(folder, "user")[0]


@pytest.mark.parametrize("why", [OSError(ENOLCK, "no locks available"), ModuleNotFoundError()])
def test_where_files_cannot_be_locked_everybody_compiles(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, why: Exception
) -> None:
    """As on drives of some networks, and on systems that know no locks."""

    def no_locks(file: object) -> None:  # noqa: ARG001 - as it is called
        raise why

    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr(kernel_cache, "lock", no_locks)

    assert 42 == kept(__file__)(lambda number: number + number)(21)
    assert 1 == len([file for file in files_in(tmp_path) if file.suffix != ".lock"])


def signed(data: bytes) -> bytes:
    return sha256(data).digest() + data


def double(number: int) -> int:
    return number + number


def hits_of_a_new_process() -> int:
    """How much of a function is found, as by a process that has loaded nothing yet."""
    made: Any = kept(__file__)(double)
    assert 42 == made(21)
    hits: int = made.stats.cache_hits.total()
    return hits


def test_damaged_code_is_compiled_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """After a power failure a file may be cut off, or empty; a bit may flip."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    hits_of_a_new_process()
    [file] = files_in(tmp_path)
    whole = file.read_bytes()
    middle = len(whole) // 2
    for damaged in (
        b"",
        whole[:100],
        whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
        signed(b"garbage"),
        signed(b"cos\nnowhere\n."),  # for which pickle raises an AttributeError
        signed(b"cnowhere\nnowhere\n."),  # and an ImportError
    ):
        file.write_bytes(damaged)
        assert [0, 1] == [hits_of_a_new_process(), hits_of_a_new_process()]


def test_where_nothing_can_be_written_a_temporary_folder_does(folder: Path) -> None:
    """A line says what would help, unless a host has compiled; the folder is gone afterwards."""
    forbid_writing(folder / "package")
    _, place, said = run(folder, "stranger", variables={"HOME": NOWHERE})

    assert place.name.startswith("tinplate-")
    assert not place.exists()
    assert f"{CANNOT_KEEP}\n{COMPILING}\n" == said


def test_a_host_who_has_compiled_needs_no_home(folder: Path) -> None:
    """Nothing is said where nothing is lacking."""
    _, where, _ = run(folder, "host")
    (where / f"{kernel_cache.MARK}game").touch()
    forbid_writing(where, *where.iterdir(), folder / "package")
    found, place, said = run(folder, "stranger", variables={"HOME": NOWHERE})

    assert ("found", "") == (found, said)
    assert place.name.startswith("tinplate-")


def test_processes_that_we_start_share_a_temporary_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else knows of it or can read it."""
    for name in (VARIABLE, TEMPORARY):
        monkeypatch.setenv(name, "")  # deleting what is not there would not be undone
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(NOWHERE))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(kernel_cache, "PACKAGE", NOWHERE)
    kernel_cache.find_place_for_kernels()
    place = Path(os.environ[TEMPORARY])

    assert 0o700 == place.stat().st_mode & 0o777
    assert place == kernel_cache.places()[0]


def test_no_home_at_all_is_no_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A user without a home has no absolute path for a cache: nothing lands where we stand."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(kernel_cache, "user_cache_path", lambda *_, **__: Path("~/.cache"))

    assert kernel_cache.PACKAGE in kernel_cache.places()[0].parents


def test_a_full_disk_costs_time_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What was compiled is used, and will be compiled again."""

    def full(file: Path, data: bytes) -> None:  # noqa: ARG001 - as it is called
        raise OSError("no space left on device")

    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr(kernel_cache, "_write", full)
    progress = Progress(kernel_cache.log.warning, COMPILING, COMPILED)
    monkeypatch.setattr(kernel_cache._Process, "progress", progress)

    assert 42 == kept(__file__)(lambda number: number + number)(21)
    assert [COMPILING] == caplog.messages


def test_code_that_only_this_process_can_run_is_refused() -> None:
    """Addresses in it would lead a later process astray."""
    cache = KernelCache(test_code_that_only_this_process_can_run_is_refused, [__file__])
    result: Any = SimpleNamespace(library=SimpleNamespace(has_dynamic_globals=True))
    with pytest.raises(ValueError, match="uses addresses of this process"):
        cache.save_overload((), result)
