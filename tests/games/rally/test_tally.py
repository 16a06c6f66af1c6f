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
