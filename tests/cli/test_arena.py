"""`tinplate arena`: what it prints, for people and machines, and what it refuses."""

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import jsonschema_rs
import msgspec
import pytest
import rich.progress

from tests.catalogues import hire
from tests.cli.running import Run
from tests.waiting import PATIENCE, block_until
from tinplate.arena.report import ArenaReport
from tinplate.arena.tournament import MatchResult, Tournament, play
from tinplate.cli import arena
from tinplate.game import Progress
from tinplate.games.rally.shelf import course_names
from tinplate.random_bot import RandomBot

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_bot.py"
RALLY = ("arena", "rally", "--players", "2", "--seed", "7", "--workers", "1")


@pytest.fixture(autouse=True)
def a_second_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two who are as good as each other, and quick."""

    class Twin(RandomBot):
        name = "twin"

    hire(monkeypatch, Twin({"rally"}))


def test_a_ladder_for_people(run: Run) -> None:
    """Elo with its interval, who beats whom, how long decisions took, and the seed."""
    ran = run(*RALLY, "--bots", "random,twin", "--matches", "4")
    words = " ".join(ran.out.split())

    assert (0, "") == (ran.code, ran.err)
    for fact in (
        "rally: 4 of 4 matches, 2 at a table, --seed 7",
        "first-shift, 4 matches",
        "bot ┃ Elo ┃ 95 % interval ┃ first ┃ matches ┃ mean place",
        "beats, in %",
        "0 of 0.5 s │ 0 │",
    ):
        assert fact in words


def test_for_machines(run: Run) -> None:
    """One JSON object that keeps to its schema: the same seed, the same results."""
    first, again = (
        json.loads(run(*RALLY, "--bots", "random,twin", "--matches", "2", "--json").out)
        for _ in range(2)
    )
    jsonschema_rs.validate(msgspec.json.schema(ArenaReport), first)

    assert ["random", "twin"] == first["bots"]
    assert [2, 2] == [first["matches_asked"], first["matches_played"]]
    assert first["results"] == again["results"]
    assert first["ladders"] == again["ladders"]


def test_a_ladder_a_variant_and_one_of_all(run: Run) -> None:
    """Variants differ: each has its own ladder, then comes one for all of them together."""
    asked = ("--bots", "random,twin", "--matches", "1", "--variant", "first-shift,wind-up-duel")
    told = json.loads(run(*RALLY, *asked, "--json").out)

    assert ["first-shift", "wind-up-duel", "all variants"] == [
        ladder["variant"] for ladder in told["ladders"]
    ]
    assert [1, 1, 2] == [ladder["matches"] for ladder in told["ladders"]]


def test_all_courses_are_those_with_room() -> None:
    """For four the duel is left out; for two it is there."""
    four, two = (
        [
            name
            for name, _ in arena.parse_tournament(
                "rally", "random,twin", 1, "all", players, 1, None
            ).variants
        ]
        for players in (4, 2)
    )

    assert set(course_names()) == set(two)
    assert {"wind-up-duel"} == set(two) - set(four)


def test_logs_can_be_replayed(run: Run, tmp_path: Path) -> None:
    """Every match is a log as `tinplate replay` reads it."""
    folder = tmp_path / "logs"
    run(*RALLY, "--bots", "random,twin", "--matches", "2", "--logs", str(folder))
    names = ["1-first-shift-00000.log", "1-first-shift-00001.log"]
    replayed = run("replay", str(folder / names[0]))

    assert names == sorted(path.name for path in folder.iterdir())
    assert (0, "") == (replayed.code, replayed.err)
    assert "twin" in replayed.out


def test_logs_of_before_are_not_touched(run: Run, tmp_path: Path) -> None:
    """Nothing is overwritten, and nothing is played for nothing."""
    (tmp_path / "mine.log").write_text("precious")
    ran = run(*RALLY, "--bots", "random,twin", "--logs", str(tmp_path))

    assert (2, "") == (ran.code, ran.out)
    assert "it is not empty" in ran.err
    assert ["mine.log"] == [path.name for path in tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("rally", "--bots", "random,hal"), "there is no bot “hal”; rally has random"),
        (("ricochet", "--bots", "random,twin"), "“twin” does not play ricochet; these do: random"),
        (("rally", "--bots", "random,random"), "“random” is named twice"),
        (("rally", "--bots", "random"), "expected 2 to 16 bots separated by commas"),
        (("rally", "--bots", "random,twin", "--variant", "moon"), "there is no course “moon”"),
        (("rally", "--bots", "random,twin", "--variant", "a,a"), "“a” is named twice"),
        (("rally", "--bots", "random,twin", "--variant", "no.rally"), "no.rally: No such file"),
        (("chess", "--bots", "random,twin"), "'chess' is not one of ricochet, rally"),
        (("rally",), "Missing option '--bots'"),
        (
            ("rally", "--bots", "random,twin", "--cluster", "tcp://127.0.0.1:1", "--workers", "2"),
            "--workers are for this machine; a --cluster has its own",
        ),
        (
            ("rally", "--bots", "random,twin", "--variant", "wind-up-duel", "--players", "8"),
            "Wind-Up Duel is for at most 2 players, not 8: use --players 2",
        ),
        (
            ("ricochet", "--bots", "random,level-1", "--players", "21"),
            "Ricochet is for 1 to 20 players, not 21.",
        ),
        (
            ("rally", "--bots", "random,twin", "--cluster", "tcp://127.0.0.1:1"),
            "--cluster tcp://127.0.0.1:1: no answer",
        ),
    ],
)
def test_what_cannot_be_played_is_said_at_once(
    run: Run, arguments: tuple[str, ...], complaint: str
) -> None:
    """Place, what is wrong, what was expected; nothing is played."""
    ran = run("arena", *arguments)

    assert (2, "") == (ran.code, ran.out)
    assert complaint in ran.err


def test_ricochet_has_no_variants(run: Run) -> None:
    """An option that means nothing is refused rather than passed over."""
    ran = run("arena", "ricochet", "--bots", "random,level-1", "--variant", "first-shift")

    assert (2, "") == (ran.code, ran.out)
    assert "--variant: ricochet has no variants" in ran.err


def test_the_bar_moves_while_bots_study(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variant may take half a minute; both are as much of the bar."""
    seen = list[float]()

    class Student(RandomBot):
        name = "student"

        def train(self, _view: object, progress: Progress) -> None:
            progress(0.25)

    hire(monkeypatch, Student({"rally"}))
    monkeypatch.setattr(
        rich.progress.Progress, "update", lambda *_, completed=0.0, **__: seen.append(completed)
    )
    asked = ("--matches", "1", "--variant", "first-shift,wind-up-duel")
    run(*RALLY, "--bots", "random,student", *asked)

    assert [0.25, 1, 1.25, 2] == seen[:4]


def test_ctrl_c_tells_what_is_finished(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hours of work are not lost; the exit code says that it was not all."""

    def one_then_ctrl_c(tournament: Tournament, *_: object) -> Iterator[MatchResult]:
        yield play(tournament, next(tournament.jobs))
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "play_all", one_then_ctrl_c)
    ran = run(*RALLY, "--bots", "random,twin", "--matches", "3")

    assert 130 == ran.code
    assert "1 of 3 matches (interrupted)" in ran.out


def test_whatever_ends_it_what_is_finished_is_told(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if a worker dies, or the disk is full."""

    def one_then_no_more(tournament: Tournament, *_: object) -> Iterator[MatchResult]:
        yield play(tournament, next(tournament.jobs))
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(arena, "play_all", one_then_no_more)
    ran = run(*RALLY, "--bots", "random,twin", "--matches", "3")

    assert (2, "tinplate: [Errno 28] No space left on device\n") == (ran.code, ran.err)
    assert "1 of 3 matches (interrupted)" in ran.out


def test_ctrl_c_at_a_terminal(tmp_path: Path) -> None:
    """It reaches every process there; what was finished is told, and nobody plays on."""
    logs = tmp_path / "logs"
    bots = f"random,mine=stdio:{shlex.join([sys.executable, str(EXAMPLE)])}"
    options = ("--matches", "100000", "--workers", "2", "--logs", str(logs), "--json")
    command = (
        sys.executable,
        "-m",
        "tinplate.cli.main",
        "arena",
        "rally",
        "--bots",
        bots,
        *options,
    )
    with subprocess.Popen(  # noqa: S603 - our own command
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as arena_process:
        block_until(lambda: arena_process.poll() is not None or len([*logs.glob("*.log")]) >= 2)
        os.killpg(arena_process.pid, signal.SIGINT)
        out, err = arena_process.communicate(timeout=PATIENCE)
    told = json.loads(out)

    assert (130, b"") == (arena_process.returncode, err)
    assert 0 < told["matches_played"] <= len(list(logs.iterdir())) < told["matches_asked"]
    block_until(lambda: is_empty(arena_process.pid))


def is_empty(group: int) -> bool:
    """Whether nobody is left of those at the terminal; the last one notices that all have gone."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False
