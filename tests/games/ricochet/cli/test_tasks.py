"""`tinplate ricochet solve --task`: tasks of competitions, and plans for them."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Run
from tests.games.ricochet.formats.test_pddl import TASK
from tests.games.ricochet.formats.validator import DOMAIN, claimed_cost, validated_cost
from tinplate.games.ricochet.cli import files
from tinplate.games.ricochet.formats.pddl import write_pddl
from tinplate.games.ricochet.formats.positions import puzzle_of
from tinplate.games.ricochet.notation import parse_position

# Rob goes down, and right as far as tin; it can never get to c.
REACHABLE = TASK.replace("(at Rob c)", "(at Rob e)")
FACTS = """\
dim(1..5).
barrier(3,5,east).
pos(red,1,1). pos(green,5,5). pos(blue,5,1). pos(yellow,2,3).
target(green,4,5).
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two tasks, and the domain that belongs to one of them."""
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "facts.asp").write_text(FACTS)
    (tmp_path / "tiny.pddl").write_text(REACHABLE)
    (tmp_path / "notes.txt").write_text("not a task")
    return tmp_path


def answers(run: Run, *arguments: str, code: int = 0) -> list[dict[str, Any]]:
    ran = run("ricochet", "solve", "--json", *arguments)

    assert code == ran.code
    return [json.loads(line) for line in ran.out.splitlines()]


def test_json_of_a_task(run: Run, folder: Path) -> None:
    """What is in it, and a shortest solution by the free rule, in words of the notation."""
    path = folder / "tiny.pddl"
    (answer,) = answers(run, "--task", str(path))

    assert {
        "task": "tiny",
        "width": 3,
        "height": 2,
        "robots": 2,
        "moves": 2,
        "proven": True,
        "milliseconds": answer["milliseconds"],
        "solution": ["rs", "re"],
        "solvable": True,
        "position": answer["position"],
        "file": str(path),
    } == answer
    assert 2 == len(answers(run, answer["position"], "--rule", "free")[0]["solution"])


def test_several_files_and_folders(run: Run, folder: Path) -> None:
    """In the order given; of a folder all tasks, by name, and never the domain."""
    listed = answers(run, "--task", str(folder / "tiny.pddl"), str(folder))

    assert ["tiny", "facts", "tiny"] == [answer["task"] for answer in listed]
    assert [2, 1, 2] == [answer["moves"] for answer in listed]


def test_the_domain_is_left_out(run: Run, folder: Path) -> None:
    """With a word about it: `*.pddl` matches it."""
    ran = run("ricochet", "solve", "--json", "--task", str(folder / "domain.pddl"))

    assert (0, "") == (ran.code, ran.out)
    assert "a domain and no task; left out" in ran.err


def test_plans_are_written_and_valid(run: Run, folder: Path) -> None:
    """For ASP facts, too: for the task that export makes of them."""
    plans = folder / "deep" / "plans"
    listed = answers(run, "--task", str(folder), "--plan", str(plans))
    position = next(answer["position"] for answer in listed if answer["task"] == "facts")
    exported = write_pddl(puzzle_of(parse_position(position, custom=True)), "facts")
    tiny, facts = ((plans / f"{name}.plan").read_text() for name in ("tiny", "facts"))

    assert ["facts.plan", "tiny.plan"] == sorted(path.name for path in plans.iterdir())
    assert 2 == claimed_cost(tiny) == validated_cost(REACHABLE, tiny)
    assert 1 == claimed_cost(facts) == validated_cost(exported, facts)
    assert facts.startswith("(go robot-2 ")


def test_two_plans_with_one_name_are_refused(run: Run, folder: Path) -> None:
    """Before anything is solved: one would overwrite the other."""
    (folder / "more").mkdir()
    (folder / "more" / "tiny.asp").write_text(FACTS)
    ran = run(
        "ricochet", "solve", "--task", str(folder), str(folder / "more"), "--plan", str(folder)
    )

    assert (2, "") == (ran.code, ran.out)
    assert "would have the same plan, tiny.plan" in ran.err


def test_a_robot_that_is_there_already(run: Run, tmp_path: Path) -> None:
    """By the domain, there is nothing to do; at a table it would have to leave and come back."""
    task = TASK.replace("(at Rob c)", "(at Rob a)")
    (tmp_path / "done.pddl").write_text(task)
    (answer,) = answers(run, "--task", str(tmp_path / "done.pddl"), "--plan", str(tmp_path))
    plan = (tmp_path / "done.plan").read_text()

    assert (0, [], True) == (answer["moves"], answer["solution"], answer["proven"])
    assert "; cost = 0 (general cost)\n" == plan
    assert 0 == validated_cost(task, plan)


def test_a_task_without_a_solution(run: Run, folder: Path) -> None:
    """It is proven, and has no plan."""
    (folder / "never.pddl").write_text(TASK)
    arguments = ("--task", str(folder / "never.pddl"), "--plan", str(folder / "plans"))
    (answer,) = answers(run, *arguments)
    ran = run("ricochet", "solve", *arguments)

    assert (None, None, True, False) == tuple(
        answer[key] for key in ("moves", "solution", "proven", "solvable")
    )
    assert 1 == ran.code
    assert "no solution" in ran.out
    assert [] == [*(folder / "plans").iterdir()]


def test_a_limit_leaves_it_open(run: Run, folder: Path) -> None:
    """Nothing is claimed that was not proven."""
    arguments = ("--task", str(folder / "tiny.pddl"), "--max-moves", "1")
    (answer,) = answers(run, *arguments)
    ran = run("ricochet", "solve", *arguments)

    assert (None, False, None) == (answer["moves"], answer["proven"], answer["solvable"])
    assert 1 == ran.code
    assert "unknown: no solution under 2 moves" in ran.out


def test_a_broken_file_stops_no_other(run: Run, folder: Path) -> None:
    """It is answered by what is wrong with it, and the exit code says that something was."""
    broken = folder / "broken.pddl"
    broken.write_text(TASK.replace("(BLOCKED b east)", "(BLOCKED z east)"))
    told = f"{broken}: line 17: (BLOCKED z east): “z” is not a cell"
    listed = answers(run, "--task", str(folder), code=2)
    ran = run("ricochet", "solve", "--task", str(folder))

    assert {"task": "broken", "file": str(broken), "error": told} == listed[0]
    assert [1, 2] == [answer["moves"] for answer in listed[1:]]
    assert 2 == ran.code
    assert f"tinplate: {told}" in ran.err
    assert "2 of 2 solved" in ran.out


def test_a_line_for_each_task(run: Run, folder: Path) -> None:
    """For people: size, robots, time, and the moves."""
    ran = run("ricochet", "solve", "--task", str(folder))
    facts, tiny, summary = ran.out.splitlines()

    assert 0 == ran.code
    assert ["facts", "5x5", "4", "robots"] == facts.split()[:4]
    assert ["1", "move", "gw"] == facts.split()[-3:]
    assert ["2", "moves", "rs", "re"] == tiny.split()[-4:]
    assert "2 of 2 solved, each with the fewest moves possible: 3 moves in" in summary


def test_what_cannot_be_read_at_all(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Missing, not a file, not text, too long: one sentence each."""
    monkeypatch.setattr(files, "LONGEST", 2000)
    pipe = folder / "pipe.pddl"
    os.mkfifo(pipe)
    (folder / "bytes.pddl").write_bytes(b"\xff\xfe\x00")
    (folder / "long.pddl").write_text(TASK + " " * 2000)
    (folder / "words.pddl").write_text("once upon a time")
    (folder / "empty.pddl").write_text("")
    names = ("missing", "pipe", "bytes", "long", "words", "empty")
    listed = answers(run, "--task", *(str(folder / f"{name}.pddl") for name in names), code=2)

    for answer, told in zip(
        listed,
        ("No such file", "not a regular file", "not text", "too long", "neither", "neither"),
        strict=True,
    ):
        assert told in answer["error"]


def test_a_folder_for_plans_that_is_none(run: Run, folder: Path) -> None:
    """It is noticed before anything is solved."""
    ran = run("ricochet", "solve", "--task", str(folder), "--plan", str(folder / "notes.txt"))

    assert (2, "") == (ran.code, ran.out)
    assert "notes.txt" in ran.err


@pytest.mark.parametrize(
    "options", [("--all",), ("--compact",), ("--file", "-"), ("--rule", "ricochet")]
)
def test_options_that_make_no_sense(run: Run, folder: Path, options: tuple[str, ...]) -> None:
    """Tasks have one rule, and one line each."""
    ran = run("ricochet", "solve", "--task", str(folder), *options)

    assert (2, "") == (ran.code, ran.out)


def test_the_free_rule_may_be_named(run: Run, folder: Path) -> None:
    """It is the one that is used."""
    assert 0 == run("ricochet", "solve", "--task", str(folder), "--rule", "free").code


def test_plans_are_for_tasks(run: Run) -> None:
    """Positions have no names for them."""
    ran = run("ricochet", "solve", "G1R2B2Y2_ro5,ga14,bl14,yj16_vortex", "--plan", "plans")

    assert (2, "") == (ran.code, ran.out)


def test_a_folder_without_tasks(run: Run, tmp_path: Path) -> None:
    """Nothing to do is no mistake."""
    ran = run("ricochet", "solve", "--task", str(tmp_path))

    assert (0, "There are no tasks to solve.\n") == (ran.code, ran.out)
