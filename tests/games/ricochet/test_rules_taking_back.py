"""RC18: what may be taken back in a proof, and what a wrong move costs there."""

import pytest

from tests.games.ricochet.tabletop import ANN, BOB, Tabletop, bidding, proof_of_three
from tests.tabletop import refusal
from tinplate.game import Millis
from tinplate.games.ricochet.notation import parse_moves
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import PRESETS, Settings
from tinplate.games.ricochet.values import (
    MakeMove,
    ProofBegan,
    ProofFailed,
    Proving,
    RobotSlid,
    TakeBack,
    TokenReturned,
    TokenWon,
)

NONE, LAST = Settings(take_back="none"), Settings(take_back="last")
STRAIGHT = "G1R2B2Y2 ro5,ga14,bl14,yk16 yellow-square"  # yellow north would arrive at once
agreed = pytest.mark.parametrize("settings", [NONE, LAST], ids=["none", "last"])


def straight_ahead(settings: Settings) -> Tabletop:
    return Tabletop(STRAIGHT, settings=settings).turn().bid(ANN, 3).bid(BOB, 4).at(60_000).wait()


def test_the_tournament_and_solo_take_nothing_back() -> None:
    """RC18: elsewhere it is free, as in every log that is older than the setting."""
    assert {"classic-tournament": "none", "solo": "none"} == {
        name: settings.take_back
        for name, settings in PRESETS.items()
        if settings.take_back != "free"
    }
    assert "free" == Settings().take_back


def test_where_nothing_is_taken_back_it_is_neither_offered_nor_accepted() -> None:
    """RC18: `none`."""
    match = proof_of_three(NONE).move(ANN, "re")

    assert TakeBack() not in Ricochet().legal(match.state, ANN)
    assert "Moves are not taken back at this table." == refusal(lambda: match.take_back(ANN))


def test_only_the_last_move_is_taken_back() -> None:
    """RC18: `last`: another move has to follow before one can be taken back again."""
    match = proof_of_three(Settings(take_back="last")).move(ANN, "bn")
    assert TakeBack() in Ricochet().legal(match.state, ANN)

    match = bidding(settings=LAST).bid(ANN, 9).at(60_000).move(ANN, "bn re").take_back(ANN)

    assert TakeBack() not in Ricochet().legal(match.state, ANN)
    assert "Only the last move can be taken back." == refusal(lambda: match.take_back(ANN))
    match.move(ANN, "re")
    assert TakeBack() in Ricochet().legal(match.state, ANN)


def test_what_was_taken_back_still_counts() -> None:
    """RC18: `last`: it was made for all to see."""
    match = bidding(settings=LAST).bid(ANN, 4).at(60_000)
    match.move(ANN, "bn").take_back(ANN).move(ANN, "re rs rw")

    assert TokenWon(ANN, Target.RED_SQUARE, 4, Millis(60_000)) == match.last[-1]


def test_a_move_taken_back_can_cost_the_proof() -> None:
    """RC18: `last`: three were announced, and with the one taken back too few are left."""
    match = proof_of_three(LAST).move(ANN, "bn").take_back(ANN).move(ANN, "re rs")

    assert ProofFailed(ANN, "did not reach the target") == match.last[1]


def test_nothing_to_take_back_comes_first() -> None:
    """RC18: `last`, before any move."""
    expected = "There is no move to take back."

    assert expected == refusal(lambda: proof_of_three(LAST).take_back(ANN))


@agreed
def test_a_solution_that_does_not_arrive_is_over(settings: Settings) -> None:
    """RC14, RC18: with the last move announced the proof fails, and the next bidder proves."""
    match = bidding(settings=settings).bid(ANN, 2).bid(BOB, 4).at(60_000).move(ANN, "re rs")

    slid, *rest = match.last
    assert isinstance(slid, RobotSlid)
    failed = ProofFailed(ANN, "did not reach the target")
    assert [failed, ProofBegan(BOB, 4, Millis(120_000))] == rest
    assert match.markers == match.robots


@agreed
def test_going_straight_to_the_target_fails(settings: Settings) -> None:
    """RC10, RC18: it is no free try: the move was made, and it makes the solution void."""
    match = straight_ahead(settings)

    assert MakeMove(*parse_moves("yn")) in Ricochet().legal(match.state, ANN)
    match.move(ANN, "yn")
    assert ProofFailed(ANN, "went straight to the target") == match.last[1]
    assert match.markers == match.robots


def test_where_taking_back_is_free_it_is_refused_instead() -> None:
    """RC10, RC18: as before."""
    match = straight_ahead(Settings())

    assert MakeMove(*parse_moves("yn")) not in Ricochet().legal(match.state, ANN)
    assert "find another route" in refusal(lambda: match.move(ANN, "yn"))


@agreed
def test_what_is_no_move_costs_nothing(settings: Settings) -> None:
    """RC5, RC18: a robot that cannot leave its cell has not moved, so nothing is counted."""
    match = proof_of_three(settings).move(ANN, "re")

    assert "Red cannot move right: a wall is in the way." == refusal(lambda: match.move(ANN, "re"))
    assert isinstance(match.phase, Proving)
    assert 1 == len(match.phase.slides)
    assert TokenWon(ANN, Target.RED_SQUARE, 3, Millis(60_000)) == match.move(ANN, "rs rw").last[-1]


@agreed
def test_a_stop_on_a_barrier_costs_nothing(settings: Settings) -> None:
    """RC8, RC18: such a move cannot be made, the sheets say; the prover finds another one."""
    puzzle = "R1G2Y1B4 rf5,gb13,bl9,yh14 yellow-square"
    match = Tabletop(puzzle, settings=settings).turn().bid(ANN, 3).at(60_000)

    assert "it would have to stop on the barrier" in refusal(lambda: match.move(ANN, "yw"))
    assert isinstance(match.wait().phase, Proving)


@agreed
def test_when_every_solution_fails_the_token_goes_back(settings: Settings) -> None:
    """RC15, RC18."""
    match = bidding(settings=settings).bid(ANN, 1).at(60_000).move(ANN, "re")

    expected = TokenReturned(Target.RED_SQUARE, "every proof failed", Millis(60_000))
    assert expected == match.last[-1]
