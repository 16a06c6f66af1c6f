"""Random courses, dense with every element, and texts in which people might write them."""

from random import Random

from hypothesis import strategies as st
from msgspec import structs

from tinplate.games.rally.course import Belt, Course, Gear, Laser, Pusher, Registers, Square
from tinplate.games.rally.square_text import format_square
from tinplate.grid import Cell, Heading

HEADINGS = tuple(Heading)
SEATS = 8

# A busy machine is no fault of the rules.


def random_course(dice: Random, width: int, height: int) -> Course:
    """A board of two cells at least, full of belts, pits, beams and walls, with start and flags."""
    cells = [Cell(x, y) for y in range(height) for x in range(width)]
    squares = {cell: random_square(dice) for cell in cells}
    places = dice.sample(cells, k=len(cells))
    starts = range(1, SEATS + 1) if len(cells) > 2 * SEATS and dice.random() < 0.3 else [0]
    for start in starts:
        squares[places.pop()] = Square(start=start)
    for flag in range(1, dice.randint(1, min(9, len(places))) + 1):
        cell = places.pop()
        squares[cell] = structs.replace(squares[cell], flag=flag, pit=False)
    walls = {(cell, heading) for cell in cells for heading in HEADINGS if dice.random() < 0.06}
    return Course(
        name="Random",
        squares=tuple(
            tuple(_walled(squares[Cell(x, y)], Cell(x, y), walls) for x in range(width))
            for y in range(height)
        ),
        edge=dice.choice([None, "pit", "wall"]),
    )


def random_square(dice: Random) -> Square:
    """Anything that can be on a cell, but flags, starts and walls."""
    if dice.random() < 0.06:
        return Square(pit=True)
    return Square(
        belt=random_belt(dice) if dice.random() < 0.5 else None,
        repair=dice.choice([1, 2]) if dice.random() < 0.1 else 0,
        gear=dice.choice(list(Gear)) if dice.random() < 0.1 else None,
        press=_registers(dice) if dice.random() < 0.08 else (),
        pusher=Pusher(dice.choice(HEADINGS), _registers(dice)) if dice.random() < 0.15 else None,
        lasers=tuple(
            Laser(heading, dice.randint(1, 3)) for heading in HEADINGS if dice.random() < 0.03
        ),
    )


def random_belt(dice: Random) -> Belt:
    way_out = dice.choice(HEADINGS)
    mouths = tuple(
        heading
        for heading in HEADINGS
        if way_out.is_right_angle_to(heading) and dice.random() < 0.4
    )
    return Belt(way_out, dice.random() < 0.5, mouths)


def _registers(dice: Random) -> Registers:
    return tuple(sorted(dice.sample(range(1, 6), k=dice.randint(1, 5))))


def _walled(square: Square, cell: Cell, walls: set[tuple[Cell, Heading]]) -> Square:
    """The square with its walls; one written by a neighbour is its own, too."""
    sides = (
        heading
        for heading in HEADINGS
        if (cell, heading) in walls or (cell.towards(heading), heading.opposite) in walls
    )
    return structs.replace(square, walls=frozenset(sides))


@st.composite
def courses(draw: st.DrawFn) -> Course:
    """A small random course with any header."""
    dice = draw(st.randoms(use_true_random=False))
    width, height = draw(st.sampled_from([(1, 2), (2, 1), (3, 3), (4, 6), (7, 4)]))
    fewest, most = sorted(draw(st.tuples(st.integers(1, 8), st.integers(1, 8))))
    languages = draw(st.sets(st.sampled_from(["", "de", "el", "it"])))
    names = draw(st.sets(st.sampled_from(["flags_save=on", "edge=wall", "max_turns=50"])))
    return structs.replace(
        random_course(dice, width, height),
        name=draw(_words),
        level=draw(st.sampled_from(["beginner", "intermediate", "hard"])),
        players=(fewest, most),
        author=draw(st.just("") | _words),
        texts=tuple((language, draw(_words)) for language in sorted(languages)),
        rules=tuple((name, value) for name, _, value in (rule.partition("=") for rule in names)),
        # A comment of the letters A, B, ... names the columns and is not kept.
        comments=tuple(f"- {words}" for words in draw(st.lists(_words, max_size=2))),
    )


_printable = st.characters(codec="utf-8", exclude_categories=["C", "Z"])
_words = st.lists(st.text(_printable, min_size=1, max_size=8), min_size=1, max_size=4).map(" ".join)


@st.composite
def scribbles(draw: st.DrawFn, course: Course) -> str:
    """The course as somebody might type it: any order and blanks, walls from any side."""
    dice = draw(st.randoms(use_true_random=False))
    header = [
        f"name:{course.name}",
        f"level:  {course.level}",
        f"players : {course.players[0]}-{course.players[1]}",
        f"size: {course.width}x{course.height}",
        *([f"author: {course.author}"] if course.author else []),
        *(f"text{'.' * bool(name)}{name}: {text}" for name, text in course.texts),
        *([f"edge: {course.edge}"] if course.edge else []),
        *([f"rules: {'  '.join(map('='.join, course.rules))}"] if course.rules else []),
        "",
    ]
    dice.shuffle(header)
    comments = [f"#{comment}" for comment in course.comments]
    rows = [
        dice.choice([" ", "\t", "   "]).join(
            _scribbled(dice, course, Cell(x, y)) for x in range(course.width)
        )
        for y in range(course.height)
    ]
    end = dice.choice(["\n", "\r\n"])
    return end.join(["rally 1", *header, *comments, " board:", *rows, ""])


def _scribbled(dice: Random, course: Course, cell: Cell) -> str:
    """The square with its parts in any order and its walls at any part or, if twice, at none."""
    square = course.square(cell)
    parts = format_square(square, ()).split("/")
    dice.shuffle(parts)
    for heading in square.walls:
        is_told_before = heading in (Heading.NORTH, Heading.WEST) and course.contains(
            cell.towards(heading)
        )
        if not is_told_before or dice.random() < 0.5:
            parts[dice.randrange(len(parts))] += heading
    return "/".join(parts)
