"""Which matches count for ratings, and for whom they are lost: by the log of the table."""

import pytest
from msgspec.structs import replace

from tests.lobby.test_rules import ALL, ANN, BOB, CLEO, MATCH, TERMS, after
from tinplate.ending import ABORTED, BY_AGREEMENT
from tinplate.game import Outcome, Seat
from tinplate.lobby.rules import (
    FinalPlaces,
    end_match,
    folded,
    handle_absence,
    handle_return,
    open_table,
)
from tinplate.lobby.values import Guest, SeatBot, Sit, Stand, Start, Table, Terms, VoteAway
from tinplate.ratings.results import RatedMatch

RATED = replace(TERMS, is_rated=True, speed="usual", stand_in="random")
BOTS = ((ANN, SeatBot(1, "random")), (ANN, SeatBot(2, "random")))
WON = Outcome((Seat(2),), "first to 8 tokens")


def playing() -> Table:
    """Ann, Bob and Cleo."""
    return after(open_table(RATED, 3, ANN), (BOB, Sit(1)), (CLEO, Sit(2)), (ANN, Start()))


def counted(table: Table) -> tuple[RatedMatch, ...]:
    """Cleo has won, Bob is second."""
    return folded(table, end_match(table, MATCH, WON, FinalPlaces((3, 2, 1)), 1000)).to_rate


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


def fates(table: Table) -> tuple[str | None, ...]:
    """Of Ann, Bob and Cleo, who has won."""
    [played] = folded(table, end_match(table, MATCH, WON, FinalPlaces((3, 2, 1)), 1000)).to_record
    return tuple(one.fate for one in played.seats)


def test_records_say_how_somebody_was_out_of_a_match() -> None:
    """So no list claims what a bot has won for them. Whoever came back has their own result."""
    away = folded(playing(), handle_absence(playing(), CLEO.id, ("a", "b")))
    votes = ((ANN, VoteAway(2)), (BOB, VoteAway(2)))

    assert (None, None, None) == fates(away_and_back(playing(), CLEO))
    assert (None, None, "away") == fates(away)
    assert (None, None, "left") == fates(after(playing(), (CLEO, Stand())))
    assert (None, None, "voted") == fates(after(playing(), *votes, there=ALL))
    assert (None, None, "conceded") == fates(replace(playing(), conceded=(Seat(2),)))


def test_the_next_match_begins_without_leavers() -> None:
    """What somebody did in the last one is not held against them."""
    table = away_and_back(playing(), CLEO)
    table = folded(table, end_match(table, MATCH, WON, FinalPlaces((3, 2, 1)), 1000))
    again = after(table, (ANN, Start()))

    assert () == again.left


def alone(terms: Terms = RATED) -> Table:
    """Ann, and a bot on either side."""
    return after(open_table(terms, 3, ANN), *BOTS, (ANN, Start()))


def ended_by_people(table: Table, because: str, resigned: tuple[Seat, ...] = ()) -> Table:
    """While the first seat leads, and the second is last."""
    places = () if because == ABORTED else (1, 3, 2)
    outcome = Outcome((Seat(0),), because)
    return folded(table, end_match(table, MATCH, outcome, FinalPlaces(places, resigned), 1000))


@pytest.mark.parametrize(
    ("because", "bots"), [(BY_AGREEMENT, (2, 1)), (ABORTED, (1, 1))], ids=["ended", "aborted"]
)
def test_nobody_gains_by_ending_a_match_against_bots(because: str, bots: tuple[int, int]) -> None:
    """There is nobody to agree with: one could wait until one leads, or stop before one loses."""
    [match] = ended_by_people(alone(), because).to_rate

    assert (3, *bots) == tuple(one.place for one in match.seats)


def test_of_those_who_resigned_the_one_who_ends_it_against_bots_is_ahead() -> None:
    """They have played longer."""
    table = after(open_table(RATED, 3, ANN), (BOB, Sit(1)), BOTS[1], (ANN, Start()))
    [match] = ended_by_people(table, BY_AGREEMENT, (Seat(1),)).to_rate

    assert [2, 3, 1] == [one.place for one in match.seats]


def test_people_who_agree_count_as_it_stands() -> None:
    """Bots or not."""
    table = after(open_table(RATED, 3, ANN), (BOB, Sit(1)), BOTS[1], (ANN, Start()))
    [match] = ended_by_people(table, BY_AGREEMENT).to_rate

    assert [1, 3, 2] == [one.place for one in match.seats]
    assert () == ended_by_people(table, ABORTED).to_rate


def test_a_player_whom_all_people_left_may_end_the_match() -> None:
    """They have left, and are last."""
    table = after(playing(), (BOB, Stand()), (CLEO, Stand()))
    [match] = ended_by_people(table, BY_AGREEMENT).to_rate

    assert [1, 2, 2] == [one.place for one in match.seats]


def test_a_match_against_bots_that_does_not_count_is_recorded_as_it_stands() -> None:
    """Nobody gains by it."""
    [match] = ended_by_people(alone(replace(RATED, speed=None)), BY_AGREEMENT).to_record

    assert [1, 3, 2] == [one.place for one in match.seats]
