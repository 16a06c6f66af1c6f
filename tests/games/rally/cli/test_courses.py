"""`tinplate rally courses`."""

import json

from tests.cli.running import Run
from tinplate.games.rally.shelf import course_named, course_names

WIDTH = 80


def test_every_course_is_listed(run: Run) -> None:
    """Name, level, players, size, flags and the text; the easiest come first."""
    lines = run("rally", "courses").out.splitlines()
    headlines = {line.split()[0]: line.split()[1:] for line in lines if line[:1].isalpha()}
    levels = [facts[0] for name, facts in headlines.items() if name in course_names()]

    assert set(course_names()) <= set(headlines)
    assert ["hard", "2-8", "players", "12x12", "4", "flags"] == headlines["stamping-mill"]
    assert sorted(levels, key=["beginner", "intermediate", "hard"].index) == levels
    assert "    A slow ring conveyor turns clockwise in the middle. Ride it, or" in "\n".join(lines)
    assert max(map(len, lines)) <= WIDTH


def test_json(run: Run) -> None:
    """Machines get the same, with the name by which each is called."""
    facts = {each["course"]: each for each in json.loads(run("rally", "courses", "--json").out)}

    assert set(course_names()) == set(facts)
    assert {
        "course": "first-shift",
        "name": "First Shift",
        "level": "beginner",
        "players": [1, 8],
        "size": [12, 10],
        "flags": ["K2", "B2"],
        "author": "original, made for this project",
        "texts": {"en": course_named("first-shift").texts[0][1]},
        "edge": "pit",
        "rules": {},
    } == facts["first-shift"]
