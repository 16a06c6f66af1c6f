"""No test waits for time to pass: on a slow machine it would be too little, on ours too much."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
# Who may sleep, and why; for everybody else there is tests/waiting.py.
SLEEPERS = {
    "waiting.py": "looks again and again until something is so",
    "external/rude.py": "a program of others, which is slow to begin, or hangs",
}
OTHERS = {"journeys"}  # in a browser, where Playwright waits
PAUSES = {"a_moment"}  # between two tries, so in a loop


def modules() -> list[str]:
    paths = (path.relative_to(TESTS) for path in TESTS.rglob("*.py"))
    return sorted(str(path) for path in paths if path.parts[0] not in OTHERS)


def called(node: ast.AST) -> str | None:
    match node:
        case ast.Call(ast.Name(name)) | ast.Call(ast.Attribute(_, name)):
            return name
    return None


def sleeps(tree: ast.AST) -> Iterator[str]:
    """Calls of a `sleep`, and of a pause outside a loop."""
    in_loops = {
        id(node)
        for loop in ast.walk(tree)
        if isinstance(loop, ast.While | ast.For | ast.AsyncFor)
        for node in ast.walk(loop)
    }
    for node in ast.walk(tree):
        name = called(node)
        if isinstance(node, ast.Call) and (
            name == "sleep" or (name in PAUSES and id(node) not in in_loops)
        ):
            yield f"line {node.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize("name", modules())
def test_nobody_sleeps(name: str) -> None:
    """Await the event, ask until it is so, or set a clock."""
    found = list(sleeps(ast.parse((TESTS / name).read_text(encoding="utf-8"))))

    assert (name in SLEEPERS) == bool(found), found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("await asyncio.sleep(0.2)", ["line 1: asyncio.sleep(0.2)"]),
        ("from time import sleep\nsleep(1)", ["line 2: sleep(1)"]),
        ("await a_moment()", ["line 1: a_moment()"]),
        ("while not is_so():\n    await a_moment()", []),
        ("await until(is_so)", []),
    ],
)
def test_a_sleep_is_found(text: str, found: list[str]) -> None:
    """However it is called; a pause between two tries is none."""
    assert found == list(sleeps(ast.parse(text)))
