"""The rounds of a match, folded from its log."""

import msgspec
import pytest

from tests.games.ricochet.tabletop import ANN, BOB, PUZZLE, Tabletop, bidding
from tinplate.game import Millis, Rejected
from tinplate.games.ricochet.board import format_robots
from tinplate.games.ricochet.notation import format_moves
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.rounds import BidMade, Round, RoundFold, position_to_solve
from tinplate.games.ricochet.settings import PRESETS
from tinplate.games.ricochet.values import ClaimRoute, Thinking


def rounds_of(match: Tabletop) -> tuple[Round, ...]:
    fold = RoundFold(match.match.opening)
    for entry in match.match.log:
        fold.add(entry.at, entry.events)
    return tuple(fold.finished)


def proofs_of(told: Round) -> list[tuple[int, int | None, str, str | None]]:
    return [
        (proof.seat, proof.moves, format_moves(slid.move for slid in proof.slides), proof.failed)
        for proof in told.proofs
    ]


def first_fails_then_bob_proves() -> Tabletop:
    match = bidding().at(2_000).bid(ANN, 4).at(5_000).bid(BOB, 3).at(9_000).bid(ANN, 2)
    match.at(62_000).wait().move(ANN, "re").give_up(ANN)
    return match.move(BOB, "re rs").take_back(BOB).move(BOB, "rs rw")


def test_a_round_that_was_won() -> None:
    """The puzzle, every bid with its time, every proof without what was taken back, who won."""
    [told] = rounds_of(first_fails_then_bob_proves())

    assert (1, PUZZLE, Target.RED_SQUARE) == (told.number, told.position, told.target)
    assert "ro5,ga14,bl14,yj16" == format_robots(told.robots)
    assert told.bids == (
        BidMade(ANN, 4, Millis(2_000)),
        BidMade(BOB, 3, Millis(5_000)),
        BidMade(ANN, 2, Millis(9_000)),
    )
    assert [(ANN, 2, "re", "gave up"), (BOB, 3, "re rs rw", None)] == proofs_of(told)
    assert told.winner == BOB


def test_a_round_that_nobody_won() -> None:
    """RC15, RC17: no winner; where nobody bid, no bids and no proofs."""
    failed = bidding().bid(ANN, 1).at(60_000).wait().move(ANN, "re rs")
    asleep = bidding(settings=PRESETS["classic"]).at(10_000_000).wait()

    assert [(ANN, 1, "re rs", "made more moves than announced")] == proofs_of(rounds_of(failed)[0])
    assert rounds_of(failed)[0].winner is None
    assert [((), (), None)] == [(one.bids, one.proofs, one.winner) for one in rounds_of(asleep)]


def test_a_round_that_is_on_is_not_told() -> None:
    """Only what is over; the next one begins where the robots then stood, with its own clock."""
    match = first_fails_then_bob_proves()
    after_one = match.robots
    match.at(100_000).turn().at(101_500).bid(BOB, 1)
    while_on = rounds_of(match)
    match.at(400_000).wait()
    first, second = rounds_of(match)

    assert (first,) == while_on
    assert (2, after_one) == (second.number, format_robots(second.robots))
    assert second.bids == (BidMade(BOB, 1, Millis(1_500)),)


def test_a_solo_round_that_was_missed() -> None:
    """RC21: the sand ran out, or the proof failed."""
    match = bidding(seats=1, settings=PRESETS["solo"])
    match.does(ANN, ClaimRoute()).give_up(ANN).at(1_000).turn().at(10_000_000).wait()
    failed, late = rounds_of(match)

    assert [(ANN, None, "", "gave up")] == proofs_of(failed)
    assert ((), None) == (late.proofs, late.winner)


def test_which_rounds_may_be_solved() -> None:
    """RC16: those that were won; no position of theirs comes again."""
    match = bidding().bid(ANN, 3).at(60_000).wait().move(ANN, "re rs rw")
    over = rounds_of(match)

    assert PUZZLE == str(position_to_solve(over, 1, match.state))
    with pytest.raises(Rejected, match="Round 2 of this match is not over yet"):
        position_to_solve(over, 2, match.state)


def test_a_token_that_may_come_again_is_not_solved() -> None:
    """RC15, RC17: whoever looked it up would know the answer when it is turned up again."""
    match = bidding().at(10_000_000).wait()
    over = rounds_of(match)
    phase = Thinking(over[0].target, until=None, sand_runs=False)
    again = msgspec.structs.replace(match.state, phase=phase)
    goal = msgspec.structs.replace(match.state.settings, goal=1)
    won = tuple((Target.VORTEX,) if seat == ANN else () for seat in range(match.state.seats))
    ended = msgspec.structs.replace(match.state, settings=goal, won=won)

    for state in (match.state, again):
        with pytest.raises(Rejected, match="may come up again"):
            position_to_solve(over, 1, state)
    assert PUZZLE == str(position_to_solve(over, 1, ended))
