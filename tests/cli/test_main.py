# ruff: noqa: S603 - what is run is our own command
"""The command as a whole: help that teaches, one clear line for bad input, exit codes."""

import os
import pty
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from errno import EADDRINUSE
from pathlib import Path

import pytest

import tinplate
from tests.cli.running import Run
from tests.store.matches import PLAYERS, finished
from tinplate import __version__
from tinplate.cli.main import app
from tinplate.cli.options import LOCALHOST, USUAL_PORT
from tinplate.cli.plain_characters import LOOK_ALIKES
from tinplate.store.logfile import Recorder

TINPLATE = (sys.executable, "-m", "tinplate.cli.main")
MY_MODULE = """
from tinplate import Plan

class Mine:
    games = {"rally"}

    def choose(self, view, seat, legal, now, dice):
        return Plan((dice.choice(legal),))
"""
EXAMPLES = Path(__file__).parents[2] / "examples"
POSITION = "G1R2B2Y2 ro5,ga14,bl14,yj16 red-square"


def command_paths(command: object, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Every command and group there is: (), ("ricochet",), ("ricochet", "show"), ..."""
    deeper = getattr(command, "commands", {}).items()
    return [path, *(found for name, sub in deeper for found in command_paths(sub, (*path, name)))]


def examples_in(help_text: str) -> list[str]:
    return re.findall(r"^ *\$ (tinplate .*?) *$", help_text, re.MULTILINE)


every_command = pytest.mark.parametrize("path", command_paths(app), ids=" ".join)


def test_a_group_explains_itself(run: Run) -> None:
    """`tinplate ricochet` alone lists the commands."""
    assert run("ricochet", "--help").out.rstrip() == run("ricochet").out.rstrip()
    assert 0 == run("ricochet").code


@pytest.mark.parametrize(
    ("options", "is_taken", "expected"),
    [
        ((), False, (LOCALHOST, USUAL_PORT, True)),
        (("--no-browser",), False, (LOCALHOST, USUAL_PORT, False)),
        ((), True, (LOCALHOST, 0, True)),
        (("serve",), False, (LOCALHOST, USUAL_PORT, False)),
        (("serve", "--no-browser"), False, (LOCALHOST, USUAL_PORT, False)),
        (("serve", "--browser"), False, (LOCALHOST, USUAL_PORT, True)),
    ],
)
def test_alone_it_serves_the_page(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...],
    is_taken: bool,  # noqa: FBT001
    expected: tuple[object, ...],
) -> None:
    """`tinplate` serves this machine and opens the page; on a free port if it has to."""
    served = []

    def listen(host: str, port: int) -> socket.socket:
        if is_taken:
            raise OSError(EADDRINUSE, f"{host}:{port} is taken")
        return socket.socket()

    def serve(host: str, port: int, *_: object, in_browser: bool, **__: object) -> None:
        served.append((host, port, in_browser))

    monkeypatch.setattr("tinplate.cli.serve.listen_on", listen)
    monkeypatch.setattr("tinplate.cli.serve.serve_tables", serve)

    assert (0, "", "") == run(*options)
    assert [expected] == served


def test_a_port_of_one_s_own_is_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever names a port in the environment gets that one, or is told why not."""
    served = []
    monkeypatch.setenv("TINPLATE_PORT", "9")
    monkeypatch.setattr(
        "tinplate.cli.serve.serve_tables", lambda _, port, *__, **___: served.append(port)
    )

    assert 0 == run().code
    assert [9] == served


def test_version(run: Run) -> None:
    """`--version` is what a bug report begins with."""
    assert (0, f"tinplate {__version__}\n", "") == run("--version")


@every_command
def test_every_command_teaches_by_example(
    run: Run, path: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the help tells people to type works as it stands there."""
    help_text = run(*path, "--help").out
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        "tinplate.cli.serve.serve_tables", lambda *_, **__: None
    )  # it would not end
    monkeypatch.setattr("tinplate.cli.load.run_load_test", lambda *_, **__: 0)  # nor soon
    monkeypatch.setattr("tinplate.cli.arena.run_arena", lambda *_, **__: 0)
    monkeypatch.setattr("tinplate.cli.puzzles.make_puzzles", lambda *_: None)
    monkeypatch.setattr("tinplate.cli.puzzles.print_daily", lambda *_, **__: None)
    monkeypatch.setattr("tinplate.cli.puzzle_loading.load_puzzles", lambda *_: None)
    monkeypatch.setattr("tinplate.cli.puzzle_export.export_attempts", lambda *_, **__: None)
    monkeypatch.setattr("tinplate.cli.backup.back_up_to", lambda *_: 0)  # see test_backup.py
    monkeypatch.setattr("tinplate.cli.backup.restore_from", lambda *_: None)
    monkeypatch.setattr("tinplate.cli.ratings.recompute_all", lambda *_: 0)
    monkeypatch.setattr("tinplate.cli.ratings.rebuild_all", lambda *_: 0)
    Recorder.create(tmp_path / "game.log", finished(), PLAYERS)
    shutil.copy(EXAMPLES / "my_bot.py", tmp_path)
    (tmp_path / "my_module.py").write_text(MY_MODULE, encoding="utf-8")
    ran = {example: run(*shlex.split(example)[1:]) for example in examples_in(help_text)}

    assert ran or path == ("ricochet",)  # the group explains the notation, its commands use it
    assert {} == {example: each for example, each in ran.items() if each.code or each.err}


@every_command
def test_help_fits_a_terminal(
    run: Run, path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No example is folded at 80 columns: it can be copied in one piece."""
    narrow = examples_in(run(*path, "--help").out)
    monkeypatch.setenv("COLUMNS", "200")

    assert examples_in(run(*path, "--help").out) == narrow


@pytest.mark.parametrize("group", ["puzzles", "ratings", "people"])
def test_games_have_their_commands_in_one_place(run: Run, group: str) -> None:
    """Not inside other groups as well."""
    ran = run(group, "ricochet", "--help")

    assert (2, "") == (ran.code, ran.out)
    assert "No such command 'ricochet'" in ran.err


def test_help_needs_neither_rules_nor_codec() -> None:
    """`tinplate --help` answers at once: what only some commands need is imported by them."""
    program = (
        "import sys; from tinplate.cli.main import main; main(['ricochet', 'check', '--help']);"
        "slow = ('msgspec', 'textual',"
        "'tinplate.games.ricochet.rules', 'tinplate.wire', 'tinplate.store');"
        "sys.exit([name for name in slow if name in sys.modules] or 0)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)

    assert (0, b"") == (ran.returncode, ran.stderr)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["fly"], "No such command 'fly'"),
        (["ricochet", "shwo"], "Did you mean 'show'?"),
        (["--fast"], "No such option '--fast' (see tinplate --help)"),
        (["ricochet", "show"], "Missing argument"),
        (["ricochet", "new", "--seed", "x"], "Invalid value for '--seed'"),
        (["ricochet", "new", "--count", "0"], "Invalid value for '--count'"),
        (["ricochet", "new", "--box", "1999"], "(see tinplate ricochet new --help)"),
        (["ricochet", "show", "X1R2B2Y2", "ro5,ga14,bl14,yj16", "vortex"], "“X1”"),
        (["ricochet", "show", "G1G2B2Y2", "ro5,ga14,bl14,yj16", "vortex"], "G1 and G2 have the"),
        (["ricochet", "show", "G1R2B2Y2", "rh8,ga14,bl14,yj16", "vortex"], "the closed centre"),
        (["ricochet", "show", "G1R2B2Y2", "rz9,ga14,bl14,yj16", "vortex"], "off the board"),
        (["ricochet", "show", "R4G3B4Y4", "re2,ga14,bl14,yj16", "vortex"], "diagonal barrier"),
        (["ricochet", "show", "G1R2B2Y2", "ro5,go5,bl14,yj16", "vortex"], "red is there"),
        (["ricochet", "show", "G1R2B2Y2", "ro5,ga14,bl14", "vortex"], "yellow robot (y) is"),
        (["ricochet", "show", "G1R2B2Y2", "ro5,ga14,bl14,yj16", "red-heart"], "“red-heart”"),
        (["ricochet", "show", "G1R2B2Y2", "ro5,ga14,bl14,yj16"], "three parts"),
        (["ricochet", "show", "\x1b[31mred\n\n"], "three parts"),
        (["ricochet", "check", POSITION], "Missing argument"),
        (["ricochet", "check", POSITION, " "], "moves: there are none"),
        (["ricochet", "check", POSITION, "re", "up"], "moves: character 4: “up” is not a move"),
        (["ricochet", "check", "G1R2B2Y2_ro5", "re"], "position: "),
        (["ricochet", "check", POSITION, "re", "--rule", "house"], "Invalid value for '--rule'"),
        (["replay", "no-such.log"], "no-such.log: No such file or directory"),
        (["replay", "."], ".: Is a directory"),
        (["serve", "--port", "70000"], "Invalid value for '--port'"),
        (["serve", "--host", "203.0.113.1"], "203.0.113.1, port 8000: "),
        (["serve", "--port", "0", "--database", "mysql://x/y"], "expected sqlite:///FILE or"),
        (["serve", "--port", "0", "--database", "sqlite:////dev/null/x/t.sqlite"],
         "--database: /dev/null/x/t.sqlite: Not a directory"),
        (["serve", "--port", "0", "--key-file", "/dev/null/x/key"],
         "--key-file: /dev/null/x/key: Not a directory"),
        (["serve", "--workers", "2"], "several workers need a bus: "),
        (["serve", "--bus", "http://:x@y"], "this is not the address of a bus: expected redis://"),
        (["serve", "--host-token", "open sesame"], "--host-token: expected at least 16 characters"),
        (["serve", "--bot", "mine"], "--bot mine: expected NAME=stdio:COMMAND, NAME=tcp://"),
        (["serve", "--bot", "stdio:x"], "--bot stdio:x: expected NAME=stdio:COMMAND, NAME=tcp"),
        (["serve", "--bot", "random=stdio:x"], "there is already a bot “random”"),
        (["serve", "--bot", "mine=stdio:true"], "the bot mine did not introduce itself: it has"),
        (["serve", "--trusted-proxy", "proxy"], "'proxy' does not appear to be an IPv4 or IPv6"),
        (["serve", "--trusted-proxy", "*"], "expected an address like 10.0.0.1 or a network like"),
        (["serve", "--trusted-proxy", "10.0.0.1/8"], "10.0.0.1/8 has host bits set; expected"),
        (["backup", "x.sqlite", "--database", "sqlite:///no.db"], "no.db: there is no such"),
        (["backup", "x.sqlite", "--database", "mysql://x/y"], "expected sqlite:///FILE or"),
        (["backup"], "Missing argument"),
        (["restore", "no.sqlite"], "no.sqlite: there is no such file"),
        (["load", "--games", "chess"], "--games chess: expected some of ricochet, rally"),
        (["load", "--pace", "quick"], "--pace quick: expected seconds, such as 5-10 or 0.5"),
        (["load", "--pace", "9-3"], "--pace 9-3: expected seconds, such as 5-10 or 0.5"),
        (["load", "--tables", "9", "--players", "3"], "3 players are too few for 9 tables"),
        (["load", "--faults", "kill", "--address", "http://x"], "--faults kill needs a server"),
        (["load", "--sign-ins", "9", "--address", "http://x"], "--sign-ins needs a server"),
        (["load", "--rated-ends", "9", "--address", "http://x"], "--rated-ends needs a server"),
        (["load", "--address", "http://127.0.0.1:9"], "http://127.0.0.1:9/api/guest: "),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_bad_input_is_answered_in_one_line(run: Run, arguments: list[str], complaint: str) -> None:
    """Exit code 2, and one line that says what is wrong and where; no traceback."""
    ran = run(*arguments)

    assert (2, "") == (ran.code, ran.out)
    assert complaint in ran.err
    assert ran.err.startswith("tinplate: ")
    assert 1 == ran.err.count("\n")
    assert ran.err.rstrip("\n").isprintable()


def test_the_same_from_a_shell() -> None:
    """The exit code and the one line also leave the process."""
    ran = subprocess.run(
        [*TINPLATE, "ricochet", "show", "G1R2B2"], capture_output=True, text=True, check=False
    )

    assert (2, "", 1) == (ran.returncode, ran.stdout, ran.stderr.count("\n"))


def shown(*command: str, **environment: str) -> str:
    inherited = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    return subprocess.run(
        [*TINPLATE, *(command or ("ricochet", "show", POSITION))],
        capture_output=True,
        check=True,
        env=inherited | {"TERM": "xterm-256color", "COLORTERM": "truecolor"} | environment,
        encoding="utf-8",
    ).stdout


def test_colour_is_for_terminals() -> None:
    """What goes into a file or a pipe has no escape codes; NO_COLOR is respected on a terminal."""
    colours = re.compile(r"\x1b\[[0-9;]*[34]8;")

    assert "\x1b" not in shown()
    assert colours.search(shown(FORCE_COLOR="1"))
    assert "\x1b" not in shown(FORCE_COLOR="1", NO_COLOR="1")
    assert "\x1b" not in shown("--help", FORCE_COLOR="1", NO_COLOR="1")


def test_a_board_in_plain_characters() -> None:
    """Where only ASCII can be written, every sign has a look-alike, as wide as itself."""
    whole, plain = shown(), shown(PYTHONIOENCODING="ascii")

    assert plain.isascii()
    assert "?" not in plain
    assert [len(line) for line in whole.splitlines()] == [len(line) for line in plain.splitlines()]
    assert plain.splitlines()[1].startswith("   +-------+---")
    assert plain == shown(LC_ALL="C")
    assert shown("--help", LC_ALL="C").isascii()


def test_what_machines_read_is_exact_in_every_locale(tmp_path: Path) -> None:
    """Names keep their letters, though people are shown look-alikes."""
    course = tmp_path / "course.txt"
    course.write_text("rally 1\nname: Περίπατος\nboard:\n  S . 1\n", encoding="utf-8")

    assert "name: Περίπατος" in shown("rally", "format", str(course), LC_ALL="C")


@pytest.mark.parametrize(
    ("locale", "is_ascii"),
    [
        ({"LANG": "C"}, True),
        ({"LC_ALL": "POSIX", "LANG": "it_IT.UTF-8"}, True),
        ({"LANG": "C", "LC_ALL": "C.UTF-8"}, False),
        ({"LANG": "el_GR.UTF-8"}, False),
        ({}, False),
    ],
    ids=str,
)
def test_what_the_locale_says_of_a_terminal(locale: dict[str, str], *, is_ascii: bool) -> None:
    """Python writes UTF-8 whatever the locale; a terminal that is said to know none gets ASCII."""
    ours, theirs = pty.openpty()
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    told = b""
    with subprocess.Popen(
        [*TINPLATE, "ricochet", "show", POSITION, "--compact"],
        stdout=theirs,
        env=kept | {"TERM": "dumb"} | locale,
    ):
        os.close(theirs)
        with suppress(OSError):  # Linux says so when the last writer has gone
            while piece := os.read(ours, 1 << 16):
                told += piece
    os.close(ours)

    assert "Red to the square" in told.decode()
    assert is_ascii == told.isascii()


def test_every_sign_has_a_look_alike() -> None:
    """What commands print, in any game; letters of names stay what they are."""
    package = Path(tinplate.__file__).parent
    commands = [*package.glob("cli/*.py"), *package.glob("games/*/cli/*.py")]
    signs = {character for path in commands for character in path.read_text(encoding="utf-8")}

    assert {"\ufeff", "�"} >= {sign for sign in signs if not sign.isascii()} - set(LOOK_ALIKES)


def test_a_closed_pipe_is_no_error() -> None:
    """`tinplate ... | head` ends quietly."""
    arguments = [*TINPLATE, "ricochet", "boards", "--list"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.close()
        assert process.stderr
        complaint = process.stderr.read()

    assert b"" == complaint


def test_an_interrupt_is_no_error(tmp_path: Path) -> None:
    """Ctrl-C ends the command quietly with the exit code shells expect."""
    pipe = tmp_path / "game.log"
    os.mkfifo(pipe)
    with (
        subprocess.Popen([*TINPLATE, "replay", str(pipe)], stderr=subprocess.PIPE) as process,
        pipe.open("wb"),  # opens as soon as the command has begun to read
    ):
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate()

    assert (130, b"") == (process.returncode, complaint.strip())
