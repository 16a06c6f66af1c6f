"""What each robot did in a match, counted from its events."""

from tests.games.rally.tabletop import ANN, BOB, FLOOR, Tabletop
from tinplate.games.rally.tally import Counting, Tally
from tinplate.games.rally.values import TurnBegan


def tallies(match: Tabletop) -> tuple[Tally, ...]:
    counting = Counting(match.state.seats)
    counting.add(match.last)
    return counting.tallies


def test_whoever_pushes_a_robot_off_the_board_has_destroyed_it() -> None:
    """R29, D3: also if it was not meant."""
    match = Tabletop(FLOOR, "B1w move1", "A1n").plays("move1")

    assert (1, 0) == (tallies(match)[ANN].kills, tallies(match)[ANN].deaths)
    assert (0, 1) == (tallies(match)[BOB].kills, tallies(match)[BOB].deaths)


def test_whoever_falls_alone_is_nobodys() -> None:
    """D3: a death counts for itself."""
    match = Tabletop(FLOOR, "A1w move1", "E5n").plays("move1")

    assert [0, 0] == [tally.kills for tally in tallies(match)]
    assert [1, 0] == [tally.deaths for tally in tallies(match)]


def test_shots_are_hits_and_the_last_one_is_a_kill() -> None:
    """R19, R20: of everybody who shot in the register in which the armour was gone."""
    match = Tabletop(FLOOR, "A3n right", "D3n armour=1").plays("right")
    hits, kills = tallies(match)[ANN].hits, tallies(match)[ANN].kills

    assert (1, 1) == (hits, kills)
    assert 1 == tallies(match)[BOB].deaths


def test_flags_are_counted_with_their_turns() -> None:
    """R3: when each of them was touched."""
    match = Tabletop("S . 1 . 2", "B1e move1", "A1n").plays("move1")
    counting = Counting(2)
    counting.add((TurnBegan(3), *match.last))

    assert (3,) == counting.tallies[ANN].flags
    assert () == counting.tallies[BOB].flags


def test_the_way_of_a_robot_is_counted_in_cells() -> None:
    """D4, R40, R9: what its cards drove, what belts and pushers carried; a wall is nothing."""
    belt = tallies(Tabletop("S > . .\n. . . 1", "A1e move1", "A2n").plays("move1"))[ANN]
    pusher = tallies(Tabletop("S P>1 .\n. . 1", "A1e move1", "A2n").plays("move1"))[ANN]
    wall = tallies(Tabletop("Se . 1", "A1e move1", "B1n").plays("move1"))[ANN]

    assert (1, 1) == (belt.driven, belt.carried)
    assert (1, 1) == (pusher.driven, pusher.carried)
    assert (0, 0) == (wall.driven, wall.carried)


def test_both_ends_of_a_push_are_counted() -> None:
    """R29: each cell that one robot pushed another."""
    match = Tabletop(FLOOR, "A2e move2", "B2n").plays("move2")
    ann, bob = tallies(match)

    assert (2, 0, 2) == (ann.pushes, ann.pushed, ann.driven)
    assert (0, 2, 0) == (bob.pushes, bob.pushed, bob.driven)


def test_lost_armour_is_counted() -> None:
    """R43: whoever took it."""
    ann, bob = tallies(Tabletop(FLOOR, "A3n right", "D3n").plays("right"))

    assert ann.hits == bob.lost > 0
    assert bob.hits == ann.lost
