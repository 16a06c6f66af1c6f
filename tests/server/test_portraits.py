"""Faces that the server draws are those that the page draws."""

import re
from pathlib import Path

import pytest

from tinplate.games.ricochet.pack import PACK
from tinplate.lobby.values import Avatar
from tinplate.server.portraits import ENAMEL, INK, LIGHT, face_of_bot, face_of_person

STYLES = Path(__file__).parents[2] / "web/src/app.css"


def test_the_colours_are_those_of_the_page() -> None:
    """In light: a picture that is shared has no dark."""
    said = dict(re.findall(r"--([\w-]+): (#\w+);", STYLES.read_text().partition("dark")[0]))

    assert [said[f"e{number}"] for number in range(1, 7)] == list(ENAMEL)
    assert (said["badge-ink"], said["badge-light"]) == (INK, LIGHT)


@pytest.mark.parametrize(
    ("name", "animal"), [("Ann", "cat"), ("Bruno", "duck"), ("\u0394\u03b7\u03bc", "mouse")]
)
def test_a_name_has_the_same_animal_as_on_the_page(name: str, animal: Avatar) -> None:
    """Whoever has chosen one has that one."""
    assert face_of_person(name, animal) == face_of_person(name, None)
    assert face_of_person("x", "bee") == face_of_person("y", "bee")


def test_bots_look_like_what_they_are_named_after() -> None:
    """Each of a game has a face of its own, on a notched badge; a bot of others has one, too."""
    faces = [face_of_bot(bot.name, PACK.faces_file) for bot in PACK.bots]
    others = face_of_bot("theirs", PACK.faces_file)

    assert len(PACK.bots) == len(set(faces))
    assert others not in faces
    assert all("<circle" not in face for face in (*faces, others))
