"""Which matches count, and in which order their players came in."""

from tinplate.game import Seat
from tinplate.ratings.results import RatedMatch, RatedSeat, comparable, ranked, with_leavers_last
from tinplate.ratings.standings import HISTORY, PoolStandings, decode_row, encode_row

ANN, BOB = RatedSeat("Ann", 1, person="a"), RatedSeat("Bob", 2, person="b")
KNOWN, UNKNOWN = RatedSeat("x (bot)", 2, bot="x"), RatedSeat("y (bot)", 3, bot="y")


def a_match(*seats: RatedSeat, match: str = "m1", at: int = 1) -> RatedMatch:
    return RatedMatch(match, "any", "usual", at, seats)


def test_equal_scores_share_a_place() -> None:
    """And the next one is as far behind as there are players before it."""
    assert ranked([5, 2, 2, 1]) == (1, 2, 2, 4)


def test_leaving_loses() -> None:
    """However well a bot has played on; all who left share the last place."""
    assert with_leavers_last((1, 2, 3), [Seat(0)]) == (3, 1, 2)
    assert with_leavers_last((1, 2, 2, 4), [Seat(0), Seat(3)]) == (3, 1, 1, 3)
    assert with_leavers_last((1, 2), []) == (1, 2)


def test_bots_of_unknown_strength_are_not_compared() -> None:
    """It takes a person, and somebody else."""
    assert comparable(a_match(ANN, KNOWN, UNKNOWN), {"x"}) == a_match(ANN, KNOWN)
    assert comparable(a_match(ANN, UNKNOWN), {"x"}) is None
    assert comparable(a_match(KNOWN, KNOWN), {"x"}) is None
    assert comparable(a_match(ANN, BOB), ()) == a_match(ANN, BOB)


def test_bots_do_not_drift() -> None:
    """They anchor the scale: whoever beats them gains, and they lose nothing."""
    standings = PoolStandings({"x": 1700})
    row = standings.rated(a_match(ANN, KNOWN))
    standings.add(row)
    assert row.skills[1] == standings.rated_bots["x"]
    assert standings.skill("a").mean > 1500
    assert standings.skill(None, "x").mean == 1700


def test_a_row_is_read_as_it_was_written() -> None:
    """To the last digit."""
    row = PoolStandings({}).rated(a_match(ANN, BOB))
    assert decode_row(encode_row(row)) == row


def test_a_long_history_keeps_its_end() -> None:
    """A person's curve has the latest points; their matches are all counted."""
    standings = PoolStandings({})
    for number in range(2 * HISTORY + 10):
        standings.add(standings.rated(a_match(ANN, BOB, match=f"m{number}", at=number)))
    ann = standings.standing("a")
    assert ann is not None
    assert ann.matches == 2 * HISTORY + 10
    assert ann.history[-1].at == 2 * HISTORY + 9 == ann.last_at
    assert len(ann.history) <= HISTORY
    assert len(ann.steps()) == len(ann.history) - 1  # what was before the first is forgotten


def test_what_each_match_changed_is_known_by_its_end() -> None:
    """From the rating of a newcomer on: each begins where the one before has ended."""
    standings = PoolStandings({})
    for number in range(3):
        standings.add(standings.rated(a_match(ANN, BOB, match=f"m{number}", at=number)))
    ann, recorded = standings.standing("a"), standings.recorded("m2")
    assert ann is not None
    assert recorded is not None
    first, second, third = ann.steps().values()
    assert (first.before, second.before, third.before) == (1500, first.after, second.after)
    assert ann.steps()[2] == recorded.steps["a"]
