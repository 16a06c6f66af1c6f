"""What a page loads: what it needs, and no more."""

import gzip
import re
from functools import cache
from pathlib import Path

import pytest

BUILT = Path(__file__).parents[2] / "src/tinplate/page/assets"
IMPORT = re.compile(r'\b(?:from|import)"\./([^"]+\.js)"')  # import("./...") comes later, if at all
HASH = "?" * 8  # not “index-client”
WAITING = ("index", "TablePage")
MOST = {  # bytes, compressed
    WAITING: 120_000,
    (*WAITING, "RicochetTable"): 138_000,
    (*WAITING, "RallyTable"): 153_000,
    (*WAITING, "DefaultTable"): 125_000,
}


@cache
def needed(name: str) -> frozenset[str]:
    """A script, and all that the browser fetches before it runs."""
    (first,) = BUILT.glob(f"{name}-{HASH}.js")
    found, ahead = {first.name}, [first.name]
    while ahead:
        for script in IMPORT.findall((BUILT / ahead.pop()).read_text()):
            if script not in found:
                found.add(script)
                ahead.append(script)
    return frozenset(found)


@pytest.mark.parametrize("names", MOST, ids=lambda names: names[-1])
def test_a_table_needs_little(names: tuple[str, ...]) -> None:
    """A table that waits for people is as small as the first page; a match brings one game."""
    scripts = frozenset[str]().union(*map(needed, names))
    size = sum(len(gzip.compress((BUILT / script).read_bytes())) for script in scripts)

    assert 50_000 < size <= MOST[names]


GAMES = ("Ricochet", "Rally", "Default")


@pytest.mark.parametrize("one", GAMES)
def test_no_game_loads_the_table_of_another(one: str) -> None:
    """Nor does a table that waits load any."""
    others = tuple(f"{game}Table" for game in GAMES if game != one)
    scripts = needed("index") | needed("TablePage") | needed(f"{one}Table")

    assert not [script for script in scripts if script.startswith(others)]
