# ruff: noqa: S603 - what is run is our own command
"""`tinplate ricochet solve`."""

import fcntl
import io
import json
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Run
from tests.games.ricochet.openboard import open_board, stand
from tests.games.ricochet.solver.test_solve import after_calls
from tests.process_tree import threads_of
from tests.waiting import block_until
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.cli import solve as command
from tinplate.games.ricochet.notation import parse_moves, parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import READINGS, attempt
from tinplate.games.ricochet.solver import solutions, solve
from tinplate.grid import Cell
from tinplate.kernel_cache import _Process

TINPLATE = (sys.executable, "-m", "tinplate.cli.main", "ricochet", "solve")
POSITION = "G1R2B2Y2 ro5,ga14,bl14,yj16 red-square"  # three moves, and only one way
VORTEX = "G1R2B2Y2 ro5,ga14,bl14,yj16 vortex"  # four moves
# A barrier turns yellow at once; where that does not count it has ten moves to make.
BARRIERS = "Y4B4R4G4 ro7,gm5,bm11,yd5 yellow-circle"
HELPERS = min(2, (os.cpu_count() or 1) - 1)  # threads that begin; on a single core none does
HARDEST = "Y2R2B2G1 rc15,ga4,bl3,yc2 blue-triangle"  # 25 moves, free


def answers(run: Run, *arguments: str) -> list[dict[str, Any]]:
    ran = run("ricochet", "solve", *arguments, "--json")
    told = [json.loads(line) for line in ran.out.splitlines()]

    assert (0, "") == (ran.code, ran.err)
    return told


def test_json_of_a_solution(run: Run) -> None:
    """RC13: the shortest solution, in words of the notation."""
    (answer,) = answers(run, POSITION)

    assert {"milliseconds", "explored"} < answer.keys()
    assert {
        "position": POSITION,
        "moves": 3,
        "solution": ["re", "rs", "rw"],
        "solvable": True,
        "proven": True,
        "milliseconds": answer["milliseconds"],
        "explored": answer["explored"],
    } == answer


def test_json_when_a_limit_leaves_it_open(run: Run) -> None:
    """Nothing is claimed that was not proven."""
    (answer,) = answers(run, POSITION, "--max-moves", "2")

    assert (None, None, None, False) == (
        answer["moves"],
        answer["solution"],
        answer["solvable"],
        answer["proven"],
    )


@pytest.mark.parametrize("reading", READINGS)
def test_the_rule_decides(run: Run, reading: str) -> None:
    """RC10: each reading has a shortest solution of its own."""
    (answer,) = answers(run, BARRIERS, "--rule", reading)
    moves = parse_moves(" ".join(answer["solution"]))
    lengths = {"no-deflection": 10, "early-stop": 3}  # under the others the barrier counts

    assert lengths.get(reading, 1) == answer["moves"] == len(moves)
    assert "arrived" == attempt(parse_position(BARRIERS), moves, READINGS[reading]).verdict


@pytest.mark.parametrize(
    "words", [[POSITION], POSITION.split(), [POSITION.replace(" ", "_")]], ids=len
)
def test_a_position_may_be_quoted_or_not(run: Run, words: list[str]) -> None:
    """People paste what they have."""
    assert [["re", "rs", "rw"]] == [answer["solution"] for answer in answers(run, *words)]


def test_several_positions(run: Run) -> None:
    """Each is answered, in the order given."""
    given = [POSITION, VORTEX.replace(" ", "_"), POSITION]

    assert [3, 4, 3] == [answer["moves"] for answer in answers(run, *given)]


def test_the_words_for_people(run: Run) -> None:
    """The position, what is asked, the board, every move with its cells, and how long it is."""
    ran = run("ricochet", "solve", POSITION)
    checked = run("ricochet", "check", POSITION, "re rs rw", "--show").out
    *told, last = ran.out.splitlines()

    assert (0, "") == (ran.code, ran.err)
    assert checked.splitlines()[:-1] == told
    assert last.startswith("✓ Solved in 3 moves; no solution is shorter (")


def test_compact_is_lower(run: Run) -> None:
    """A terminal of 24 lines nearly shows it all."""
    assert run("ricochet", "solve", POSITION, "--compact").out.count("\n") < 28


def test_several_positions_for_people(run: Run) -> None:
    """An empty line parts them."""
    told = run("ricochet", "solve", POSITION, VORTEX, "--compact").out

    assert f"\n\n{VORTEX}\nAny robot to the vortex" in told


def test_no_solution_of_so_few_moves(run: Run) -> None:
    """What is proven is said, and no more."""
    told = run("ricochet", "solve", POSITION, "--max-moves", "2")

    assert 1 == told.code
    assert told.out.endswith("✗ No solution within 2 moves; longer ones were not searched.\n")


def test_no_time_left(run: Run) -> None:
    """The bound that was proven until then is told."""
    told = run("ricochet", "solve", HARDEST, "--rule", "free", "--seconds", "0").out

    assert "✗ No solution under " in told
    assert told.endswith("; stopped after 0 s.\n")


@pytest.mark.parametrize(
    ("target", "nobody"), [("red-circle", "red never"), ("vortex", "no robot ever")]
)
def test_no_solution_at_all(target: str, nobody: str) -> None:
    """RC9: nobody gets into a closed cell. No board of the boxes has one, so this draws its own."""
    board = open_board(walls="f6n f6e f6s f6w", targets={Target(target): Cell.named("f6")})
    position = Position(board, stand(), Target(target))
    solution = solve(position)
    told = command._why_none(position, command.Wish(), solution).plain
    facts = command._facts(position, command.SolvedPosition(solution))

    assert told.startswith(
        f"✗ No solution: {nobody} arrives on the {Target(target).symbol} at f6 ("
    )
    assert (None, None, False, True) == (
        facts["moves"],
        facts["solution"],
        facts["solvable"],
        facts["proven"],
    )


FIVE = "G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle"  # ten moves; 71 ways, 5 but for their order
MANY = "G1Y1R2B2 rj2,ge15,be11,yp1 blue-hexagon"  # eleven moves; 12 but for their order


def test_json_of_all_solutions(run: Run) -> None:
    """RC13: the keys of one solution, the best one; how many there are, and all of them."""
    (one,), (answer,) = answers(run, FIVE), answers(run, FIVE, "--all")
    found = solutions(parse_position(FIVE))

    assert [*one, "count", "solutions"] == [*answer]
    assert (71, 71) == (answer["count"], len(answer["solutions"]))
    assert [[str(move) for move in line.moves] for line in found.routes] == answer["solutions"]
    assert (10, answer["solutions"][0]) == (answer["moves"], answer["solution"])


def test_json_of_all_solutions_where_there_is_none(run: Run) -> None:
    """RC13: a limit leaves open how many there are."""
    (answer,) = answers(run, FIVE, "--all", "--max-moves", "9")

    assert (None, None, None, []) == (
        answer["moves"],
        answer["solution"],
        answer["count"],
        answer["solutions"],
    )


def test_all_solutions_for_people(run: Run) -> None:
    """The best one move by move, then how many there are, and each but for its orders."""
    told = run("ricochet", "solve", FIVE, "--all", "--compact").out.splitlines()

    assert told[-7].startswith("✓ Solved in 10 moves; no solution is shorter (")
    assert [
        "71 solutions have that length; 5 without reorderings of independent moves.",
        "  2 robots   25 cells  re yn yw yn ye yn ye rs rw rn",
        "  2 robots   50 cells  rw yn yw yn ye yn ye yn re rn",
    ] == told[-6:-3]
    assert "  1  re  red right     o5 → p5    (p5)" in told


def test_the_best_of_many_for_people(run: Run) -> None:
    """Ten are enough to look at."""
    told = run("ricochet", "solve", MANY, "--all", "--compact").out.splitlines()

    assert "; 12 without reorderings" in told[-12]
    assert "The 10 best:" == told[-11]


def test_all_is_one(run: Run) -> None:
    """It is said when there is nothing else to find."""
    told = run("ricochet", "solve", POSITION, "--all").out

    assert told.endswith("\nIt is the only one of that length.\n")


def test_no_order_but_one(run: Run) -> None:
    """Where no two are only another order of each other, one number is enough."""
    told = run("ricochet", "solve", "B4Y4G3R4 rb15,ga14,bf12,ym5 red-circle", "--all").out

    assert "\n3 solutions have that length.\n" in told


def test_no_time_for_the_others(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """The one that was found is told, and that nobody looked for more."""
    position = parse_position(FIVE)
    stopped = solutions(position, cancel=after_calls(20))
    monkeypatch.setattr(command, "solutions", lambda *_, **__: stopped)
    told = run("ricochet", "solve", FIVE, "--all").out

    assert stopped.count is None
    assert told.endswith("\nTime ran out before finding others of that length.\n")


def test_no_time_for_any(run: Run) -> None:
    """Without a solution there is nothing to count."""
    told = run("ricochet", "solve", HARDEST, "--rule", "free", "--seconds", "0", "--all").out

    assert told.endswith("; stopped after 0 s.\n")


LISTED = f"# Two of a kind\n\n{POSITION}\r\n   {VORTEX.replace(' ', '_')}  \n"


def test_a_file_of_positions(run: Run, tmp_path: Path) -> None:
    """One a line; blank lines and remarks are skipped, and so is an editor's mark."""
    file = tmp_path / "positions.txt"
    file.write_text(LISTED, encoding="utf-8-sig")

    assert [POSITION, VORTEX] == [
        answer["position"] for answer in answers(run, "--file", str(file))
    ]


def test_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """`tinplate ricochet new --count 9 | tinplate ricochet solve --file -`."""
    monkeypatch.setattr("sys.stdin", io.StringIO(LISTED))

    assert [3, 4] == [answer["moves"] for answer in answers(run, "--file", "-")]


def test_nothing_to_solve(run: Run) -> None:
    """An empty list has an empty answer; people are told."""
    assert [] == answers(run, "--file", "-")
    assert (0, "There are no positions to solve.\n", "") == run("ricochet", "solve", "--file", "-")


def test_a_bad_line_is_answered_in_its_place(run: Run, tmp_path: Path) -> None:
    """Machines get an error for that line and the rest all the same; the exit code tells."""
    file = tmp_path / "positions.txt"
    file.write_text(f"{POSITION}\n# next\nG1R2B2Y2 nonsense\n{VORTEX}\n")
    ran = run("ricochet", "solve", "--file", str(file), "--json")
    first, bad, last = (json.loads(line) for line in ran.out.splitlines())

    assert (3, 4) == (first["moves"], last["moves"])
    assert {"position", "error"} == bad.keys()
    assert "G1R2B2Y2 nonsense" == bad["position"]
    assert bad["error"].startswith(f"{file}: line 3: character ")
    assert (2, "tinplate: 1 position of 3 could not be read\n") == (ran.code, ran.err)


def test_a_bad_line_in_words(run: Run, tmp_path: Path) -> None:
    """People are told at once where it is, in one line."""
    file = tmp_path / "positions.txt"
    file.write_text(f"{POSITION}\nG1R2B2Y2 nonsense\n")
    ran = run("ricochet", "solve", "--file", str(file))

    assert (2, "") == (ran.code, ran.out)
    assert f"tinplate: {file}: line 2: character " in ran.err
    assert 1 == ran.err.count("\n")


def test_bytes_that_are_no_text(run: Run, tmp_path: Path) -> None:
    """A picture given by mistake is refused like any other line."""
    file = tmp_path / "positions.txt"
    file.write_bytes(b"\xff\xfe\x00\x80\n")
    ran = run("ricochet", "solve", "--file", str(file))

    assert (2, "", 1) == (ran.code, ran.out, ran.err.count("\n"))


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "give positions, or a --file of them"),
        ([POSITION, "--file", "-"], "give positions, or a --file of them"),
        (["--file", "no-such.txt"], "no-such.txt: No such file or directory"),
        ([POSITION, "G1R2B2Y2_nonsense"], "position 2: character "),
        (["G1R2B2Y2", "nonsense"], "three parts"),
        ([POSITION, "--rule", "house"], "Invalid value for '--rule'"),
        ([POSITION, "--max-moves", "0"], "Invalid value for '--max-moves'"),
        ([POSITION, "--seconds", "-1"], "Invalid value for '--seconds'"),
    ],
    ids=str,
)
def test_bad_input_is_answered_in_one_line(run: Run, arguments: list[str], complaint: str) -> None:
    """Exit code 2, and one line that says what is wrong."""
    ran = run("ricochet", "solve", *arguments)

    assert (2, "", 1) == (ran.code, ran.out, ran.err.count("\n"))
    assert complaint in ran.err


def test_an_interrupt_stops_the_search() -> None:
    """Ctrl-C ends even a long search quietly, with the exit code shells expect."""
    arguments = [*TINPLATE, HARDEST, "--rule", "free"]
    with subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        begun = [process.stdout.readline(), process.stdout.readline()]
        process.send_signal(signal.SIGINT)
        rest, complaint = process.communicate()

    assert [f"{HARDEST}\n", "Blue to the triangle at j13.\n"] == begun
    assert (130, "", "") == (process.returncode, rest, complaint.strip())


@contextmanager
def solving_a_long_list(file: Path) -> Iterator["subprocess.Popen[str]"]:
    """The first is solved, and threads have begun to work on the 39 that are left."""
    file.write_text("\n".join([HARDEST] * 40))
    with subprocess.Popen(
        [*TINPLATE, "--file", str(file), "--rule", "free", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout
        assert 25 == json.loads(process.stdout.readline())["moves"]
        block_until(lambda: threads_of(process.pid) > HELPERS)
        yield process


def test_an_interrupt_stops_all_threads(tmp_path: Path) -> None:
    """Ctrl-C at a terminal is heard in the middle of a search; it is over at once."""
    with solving_a_long_list(tmp_path / "positions.txt") as process:
        os.killpg(process.pid, signal.SIGINT)
        rest, complaint = process.communicate()

    assert (130, "") == (process.returncode, complaint.strip())
    assert rest.count("\n") < 20


def solved_at_a_terminal(positions: int) -> tuple[list[Any], str]:
    """The answers, which go to a pipe, and what a terminal shows meanwhile on standard error."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    ran = subprocess.run(
        [*TINPLATE, "--file", "-", "--json"],
        input="\n".join([POSITION] * positions),
        stdout=subprocess.PIPE,
        stderr=theirs,
        check=True,
        env=environment | {"TERM": "xterm-256color"},
        encoding="utf-8",
    )
    os.write(theirs, b"end")  # so that there is something to read
    shown = os.read(ours, 1 << 16).decode()
    os.close(theirs)
    os.close(ours)
    return [json.loads(line)["moves"] for line in ran.stdout.splitlines()], shown


def test_a_long_list_shows_how_far_it_is() -> None:
    """A bar on standard error; the answers go where they were sent."""
    moves, shown = solved_at_a_terminal(6)

    assert [3] * 6 == moves
    assert "Solving" in shown
    assert "100%" in shown


def test_a_file_gets_no_bar() -> None:
    """Not even where colours are forced: progress is for people who wait."""
    ran = subprocess.run(
        [*TINPLATE, "--file", "-", "--json"],
        input="\n".join([POSITION] * 6),
        capture_output=True,
        check=True,
        env=os.environ | {"FORCE_COLOR": "1"},
        text=True,
    )

    assert (6, "") == (ran.stdout.count("\n"), ran.stderr)


def test_a_short_list_needs_no_bar() -> None:
    """A few positions are solved before anybody asks, however long the solver takes to load."""
    moves, shown = solved_at_a_terminal(2)

    assert [3, 3] == moves
    assert "Solving" not in shown


def test_people_are_told_why_the_first_time_takes_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a terminal: it is compiled."""
    told = list[bool]()

    def loading(position: Position) -> None:
        assert POSITION == str(position)
        block_until(lambda: told)

    monkeypatch.setattr(command, "load_kernels_for", loading)
    monkeypatch.setattr(command, "_LOADED_BY", 0.0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr("rich.status.Status.start", lambda _: told.append(True))
    monkeypatch.setattr(_Process, "progress", _Process.progress)
    command.load_solver([parse_position(POSITION)])

    assert [True] == told


@pytest.mark.parametrize("options", [(), ("every",)])
def test_people_are_told_how_far_it_is(options: tuple[str, ...]) -> None:
    """It ends with so many of so many: the number of functions is right."""
    program = """
import sys
from tinplate.games.ricochet.api import Position
from tinplate.games.ricochet.cli.solve import load_solver
from tinplate.kernel_cache import _Process
sys.stderr.isatty = lambda: True
load_solver([Position.parse(sys.argv[1])], every="every" in sys.argv)
print(f" of {_Process.progress.done}" == _Process.progress._of, _Process.progress._of)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program, POSITION, *options],
        capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert ran.stdout.startswith("True"), ran.stdout
