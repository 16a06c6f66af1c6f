"""What is made so far: work that was interrupted goes on."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.puzzles.toy import ToyPuzzles
from tinplate.puzzles.making import BATCH, NumberedPuzzle, make_batch
from tinplate.puzzles.work_file import PuzzleWish, WorkFile

WISH = PuzzleWish(("toy 7",), 3, BATCH)
MADE = [make_batch(ToyPuzzles(), 3, batch) for batch in range(4)]


@contextmanager
def opened(file: Path, wish: PuzzleWish = WISH) -> Iterator[WorkFile]:
    with file.open("a+", encoding="utf-8", newline="\n") as text:
        yield WorkFile(text, wish)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Three batches of one game, and an empty one of another."""
    with opened(tmp_path / "work") as work:
        for batch in MADE[:3]:
            work.add("toy", batch)
        work.add("dolls", [])
    return tmp_path / "work"


def done(file: Path, wish: PuzzleWish = WISH) -> dict[str, list[list[NumberedPuzzle]]]:
    with opened(file, wish) as work:
        return work.done


def test_all_of_it_is_there_again(file: Path) -> None:
    """And again, and more can be added."""
    assert {"toy": MADE[:3], "dolls": [[]]} == done(file) == done(file)
    with opened(file) as work:
        work.add("toy", MADE[3])

    assert {"toy": MADE, "dolls": [[]]} == done(file)


@pytest.mark.parametrize("cut", [1, 2, 40])
def test_a_line_that_was_cut_off_is_made_again(file: Path, cut: int) -> None:
    """And nothing is glued to its rest."""
    file.write_bytes(file.read_bytes()[:-cut])

    assert {"toy": MADE[:3]} == {"toy": done(file)["toy"]}
    with opened(file) as work:
        work.add("dolls", MADE[0])

    assert MADE[0] == done(file)["dolls"][-1]


def test_what_is_no_batch_ends_it(file: Path) -> None:
    """Whatever follows."""
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join([*lines[:2], "{}\n", *lines[2:]]), encoding="utf-8")

    assert {"toy": MADE[:1]} == done(file)


def test_a_batch_that_is_missing_ends_it(file: Path) -> None:
    """Those after it have wrong places."""
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join([*lines[:2], *lines[3:]]), encoding="utf-8")

    assert {"toy": MADE[:1]} == done(file)


@pytest.mark.parametrize(
    "wish", [replace(WISH, seed=4), replace(WISH, generators=("toy 8",)), replace(WISH, batch=1)]
)
def test_another_wish_begins_anew(file: Path, wish: PuzzleWish) -> None:
    """Its puzzles would be others."""
    assert {} == done(file, wish)
    assert {} == done(file)
