"""`tinplate ricochet boards`."""

import json

import pytest

from tests.cli.running import Run
from tinplate.games.ricochet.board import board_names


def test_the_summary_counts_the_boxes(run: Run) -> None:
    """RC2: 1536 boards of 2013, 96 classic, 16 sides."""
    summary = run("ricochet", "boards").out
    facts = json.loads(run("ricochet", "boards", "--json").out)

    assert "1536" in summary
    assert "96" in summary
    assert {"2013": 1536, "classic": 96} == facts["boxes"]
    assert 16 == len(facts["sides"])
    assert {
        "name": "R4",
        "mark": "red",
        "boxes": ["2013"],
        "diagonals": 2,
        "targets": ["blue-hexagon", "green-circle", "red-triangle", "yellow-square"],
    } in facts["sides"]


@pytest.mark.parametrize(
    ("options", "count"),
    [
        (["--list"], 1536),
        (["--list", "--box", "classic"], 96),
        (["--box", "classic"], 96),
        (["--no-diagonals"], 486),
        (["--with", "R1"], 384),
        (["--with", "R1", "--with", "G4"], 96),
        (["--with", "R1", "--no-diagonals", "--box", "classic"], 48),
    ],
    ids=str,
)
def test_the_list_can_be_narrowed(run: Run, options: list[str], count: int) -> None:
    """RC2: by box, without diagonals, with sides one likes."""
    names = run("ricochet", "boards", *options).out.splitlines()
    facts = json.loads(run("ricochet", "boards", *options, "--json").out)

    assert count == len(set(names))
    assert set(names) <= set(board_names())
    assert (count, names) == (facts["count"], facts["boards"])


def test_a_random_board_is_one_of_the_list(run: Run) -> None:
    """The same seed picks the same board; without one it is any."""
    seeded = run("ricochet", "boards", "--random", "--seed", "7")
    narrow = ("--box", "classic", "--with", "R2")

    assert seeded == run("ricochet", "boards", "--seed", "7")
    assert seeded.out.strip() in set(board_names())
    assert (
        run("ricochet", "boards", *narrow, "--random").out in run("ricochet", "boards", *narrow).out
    )


def test_a_board_is_drawn(run: Run) -> None:
    """By its name, or the one picked under its name."""
    picked = run("ricochet", "boards", "--seed", "7", "--show").out
    name, _, drawing = picked.partition("\n")

    assert drawing == run("ricochet", "boards", name).out
    assert "┏━━━" in drawing


def test_json_of_a_board(run: Run) -> None:
    """Picked or named, machines get the same facts."""
    facts = json.loads(run("ricochet", "boards", "--seed", "7", "--json").out)
    named = json.loads(run("ricochet", "boards", facts["board"], "--json").out)

    assert named == facts
    assert {"board", "sections", "targets", "diagonals", "walls"} == set(facts)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["G1R2B2"], "a board has four sections"),
        (["G1G2B2Y2"], "the same mark"),
        (["--with", "X9"], "there is no section “X9”"),
        (["--with", "R3", "--box", "classic"], "R3 is not in the classic box"),
        (["--with", "R1", "--with", "R2"], "no board of the 2013 box has R1 and R2"),
        (["--with", "R4", "--no-diagonals"], "no board of the 2013 box has R4 and no diagonals"),
    ],
)
def test_boards_that_cannot_be(run: Run, arguments: list[str], complaint: str) -> None:
    """RC2: one line says why there is no such board."""
    ran = run("ricochet", "boards", *arguments)

    assert (2, "") == (ran.code, ran.out)
    assert complaint in ran.err
    assert 1 == ran.err.count("\n")
