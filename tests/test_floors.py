"""The table of floors, executed: imports point down only, and shared code names no game."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tinplate
from tests.floors import ARCHITECTURE, INSIDE, SHARED, Floor, written_into

PACKAGE = Path(tinplate.__file__).parent
GAMES = tuple(sorted(pack.parent.name for pack in (PACKAGE / "games").glob("*/pack.py")))
# Rules are pure: no clock, no chance of their own, no files, no network, no threads.
IMPURE = {
    "asyncio", "datetime", "io", "multiprocessing", "os", "pathlib", "secrets", "socket",
    "sqlite3", "subprocess", "sys", "threading", "time",
}  # fmt: skip
STANDARD = __import__("sys").stdlib_module_names


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def place_of(parts: tuple[str, ...]) -> tuple[str | None, str]:
    """The game a module belongs to, if to one, and its floor."""
    if parts[0] in GAMES:
        return parts[0], "face"
    if parts[0] != "games" or len(parts) == 1 or parts[1] not in GAMES:
        return None, parts[0]
    inside = parts[2] if len(parts) > 2 else "rules"
    if inside.endswith("_http"):
        return parts[1], "http"
    return parts[1], inside if inside in INSIDE else "rules"


def parts_of(path: Path) -> tuple[str, ...]:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def floor_of(path: Path) -> Floor:
    game, name = place_of(parts_of(path))
    return SHARED[name] if game is None else INSIDE[name]


def imported_by(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module, names, 0) if module is not None:
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.ImportFrom():
                yield "a relative import"


def own_places(path: Path) -> set[tuple[str | None, str]]:
    names = (name.split(".") for name in imported_by(path))
    ours = (tuple(name[1:]) for name in names if name[0] == "tinplate" and len(name) > 1)
    return {place_of(parts) for parts in ours if parts != ("__version__",)}


def libraries(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imported_by(path)} - {"tinplate"}


every_module = pytest.mark.parametrize(
    "path", modules(), ids=lambda path: str(path.relative_to(PACKAGE))
)
every_pure_module = pytest.mark.parametrize(
    "path",
    [path for path in modules() if floor_of(path).is_pure],
    ids=lambda path: str(path.relative_to(PACKAGE)),
)


@every_module
def test_imports_point_down(path: Path) -> None:
    """A floor stands on those below it and on nothing else; a game never imports another one."""
    game, name = place_of(parts_of(path))
    below = floor_of(path).below | {name}
    wrong = {
        (other, floor)
        for other, floor in own_places(path)
        if floor not in below or (other not in {None, game} and not floor_of(path).is_face)
    }

    assert set() == wrong


@every_module
def test_libraries_stay_on_their_floor(path: Path) -> None:
    """The rules know msgspec and nothing else from outside; screens are for the command line."""
    foreign = {name for name in libraries(path) if name not in STANDARD}

    assert set() == foreign - floor_of(path).libraries


@every_pure_module
def test_the_lower_floors_are_pure(path: Path) -> None:
    """Time and dice are lent to the rules: they cannot fetch them."""
    assert set() == libraries(path) & IMPURE


@every_pure_module
def test_the_lower_floors_have_no_dice_of_their_own(path: Path) -> None:
    """Of the module random only the type of the dice that are lent."""
    taken = {name for name in imported_by(path) if name.split(".")[0] == "random"}

    assert taken <= {"random.Random"}


def test_shared_code_names_no_game() -> None:
    """What a game needs is in its pack: its name is in its folder, the list of packs, the face."""
    named = [
        f"{path.relative_to(PACKAGE)}:{number}: {line.strip()}"
        for path in modules()
        if path.relative_to(PACKAGE).parts[0] != "games" and "migrations" not in path.parts
        if place_of(parts_of(path))[0] is None and not floor_of(path).is_face
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if re.search(rf"({'|'.join(GAMES)})", line, re.IGNORECASE)
    ]

    assert [] == named


def test_the_table_in_the_document_is_the_one_that_is_executed() -> None:
    """`python -m tests.floors` writes it there."""
    text = ARCHITECTURE.read_text(encoding="utf-8")

    assert written_into(text) == text


def test_the_table_sees_a_wrong_import(tmp_path: Path) -> None:
    """The check can fail: it reads every form of import."""
    path = tmp_path / "wrong.py"
    path.write_text(
        "import time\nfrom tinplate import store\nimport tinplate.cli.main\n"
        "from tinplate.games.ricochet import http\n"
    )

    assert {(None, "store"), (None, "cli"), ("ricochet", "http")} == own_places(path)
    assert {"time"} == libraries(path)
