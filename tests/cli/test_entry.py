"""What a plain installation lacks is named, with the extra that brings it."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tinplate import __version__
from tinplate.cli.entry import EXTRAS, WHAT_FOR
from tinplate.cli.options import USUAL_PORT

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
# Runs a program in a process where these modules cannot be found.
HIDING = """\
import sys
hidden, program = set(sys.argv[1].split()), sys.argv[2]
class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in hidden:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hide())
sys.argv = ["tinplate", *sys.argv[3:]]
exec(program)
"""
ALL = " ".join(EXTRAS)
COMMAND = "from tinplate.cli.entry import main; sys.exit(main())"
PARTS = "from tinplate import Match, rally, ricochet; import tinplate.arena.tournament"


def without(modules: str, program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", HIDING, modules, program, *arguments],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("hidden", "arguments", "extra"),
    [
        ("rich_click", ("prepare", "--help"), "cli"),
        ("litestar", ("serve",), "server"),
        ("asyncpg", ("serve", "--port", "0", "--database", "postgresql://u:p@h/n"), "postgres"),
        ("redis", ("serve", "--port", "0", "--bus", "redis://127.0.0.1"), "redis"),
        ("pyarrow", ("ricochet", "dataset", "here.parquet", "--count", "1"), "research"),
        # Everything is missing, and one answer is enough.
        (ALL, (), "server"),
        (ALL, ("--no-browser",), "server"),
        (ALL, ("serve", "--port", "0"), "server"),
        (ALL, ("backup", "here.sqlite"), "server"),
        (ALL, ("puzzles", "export", "--month", "2026-10"), "server"),
        (ALL, ("puzzles", "daily"), "cli"),
        (ALL, ("ricochet", "new"), "cli"),
        (ALL, ("serve", "--database", "postgresql://u:p@h/n"), "postgres"),
        (ALL, ("serve", "--database=postgresql://h/n", "--bus=redis://h"), "postgres,redis"),
        (
            ALL,
            ("puzzles", "make", "--cluster", "tcp://h:8786", "--out", "p.parquet"),
            "cluster,research",
        ),
    ],
)
def test_a_missing_package_is_explained(
    hidden: str, arguments: tuple[str, ...], extra: str
) -> None:
    """One line says what to install; no traceback."""
    told = without(hidden, COMMAND, *arguments)

    expected = (
        f"tinplate: this needs more packages. Install them with: pip install 'tinplate[{extra}]'\n"
    )
    assert (2, "", expected) == (told.returncode, told.stdout, told.stderr)


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_a_plain_installation_says_what_it_is(option: str) -> None:
    """And which extra brings what, on lines that fit a terminal."""
    told = without(ALL, COMMAND, option)

    assert (0, "") == (told.returncode, told.stderr)
    assert "import tinplate" in told.stdout
    assert all(f"  [{extra}] " in told.stdout for extra in WHAT_FOR)
    assert max(map(len, told.stdout.splitlines())) <= 80


def test_a_plain_installation_knows_its_version() -> None:
    """The same answer as with all extras."""
    told = without(ALL, COMMAND, "--version")

    assert (0, f"tinplate {__version__}\n", "") == (told.returncode, told.stdout, told.stderr)


def test_the_module_is_the_command() -> None:
    """Where the folder of commands is not in the PATH, `python -m tinplate` works the same."""
    told = subprocess.run(
        [sys.executable, "-m", "tinplate", "--version"], capture_output=True, text=True, check=False
    )

    assert (0, f"tinplate {__version__}\n", "") == (told.returncode, told.stdout, told.stderr)


def test_an_interrupt_while_modules_are_imported_is_quiet() -> None:
    """It has the exit code of any other, and shows nobody where we were."""
    program = f"""
class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "rich_click":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupt())
{COMMAND}
"""
    told = without("nothing", program, "prepare")

    assert (130, "", "") == (told.returncode, told.stdout, told.stderr)


def test_a_fault_of_our_own_is_not_explained_away() -> None:
    """A module that no extra brings is a fault, and shows where it is."""
    told = without("msgspec", COMMAND, "ricochet", "new")

    assert 1 == told.returncode
    assert "ModuleNotFoundError" in told.stderr


def test_the_library_needs_no_extra() -> None:
    """Rules, solver, matches and arena work without all that extras bring."""
    told = without(" ".join(EXTRAS), PARTS)

    assert (0, "") == (told.returncode, told.stderr)


def test_serve_can_be_imported_on_windows() -> None:
    """Nothing that only Unix has is needed to import it."""
    program = "import tinplate.cli.serve as serve; print(serve.USUAL_PORT)"
    told = without("fcntl grp pwd resource termios tty", program)

    assert (0, f"{USUAL_PORT}\n", "") == (told.returncode, told.stdout, told.stderr)


def test_every_package_of_an_extra_is_known() -> None:
    """What pyproject.toml promises is what the command names."""
    extras = PROJECT["optional-dependencies"]
    promised = {
        requirement.name.replace("-", "_"): extra
        for extra in ("cli", "server", "postgres", "redis", "cluster", "research")
        for requirement in map(Requirement, extras[extra])
        if requirement.name != "tinplate"
    }

    assert promised == {name: extra for name, extra in EXTRAS.items() if name != "click"}
    assert set(EXTRAS.values()) < extras.keys()
    assert {*WHAT_FOR} == {*extras} - {"dev"}
