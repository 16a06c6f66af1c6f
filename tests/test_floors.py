"""ARCHITECTURE.md as a table that is executed: imports point down only."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tinplate

PACKAGE = Path(tinplate.__file__).parent
GAMES = {"ricochet", "rally"}

# What each floor may import of ours, besides itself.
FLOORS = {
    "grid": set[str](),
    "game": set[str](),
    "ricochet": {"grid", "game"},
    "solver": {"grid", "game", "ricochet"},
    "rally": {"grid", "game"},
    "outlook": {"game", "rally"},
    "bots": {"grid", "game", "outlook", "solver", *GAMES},
    "match": {"game"},
    "catalogue": {"game", "bots", *GAMES},
    "lobby": {"game"},
    "wire": {"grid", "game", "match", "lobby", *GAMES},
    "store": {"game", "match", "wire"},
    "testing": {"game", "match", "wire"},
    "server": {
        "game",
        "match",
        "bots",
        "catalogue",
        "lobby",
        "wire",
        "store",
        "external",
        "solver",
        *GAMES,
    },
    "load": {"catalogue", "game", "lobby", "wire", "store", *GAMES},
    "external": {"game", "catalogue", "wire"},
    "arena": {"game", "match", "bots", "catalogue", "external", "store", *GAMES},
    "cli": {
        "grid",
        "game",
        "match",
        "arena",
        "catalogue",
        "external",
        "wire",
        "store",
        "server",
        "load",
        "solver",
        "outlook",
        *GAMES,
    },
}
# Rules are pure: no clock, no chance of their own, no files, no network, no threads.
PURE = {
    "grid", "game", "ricochet", "rally", "bots", "match", "catalogue", "lobby", "wire", "testing",
}  # fmt: skip
IMPURE = {
    "asyncio", "datetime", "io", "multiprocessing", "os", "pathlib", "secrets", "socket",
    "sqlite3", "subprocess", "sys", "threading", "time",
}  # fmt: skip
# Libraries from outside that a floor may use.
LIBRARIES = {
    "ricochet": {"msgspec"},
    "rally": {"msgspec", "numba", "numpy"},
    "solver": {"llvmlite", "numba", "numpy"},
    "outlook": {"numba", "numpy", "platformdirs"},
    "bots": {"numpy"},
    "lobby": {"msgspec"},
    "wire": {"msgspec"},
    "store": {"alembic", "asyncpg", "msgspec", "platformdirs", "sqlalchemy"},
    "server": {
        "litestar",
        "msgspec",
        "prometheus_client",
        "redis",
        "structlog",
        "uvicorn",
        "websockets",
    },
    "testing": {"msgspec"},
    "load": {"msgspec", "websockets"},
    "external": {"msgspec"},
    "arena": {"distributed", "msgspec", "numpy"},
    "cli": {"msgspec", "platformdirs", "rich", "rich_click", "textual"},
}
STANDARD = __import__("sys").stdlib_module_names


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def floor_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).parts
    return "solver" if "solver" in parts[:-1] else parts[0].removesuffix(".py")


def imported_by(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module, names, 0) if module == "tinplate":
                yield from (f"tinplate.{alias.name}" for alias in names)
            case ast.ImportFrom(module, _, 0) if module is not None:
                yield module
            case ast.ImportFrom():
                yield "a relative import"


def own_floors(path: Path) -> set[str]:
    names = (name.split(".") for name in imported_by(path))
    ours = [name for name in names if name[0] == "tinplate" and len(name) > 1]
    return {"solver" if "solver" in name else name[1] for name in ours}


def libraries(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imported_by(path)} - {"tinplate"}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    """A floor stands on those below it and on nothing else."""
    floor = floor_of(path)

    assert floor in FLOORS, f"{floor} has no line in the table of floors"
    assert set() == own_floors(path) - FLOORS[floor] - {floor, "__version__"}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_libraries_stay_on_their_floor(path: Path) -> None:
    """The rules know msgspec and nothing else from outside; screens are for the command line."""
    foreign = {name for name in libraries(path) if name not in STANDARD}

    assert set() == foreign - LIBRARIES.get(floor_of(path), set())


@pytest.mark.parametrize(
    "path",
    [path for path in modules() if floor_of(path) in PURE],
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_the_lower_floors_are_pure(path: Path) -> None:
    """Time and dice are lent to the rules: they cannot fetch them."""
    assert set() == libraries(path) & IMPURE


@pytest.mark.parametrize(
    "path",
    [path for path in modules() if floor_of(path) in PURE],
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_the_lower_floors_have_no_dice_of_their_own(path: Path) -> None:
    """Of the module random only the type of the dice that are lent."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    taken = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "random"
        for alias in node.names
    }

    assert "random" not in {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert taken <= {"Random"}


def test_the_table_sees_a_wrong_import(tmp_path: Path) -> None:
    """The check can fail: it reads every form of import."""
    path = tmp_path / "wrong.py"
    path.write_text("import time\nfrom tinplate import store\nimport tinplate.cli.main\n")

    assert {"store", "cli"} == own_floors(path)
    assert {"time"} == libraries(path)
