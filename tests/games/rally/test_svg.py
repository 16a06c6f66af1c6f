"""A course as a picture: everything on it is seen, in light and dark."""

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from msgspec import structs

from tests.games.rally.tabletop import ANN, BOB, CLEO, FLOOR, Tabletop
from tinplate.ending import EndMatch
from tinplate.games.rally.course import Course, Square, cell_name, cell_named
from tinplate.games.rally.course_text import parse_course
from tinplate.games.rally.pack import PACK
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.shelf import course_named, course_names
from tinplate.games.rally.square_text import read_square
from tinplate.games.rally.svg import draw_picture
from tinplate.games.rally.svg.end import LINES, line_of
from tinplate.games.rally.svg.themes import DARK, LIGHT, TINTS
from tinplate.grid import Cell, Heading

# Every element of the notation in every form that can be told apart.
SQUARES = (
    *("S", "S1", "S2", "1", "2", "9", "O", "+", "++", "L", "R", "X1", "X24", "P>135", "P<1", "P^2"),
    *("Pv5", "l>", "l<", "l^", "lv", "l>2", "l>3", "l</l>", ">", "<", "^", "v", ">>", "<<", "^^"),
    *("vv", "^>", "v>", "^v>", "^>>", "v>>", "^v>>", ">^", "<^", "^<", ">/X24", "1/+", ".n", ".e"),
    *(".s", ".w", ".nesw", "X24/P>24"),
)
PLAIN = Square()

themes = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])


def course_with(text: str) -> Course:
    """A board of three by three with that square in the middle."""
    return parse_course(f"rally 1\nname: Test\nboard:\n  . . .\n  . {text} .\n  . . .\n")


def robot(cell: str, facing: Heading = Heading.NORTH, **more: bool) -> Robot:
    place = cell_named(cell)
    return structs.replace(Robot(cell=place, facing=facing, save=place), **more)


def drawn(course: Course, robots: tuple[Robot, ...] = (), *, dark: bool = False) -> ET.Element:
    return ET.fromstring(draw_picture(course, robots, dark=dark))  # noqa: S314 - our own text


def marked(root: ET.Element, attribute: str) -> list[str]:
    name = f"data-{attribute}"
    return [element.attrib[name] for element in root.iter() if name in element.attrib]


@pytest.mark.parametrize("text", SQUARES)
def test_everything_on_a_square_is_seen(text: str) -> None:
    """A course with a thing looks different from one without it."""
    assert draw_picture(course_with(".")) != draw_picture(course_with(text))


def test_no_two_things_look_alike() -> None:
    """What is written differently is drawn differently."""
    pictures = {text: draw_picture(course_with(text)) for text in SQUARES}
    alike = [pair for pair in combinations(SQUARES, 2) if pictures[pair[0]] == pictures[pair[1]]]

    assert [] == alike


def test_every_kind_of_thing_is_tried_above() -> None:
    """A new field of a square needs a drawing, and a line in this file."""
    tried = {
        name
        for text in SQUARES
        for name in Square.__struct_fields__
        if getattr(read_square(text)[0], name) != getattr(PLAIN, name)
    }

    assert set(Square.__struct_fields__) == tried


@themes
@pytest.mark.parametrize("name", course_names())
def test_a_picture_stands_alone(name: str, *, dark: bool) -> None:
    """No id, style sheet, script or link; only colours of its theme."""
    picture = draw_picture(course_named(name), dark=dark)
    root = ET.fromstring(picture)  # noqa: S314 - our own text
    colours = set(re.findall(r'"(#[0-9a-f]+)"', picture))

    assert not [each for each in root.iter() if {"id", "class", "style"} & each.attrib.keys()]
    assert not re.search(r"<(script|style|image|use)|href|url\(", picture)
    assert colours <= set((DARK if dark else LIGHT).values())


def test_both_themes_have_the_same_colours_to_choose() -> None:
    """Every colour of one theme has a twin in the other."""
    assert LIGHT.keys() == DARK.keys()


@pytest.mark.parametrize("name", course_names())
def test_everything_is_where_the_course_has_it(name: str) -> None:
    """Flags, pits and belts on their cells; each wall once."""
    course = course_named(name)
    root = drawn(course)
    things = [
        (each.attrib["data-thing"], each.attrib["data-cell"])
        for each in root.iter()
        if "data-thing" in each.attrib
    ]
    sides = sum(len(course.square(cell).walls) for cell in course.cells())
    rim = sum(
        not course.contains(cell.towards(side))
        for cell in course.cells()
        for side in course.square(cell).walls
    )

    for thing in ("belt", "flag", "gear", "pit", "press", "pusher", "repair", "start"):
        there = [
            cell_name(cell)
            for cell in course.cells()
            if getattr(course.square(cell), thing) not in (None, False, 0, ())
            or (thing == "start" and course.square(cell).start is not None)
        ]
        assert there == [cell for kind, cell in things if kind == thing]
    assert (sides + rim) // 2 == len(set(marked(root, "wall"))) == len(marked(root, "wall"))


def test_a_beam_ends_where_the_rules_end_it() -> None:
    """R10: at a wall, or at the edge of the board."""
    walled = parse_course("rally 1\nboard:\n  .w/l> . .e .\n")
    free = parse_course("rally 1\nboard:\n  .w/l> . . .\n")

    assert draw_picture(walled).count('L171 29"') == 2
    assert draw_picture(free).count('L229 29"') == 2


def test_an_edge_that_is_a_wall_looks_like_one() -> None:
    """D3: a pit behind the edge is marked with hazard stripes."""
    course = course_with(".")

    assert draw_picture(course) != draw_picture(structs.replace(course, edge="wall"))


def test_robots_stand_where_they_are() -> None:
    """R20: those that are destroyed are not drawn; the rest keep the colour of their seat."""
    gone = structs.replace(robot("A1"), cell=None, armour=0)
    root = drawn(course_with("1"), (robot("A1"), gone, robot("B2")))

    assert ["0", "2"] == marked(root, "robot")
    assert ["1"] == marked(root, "badge")
    assert "flag" not in marked(root, "thing")


@pytest.mark.parametrize(
    "other",
    [
        robot("A1", Heading.EAST),
        robot("A1", virtual=True),
        robot("A1", off=True),
        robot("A2"),
    ],
    ids=["facing", "virtual", "off", "cell"],
)
def test_how_a_robot_is_doing_is_seen(other: Robot) -> None:
    """R27, R31: where it looks, whether it is virtual or off."""
    course = course_with(".")

    assert draw_picture(course, (robot("A1"),)) != draw_picture(course, (other,))


def test_virtual_robots_share_a_cell() -> None:
    """R31: eight on one cell, none on top of another, all of them within it."""
    crowd = tuple(robot("B2", virtual=True) for _ in TINTS)
    places = re.findall(
        r'data-robot="\d" data-cell="B2" transform="translate\(([\d.]+) ([\d.]+)\)',
        draw_picture(course_with("."), crowd),
    )

    assert len(TINTS) == len(set(places))
    assert all(58 < float(place) < 116 for pair in places for place in pair)


def test_a_name_may_have_any_characters() -> None:
    """Of the name nothing is read as part of the drawing."""
    root = drawn(structs.replace(course_with("."), name="Gears & <Cogs> for $wall, 5 $"))

    assert "Gears & <Cogs> for $wall, 5 $" == root.findtext("{http://www.w3.org/2000/svg}title")


def test_the_description_tells_what_is_seen() -> None:
    """Screen readers say the size, the flags and the robots."""
    root = drawn(course_with("1"), (robot("A3", Heading.WEST),))
    told = root.findtext("{http://www.w3.org/2000/svg}desc")

    assert (
        "A course of Rally, 3 by 3 squares. Flags in order: B2. "
        "The robots: red on A3 facing left." == told
    )
    assert Cell(0, 2) == cell_named("A3")


def test_the_picture_of_a_match_that_is_over() -> None:
    """The robots where they ended on their course, and the flags of all, the best first (D35)."""
    match = Tabletop(FLOOR, "A1n", "C3n next_flag=2", "E5n")
    for seat in (ANN, BOB, CLEO):
        match.does(seat, EndMatch())
    end = PACK.draw_end(match.match, "en")

    assert end is not None
    assert ["0", "1", "0"] == end.scores
    assert end.drawing is not None
    assert f"flags on {match.state.course.name}" == end.line
    root = ET.fromstring(end.drawing)  # noqa: S314 - our own text
    stood = [each.attrib["data-cell"] for each in root.iter() if "data-robot" in each.attrib]
    assert ["A1", "C3", "E5"] == stood
    edges = [each.attrib["data-edge"] for each in root.iter() if "data-edge" in each.attrib]
    assert [match.state.settings.edge] == edges  # D3: as it was agreed


def test_the_picture_of_a_match_says_whose_robot_is_whose() -> None:
    """The sign of a seat is what stands for it on the course."""
    match = Tabletop(FLOOR, "A1n", "C3n", "E5n")
    end = PACK.draw_end(match.match, "en")

    assert end is not None
    assert end.drawing is not None
    assert len(set(end.signs)) == 3
    assert all(sign in end.drawing for sign in end.signs)


@pytest.mark.parametrize(
    ("turn", "expected"),
    [(0, "banderas en"), (1, "banderas tras 1 turno en"), (7, "banderas tras 7 turnos en")],
)
def test_the_line_of_a_picture_is_in_the_language_of_whoever_shares_it(
    turn: int, expected: str
) -> None:
    """In English, if the game does not speak it."""
    state = structs.replace(Tabletop(FLOOR, "A1n", "C3n").state, turn=turn)
    name = state.course.name

    assert f"{expected} {name}" == line_of(state, "es")
    assert line_of(state, "xx") == line_of(state, "en")
    assert all(name in line_of(state, language) for language in LINES)
