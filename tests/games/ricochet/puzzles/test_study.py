"""Which positions are puzzles: checked by the plain search and the plain count."""

from functools import cache
from itertools import count, islice

import pytest

from tests.games.ricochet.openboard import open_board, stand
from tests.games.ricochet.solver.plainly import count_routes, every_route
from tests.games.ricochet.test_twins import naive_reading
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.notation import parse_moves, parse_position
from tinplate.games.ricochet.pieces import ROBOTS, Robot, Target
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.puzzles.dealing import deal
from tinplate.games.ricochet.puzzles.maker import RicochetPuzzles
from tinplate.games.ricochet.puzzles.study import study
from tinplate.games.ricochet.puzzles.without import without
from tinplate.games.ricochet.solver import reference, solutions, solve
from tinplate.grid import Cell
from tinplate.puzzles.values import MadePuzzle

SEED = 21
PLAIN = 4  # moves that the plain search can manage
SOME = 12  # puzzles
FREE = READINGS["free"]


@cache
def short_puzzles() -> list[MadePuzzle]:
    """The first few that are short, of all sources."""
    maker = RicochetPuzzles()
    made = (maker.make(SEED, number) for number in count())
    return [*islice((each for each in made if each and each.length <= PLAIN), SOME)]


each_short_puzzle = pytest.mark.parametrize("number", range(SOME))


@each_short_puzzle
def test_the_plain_search_finds_the_same_length(number: int) -> None:
    """RC5 to RC10: nothing is shorter."""
    puzzle = short_puzzles()[number]
    position, rule = parse_position(puzzle.text, custom=True), READINGS[puzzle.rules]
    found = reference.solve(position, rule, PLAIN)

    assert found is not None
    assert puzzle.length == len(found)


@each_short_puzzle
def test_the_naive_rules_count_as_many_solutions(number: int) -> None:
    """RC5 to RC10: so many orders, and no other solution."""
    puzzle = short_puzzles()[number]
    position, rule = parse_position(puzzle.text, custom=True), READINGS[puzzle.rules]

    assert puzzle.solutions == count_routes(position, naive_reading(rule), puzzle.length)
    assert 1 == solutions(position, rule, distinct=True).distinct


@each_short_puzzle
def test_nobody_gets_there_alone(number: int) -> None:
    """RC5 to RC10: in none of the solutions of that length only one robot moves."""
    puzzle = short_puzzles()[number]
    position, rule = parse_position(puzzle.text, custom=True), READINGS[puzzle.rules]
    if puzzle.length == PLAIN:
        routes = [route.moves for route in solutions(position, rule).routes]
    else:
        routes = [*every_route(position, rule, puzzle.length)]

    assert puzzle.solutions == len(routes)
    assert all(len({move.robot for move in moves}) > 1 for moves in routes)
    assert 1 == len({frozenset(move.robot for move in moves) for moves in routes})


@each_short_puzzle
def test_taking_a_robot_away_never_helps(number: int) -> None:
    """RC4: by the plain search, none is as short without one that moves, none shorter at all."""
    puzzle = short_puzzles()[number]
    position, rule = parse_position(puzzle.text, custom=True), READINGS[puzzle.rules]
    moving = {move.robot for move in parse_moves(puzzle.solution)}
    for robot in ROBOTS[: len(position.robots)]:
        if robot is not position.target.robot:
            most = puzzle.length - (robot not in moving)
            assert reference.solve(without(position, robot), rule, most) is None


def test_a_robot_that_is_gone_is_like_one_behind_walls() -> None:
    """RC5, RC7: in a closed cell it stops nobody, and barriers of its colour turn all others."""
    closed = "d14n d14e d14s d14w"
    for gone in (Robot.RED, Robot.GREEN, Robot.YELLOW):
        for cell in ("p5", "k2", "a9", "m13"):
            board = open_board(
                walls=f"{closed} p5n k2w a9s m13e c3n",
                barriers="rf6/ gl4\\ bc12/ yn10\\",
                targets={Target.BLUE_SQUARE: Cell.named(cell)},
            )
            hidden = {gone.colour: "d14"}
            robots = stand(**{"red": "b2", "green": "o6", "blue": "e11", "yellow": "j15", **hidden})
            position = Position(board, robots, Target.BLUE_SQUARE)
            assert solve(position, FREE).length == solve(without(position, gone), FREE).length


@pytest.mark.parametrize(
    ("because", "position"),
    [
        (
            "red needs nobody",
            Position(
                open_board(targets={Target.RED_CIRCLE: Cell.named("p16")}),
                stand(green="d4", blue="d6", yellow="f4"),
                Target.RED_CIRCLE,
            ),
        ),
        ("two moves are no puzzle", parse_position("G1R2B2Y2 ro5,ga14,bl14,yj16 red-square")),
        ("five ways", parse_position("G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle")),
    ],
)
def test_what_is_not_interesting(because: str, position: Position) -> None:
    """RC13: one robot alone, too short, or several solutions."""
    assert study(position, READINGS["ricochet"]) is None, because


def test_a_robot_in_the_way_makes_no_puzzle() -> None:
    """RC4: one solution with several robots is not enough if taking one of them away helps."""
    refused = 0
    for number in range(300):
        position, reading, _ = deal(SEED, number)
        rule = READINGS[reading]
        found = solutions(position, rule, best=1, distinct=True, max_moves=PLAIN)
        if found.distinct != 1 or found.shortest.at_least < 3 or found.routes[0].robots < 2:
            continue
        length, moving = found.shortest.at_least, {move.robot for move in found.routes[0].moves}
        helps = any(
            reference.solve(without(position, robot), rule, length - (robot not in moving))
            for robot in ROBOTS[: len(position.robots)]
            if robot is not position.target.robot
        )
        assert helps == (study(position, rule) is None)
        refused += helps

    assert refused
