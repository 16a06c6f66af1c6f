"""One name, one concept: no two classes in the package, or types of the page, share a name."""

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import tinplate

PACKAGE = Path(tinplate.__file__).parent
PAGE = Path(__file__).parents[1] / "web" / "src"

NOT_WRITTEN_BY_US = {"generated", "paraglide"}
EXPORTED_TYPE = re.compile(r"^\s*export (?:abstract )?(?:class|interface|type) (\w+)", re.MULTILINE)

# What both games call by the same word, because it is the same thing in each of them.
SHARED_BY_THE_GAMES = {
    "MatchEnded": "an event in logs of both games: the match is over",
    "Robot": "the piece of a player, in both games",
    "Settings": "what a match is opened with, in both games",
    "State": "the state of a match, in values.py of both games",
    "TakeBack": "a command that takes back the last step, stored in logs of both games",
    "Wall": "a wall as the page draws it, in wire.py of both games",
}
# The library's face: what users import wraps the class of the same name, and nothing else.
WRAPPED_FOR_USERS = {
    "Course": "games/rally/api.py",
    "Finding": "games/rally/api.py",
    "Match": "library.py",
    "Position": "games/ricochet/api.py",
}


@cache
def classes() -> dict[str, list[str]]:
    """The files in which each public class name is defined."""
    found = defaultdict[str, list[str]](list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(str(path.relative_to(PACKAGE)))
    return found


def test_no_two_classes_share_a_name() -> None:
    """A reader who knows one of them would be misled by the other."""
    twice = {name: files for name, files in classes().items() if len(files) > 1}
    allowed = {*SHARED_BY_THE_GAMES, *WRAPPED_FOR_USERS}

    assert {} == {name: files for name, files in twice.items() if name not in allowed}
    assert allowed == allowed & set(twice), "delete the lines that are no longer needed"


def test_only_the_games_may_share_names() -> None:
    """Names are shared by one class of each game, never by shared code."""
    for name in SHARED_BY_THE_GAMES:
        folders = [Path(file).parts[:2] for file in classes()[name]]

        assert {("games", "rally"), ("games", "ricochet")} == set(folders)
        assert 2 == len(folders)


def test_only_the_face_wraps() -> None:
    """One class for the user, and the one inside it."""
    for name, face in WRAPPED_FOR_USERS.items():
        files = classes()[name]

        assert face in files
        assert 2 == len(files)


def types_of_the_page() -> dict[str, list[str]]:
    """The files in which each exported type, or a component of that name, is defined."""
    found = defaultdict[str, list[str]](list)
    for path in sorted(PAGE.rglob("*")):
        where = path.relative_to(PAGE)
        if path.suffix not in {".svelte", ".ts"} or NOT_WRITTEN_BY_US & set(where.parts):
            continue
        components = [path.stem] if path.suffix == ".svelte" else []
        for name in [*components, *EXPORTED_TYPE.findall(path.read_text(encoding="utf-8"))]:
            found[name].append(str(where))
    return found


def test_no_two_types_of_the_page_share_a_name() -> None:
    """Components count, too: an import would hide which of them is meant."""
    found = types_of_the_page()

    assert {"GamePage", "Home", "RobotAnimation"} <= set(found)
    assert {} == {name: files for name, files in found.items() if len(files) > 1}
