"""Games of DriftingDroids."""

import pytest
from hypothesis import given

from tests.games.ricochet.formats.puzzles import positions, without_closed_parts
from tests.games.ricochet.formats.saved_games import SavedGoal, packed, saved
from tinplate.game import Malformed
from tinplate.games.ricochet.board import Board, Position
from tinplate.games.ricochet.formats.droids import is_droids, read_droids
from tinplate.games.ricochet.formats.reading import read_position
from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.grid import Cell

PRINTED = "G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle"
SECTIONS = bytes([0, 6, 5, 7])  # 1A, 3B, 2B and 4B there
BOARD = Board.custom(4, 4, targets={Target.RED_CIRCLE: Cell(3, 3), Target.VORTEX: Cell(1, 2)})
POSITION = Position(BOARD, (Cell(0, 0), Cell(2, 1)), Target.RED_CIRCLE)


def refusal(game: str) -> str:
    with pytest.raises(Malformed) as refused:
        read_droids(game)
    return str(refused.value)


def test_printed_boards_are_recognised() -> None:
    """Its section 1A is our G1, 3B our R2, and so on; walls and goals have to agree."""
    position = parse_position(PRINTED)

    assert PRINTED == str(read_droids(saved(position, sections=SECTIONS)))
    assert read_droids(saved(position, sections=bytes([0, 0, 0, 0]))).board.is_custom


@given(positions())
def test_what_was_saved_is_read(position: Position) -> None:
    """Its blocked cells have four walls; so parts that nobody can enter are blocked."""
    assert without_closed_parts(position) == read_position(saved(position))


def test_line_breaks_do_not_matter() -> None:
    """Such texts are sent by mail."""
    game = saved(POSITION)
    broken = "\n".join(game[start : start + 60] for start in range(0, len(game), 60))

    assert is_droids(f"\n {broken}")
    assert POSITION == read_droids(f"\n {broken} \n")


def test_goals_that_look_the_same() -> None:
    """A board of ours has each target once: the goal to reach is kept, or else the first."""
    goals = [SavedGoal(5, 0, 0), SavedGoal(15, 0, 0), SavedGoal(6, 1, 3), SavedGoal(7, 1, 3)]
    read = read_droids(saved(POSITION, goals=goals, goal=goals[1]))

    assert Target.RED_CIRCLE == read.target
    assert {Target.RED_CIRCLE: Cell(3, 3), Target.GREEN_HEXAGON: Cell(2, 1)} == read.board.targets


def test_a_goal_for_silver() -> None:
    """We have no target for it: it is our red robot."""
    robots = tuple(Cell(column, 0) for column in range(4))
    position = Position(BOARD, (*robots, Cell(0, 1)), Target.RED_CIRCLE)
    read = read_droids(saved(position, goal=SavedGoal(15, 4, 2)))

    assert Target.RED_CIRCLE == read.target
    assert (Cell(0, 1), *robots) == read.robots
    assert Cell(3, 3) == read.board.targets[Target.RED_CIRCLE]


def test_a_vortex_with_a_colour() -> None:
    """Free boards may have one: it is for that robot only."""
    read = read_droids(saved(POSITION, goals=[], goal=SavedGoal(5, 1, 4)))

    assert Target.GREEN_CIRCLE == read.target


@pytest.mark.parametrize(
    ("goal", "told"),
    [
        (SavedGoal(-1, 0, 0), "no goal"),
        (SavedGoal(16, 0, 0), "cell 16 is not on a board"),
        (SavedGoal(15, 9, 0), "for robot 9"),
        (SavedGoal(15, 3, 0), "yellow robot, which is not"),
        (SavedGoal(15, 4, 0), "silver robot, which is not"),
        (SavedGoal(15, 0, 5), "the symbol 5"),
    ],
)
def test_goals_that_are_refused(goal: SavedGoal, told: str) -> None:
    """With what is wrong about them."""
    assert told in refusal(saved(POSITION, goal=goal))


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"\1", "version 1"),
        (b"\0\0\0", "ends too early"),
        (bytes([0, 0, 0, 0, 100, 0, 0, 0, 10]), "this has 100 and 10"),
        (bytes([0, 0, 0, 0, 4, 0, 0, 0, 4, 9]), "this has 9"),
        (bytes([0, 0, 0, 0, 4, 0, 0, 0, 4, 1, 0, 0, 0, 16]), "cell 16"),
        (bytes([0, 0, 0, 0, 4, 0, 0, 0, 4, 1, *bytes(7)]), "ends too early"),
        (bytes([0, 0, 0, 0, 4, 0, 0, 0, 4, 1, *bytes(72), 1, 0, 0, 0]), "goals"),
        (bytes(1_000_000), "should have 1000000 bytes"),
    ],
)
def test_data_that_is_refused(data: bytes, told: str) -> None:
    """Whatever somebody may have put together."""
    assert told in refusal(packed(data))


def test_damaged_texts_are_refused() -> None:
    """The checksum is there for that."""
    game = saved(POSITION)
    _, mark, checksum, data, _ = game.split("!")

    assert "checksum" in refusal(game.replace(checksum, "0"))
    assert "is written" in refusal(game[:-1])
    assert "is written" in refusal(f"!{mark}!{checksum}!{data}!more!")
    assert "decompressed" in refusal("!DriftingDroids_game!0!!")


def test_any_cut_text_is_refused() -> None:
    """Nothing but Malformed comes out."""
    game = saved(POSITION)

    for end in range(len(game)):
        with pytest.raises(Malformed):
            read_droids(game[:end])


SHORT = "0657+40+4ED0DBF9+1E"  # the same as PRINTED


def test_short_game_ids() -> None:
    """Sections, robots and goal of a board of the boxes, in hexadecimal."""
    assert is_droids(f" {SHORT}\n")
    assert PRINTED == str(read_position(f" {SHORT.lower()}\n"))


def test_short_game_ids_of_other_boards() -> None:
    """There, the last sections have no barriers, and there may be two robots."""
    barriers = Board.named("G4R4B4Y4")
    x, y = barriers.targets[Target.RED_CIRCLE]
    read = read_droids(f"CEDF+40+000102F0+{16 * y + x:02X}")

    assert not read.board.diagonals
    assert barriers.targets == read.board.targets
    assert 2 == len(read_droids("0657+20+4ED0+1E").robots)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("0657", "0055", "have the same mark"),
        ("+40+", "+50+", "says 5 robots, and where 4 are"),
        ("+1E", "+00", "on a1, where no target is"),
        ("+40+", "+41+", "red-triangle, which is not for robot 1"),
        ("D0DB", "4EDB", "cannot stand on"),
    ],
)
def test_short_game_ids_that_are_refused(old: str, new: str, told: str) -> None:
    """With what is wrong about them."""
    assert old in SHORT
    assert told in refusal(SHORT.replace(old, new))


def test_what_is_none_of_them_is_refused() -> None:
    """With the formats that are read."""
    with pytest.raises(Malformed, match="not a PDDL task, a list of ASP facts or a game"):
        read_position("hello")
