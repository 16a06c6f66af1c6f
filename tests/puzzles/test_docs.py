"""docs/puzzles.md says what the code does: columns, kinds and themes."""

import pytest

from tests.test_docs import ROOT, part, table_in
from tinplate.games import packs
from tinplate.puzzles.dataset import COLUMNS, LICENCE, SCHEMA

PAGE = ROOT / "docs" / "puzzles.md"
TITLES = {pack.title: pack.puzzles() for pack in packs().values() if pack.puzzles()}


def test_every_column_is_explained() -> None:
    """In the order of the data set; with the schema and the licence."""
    rows = table_in(part(PAGE, "The data set"))

    assert [*COLUMNS] == [row["column"] for row in rows]
    assert f"schema {SCHEMA}." in part(PAGE, "The data set")
    assert LICENCE == rows[-1]["meaning"]


@pytest.mark.parametrize("title", TITLES)
def test_every_theme_and_kind_is_explained(title: str) -> None:
    """In the words of the code."""
    maker = TITLES[title]
    assert maker is not None
    lines = part(PAGE, title).splitlines()
    for name, what in maker.themes.items():
        assert f"| `{name}` | {what} |" in lines
    if len(maker.kinds) > 1:
        for name, what in maker.kinds.items():
            assert f"| `{name}` | {what} |" in lines
