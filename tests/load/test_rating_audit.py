"""Rated matches that ended are looked up in the logs of ratings, and computed again."""

from msgspec.structs import replace

from tinplate.games import packs
from tinplate.load.rating_audit import RatingAudit, audited_ratings
from tinplate.ratings.model import Skill
from tinplate.ratings.results import RatedMatch, RatedSeat
from tinplate.ratings.standings import RATINGS, PoolStandings, RatedRow, encode_row
from tinplate.store.log import Head, Moment, Row
from tinplate.store.memory import MemoryStore

GAME = next(name for name, pack in packs().items() if pack.speeds)
SEATS = (RatedSeat("Ann", 1, "a"), RatedSeat("Bob", 2, "b"))


def recorded(*matches: str) -> list[RatedRow]:
    """Ann wins all of them."""
    standings, rows = PoolStandings(packs()[GAME].bot_ratings), list[RatedRow]()
    for match in matches:
        rows.append(standings.rated(RatedMatch(match, GAME, "usual", 1, SEATS)))
        standings.add(rows[-1])
    return rows


async def found_in(rows: list[RatedRow], *ended: str) -> RatingAudit:
    store = MemoryStore()
    head = Head("ratings", RATINGS, len(rows) - 1, None, False, True, Moment(1), b"")  # noqa: FBT003
    written = [Row(at, Moment(1), encode_row(row)) for at, row in enumerate(rows)]
    await store.append(head, written)
    return await audited_ratings(store, ended)


async def test_all_are_recorded_once() -> None:
    """And computed again they are the same."""
    assert RatingAudit(recorded=3) == await found_in(recorded("x", "y", "z"), "x", "y", "z")


async def test_a_match_that_is_not_recorded_is_noticed() -> None:
    """Its end was acknowledged."""
    assert 1 == (await found_in(recorded("x"), "x", "y")).missing


async def test_a_match_that_is_recorded_twice_is_noticed() -> None:
    """Although its numbers follow from each other."""
    assert RatingAudit(recorded=3, doubled=1) == await found_in(recorded("x", "y", "x"), "x", "y")


async def test_a_number_that_is_wrong_is_noticed() -> None:
    """And those that follow from it."""
    first, second = recorded("x", "y")
    wrong = replace(first, skills=(Skill(1700), first.skills[1]))

    assert 2 == (await found_in([wrong, second], "x", "y")).different
