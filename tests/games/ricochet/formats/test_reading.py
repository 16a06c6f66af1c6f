"""Whatever is in a file, it is read or refused: nothing else may happen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ricochet.formats.test_asp import FACTS
from tests.games.ricochet.formats.test_droids import SHORT
from tests.games.ricochet.formats.test_pddl import TASK
from tinplate.game import Malformed
from tinplate.games.ricochet.formats import reading
from tinplate.games.ricochet.formats.reading import read_position, read_task

WORDS = [*TASK.split(), *FACTS.split(), "(", ")", "-", "0", "99999999", "%", ";", "\n", "é", "²"]


@given(
    st.sampled_from([TASK, FACTS, SHORT]),
    st.lists(
        st.tuples(st.integers(0, 2000), st.integers(0, 40), st.sampled_from(WORDS)), max_size=4
    ),
)
def test_damaged_files_are_refused(text: str, damages: list[tuple[int, int, str]]) -> None:
    """One sentence says why, on one line."""
    for place, length, word in damages:
        text = f"{text[:place]} {word} {text[place + length :]}"

    assert "\n" not in _refusal(text)


def _refusal(text: str) -> str:
    """Why a text is refused; nothing if it can be read."""
    try:
        read_position(text)
    except Malformed as refused:
        return str(refused)
    return ""


@given(st.text())
def test_any_text_is_refused(text: str) -> None:
    """None of them is a position by chance."""
    with pytest.raises(Malformed):
        read_position(text)


def test_long_texts_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is looked for in them."""
    monkeypatch.setattr(reading, "LONGEST", len(TASK) - 1)

    for read in (read_position, lambda text: read_task(text, "task")):
        with pytest.raises(Malformed, match="we read"):
            read(TASK)
