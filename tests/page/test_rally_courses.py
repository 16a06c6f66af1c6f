"""What the page says about the built-in courses."""

import pytest

from tests.page.messages import messages
from tinplate.games.rally.shelf import course_named, course_names


@pytest.mark.parametrize("name", course_names())
def test_every_course_is_described_in_the_words_of_the_page(name: str) -> None:
    """In English as the course itself does; that no other language lacks it is tested for all."""
    described = messages("en")[f"ra_course_{name.replace('-', '_')}"]

    assert dict(course_named(name).texts)[""] == described
