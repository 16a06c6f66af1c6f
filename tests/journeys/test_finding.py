"""Journeys find things by role and name, as a person or a screen reader does: never by a class."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journeys.places import DRAWN

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "web/src"
JOURNEYS = [
    *sorted(path for path in (TESTS / "journeys").glob("*.py") if path != Path(__file__)),
    TESTS / "third_game/test_in_the_browser.py",
    TESTS / "wheel/test_in_the_browser.py",
]
FINDERS = {
    "$", "$$", "eval_on_selector", "eval_on_selector_all", "frame_locator", "is_visible", "locator",
    "query_selector", "query_selector_all", "wait_for_selector",
}  # fmt: skip
# No roles that Playwright knows, but no classes: what has the focus, what is seen, what is marked,
# the tip of a drawing.
ALLOWED = {":focus", "html", "mark", "title", "visible=true"}
IN_SCRIPTS = re.compile(r"(?:querySelector(?:All)?|closest|matches)\(\s*(['\"`])(.*?)\1", re.DOTALL)
A_CLASS = re.compile(r"(?:^|[\s\w>+~,(\])*])\.[A-Za-z_-]|\[class\b")
BY_CLASS = re.compile(r"\b(?:getElementsByClassName|className|classList)\b")


def texts(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def is_allowed(given: ast.expr) -> bool:
    """A selector has to be read where it is used: what a name stands for is not looked up."""
    return isinstance(given, ast.Constant) and given.value in ALLOWED


def selectors(source: str) -> Iterator[str]:
    """What is looked for by a selector that is not allowed, or by a class in a script."""
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in FINDERS
        ):
            yield from (ast.unparse(given) for given in node.args if not is_allowed(given))
    for text in texts(ast.parse(source)):
        yield from (named for _, named in IN_SCRIPTS.findall(text) if A_CLASS.search(named))
        yield from BY_CLASS.findall(text)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('page.locator(".held li")', ["'.held li'"]),
        ('page.locator(f".piece .{robot}")', ["f'.piece .{robot}'"]),
        ("page.locator(ready)", ["ready"]),
        ('page.query_selector("button.primary")', ["'button.primary'"]),
        ("page.evaluate(\"document.querySelectorAll('svg.board')\")", ["svg.board"]),
        ("page.evaluate(\"it.closest('button, .card')\")", ["button, .card"]),
        ('page.evaluate("it.className")', ["className"]),
        ('page.locator(":focus").get_by_text("it is 3.5 .. or so")', []),
        ("page.evaluate(\"it.querySelector('[role=timer]').ariaLabel\")", []),
    ],
)
def test_a_class_is_noticed(line: str, expected: list[str]) -> None:
    """In Python and in scripts; what has a role is left alone."""
    assert expected == list(selectors(line))


@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda path: path.name)
def test_nothing_is_found_by_a_class(journey: Path) -> None:
    """Give it a role and a name on the page; `places.py` has helpers."""
    assert [] == list(selectors(journey.read_text(encoding="utf-8")))


def test_hooks_are_few_and_in_one_place() -> None:
    """What is only drawn has a hook, with the place where it is told in words."""
    hooked = {
        hook
        for path in PAGE.rglob("*.svelte")
        for attribute in re.findall(r"data-testid=(\{.*?\}|\"[^\"]*\")", path.read_text("utf-8"))
        for hook in re.findall(r"['\"]([\w-]+)['\"]", attribute)
    }
    direct = [
        path.name for path in JOURNEYS if "get_by_test_id(" in path.read_text(encoding="utf-8")
    ]

    assert set(DRAWN) == hooked
    assert ["places.py"] == direct
