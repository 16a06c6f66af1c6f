"""`tinplate ricochet show --svg`: the position as a picture."""

import ast
import os
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from tests.cli.running import Run
from tests.games.ricochet import naive
from tests.games.ricochet.tabletop import ANN, BOB, Tabletop, bidding
from tinplate.ending import EndMatch
from tinplate.games.ricochet.board import CELLS, CENTRE, Board, board_named, both_sides
from tinplate.games.ricochet.motion import Move, after, slide
from tinplate.games.ricochet.notation import parse_moves, parse_position
from tinplate.games.ricochet.pieces import ROBOTS, Target
from tinplate.games.ricochet.proof import READINGS, attempt
from tinplate.games.ricochet.sections import Diagonal
from tinplate.games.ricochet.svg import picture as svg
from tinplate.games.ricochet.svg.end import LINES, draw_end, line_of
from tinplate.games.ricochet.svg.picture import DARK, LIGHT, draw_picture
from tinplate.grid import COLUMNS, Cell, Heading

DOCS = Path(__file__).parents[3] / "docs"
# Red stands one step from its star, with a wall between; silver and a barrier help it there.
PUZZLE = "Y4B1R1G4 rc6,gn9,bo11,yg9,sd10 red-hexagon"
SOLUTION = "rn rw sn rs re"

SILVER = "R4G4B4Y4 rd5,gd4,be4,ye5,sf4 yellow-square"  # in a crowd, green on a target
WITHOUT = "G1R2B2Y2 ro5,ga14,bl14,yj16 vortex"
ELSEWHERE = "B3Y3G3R3 ra1,gp1,bp16,ya16 blue-circle"  # a robot in each corner
POSITIONS = (PUZZLE, SILVER, WITHOUT, ELSEWHERE)
CELL = 44
SVG = "{http://www.w3.org/2000/svg}"

themes = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
positions = pytest.mark.parametrize("text", POSITIONS)


def drawn(text: str, *, dark: bool = False) -> ET.Element:
    return ET.fromstring(draw_picture(parse_position(text), dark=dark))  # noqa: S314 - our own text


def marked(root: ET.Element, attribute: str) -> list[ET.Element]:
    return [element for element in root.iter() if f"data-{attribute}" in element.attrib]


def cell_under(element: ET.Element) -> Cell:
    """Where a piece is seen, whatever it says about itself."""
    found = re.fullmatch(r"translate\((\d+) (\d+)\)", element.attrib["transform"])
    assert found
    x, y = (int(place) for place in found.groups())
    assert (CELL // 2, CELL // 2) == (x % CELL, y % CELL)
    return Cell(x // CELL, y // CELL)


def wall_seen(element: ET.Element) -> tuple[Cell, Heading]:
    found = re.fullmatch(r"M(\d+) (\d+)([hv])44", element.attrib["d"])
    assert found
    side = Heading.NORTH if found[3] == "h" else Heading.WEST
    return Cell(int(found[1]) // CELL, int(found[2]) // CELL), side


def walls_between_open_cells(board: Board) -> set[tuple[Cell, Heading]]:
    """The frame and the plate in the centre are drawn as what they are."""
    free = set(CELLS) - CENTRE
    return {(cell, side) for cell, side in board.walls if {cell, cell.towards(side)} <= free}


def barrier_seen(element: ET.Element, theme: dict[str, str]) -> tuple[Cell, Diagonal]:
    rods = [rod.attrib for rod in element]
    assert 1 == len({rod["d"] for rod in rods})
    rising = {"M-16 16 16-16": True, "M-16-16 16 16": False}[rods[0]["d"]]
    strokes = [rod["stroke"] for rod in rods]
    [colour] = [robot for robot in ROBOTS if theme[robot.colour] in strokes]
    return cell_under(element), Diagonal(colour, rising)


@positions
def test_every_target_is_there_once(text: str) -> None:
    """RC3: 17 targets, each where the board has it."""
    seen = [
        (tile.attrib["data-target"], cell_under(tile)) for tile in marked(drawn(text), "target")
    ]

    assert sorted(parse_position(text).board.targets.items()) == sorted(seen)


@positions
def test_every_robot_is_there_once(text: str) -> None:
    """RC4: four robots or five, each on its cell and on top of what is printed there."""
    root = drawn(text)
    seen = [(robot.attrib["data-robot"], cell_under(robot)) for robot in marked(root, "robot")]
    order = [element.attrib for element in root]

    assert list(zip(ROBOTS, parse_position(text).robots, strict=False)) == seen
    assert max(place for place, each in enumerate(order) if "data-target" in each) < min(
        place for place, each in enumerate(order) if "data-robot" in each
    )


@positions
def test_every_wall_is_there_once(text: str) -> None:
    """RC5: what stops a robot is seen, and nothing else looks like it."""
    seen = [wall_seen(wall) for wall in marked(drawn(text), "wall")]

    assert walls_between_open_cells(parse_position(text).board) == both_sides(set(seen))
    assert 2 * len(seen) == len(both_sides(set(seen)))


@positions
def test_a_wall_says_where_it_is(text: str) -> None:
    """Anyone who reads the file finds the wall by the name of its cell and its side."""
    walls = marked(drawn(text), "wall")

    assert ["".join(map(str, wall_seen(wall))) for wall in walls] == [
        wall.attrib["data-wall"] for wall in walls
    ]


@positions
@themes
def test_every_barrier_is_there_once(text: str, dark: bool) -> None:  # noqa: FBT001
    """RC7: its cell, its colour and the way it leans."""
    barriers = marked(drawn(text, dark=dark), "barrier")
    seen = [barrier_seen(barrier, DARK if dark else LIGHT) for barrier in barriers]

    assert sorted(parse_position(text).board.diagonals.items()) == sorted(seen)
    assert [str(cell) for cell, _ in seen] == [each.attrib["data-barrier"] for each in barriers]


@pytest.mark.parametrize("target", Target)
def test_the_target_to_reach_is_ringed_and_in_the_centre(target: Target) -> None:
    """RC11: the token lies in the centre, and its cell is easy to find."""
    root = drawn(f"R4G3B4Y4 ro5,ga14,bl14,yj16,sc3 {target}")
    ringed = [tile for tile in marked(root, "target") if marked(tile, "active")]
    [token] = marked(root, "token")

    assert [target] == [tile.attrib["data-target"] for tile in ringed]
    assert target == token.attrib["data-token"]
    assert 1 == len(marked(root, "active"))


def colours_in(element: ET.Element) -> set[str]:
    painted = (
        each.attrib.get(name) for each in element.iter() for name in ("fill", "stroke", "color")
    )
    return {paint for paint in painted if paint is not None}


@pytest.mark.parametrize("target", Target)
def test_ring_and_symbol_have_the_colour_of_the_target(target: Target) -> None:
    """RC9: the colour says who must come; the vortex has all four, for any robot may."""
    root = drawn(f"R4G3B4Y4 ro5,ga14,bl14,yj16,sc3 {target}")
    [ring] = marked(root, "active")
    [tile] = [tile for tile in marked(root, "target") if tile.attrib["data-target"] == target]
    welcome = {LIGHT[robot.colour] for robot in ROBOTS[:4] if target.welcomes(robot)}
    coloured = {LIGHT[robot.colour] for robot in ROBOTS}

    assert welcome == colours_in(ring) & coloured
    assert welcome == colours_in(tile) & coloured


def test_a_target_under_a_robot_is_still_told() -> None:
    """RC16: robots come to rest on targets; a badge says what they stand on."""
    badges = marked(drawn(SILVER), "badge")

    assert [("red-triangle", Cell.named("d5"))] == [
        (badge.attrib["data-badge"], cell_under(badge)) for badge in badges
    ]
    assert [] == marked(drawn(WITHOUT), "badge")


def test_the_symbols_differ_in_shape() -> None:
    """RC3: without any colour, the five symbols are five drawings, and each keeps its own."""
    shapes = Counter(
        (
            Target(tile.attrib["data-target"]).symbol,
            re.sub("#[0-9a-f]{6}", "", ET.tostring(tile[-1], "unicode")),
        )
        for tile in marked(drawn(WITHOUT), "target")
    )

    assert [1, 4, 4, 4, 4] == sorted(shapes.values())
    assert 5 == len({drawing for _, drawing in shapes})


def test_the_robots_differ_in_shape() -> None:
    """RC4: without any colour, five robots are five drawings."""
    robots = marked(drawn(SILVER), "robot")
    outlines = {tuple(path.attrib.get("d") for path in robot.iter()) for robot in robots}

    assert 5 == len(outlines)


def test_coordinates_stand_outside_the_board() -> None:
    """Columns a to p above, rows 1 to 16 to the west; no other text is in the picture."""
    texts = drawn(WITHOUT).findall(f".//{SVG}text")
    columns = {text.text: float(text.attrib["x"]) for text in texts if float(text.attrib["y"]) < 0}
    rows = {text.text: float(text.attrib["y"]) for text in texts if float(text.attrib["x"]) < 0}

    assert 32 == len(texts)
    assert {COLUMNS[index]: CELL * index + CELL / 2 for index in range(16)} == columns
    assert {str(index + 1): index for index in range(16)} == {
        number: y // CELL for number, y in rows.items()
    }


@positions
@themes
def test_the_picture_can_be_heard(text: str, dark: bool) -> None:  # noqa: FBT001
    """A screen reader says the task, the position line and where the robots are."""
    root = drawn(text, dark=dark)
    position = parse_position(text)
    title, description = root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")

    assert "img" == root.attrib["role"]
    assert title is not None
    assert title.endswith(f" at {position.board.targets[position.target]}.")
    assert description is not None
    assert description.startswith(f"{text} - ")
    assert title in description
    assert all(
        f"{robot.colour} on {cell}" in description
        for robot, cell in zip(ROBOTS, position.robots, strict=False)
    )


@themes
def test_every_colour_has_a_name(dark: bool) -> None:  # noqa: FBT001
    """What is painted comes from the theme, and every name in the theme is used."""
    theme = DARK if dark else LIGHT
    on_own_boards = {name for name in theme if name.startswith(("violet", "teal", "pink"))}
    used = {colour for name, colour in theme.items() if name not in on_own_boards}

    assert {*used, "none", "currentColor"} == colours_in(drawn(SILVER, dark=dark))


def test_the_themes_name_the_same_colours() -> None:
    """A drawing needs no knowledge of the theme it is painted in."""
    assert LIGHT.keys() == DARK.keys()


def test_colours_are_written_in_the_themes_only() -> None:
    """To change a colour is to change one line."""
    tree = ast.parse(Path(svg.__file__).read_text(encoding="utf-8"))
    rest = [
        node for node in tree.body if ast.unparse(node).partition(" ")[0] not in ("LIGHT", "DARK")
    ]
    texts = (
        node.value for part in rest for node in ast.walk(part) if isinstance(node, ast.Constant)
    )
    colour = re.compile(
        r'#[0-9a-f]{3}|rgb|hsl|(?:fill|stroke|color)="(?!\$|none|currentColor|$)', re.IGNORECASE
    )

    assert len(tree.body) - 2 == len(rest)
    assert [] == [text for text in texts if isinstance(text, str) and colour.search(text)]


def contrast(one: str, other: str) -> float:
    """How far apart two colours are in lightness, from 1 to 21, as accessibility reckons it."""
    darker, lighter = sorted(map(luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_what_matters_stands_out(theme: dict[str, str]) -> None:
    """Walls and lettering are read at once, and a robot by its body or by its outline."""
    for floor in ("floor", "floor_alt"):
        assert contrast(theme["wall"], theme[floor]) > 7
        for robot in ROBOTS:
            shades = (theme[robot.colour], theme[f"{robot.colour}_deep"])
            assert max(contrast(shade, theme[floor]) for shade in shades) > 4.5, robot
    assert contrast(theme["lettering"], theme["frame"]) > 4.5


@positions
@themes
def test_the_picture_needs_nothing_else(text: str, dark: bool) -> None:  # noqa: FBT001
    """No host, script, style sheet, font or other file; and no letter a terminal might lose."""
    drawing = draw_picture(parse_position(text), dark=dark)
    tags = {element.tag.removeprefix(SVG) for element in drawn(text, dark=dark).iter()}

    assert ["http://www.w3.org/2000/svg"] == re.findall(r"\w+://[^\"' ]*", drawing)
    assert tags <= {"svg", "title", "desc", "g", "rect", "circle", "ellipse", "path", "text"}
    assert {"sans-serif"} == set(re.findall(r'font-family="([^"]*)"', drawing))
    assert [] == re.findall(r"href|url\(| id=|\$", drawing)
    assert drawing.isascii()


@positions
@themes
def test_the_same_position_gives_the_same_picture(text: str, dark: bool) -> None:  # noqa: FBT001
    """However the robots are listed, and however often it is drawn."""
    board, robots, target = text.split()
    listed_otherwise = ",".join(reversed(robots.split(",")))
    again = parse_position(f"{board} {listed_otherwise} {target}")

    assert draw_picture(parse_position(text), dark=dark) == draw_picture(again, dark=dark)


@pytest.mark.parametrize(
    ("name", "options"), [("board.svg", []), ("board-dark.svg", ["--dark"])], ids=["light", "dark"]
)
def test_the_pictures_in_the_documents_are_up_to_date(
    run: Run, name: str, options: list[str]
) -> None:
    """What the README shows is what the command draws. To remake them, then look at them:

    P=Y4B1R1G4_rc6,gn9,bo11,yg9,sd10_red-hexagon
    tinplate ricochet show $P --svg docs/board.svg
    tinplate ricochet show $P --svg docs/board-dark.svg --dark
    """  # noqa: D400, D415 - what follows the colon is to be copied
    assert (DOCS / name).read_text(encoding="utf-8") == run(
        "ricochet", "show", PUZZLE, "--svg", "-", *options
    ).out


def test_the_puzzle_in_the_documents_is_a_nice_one() -> None:
    """RC7, RC10: five moves and no fewer, a helper, and a barrier that turns it."""
    position = parse_position(PUZZLE)
    played = attempt(position, parse_moves(SOLUTION), READINGS["ricochet"])

    assert naive.shortest(position, naive.READINGS["ricochet"], limit=4) is None
    assert ("arrived", 5) == (played.verdict, len(played.slides))
    assert ["s"] == [slide.robot for slide in played.slides if slide.barriers]


@themes
def test_a_file_holds_what_standard_output_gets(run: Run, tmp_path: Path, dark: bool) -> None:  # noqa: FBT001
    """`--svg FILE` and `--svg - > FILE` are the same; the position may come in words."""
    file, options = tmp_path / "new.svg", ["--dark"] if dark else []
    ran = run("ricochet", "show", *PUZZLE.split(), "--svg", str(file), *options)
    piped = run("ricochet", "show", PUZZLE, "--svg", "-", *options)

    assert (0, f"Picture written to {file}.\n", "") == ran
    assert (0, f"{draw_picture(parse_position(PUZZLE), dark=dark)}\n", "") == piped
    assert piped.out.encode() == file.read_bytes()


def test_an_older_picture_is_replaced(run: Run, tmp_path: Path) -> None:
    """A longer one leaves nothing behind; capitals in the name's end are as good."""
    file = tmp_path / "board.SVG"
    file.write_text("x" * 100_000)

    assert 0 == run("ricochet", "show", PUZZLE, "--svg", str(file)).code
    assert f"{draw_picture(parse_position(PUZZLE))}\n" == file.read_text(encoding="utf-8")


def refused(run: Run, *arguments: str) -> str:
    ran = run("ricochet", "show", *arguments)

    assert (2, "", 1) == (ran.code, ran.out, ran.err.count("\n"))
    return ran.err


@pytest.mark.parametrize("name", ["notes.txt", "svg", ".svg", "board.svg.bak", "new.png"])
def test_only_pictures_are_written(run: Run, tmp_path: Path, name: str) -> None:
    """A slip of the finger costs nobody their notes, and makes no file of a wrong kind."""
    (tmp_path / "notes.txt").write_text("precious")
    before = sorted(tmp_path.iterdir())

    assert "ends in .svg" in refused(run, PUZZLE, "--svg", str(tmp_path / name))
    assert before == sorted(tmp_path.iterdir())
    assert "precious" == (tmp_path / "notes.txt").read_text()


def test_what_is_no_regular_file_is_left_alone(run: Run, tmp_path: Path) -> None:
    """A folder, a pipe that nobody reads, a link to something else: one clear line each."""
    notes, folder, pipe, link, dangling = (
        tmp_path / name for name in ("notes.txt", "a.svg", "b.svg", "c.svg", "d.svg")
    )
    notes.write_text("precious")
    folder.mkdir()
    os.mkfifo(pipe)
    link.symlink_to(notes)
    dangling.symlink_to(tmp_path / "nowhere")

    for file in (folder, pipe, link, dangling):
        assert "not a regular file" in refused(run, PUZZLE, "--svg", str(file))
    assert "precious" == notes.read_text()
    assert not (tmp_path / "nowhere").exists()


def test_a_folder_that_is_not_there(run: Run, tmp_path: Path) -> None:
    """What the system says is passed on in one line, with the file's name."""
    file = tmp_path / "missing" / "board.svg"

    assert f"tinplate: {file}: No such file or directory\n" == refused(
        run, PUZZLE, "--svg", str(file)
    )


def test_a_bad_position_touches_no_picture(run: Run, tmp_path: Path) -> None:
    """The position is read before the file is opened."""
    file = tmp_path / "board.svg"
    file.write_text("older")

    assert "three parts" in refused(run, "G1R2B2Y2", "--svg", str(file))
    assert "older" == file.read_text()


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--dark"], "--dark is for the picture of --svg"),
        (["--svg", "-", "--json"], "leave out --compact and --json"),
        (["--svg", "-", "--compact"], "leave out --compact and --json"),
    ],
)
def test_options_that_do_not_go_together(run: Run, options: list[str], complaint: str) -> None:
    """Nothing that was asked for is silently dropped."""
    assert complaint in refused(run, PUZZLE, *options)


def test_all_sides_can_be_drawn() -> None:
    """RC2: every section side, in each corner of the board."""
    names = [
        "".join(f"{mark}{side}" for mark in turned)
        for side in "1234"
        for turned in ("RGBY", "GBYR", "BYRG", "YRGB")
    ]

    assert {name: len(walls_between_open_cells(board_named(name))) for name in names} == {
        name: 2 * len(marked(drawn(f"{name} ra1,gp1,bp16,ya16 vortex"), "wall")) for name in names
    }


def test_the_slides_that_led_to_a_position_are_drawn() -> None:
    """Each in the colour of its robot, in their order; the markers stay where it began."""
    position = parse_position("G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle")
    first = slide(position.board, position.robots, Move.parse("rw"))
    second = slide(position.board, after(position.robots, first), Move.parse("gn"))
    drawn = ET.fromstring(  # noqa: S314 - our own text
        draw_picture(position, routes=(first, second), markers=position.robots)
    )

    slides = [each for each in drawn.iter() if "data-slide" in each.attrib]
    assert ["r", "g"] == [each.attrib["data-slide"] for each in slides]
    assert [LIGHT["red"], LIGHT["green"]] == [each.attrib["stroke"] for each in slides]


def test_a_match_without_a_winner_shows_its_last_target() -> None:
    """Not one that nobody has seen; before the first round there is no other."""
    match = bidding(seats=2)
    for seat in (ANN, BOB):
        match.does(seat, EndMatch())

    assert match.state.position is None
    first = draw_picture(parse_position("G1R2B2Y2 ro5,ga14,bl14,yj16 red-square"))
    assert first == draw_end(match.match)
    assert first == draw_end(Tabletop().match)


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (0, "terminó antes de la primera ronda"),
        (1, "fichas tras 1 ronda"),
        (7, "fichas tras 7 rondas"),
    ],
)
def test_the_line_of_a_picture_is_in_the_language_of_whoever_shares_it(
    number: int, expected: str
) -> None:
    """In English, if the game does not speak it."""
    state = replace(Tabletop().state, round=number)

    assert expected == line_of(state, "es")
    assert line_of(state, "xx") == line_of(state, "en")
    assert len({line_of(state, language) for language in LINES}) == len(LINES)
