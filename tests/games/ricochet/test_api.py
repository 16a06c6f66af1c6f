"""`tinplate.ricochet`: positions as Python programs use them."""

import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from itertools import chain
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

from tests.games.ricochet.strategies import positions, printed_boards
from tinplate import Heading, Malformed, Match, Rejected, ricochet
from tinplate.games.ricochet import board
from tinplate.games.ricochet.motion import after, slide
from tinplate.games.ricochet.notation import Misread, parse_position
from tinplate.games.ricochet.proof import READINGS
from tinplate.ricochet import Move, Position, solve_many

TEXT = "R1Y2G1B1 rk15,gm7,bh12,yl14 blue-hexagon"  # 8 moves
SHORT = "R1G2Y1B4 rf5,gp2,bl9,yh14 yellow-square"  # 1 move, by a barrier


@given(positions(printed_boards()))
@settings(max_examples=50)
def test_a_position_is_written_and_read_back(dealt: board.Position) -> None:
    """Str is the notation; repr is what to type; both lead back, and so does a pickle."""
    position = Position.of(dealt)

    assert position == Position.parse(str(position))
    assert position == eval(repr(position), {"Position": Position})  # noqa: S307 - our own
    assert position == pickle.loads(pickle.dumps(position))  # noqa: S301 - our own
    assert "\n" not in repr(position)
    assert len(repr(position)) < 100


def test_positions_of_rules_and_library_are_equal() -> None:
    """One from a match's state compares and hashes as the same one that was parsed."""
    inside, outside = parse_position(TEXT), Position.parse(TEXT)

    assert inside == outside
    assert outside == inside
    assert 1 == len({inside, outside})
    assert outside != Position.parse(SHORT)
    assert outside != TEXT
    assert (str(inside), repr(inside)) == (str(outside), repr(outside))


def test_a_state_s_position_gets_its_methods() -> None:
    """The puzzle of a round can be solved with `Position.of`."""
    match = Match.open("ricochet", seed=1)
    match.submit(0, ricochet.TurnToken())
    dealt = match.state.position
    assert dealt is not None
    solution = Position.of(dealt).solve()

    assert solution.moves is not None
    assert "arrived" == Position.of(dealt).check(solution.moves).verdict


def test_the_same_seed_deals_the_same() -> None:
    """And as `tinplate ricochet new --seed` does."""
    assert Position.random(7) == Position.random(seed=7) != Position.random(8)
    assert "B1G1Y2R2 rn7,gg12,bm1,yc2 red-hexagon" == str(Position.random(7, box="classic"))


def test_what_can_be_asked_of_a_random_position() -> None:
    """RC2, RC4: the box, the silver robot, no barriers, a target."""
    for seed in range(20):
        position = Position.random(seed, diagonals=False, silver=True, target="vortex")
        assert (5, 0) == (len(position.robots), len(position.board.diagonals))
        assert ricochet.Target.VORTEX is position.target
        classic = Position.random(seed, box="classic")
        assert set(classic.board.name[1::2]) <= {"1", "2"}


@given(positions(printed_boards()))
@settings(max_examples=50)
def test_what_is_offered_can_be_played(dealt: board.Position) -> None:
    """`moves` lists exactly what `play` accepts."""
    position = Position.of(dealt)
    possible = position.moves()
    for move in (Move(robot, way) for robot in ricochet.Robot for way in Heading):
        if move in possible:
            expected = after(dealt.robots, slide(dealt.board, dealt.robots, move))
            assert expected == position.play(move).robots == position.play(str(move)).robots
        else:
            with pytest.raises(Rejected):
                position.play(move)


def test_play_leaves_the_position_alone() -> None:
    """Values are frozen: play returns another one, of the same class."""
    position = Position.parse(TEXT)
    there = position.play("rn rw")

    assert TEXT == str(position)
    assert "R1Y2G1B1 re1,gm7,bh12,yl14 blue-hexagon" == str(there)
    assert there == position.play([Move.parse("rn"), Move.parse("rw")])
    assert position == position.play("")
    assert isinstance(there, Position)


def test_a_solution_is_short_proven_and_replayed() -> None:
    """Its moves arrive by the rules; its length is that of its moves."""
    position = Position.parse(TEXT)
    solution = position.solve()

    assert (8, True, 8) == (solution.length, solution.proven, solution.at_least)
    assert "arrived" == position.check(str(solution)).verdict
    assert f"<Solution: {solution}>" == repr(solution)
    assert solution.seconds >= 0


def test_a_limit_leaves_a_bound() -> None:
    """What was not found is not claimed: at_least is what is proven."""
    limited = Position.parse(TEXT).solve(max_moves=5)

    assert (None, None, False, 6) == (
        limited.length, limited.moves, limited.proven, limited.at_least
    )  # fmt: skip
    assert "<Solution: no solution below 6 moves>" == repr(limited)
    assert "<Solution: no solution below 1 move>" == repr(Position.parse(TEXT).solve(seconds=0))


@pytest.mark.parametrize("reading", READINGS)
def test_a_rule_by_its_name(reading: ricochet.Reading) -> None:
    """RC10: the name of a reading, or the reading itself."""
    position = Position.parse(SHORT)
    by_name, by_value = position.solve(reading), position.solve(READINGS[reading])

    assert by_name.length == by_value.length
    assert by_name.moves is not None
    assert "arrived" == position.check(by_name.moves, reading).verdict


def test_all_solutions_and_hints() -> None:
    """The best first; a hint tells as much as its level allows."""
    position = Position.parse(TEXT)
    found = position.solutions(distinct=True)

    assert (10, 1) == (found.count, found.distinct)
    assert "<Solutions: 10, of 8 moves>" == repr(found)
    assert "rn rw bw bn be bn bw bs" == str(found.routes[0])
    assert "<ShortestRoute: rn rw bw bn be bn bw bs>" == repr(found.routes[0])
    assert ("long", None) == (position.hint(1).band[0], position.hint(1).moves)  # type: ignore[index]
    assert 8 == position.hint(2).moves


def test_many_at_once() -> None:
    """In the order given, by any reading, with progress."""
    told = list[tuple[int, int]]()
    texts = [TEXT, SHORT, TEXT]
    solved = ricochet.solve_many(
        map(Position.parse, texts), "free", progress=lambda *done: told.append(done), threads=1
    )

    assert [Position.parse(text).solve("free").length for text in texts] == [
        solution.length for solution in solved
    ]
    assert [(1, 3), (2, 3), (3, 3)] == told


def test_a_notebook_shows_the_picture() -> None:
    """`_repr_svg_` is the light picture."""
    position = Position.parse(TEXT)

    assert position._repr_svg_() == position.svg() != position.svg(dark=True)
    assert "red" in ET.tostring(ET.fromstring(position.svg()), encoding="unicode")  # noqa: S314


@pytest.mark.parametrize(
    ("asked", "kind", "told"),
    [
        (lambda: Position.parse("R1 x y"), Malformed, "character 1: a board has four sections"),
        (lambda: Position.parse(TEXT).play("rn q"), Malformed, "character 4: “q” is not a move"),
        (lambda: Move.parse("nr"), Malformed, "“nr” is not a move"),
        (lambda: Position.parse(TEXT).play("bn bn"), Rejected, r"move 2 \(bn\): Blue cannot move"),
        (lambda: Position.parse(TEXT).play("sn"), Rejected, "silver robot is not on the board"),
        (lambda: Position.random(box="1999"), Malformed, "there is no box “1999”"),  # type: ignore[arg-type]
        (lambda: Position.random(target="red-heart"), Malformed, "there is no target “red-heart”"),
        (lambda: Position.parse(TEXT).solve("mine"), Malformed, "there is no rule “mine”"),  # type: ignore[arg-type]
        (lambda: Position.parse(TEXT).solve(seconds=-1), Malformed, "seconds: expected 0 or more"),
        (lambda: Position.parse(TEXT).solve(max_moves=1.5), Malformed, "max_moves: exp"),  # type: ignore[arg-type]
        (lambda: Position.parse(TEXT).solve(seconds="x"), Malformed, "seconds: expected 0 or more"),  # type: ignore[arg-type]
        (lambda: Position.parse(TEXT).solve([]), Malformed, "rule: expected a text"),  # type: ignore[arg-type]
        (lambda: Position.parse(TEXT).solutions(best="x"), Malformed, "best: expected a whole"),  # type: ignore[arg-type]
        (lambda: Position.parse(None), Malformed, "position: expected a text, not None"),  # type: ignore[arg-type]
        (lambda: Position.parse(TEXT).play(["bn", 3]), Malformed, "moves: expected a list, not 3"),  # type: ignore[list-item]
        (lambda: Position.of(TEXT), Malformed, "position: expected a Position"),  # type: ignore[arg-type]
        (lambda: Position.random([]), Malformed, "seed: expected a whole number or a text"),  # type: ignore[arg-type]
        (lambda: Position.random(target=3), Malformed, "target: expected a text"),  # type: ignore[arg-type]
        (lambda: Move.parse(None), Malformed, "move: expected a text"),  # type: ignore[arg-type]
        (lambda: ricochet.Board.named(3), Malformed, "board: expected a text"),  # type: ignore[arg-type]
        (lambda: ricochet.board_names("zzz"), Malformed, "there is no box “zzz”; there are 2013"),  # type: ignore[arg-type]
        (lambda: solve_many(TEXT), Malformed, "positions: expected a list, not 'R1Y2"),
        (lambda: solve_many([3]), Malformed, "position: expected a Position, not 3"),  # type: ignore[list-item]
        (lambda: Position.parse(TEXT).hint(5), Malformed, "1, 2, 3 or 4, not 5"),  # type: ignore[arg-type]
    ],
)
def test_what_is_wrong_is_told(asked: Callable[[], Any], kind: type[Exception], told: str) -> None:
    """Malformed for what makes no sense, with its place; Rejected for what the rules forbid."""
    with pytest.raises(kind, match=told):
        asked()


def test_a_misread_position_keeps_all_its_mistakes_in_a_pickle() -> None:
    """The text is the first mistake; all of them travel with it."""
    with pytest.raises(Misread) as caught:
        Position.parse("R1 x y")
    sent = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own

    assert (str(caught.value), caught.value.mistakes) == (str(sent), sent.mistakes)


def test_results_pickle_and_have_short_reprs() -> None:
    """Everything a method returns travels to other processes, and fits on a screen."""
    position = Position.parse(TEXT)
    results = (
        position.board, position.robots, position.target, position.moves()[0], position.solve(),
        position.solutions(), position.hint(4), position.check("rn rw"), position.play("rn"),
    )  # fmt: skip
    for result in chain(results, [position.check("rn").slides[0]]):
        assert result == pickle.loads(pickle.dumps(result))  # noqa: S301 - our own
        assert len(repr(result)) < 250
        assert "\n" not in repr(result)


def test_boards_by_name() -> None:
    """The name is all there is to a printed board."""
    one = ricochet.Board.named("G1R2B2Y2")

    assert "Board.named('G1R2B2Y2')" == repr(one)
    assert one == eval(repr(one), {"Board": ricochet.Board})  # noqa: S307 - our own
    assert 1536 == len(ricochet.board_names())
    assert ricochet.board_names("classic")[0] in ricochet.board_names()


def test_moves_as_texts_and_moves() -> None:
    """One text, several, or moves, all the same."""
    position = Position.parse(TEXT)
    first = next(move for move in position.moves() if str(move) == "rn")

    assert position.play("rn rw") == position.play(["rn", "rw"]) == position.play(["rn rw"])
    assert position.play("rn rw") == position.play([first, "rw"])


def test_positions_as_texts() -> None:
    """Texts are read; what is wrong in one of them is said."""
    [solution] = solve_many([SHORT], threads=1)

    assert Position.parse(SHORT).solve().length == solution.length
    with pytest.raises(Malformed):
        solve_many(["nothing"], threads=1)


@pytest.mark.parametrize("number", [0, -1])
def test_numbers_that_make_no_sense(number: int) -> None:
    """A list without solutions, a search without threads."""
    with pytest.raises(Malformed, match=f"best: expected 1 or more, not {number}"):
        Position.parse(SHORT).solutions(best=number)
    with pytest.raises(Malformed, match=f"threads: expected 1 or more, not {number}"):
        solve_many([], threads=number)


def test_a_position_is_frozen() -> None:
    """Nothing can be hung on it, either."""
    with pytest.raises(FrozenInstanceError):
        Position.parse(SHORT).note = "mine"  # type: ignore[attr-defined]
