"""Which matches count for ratings, and for whom they are lost: by the log of the table."""

from msgspec.structs import replace

from tests.lobby.test_rules import ALL, ANN, BOB, CLEO, MATCH, TERMS, after
from tinplate.game import Outcome, Seat
from tinplate.lobby.rules import end_match, folded, handle_absence, handle_return, open_table
from tinplate.lobby.values import Guest, Sit, Stand, Start, Table, VoteAway
from tinplate.ratings.results import RatedMatch

RATED = replace(TERMS, is_rated=True, speed="usual", stand_in="random")
WON = Outcome((Seat(2),), "first to 8 tokens")


def playing() -> Table:
    """Ann, Bob and Cleo."""
    return after(open_table(RATED, 3, ANN), (BOB, Sit(1)), (CLEO, Sit(2)), (ANN, Start()))


def counted(table: Table) -> tuple[RatedMatch, ...]:
    """Cleo has won, Bob is second."""
    return folded(table, end_match(table, MATCH, WON, (3, 2, 1), 1000)).to_rate


def places(table: Table) -> dict[str | None, int]:
    [match] = counted(table)
    return {one.person: one.place for one in match.seats}


def away_and_back(table: Table, guest: Guest) -> Table:
    away = folded(table, handle_absence(table, guest.id, ("a", "b")))
    assert away.chairs[2].is_away
    return folded(away, handle_return(away, guest.id))


def test_all_come_in_as_they_have_played() -> None:
    """Where nobody leaves."""
    assert {"a": 3, "b": 2, "c": 1} == places(playing())


def test_nobody_wins_by_leaving() -> None:
    """Whatever the bot that plays on wins."""
    assert {"a": 2, "b": 1, "c": 3} == places(after(playing(), (CLEO, Stand())))


def test_coming_back_does_not_undo_leaving() -> None:
    """A bot has played: nobody knows what is theirs."""
    table = away_and_back(playing(), CLEO)

    assert not table.chairs[2].is_away
    assert {"a": 2, "b": 1, "c": 3} == places(table)


def test_where_somebody_was_voted_away_nothing_counts() -> None:
    """Allies could do that to those who are about to win."""
    votes = ((ANN, VoteAway(2)), (BOB, VoteAway(2)))

    assert () == counted(after(playing(), *votes, there=ALL))


def test_the_next_match_begins_without_leavers() -> None:
    """What somebody did in the last one is not held against them."""
    table = away_and_back(playing(), CLEO)
    table = folded(table, end_match(table, MATCH, WON, (3, 2, 1), 1000))
    again = after(table, (ANN, Start()))

    assert () == again.left
