"""The game line by line, as a real process with a real, short hourglass."""

import os
import pty
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.games.ricochet.cli.hotseats import POSITION
from tests.waiting import PATIENCE
from tinplate.cli.main import main

TINPLATE = [sys.executable, "-m", "tinplate.cli.main"]
# Seed 1 deals POSITION to two players; yellow west solves it.
GAME = ["ricochet", "play", "--players", "ann,bob", "--seed", "1", "--plain"]


class Typist:
    """Somebody at the keyboard of a running game."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.read: list[str] = []

    def type(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def until(self, part: str) -> str:
        """Read lines until one has that part; fail when the game ends before."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.read.append(line.rstrip())
            if part in line:
                return line.rstrip()
        pytest.fail(f"“{part}” was never said; the end of what was: {self.read[-5:]}")


@contextmanager
def playing(*arguments: str) -> Iterator[Typist]:
    process = subprocess.Popen(  # noqa: S603 - our own command
        [*TINPLATE, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    watchdog = threading.Timer(PATIENCE, process.kill)  # a word that never comes ends the test
    watchdog.start()
    try:
        yield Typist(process)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
    finally:
        watchdog.cancel()
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def test_a_round_with_the_real_clock() -> None:
    """RC12, RC13: the sand runs in truth, then the lowest bidder proves."""
    with playing(*GAME, "--hourglass", "3") as typist:
        typist.type("")
        typist.until(POSITION)
        typist.type("ann 2\nbob 1")  # in one breath, for the sand runs
        typist.until("ann bids 2.")
        typist.until("bob bids 1.")
        typist.until("bob is showing 1 move.")
        typist.type("yw")
        said = typist.until("Tokens:")

    assert "bob wins yellow-square in 1 move." in typist.read
    assert "Tokens: ann 0, bob 1." == said


def test_saved_broken_off_and_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A game goes on where it was left, also in the middle of a proof."""
    log = tmp_path / "evening.log"
    with playing(*GAME, "--hourglass", "1", "--save", str(log)) as typist:
        typist.type("")
        typist.type("bob 3")
        typist.until("bob is showing 3 moves.")
        typist.type("rn")
        typist.until("1 of 3 moves made")
    with playing("ricochet", "play", "--plain", "--resume", str(log)) as typist:
        typist.until("bob is proving: 1 of 3 moves made.")
        typist.type("yw")
        typist.until("bob wins yellow-square in 2 moves.")

    assert 0 == main(["replay", str(log)])
    told = capsys.readouterr().out
    assert "red up from f5 to f4" in told
    assert "bob wins yellow-square in 2 moves." in told


def test_a_killed_game_has_lost_nothing_it_told(tmp_path: Path) -> None:
    """Every entry is on the disk before it is told."""
    log = tmp_path / "evening.log"
    process = subprocess.Popen(  # noqa: S603 - our own command
        [*TINPLATE, *GAME, "--save", str(log)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    typist = Typist(process)
    typist.type("")
    typist.type("ann 4")
    typist.until("ann bids 4.")
    process.kill()
    process.communicate()
    with playing("ricochet", "play", "--plain", "--resume", str(log)) as typist:
        typist.until("Found something shorter?")
        typist.type("ann 5")
        refusal = typist.until("You already bid")

    assert "You already bid 4; you may only go lower." == refusal


def test_help_score_and_bad_lines() -> None:
    """What cannot be understood is answered with a sentence, and the game goes on."""
    with playing(*GAME) as typist:
        typist.type("help")
        typist.until("give up")
        typist.type("")
        typist.until("Found a route?")
        typist.type("score")
        typist.until("ann 0, bob 0")
        typist.type("zoe 3")
        typist.until("“zoe” matches no player")
        typist.type("quit")


def cut_last_line(log: Path) -> bytes:
    whole = log.read_bytes()
    log.write_bytes(whole[:-20])
    return whole


def saved_game(log: Path) -> None:
    with playing(*GAME, "--save", str(log)) as typist:
        typist.type("")
        typist.type("ann 4")
        typist.until("ann bids 4.")
        typist.type("bob 3")
        typist.until("bob bids 3.")


def test_a_truncated_log_is_refused_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line says what and where; nothing is changed, nothing of the good part is lost."""
    log = tmp_path / "evening.log"
    saved_game(log)
    cut_last_line(log)
    before = log.read_bytes()

    assert 2 == main(["ricochet", "play", "--plain", "--resume", str(log)])
    assert (
        f"tinplate: {log}, line 4: cut off in the middle; the 2 entries before it are good: "
        "add --salvage to continue from there\n"
    ) == capsys.readouterr().err
    assert before == log.read_bytes()


def test_a_truncated_log_can_be_salvaged(tmp_path: Path) -> None:
    """The good part is played on; the broken file is kept beside it."""
    log = tmp_path / "evening.log"
    saved_game(log)
    cut_last_line(log)
    broken = log.read_bytes()
    with playing("ricochet", "play", "--plain", "--resume", str(log), "--salvage") as typist:
        typist.type("bob 2")
        typist.until("bob bids 2.")

    assert broken == (tmp_path / "evening.log.broken").read_bytes()
    assert 0 == main(["replay", str(log)])


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--players", "ann,,bob"], "a player's name is missing in “ann,,bob”"),
        (["--players", "ann,Ann"], "two players are called “ann”"),
        (["--players", "7,ann"], "the name “7” is a number; it would be taken for a bid"),
        (["--players", "x" * 21], f"the name “{'x' * 21}” is too long: at most 20 characters"),
        (["--players", "ann,bob", "--solo"], "Solo is for one player, not for 2."),
        (["--players", "a,b", "--goal", "18"], "the goal is 1 to 17 tokens"),
        (["--players", "a,b", "--goal", "0"], "the goal is 1 to 17 tokens"),
        (["--players", "a,b", "--hourglass", "0"], "the hourglass runs 1 to 3600 seconds"),
        (["--players", "a,b", "--turns", "0"], "the sand runs 1 to 10 times"),
        (["--solo", "--goal", "3"], "--goal is not for solo: all 17 tokens are played"),
        (
            ["--solo", "--solo-bids", "--proof", "0"],
            "--proof is not for --solo-bids: the hourglass is the only clock",
        ),
        (
            ["--players", "ann,bob", "--solo-bids"],
            "--solo-bids is for solo: together, numbers are always announced",
        ),
        (["--solo", "--salvage"], "--salvage repairs a damaged log: use it with --resume"),
        (["--players", "a\u200db"], "a player's name contains characters that cannot be printed"),
        (["--solo", "--board", "G1R2B2Y9"], "there is no section “Y9”"),
        (["--solo", "--board", "G1R2B2Y4", "--box", "classic"], "Y4 is not in the classic box"),
        (["--resume", "nowhere.log"], "nowhere.log: No such file or directory"),
        (
            ["--resume", "nowhere.log", "--turns", "2"],
            "--turns is for a new game, not a resumed one",
        ),
    ],
)
def test_bad_input_gets_one_clear_line(
    arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2 and one line that says what is wrong."""
    assert 2 == main(["ricochet", "play", "--plain", *arguments])
    error = capsys.readouterr().err
    assert error.startswith(f"tinplate: {line}")
    assert 1 == error.count("\n")


@pytest.mark.parametrize(("option", "field"), [("--patience", "patience"), ("--proof", "proof")])
def test_zero_is_no_limit(option: str, field: str, tmp_path: Path) -> None:
    """RC17, RC18: 0 waits for ever; it is not the same as nothing said."""
    log = tmp_path / "evening.log"
    with playing(*GAME, option, "0", "--save", str(log)):
        pass

    assert f'"{field}_seconds":0' in log.read_text().splitlines()[0]


def test_input_that_is_no_text_ends_in_order() -> None:
    """Bytes that are no letters are answered like any other line, and the game does not hang."""
    ran = subprocess.run(  # noqa: S603 - our own command
        [*TINPLATE, *GAME],
        input=b"\n\xff\xfe 6\nquit\n",
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )

    assert (0, b"") == (ran.returncode, ran.stderr)
    assert b"matches no player" in ran.stdout


def test_a_saved_game_is_not_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two evenings need two files."""
    log = tmp_path / "evening.log"
    log.write_text("precious")

    assert 2 == main(["ricochet", "play", "--plain", "--solo", "--save", str(log)])
    assert "precious" == log.read_text()
    complaint = f"tinplate: {log} already exists: continue it with --resume, or save elsewhere\n"
    assert complaint == capsys.readouterr().err


def read_screen(terminal: int, part: str | None) -> None:
    """Read what the program writes on the terminal until that part; None reads to its end."""
    written, give_up = "", time.monotonic() + PATIENCE
    while part is None or part not in written:
        ready, _, _ = select.select([terminal], [], [], max(0, give_up - time.monotonic()))
        assert ready, f"“{part}” was never on the screen: {written[-500:]!r}"
        try:
            written += os.read(terminal, 65_536).decode(errors="replace")
        except OSError:  # what Linux says when the program has closed the terminal
            assert part is None, f"“{part}” was never on the screen: {written[-500:]!r}"
            return


def test_a_terminal_gets_the_full_screen() -> None:
    """On a real terminal somebody is asked who plays, and the game fills the screen."""
    child, terminal = pty.fork()
    if child == 0:  # pragma: no cover - another process
        os.environ |= {"TERM": "xterm-256color", "COLUMNS": "120", "LINES": "45"}
        os.execv(sys.executable, [*TINPLATE, "ricochet", "play", "--seed", "1"])  # noqa: S606
    try:
        read_screen(terminal, "Who is playing?")
        os.write(terminal, b"ann,bob\r")
        read_screen(terminal, "Press Enter")
        os.write(terminal, b"\r")
        read_screen(terminal, "yellow-square")
        os.write(terminal, b"\x11\x11")  # Ctrl+Q
        read_screen(terminal, None)
        _, status = os.waitpid(child, 0)
    except BaseException:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise
    finally:
        os.close(terminal)

    assert 0 == os.waitstatus_to_exitcode(status)


def test_bots_play_along_by_the_real_clock(tmp_path: Path) -> None:
    """They bid while nobody types, and are there again when the game is resumed."""
    log = tmp_path / "evening.log"
    game = ("ricochet", "play", "--players", "ann", "--bots", "level-10", "--seed", "1", "--plain")
    with playing(*game, "--hourglass", "1", "--save", str(log)) as typist:
        typist.type("")
        typist.until("Mainspring bot bids 1.")
    with playing("ricochet", "play", "--plain", "--resume", str(log)) as typist:
        typist.until("Mainspring bot wins yellow-square in 1 move.")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--solo", "--bots", "2"), "--bots are not for solo, which is played alone"),
        (("--bots", "20"), "--bots 20: expected 1 to 19 bots"),
        (("--bots", "rival"), "there is no bot “rival”; ricochet has random, level-1, "),
        (("--bots", "tcp://b:1"), '`tinplate serve --bot "tcp://b:1"`'),
        (("--players", "Level-3 bot"), "“Level-3 bot” is what a bot is called"),
        (("--resume", "any.log", "--bots", "2"), "--bots is for a new game"),
    ],
)
def test_bots_that_cannot_play(
    options: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line that says what is wrong, and nothing is played."""
    code = main(["ricochet", "play", *options])
    told = capsys.readouterr()

    assert (2, "", 1) == (code, told.out, told.err.count("\n"))
    assert complaint in told.err
