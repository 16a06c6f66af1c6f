"""Which positions are too much like a running match for the server to solve them."""

from operator import eq
from random import Random

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.games.ricochet.cheats import shifted, walk, with_other_sections
from tests.games.ricochet.tabletop import PUZZLE, bidding
from tinplate.games.ricochet.board import (
    Board,
    Position,
    board_named,
    random_board,
    random_robots,
    split_name,
)
from tinplate.games.ricochet.motion import slides
from tinplate.games.ricochet.notation import parse_moves, parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import READINGS, attempt
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.solver import solve
from tinplate.games.ricochet.topics import (
    helps_in,
    is_alike,
    is_same_board,
    near_topics,
    same_boards,
    topics_of,
)
from tinplate.grid import Cell, Heading

LIVE = ("R2B2Y2G1", "re15,gf1,bg3", "re15,gf1,yb1", "re15,bg3,yb1", "gf1,bg3,yb1")


def alike(text: str) -> bool:
    """Whether it is, and is found, too."""
    position = parse_position(text)
    is_found = not set(near_topics(position)).isdisjoint(LIVE)
    return is_found and is_alike(position, LIVE)


def test_what_a_match_is_about() -> None:
    """Its board, from the red section on, and its markers; in a round and between rounds."""
    match = bidding()  # on G1R2B2Y2, with the robots on o5, a14, l14 and j16
    in_round = topics_of(match.state)
    match.at(10_000_000).wait()

    assert ("R2B2Y2G1", "re2,gn16,bn5", "re2,gn16,yp7", "re2,bn5,yp7", "gn16,bn5,yp7") == in_round
    assert in_round == topics_of(match.state)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("R2B2Y2G1 re15,gf1,bg3,yb1 red-square", True),
        ("R2B2Y2G1 re15,gf1,bg3,yb1 vortex", True),  # the next token may be any
        ("R2B2Y2G1 re15,gf1,bg3,yb1,sa1 vortex", True),  # the silver robot aside
        ("R2B2Y2G1 re15,ga9,ba8,ya7 red-square", True),  # one robot stands where it stood
        ("R2B2Y2G1 ra6,ga9,ba8,ya7 red-square", True),  # none does
        ("R1B2Y2G1 re15,gf1,bg3,yb1 red-square", True),  # another section
        ("R2B2Y2G3 re15,gf1,ba8,ya7 red-square", True),
        ("R2B2Y2G3 ra6,ga9,ba8,ya7 red-square", True),
        ("R1B1Y2G1 re15,gf1,bg3,yb1 red-square", True),  # two others
        ("R1B1Y2G1 re15,gf1,bg3,ya7 red-square", True),
        ("R1B1Y2G1 re15,gf1,ba8,ya7 red-square", False),
        ("R1B1Y1G1 re15,gf1,bg3,yb1 red-square", True),  # three
        ("R2G1Y2B2 re15,gf1,bg3,yb1 red-square", True),  # two have changed places
        ("R1B1Y1G2 re15,gf1,bg3,yb1 red-square", False),  # another board altogether
        ("R1B1Y1G1 re15,gf1,bg3,ya7 red-square", False),
        ("R2B2Y2G1 rf1,gg3,bb1,ye15 vortex", True),  # the colours have changed places
        ("R2B2Y2G3 re15,gg3,bb1,yf1 red-square", True),
        ("R1B1Y2G1 re15,gg3,bb1,yf1 red-square", True),
    ],
)
def test_what_is_alike(text: str, *, expected: bool) -> None:
    """Three sections, or five of eight: four sections and the places of four robots."""
    assert expected == alike(text)


@given(dice=st.randoms(use_true_random=False))
def test_a_turned_board_is_the_same_board(dice: Random) -> None:
    """However it lies on the table, what is at stake is the same, and found by either name."""
    position = parse_position("G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle")
    sections = split_name(position.board.name)
    turns = dice.randrange(1, 4)
    turned = board_named("".join(sections[-turns:] + sections[:-turns]))
    robots = position.robots
    for _ in range(turns):
        robots = tuple(type(cell)(15 - cell.y, cell.x) for cell in robots)
    same = Position(turned, robots, position.target)

    assert near_topics(position) == near_topics(same)
    # That it is the same: every robot has as far to slide, each time a quarter turn on.
    lengths = [
        sorted(len(each.cells) for each in slides(p.board, p.robots)) for p in (position, same)
    ]
    assert lengths[0] == lengths[1]


@given(dice=st.randoms(use_true_random=False))
def test_every_match_that_is_alike_is_found(dice: Random) -> None:
    """Whatever was changed: nothing that is alike is missed by its topics."""
    live = deal(dice)
    sections = split_name(live.board.name)
    changed = "".join(
        dice.choice([section, f"{section[0]}{dice.randint(1, 4)}"]) for section in sections
    )
    board = board_named(changed)
    robots = tuple(
        dice.choice([there, there, other])
        for there, other in zip(live.robots, random_robots(board, dice), strict=True)
    )
    assume(len(set(robots)) == len(robots) and all(map(board.may_rest, robots)))
    asked = Position(board, robots, Target.VORTEX)
    state = msgspec.structs.replace(
        bidding().state, board_name=live.board.name, markers=live.robots
    )
    topics = topics_of(state)

    sections_alike = sum(map(eq, sections, split_name(changed)))
    robots_alike = len({*live.robots} & {*robots})
    is_like = sections_alike >= 3 or sections_alike + robots_alike >= 5
    assert is_like == is_alike(asked, topics)
    assert not is_like or not set(near_topics(asked)).isdisjoint(topics)


MATCH = ("R2B2Y2G1", "re2,gn16,bn5", "re2,gn16,yp7", "re2,bn5,yp7", "gn16,bn5,yp7")  # PUZZLE


@pytest.mark.parametrize(
    ("text", "moves", "expected"),
    [
        (PUZZLE, "re rs rw", True),
        ("G1R2B2Y2 rn5,ga13,bk14,yj15 red-square", "re rs rw", True),  # all moved a step
        ("G2R2B2Y2 rn5,ga13,bk14,yj15 red-square", "re rs rw", True),  # on another board
        ("B2R2G1Y2 rn5,ga13,bk14,yj15 red-square", "re rs rw", False),  # the target is elsewhere
        ("R2B2Y2G1 re3,gn15,bn6,yp8 red-square", "rn re rs", True),  # turned round
        ("G1R2B2Y2 rn5,ga13,bk14,yj15 red-square", "rs re", False),
        ("G1R2B2Y2 rn5,ga13,bk14,yj15 red-circle", "re rs rw", False),
        ("G1R2B2Y2 rn5,ga13,bk14,yj15,sa1 red-square", "se re rs rw", True),  # idle silver
    ],
)
def test_which_answers_help(text: str, moves: str, *, expected: bool) -> None:
    """Moves that reach the same target in the match, however unlike the question was."""
    asked = parse_position(text)

    assert not set(near_topics(asked)).isdisjoint(MATCH)
    assert expected == helps_in(MATCH, asked, [parse_moves(moves)])


def test_answers_and_a_match_of_an_older_version() -> None:
    """Nobody knows where its robots stand."""
    assert not helps_in(MATCH[:1], parse_position(PUZZLE), [parse_moves("re rs rw")])


def deal(dice: Random) -> Position:
    board = random_board(dice)
    return Position(board, random_robots(board, dice), Target.VORTEX)


def test_a_match_of_an_older_version() -> None:
    """It has told its board only; that is refused, wherever the robots stand."""
    there, elsewhere = (
        parse_position(f"{board} re15,gf1,bg3,yb1 red-square") for board in ("R2B2Y2G2", "R2B2Y1G2")
    )

    assert is_alike(there, LIVE[:1])
    assert not is_alike(elsewhere, LIVE[:1])


HARD = parse_position("R1G2Y1B4 rf5,gp2,bl9,yh14 blue-circle")  # takes five moves or more
RULE = READINGS["ricochet"]


@pytest.mark.parametrize("others", [0, 1, 2, 3])
def test_slides_in_front_of_an_answer_solve_no_match(others: int) -> None:
    """Slide once or twice, exchange sections, shift robots, have that solved, and add the slides.

    Nobody is told an answer that solves the match then, though many do.
    """
    dice, topics = Random(11), topics_at(HARD)
    solving, told = 0, 0
    for _ in range(60):
        first, there = walk(HARD, dice.randint(0, 2), dice)
        asked = shifted(with_other_sections(there, others, dice), dice)
        route = solve(asked, RULE).moves or ()
        if attempt(HARD, [*first, *route], RULE).verdict == "arrived":
            solving += 1
            is_found = not set(near_topics(asked)).isdisjoint(topics)
            is_refused = is_alike(asked, topics) or helps_in(topics, asked, [route])
            told += not (is_found and is_refused)

    assert solving > 5
    assert told == 0


def topics_at(position: Position) -> tuple[str, ...]:
    state = msgspec.structs.replace(
        bidding().state, board_name=position.board.name, markers=position.robots
    )
    return topics_of(state)


def drawn(name: str, *, but: int = 0) -> Board:
    """A printed board, drawn by hand, without some of its walls."""
    printed = board_named(name)
    walls = sorted(printed.layout.walls)[but:]
    return Board.custom(16, 16, walls=walls, blocked=printed.blocked, targets=printed.targets)


@pytest.mark.parametrize(("but", "expected"), [(0, True), (3, True), (40, False)])
def test_a_printed_board_drawn_by_hand_is_that_board(but: int, expected: bool) -> None:  # noqa: FBT001 - a row
    """Also without a few of its walls: or else everybody could have every match solved."""
    robots = parse_position("R2B2Y2G1 ra6,ga9,ba8,ya7 red-square").robots
    asked = Position(drawn("R2B2Y2G1", but=but), robots, Target.RED_SQUARE)
    is_found = not set(near_topics(asked)).isdisjoint(LIVE)

    assert expected == (is_found and is_alike(asked, LIVE))


def test_a_match_on_a_board_of_ones_own() -> None:
    """It is about that board, wherever the robots stand; turned, or with other walls, too."""
    own = Board.custom(
        9,
        6,
        walls={(Cell(x, x // 2), Heading.EAST) for x in range(8)},
        blocked={Cell(4, 4)},
        targets={Target.VORTEX: Cell(8, 5)},
    )
    turned = Board.custom(
        6,
        9,
        walls={(Cell(5 - x // 2, x), Heading.SOUTH) for x in range(8)},
        blocked={Cell(1, 4)},
        targets={Target.VORTEX: Cell(0, 0)},
    )
    other = Board.custom(9, 6, targets={Target.VORTEX: Cell(8, 5)})
    state = Ricochet().setup(Settings(board=own.name, robot_count=2), 2, Random(1))
    live = topics_of(state)

    for board, expected in ((own, True), (turned, True), (other, False)):
        asked = Position(board, (Cell(0, 1),), Target.VORTEX)
        assert not set(near_topics(asked)).isdisjoint(live)
        assert expected == is_alike(asked, live)
        assert expected == is_same_board(board.name, live)
        assert not set(same_boards(board.name)).isdisjoint(live)
        assert not helps_in(live, asked, [parse_moves("re")])
    assert not is_alike(parse_position("R2B2Y2G1 re15,gf1,bg3,yb1 vortex"), live)
    assert not is_same_board(own.name, LIVE)
