"""`tinplate ricochet new`."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.cli.running import Run
from tinplate.games.ricochet.board import split_name
from tinplate.games.ricochet.cli import new
from tinplate.games.ricochet.notation import format_position, parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.solver import solve


def test_a_new_position_is_one_line_that_reads_back(run: Run) -> None:
    """RC4: it can be piped into everything that takes a position."""
    line = run("ricochet", "new").out

    assert line == f"{format_position(parse_position(line.strip()))}\n"


def test_the_same_seed_deals_the_same(run: Run) -> None:
    """A seed is a puzzle one can tell a friend by telephone."""
    dealt = {run("ricochet", "new", "--seed", str(seed)).out for seed in range(5)}

    assert run("ricochet", "new", "--seed", "7") == run("ricochet", "new", "--seed", "7")
    assert 5 == len(dealt)


def test_without_a_seed_it_is_another_each_time(run: Run) -> None:
    """There are more positions than anybody can play: five are never the same."""
    assert 5 == len({run("ricochet", "new").out for _ in range(5)})


@pytest.mark.parametrize(
    ("options", "sides", "robots"),
    [([], "1234", 4), (["--box", "classic"], "12", 4), (["--no-diagonals", "--silver"], "123", 5)],
    ids=str,
)
def test_the_box_is_respected(run: Run, options: list[str], sides: str, robots: int) -> None:
    """RC2, RC4: only sides of the box, with silver only if asked."""
    lines = run("ricochet", "new", "--seed", "1", "--count", "20", *options).out.splitlines()
    positions = [parse_position(line) for line in lines]
    used = {side[1] for position in positions for side in split_name(position.board.name)}

    assert set(sides) == used
    assert {robots} == {len(position.robots) for position in positions}


def test_robots_stand_off_the_symbols(run: Run) -> None:
    """RC4: no robot begins on a target."""
    lines = run("ricochet", "new", "--seed", "1", "--count", "40").out.splitlines()
    positions = [parse_position(line) for line in lines]

    assert not any(
        set(position.robots) & set(position.board.targets.values()) for position in positions
    )


def test_board_and_target_can_be_chosen(run: Run) -> None:
    """The rest is dealt."""
    line = run("ricochet", "new", "--board", "G1R2B2Y2", "--target", "vortex").out.strip()
    position = parse_position(line)

    assert ("G1R2B2Y2", Target.VORTEX) == (position.board.name, position.target)


def test_json_is_one_object_a_position(run: Run) -> None:
    """The same positions as without --json."""
    plain = run("ricochet", "new", "--seed", "3", "--count", "3").out.splitlines()
    lines = run("ricochet", "new", "--seed", "3", "--count", "3", "--json").out.splitlines()

    assert plain == [json.loads(line)["position"] for line in lines]


def test_show_draws_what_was_dealt(run: Run) -> None:
    """The line first, then the same picture as of `show`."""
    dealt = run("ricochet", "new", "--seed", "3", "--show").out
    line, _, drawing = dealt.partition("\n")

    assert drawing == run("ricochet", "show", line).out


@pytest.mark.parametrize("rule", ["ricochet", "free"])
@pytest.mark.parametrize("moves", [2, 8])
def test_so_many_moves(run: Run, moves: int, rule: str) -> None:
    """RC13: the shortest solution is as long as asked, by the rule that was asked."""
    options = ("--moves", str(moves), "--rule", rule, "--seed", "5", "--count", "3")
    plain = run("ricochet", "new", *options).out.splitlines()
    told = [
        json.loads(line) for line in run("ricochet", "new", *options, "--json").out.splitlines()
    ]

    assert [(line, moves) for line in plain] == [(each["position"], each["moves"]) for each in told]
    assert [moves] * 3 == [solve(parse_position(line), READINGS[rule]).length for line in plain]


def test_so_many_moves_that_none_is_found(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says so, and the exit code, after those that were found."""
    monkeypatch.setattr(new, "_MOST_DEALT", 10)
    ran = run("ricochet", "new", "--moves", "24", "--seed", "1")

    assert (1, "") == (ran.code, ran.out)
    assert "tinplate: none of 10 positions takes 24 moves; try fewer, or run it again\n" == ran.err


def test_how_far_a_long_search_is(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits at a terminal sees that something happens."""
    seen = list[float]()

    @contextmanager
    def bar(_: str) -> Iterator[Callable[[str, float], None]]:
        yield lambda _, share: seen.append(share)

    monkeypatch.setattr(new, "progress_bar", bar)
    monkeypatch.setattr(new, "_MOST_DEALT", 10)
    monkeypatch.setattr(new, "_STEP", 5)
    run("ricochet", "new", "--moves", "24", "--seed", "1")

    assert [0, 0.5] == seen


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--moves", "40"], "--moves 40: no position is known that takes more than 25"),
        (["--target", "star"], "there is no target “star”"),
        (["--board", "G1R2B2Y9"], "there is no section “Y9”"),
        (["--board", "G1R2B2Y2", "--box", "classic"], "--board names the board"),
        (["--board", "G1R2B2Y2", "--no-diagonals"], "--board names the board"),
    ],
)
def test_wishes_that_cannot_be(run: Run, options: list[str], complaint: str) -> None:
    """One line says what cannot be dealt."""
    ran = run("ricochet", "new", *options)

    assert (2, "") == (ran.code, ran.out)
    assert complaint in ran.err
