"""The page writes courses as the server does: both are held against the same examples."""

import json

import pytest
from msgspec import to_builtins

from tests.page.messages import WEB
from tinplate.games.rally.course_text import format_course, parse_course
from tinplate.games.rally.http.routes import course_facts

EXAMPLES = json.loads((WEB / "src/games/rally/draw/examples.json").read_text())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["name"])
def test_examples_are_what_the_server_says(example: dict[str, object]) -> None:
    """The page's own tests draw them, and write them again."""
    text = str(example["text"])
    course = parse_course(text)

    assert text == format_course(course)
    assert example == json.loads(json.dumps(to_builtins(course_facts(course))))


def test_examples_have_every_element() -> None:
    """R2 to R14."""
    squares = [square for example in EXAMPLES for square in example["squares"]]

    for element in ("belt", "gear", "press", "pusher", "pit", "repair", "flag"):
        assert any(square[element] for square in squares), element
    assert {None, 1, 2, 3, 4, 0} == {square["start"] for square in squares}
    assert {1, 2, 3} == {beam["beams"] for example in EXAMPLES for beam in example["beams"]}
    assert {True, False} == {square["belt"]["is_express"] for square in squares if square["belt"]}
