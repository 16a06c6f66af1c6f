"""What a robot may expect: programs tried out, and the table of turns."""

from itertools import permutations
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.games.rally.drawn import course_of
from tinplate.game import Seat
from tinplate.games.rally import kernel as k
from tinplate.games.rally import outlook as o
from tinplate.games.rally.bots.planner import unlocked
from tinplate.games.rally.bots.player import GOING
from tinplate.games.rally.course import Course
from tinplate.games.rally.floor import floor_of, rules_of
from tinplate.games.rally.outlook import cache, compiling, table
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.rules import merit
from tinplate.games.rally.settings import HouseRules, agreed
from tinplate.games.rally.shelf import course_named
from tinplate.games.rally.values import Finished, Player, State
from tinplate.grid import Cell, Heading

MOVE1, MOVE2, MOVE3, BACK, LEFT, RIGHT, UTURN = range(7)
EAST, WEST = 1, 3
CORRIDOR = "S . . . . . . . . . . . 1"
pytestmark = pytest.mark.usefixtures("few_hands")


def robot_at(place: int, armour: int = 9, flag: int = 1, save: int = 0) -> o.Ints:
    row = np.zeros(o.ENDING, np.int64)
    row[o.PLACE], row[o.ARMOUR], row[o.FLAG], row[o.SAVE] = place, armour, flag, save
    return row


def counted(*kinds: int) -> o.Ints:
    return np.bincount(kinds, minlength=o.KINDS)


def nothing_locked() -> o.Ints:
    return np.full(o.REGISTERS, o.OPEN, np.int64)


def kinds_of(row: o.Ints) -> tuple[int, ...]:
    return tuple(int(row[o.CODE]) // unit % o.KINDS for unit in o.UNITS)


def alone(drawing: str, **choices: object) -> tuple[Course, HouseRules]:
    course = course_of(drawing)
    return course, agreed(course, choices)


# Trying programs


@pytest.mark.parametrize("name", ["stamping-mill", "crossfire-dock", "sorting-hall"])
def test_programs_end_as_the_rules_say(name: str) -> None:
    """Every program ends where the kernel of the rules takes a robot that is alone."""
    course = course_named(name)
    settings = agreed(course, {"flags_save": True})
    outlook, dice = table.guess(course, settings), Random(name)
    ground = outlook.ground
    cells = [cell for cell in range(len(ground.flags)) if ground.is_floor[cell]]
    for _ in range(12):
        armour = dice.randint(1, 9)
        place = dice.choice(cells) * o.QUARTERS + dice.randrange(o.QUARTERS)
        beginning = robot_at(place, armour, dice.randint(1, ground.last_flag), dice.choice(cells))
        locked = nothing_locked()
        locked[armour:] = [dice.randrange(o.KINDS) for _ in range(armour, o.REGISTERS)]
        hand = [dice.randrange(o.KINDS) for _ in range(armour)]
        ends = o.all_endings(outlook, beginning, counted(*hand), locked)

        assert _played(course, settings, beginning, ends) == [_told(row) for row in ends]


def _told(row: o.Ints) -> tuple[int, ...]:
    is_lost = row[o.PLACE] == o.LOST
    spot = (k.OUT, 0) if is_lost else (row[o.PLACE], row[o.ARMOUR])
    return (*map(int, spot), int(row[o.FLAG]), int(row[o.SAVE]), int(row[o.WON]))


def _played(
    course: Course, settings: HouseRules, beginning: o.Ints, ends: o.Ints
) -> list[tuple[int, ...]]:
    told = list[tuple[int, ...]]()
    for end in ends:
        robots = np.zeros((1, k.FIELDS), np.int64)
        robots[0, k.CELL], robots[0, k.FACING] = divmod(beginning[o.PLACE], o.QUARTERS)
        robots[0, k.ARMOUR], robots[0, k.LIVES] = beginning[o.ARMOUR], 3
        robots[0, k.NEXT_FLAG], robots[0, k.SAVE] = beginning[o.FLAG], beginning[o.SAVE]
        cards = np.zeros((1, k.REGISTERS, 2), np.int64)
        cards[0, :, k.KIND] = kinds_of(end)
        won, register = k.play_turn(
            floor_of(course, settings.edge),
            rules_of(course, settings),
            robots,
            cards,
            1,
            k.REGISTERS,
            ends=False,
            trace=k.SILENT,
        )
        cell, facing, armour, _, flag, save, *_ = (int(number) for number in robots[0])
        save = save if not won else int(end[o.SAVE])  # who has won needs no save point
        spot = k.OUT if cell == k.OUT else cell * o.QUARTERS + facing
        told.append((spot, armour, flag, save, register if won else 0))
    return told


def test_every_program_is_tried_once() -> None:
    """Cards of one kind are alike: as many programs as there are rows of kinds."""
    course, settings = alone(". . .\n. S .\n. . 1", edge="wall")
    hand = [LEFT, LEFT, LEFT, RIGHT, UTURN, UTURN, LEFT, RIGHT, LEFT]
    ends = o.all_endings(
        table.guess(course, settings), robot_at(4 * o.QUARTERS), counted(*hand), nothing_locked()
    )
    expected = set(permutations(hand, o.REGISTERS))

    assert expected == {kinds_of(row) for row in ends}
    assert len(expected) == len(ends)


def test_locked_registers_play_the_card_they_keep() -> None:
    """R37: they are in every program, and take no card of the hand."""
    course, settings = alone(". . .\n. S .\n. . 1", edge="wall")
    locked = nothing_locked()
    locked[3:] = UTURN, BACK
    ends = o.all_endings(
        table.guess(course, settings),
        robot_at(4 * o.QUARTERS, 3),
        counted(LEFT, LEFT, RIGHT),
        locked,
    )
    hands = {(LEFT, LEFT, RIGHT), (LEFT, RIGHT, LEFT), (RIGHT, LEFT, LEFT)}

    assert {(*hand, UTURN, BACK) for hand in hands} == {kinds_of(row) for row in ends}


# The table


def only(monkeypatch: pytest.MonkeyPatch, *kinds: int) -> None:
    """All hands are these cards, over and over."""
    cards = (kinds * table.CARDS)[: table.CARDS]
    monkeypatch.setattr(table, "sample_hands", lambda _: np.array([cards], np.int64))


def measured_worth(outlook: o.Outlook, cell: int, facing: int, armour: int = 9) -> float:
    return float(outlook.turns[1, (cell * o.QUARTERS + facing) * o.LEVELS + armour])


def test_a_table_worked_out_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five steps a turn: twelve cells are two turns and two registers of a third."""
    only(monkeypatch, MOVE1)
    outlook = table.measure(*alone(CORRIDOR, edge="wall"), lambda _: None)
    third = 1 - o.EARLY_FINISH * 3

    assert pytest.approx(2 + third) == measured_worth(outlook, 0, EAST)
    assert pytest.approx(1 + third) == measured_worth(outlook, 5, EAST)
    assert pytest.approx(third) == measured_worth(outlook, 10, EAST)
    assert o.NEVER == measured_worth(outlook, 0, WEST)


def test_a_lost_life_costs_the_way_back_and_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """R20, R23: where every card leads into the pit, one begins anew, facing as one likes."""
    only(monkeypatch, MOVE1)
    outlook = table.measure(*alone("O S 1", edge="wall"), lambda _: None)
    ahead = 1 - o.EARLY_FINISH * 4

    assert pytest.approx(ahead) == measured_worth(outlook, 1, EAST)
    assert pytest.approx(1 + o.LIFE_COST + ahead) == measured_worth(outlook, 1, WEST)


def test_beams_and_repairs_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """R10, R20, R45: along a beam nine points are too few for nine cells, unless some come back."""
    only(monkeypatch, MOVE1)
    burnt = table.measure(*alone("S . . . . . . . . 1 .e/l<", edge="wall"), lambda _: None)
    mended = table.measure(*alone("S . . . . ++ . . . 1 .e/l<", edge="wall"), lambda _: None)
    two_turns = 2 - o.EARLY_FINISH

    assert pytest.approx(two_turns) == measured_worth(mended, 0, EAST)
    assert measured_worth(burnt, 0, EAST) > two_turns


def test_a_turn_off_is_worth_its_turn_when_armour_is_low(monkeypatch: pytest.MonkeyPatch) -> None:
    """R24, R26: with one card a turn it is quicker to be off for one and have all of them."""
    only(monkeypatch, *9 * [MOVE1], *4 * [LEFT])
    outlook = table.measure(*alone(CORRIDOR, edge="wall"), lambda _: None)
    full, low = (measured_worth(outlook, 0, EAST, armour) for armour in (9, 1))
    going = outlook.turns_running[1, EAST * o.LEVELS + 1]

    assert pytest.approx(1 + full) == low
    assert going > low


def test_the_planner_does_not_know_that_registers_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """R37: a rival does; for a planner little armour is as good as enough for open registers."""
    only(monkeypatch, MOVE1)
    outlook = table.measure(*alone(CORRIDOR, edge="wall"), lambda _: None)
    few, enough, lost = robot_at(EAST, 2), robot_at(EAST, 5), robot_at(o.LOST, 0)
    few[o.CODE] = enough[o.CODE] = sum(UTURN * unit for unit in o.UNITS)  # what would stay locked
    rows = np.stack([few, enough, lost])
    rival, planner = o.turns_left(outlook, rows, 3), o.turns_left(outlook, unlocked(rows), 3)

    assert rival[0, GOING] > rival[1, GOING]
    assert planner[0, GOING] == planner[1, GOING] == rival[1, GOING]
    assert rival[2].tolist() == planner[2].tolist()


def test_progress_goes_from_nothing_to_all() -> None:
    """Anyone who waits can see how far it is."""
    told = list[float]()
    table.measure(*alone("S . 1\n. 2 ."), told.append)

    assert told == sorted(told)
    assert (0.0, 1.0) == (told[0], told[-1])


# What is counted in the end


def test_a_finished_game_counts_as_the_standings_say() -> None:
    """D34: who has won, then flags, lives, armour; half for those who cannot be told apart."""
    course, settings = alone("S 1 2 3")
    dice, seats = Random(34), range(4)
    games = np.array([[_robot_row(dice) for _ in seats] for _ in range(300)], np.int64)
    won = np.array([1 << dice.randrange(4) | dice.randrange(16) for _ in games], np.int64)
    expected = [
        sum(_before(row, winners, 0, other) for other in seats[1:]) / 3
        for row, winners in zip(games, won, strict=True)
    ]

    assert pytest.approx(expected) == o.chances_now(table.guess(course, settings), games, won, 0)


def _robot_row(dice: Random) -> list[int]:
    lives = dice.randrange(4)
    on_board = [dice.randrange(4), 0, dice.randint(1, 3)]
    return [*(on_board if lives else [k.OUT, 0, 0]), lives, dice.randint(1, 3), 0, 0, 0]


def _before(robots: o.Ints, winners: int, one: int, other: int) -> float:
    """Whether one came in before the other, by the standings of the rules."""
    finished = Finished(tuple(Seat(seat) for seat in range(4) if winners >> seat & 1), "")
    players = tuple(
        Player(
            Robot(
                cell=None,
                facing=Heading.NORTH,
                save=Cell(0, 0),
                armour=int(row[k.ARMOUR]),
                lives=int(row[k.LIVES]),
                next_flag=int(row[k.NEXT_FLAG]),
            )
        )
        for row in robots
    )
    state = State("", HouseRules(), players, phase=finished)
    mine, theirs = merit(state, Seat(one)), merit(state, Seat(other))
    return float(mine > theirs) + 0.5 * (mine == theirs)


# The cache of measured outlooks


def test_a_table_is_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next process finds it on disk, bit by bit as it was."""
    asked = alone("S . 1")
    first = cache.load_or_measure(*asked)
    monkeypatch.setattr(cache, "_measured", {})
    monkeypatch.setattr(cache, "measure", pytest.fail)
    found = cache.load_or_measure(*asked)

    assert first.turns.tobytes() == found.turns.tobytes()
    assert first.turns_running.tobytes() == found.turns_running.tobytes()
    assert cache.load_or_guess(*asked) is found


def test_nobody_waits_for_a_table() -> None:
    """Before it is measured there is a guess, and no file."""
    asked = alone("S . 1")

    assert table.guess(*asked) is cache.load_or_guess(*asked)
    assert not cache.cache_file(*asked).exists()


@pytest.mark.parametrize("damage", [b"", b"not a table", b"\x93NUMPY\x01\x00"])
def test_a_broken_file_is_made_anew(damage: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of a file, or something else, is no table."""
    asked = alone("S . 1")
    first = cache.load_or_measure(*asked)
    path = cache.cache_file(*asked)
    whole = path.read_bytes()
    path.write_bytes(damage)
    monkeypatch.setattr(cache, "_measured", {})

    assert table.guess(*asked) is cache.load_or_guess(*asked)
    assert first.turns.tobytes() == cache.load_or_measure(*asked).turns.tobytes()
    assert whole == path.read_bytes()
    assert [path] == list(path.parent.iterdir())


@pytest.mark.parametrize("wrong", [np.zeros((2, 2, 2), np.float32), np.zeros(3), [[np.nan]]])
def test_a_file_of_another_shape_is_no_table(wrong: object) -> None:
    """Whatever wrote it: numbers that do not fit are not believed."""
    asked = alone("S . 1")
    path = cache.cache_file(*asked)
    path.parent.mkdir(parents=True)
    np.save(path, np.asarray(wrong))

    assert table.guess(*asked) is cache.load_or_guess(*asked)


def test_where_nothing_can_be_written_the_table_is_used_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    """A full or forbidden disk costs time, not the table."""
    blocked = f"{tmp_path}/file"
    with open(blocked, "w", encoding="utf-8"):  # noqa: PTH123
        monkeypatch.setenv("XDG_CACHE_HOME", blocked)
    asked = alone("S . 1")
    made = cache.load_or_measure(*asked)

    assert made is cache.load_or_guess(*asked)


def test_tables_are_known_by_all_that_matters() -> None:
    """Another board, edge, deck or save point: another table. Clocks and names: the same."""
    plain = cache.cache_file(*alone("S . 1"))
    others = [
        cache.cache_file(*alone("S . . 1")),
        cache.cache_file(*alone("S . 1", edge="wall")),
        cache.cache_file(*alone("S . 1", deck=126)),
        cache.cache_file(*alone("S . 1", flags_save=True)),
        cache.cache_file(*alone("S . 1", respawn_armour=7)),
    ]

    assert len({plain, *others}) == 1 + len(others)
    assert plain == cache.cache_file(*alone("S . 1", turn_seconds=45, afk="wait"))


def test_a_large_course_takes_no_longer_than_a_small_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer hands have to do, so whoever draws a course without end stops nobody."""
    monkeypatch.setattr(table, "ROOM", 4)
    asked = alone("S . . . . . . . . . . 1", edge="wall")
    made = cache.load_or_measure(*asked)

    assert 1 == made.policy.shape[-1]
    assert table.is_valid(made)
    assert made is cache.load_or_guess(*asked)


def test_memory_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever draws one course after the other fills the disk of a cache, not the memory."""
    monkeypatch.setattr(cache, "MOST_IN_MEMORY", 2)
    courses = [alone("S" + cells * " ." + " 1") for cells in range(1, 5)]
    first, *_ = [cache.load_or_measure(*asked) for asked in courses]

    assert 2 == len(cache._measured)
    assert first.turns.tobytes() == cache.load_or_guess(*courses[0]).turns.tobytes()


# The cache of compiled functions


def test_a_change_in_another_file_compiles_again() -> None:
    """Functions are compiled together with those of other files."""
    names = {Path(file).name for file in compiling.SOURCES}

    assert {"choosing.py", "iteration.py", "kernel.py", "playouts.py", "programs.py"} <= names
