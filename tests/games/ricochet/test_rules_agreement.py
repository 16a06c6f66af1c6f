"""What players agree on within a round: RC17 (the glass) and RC23 to RC26."""

from functools import partial

import pytest

from tests.games.ricochet.tabletop import ANN, BOB, CLEO, Tabletop, bidding, proof_of_three
from tests.tabletop import is_away, offers, refusal
from tinplate.ending import Abstained
from tinplate.game import Malformed, Millis, Seat
from tinplate.games.ricochet.cli.narrate import tell
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.values import (
    Bid,
    Bidding,
    DoneSaid,
    DoubtProof,
    GlassAsked,
    MoveDemanded,
    Pause,
    ProofBegan,
    ProofDoubted,
    ProofFailed,
    Proving,
    SandTurned,
    SayDone,
    SkipAgreed,
    SkipToken,
    Thinking,
    TokenReturned,
    TokenTurned,
    TokenWon,
    TurnGlass,
)
from tinplate.match import Entry

GAME = Ricochet()
FOR_EVER = Settings(patience_seconds=0)
RED = Target.RED_SQUARE


def leaves(match: Tabletop, seat: Seat) -> Tabletop:
    events = GAME.forfeit(match.state, seat, match.now)
    match.match.append(Entry(match.match.version + 1, match.now, events))
    return match


def done(match: Tabletop) -> tuple[Seat, ...]:
    assert isinstance(match.phase, Bidding)
    return match.phase.done


# RC17: a player turns the glass


def test_where_patience_never_ends_a_player_turns_the_glass() -> None:
    """RC17: after 4 minutes, as the sheets have it; a bid turns the sand afresh."""
    match = bidding(settings=FOR_EVER).at(240_000).does(BOB, TurnGlass())

    assert (SandTurned(Millis(300_000), BOB),) == match.last
    assert Thinking(RED, Millis(300_000), sand_runs=True) == match.phase
    returned = TokenReturned(RED, "nobody bid", Millis(300_000))
    assert (returned,) == match.at(300_000).wait().last


def test_before_that_the_glass_waits() -> None:
    """RC17: nobody can hurry the others: it is turned when the 4 minutes are over."""
    match = bidding(settings=FOR_EVER).at(10_000).does(BOB, TurnGlass())

    assert (GlassAsked(BOB, Millis(240_000)),) == match.last
    assert 240_000 == match.deadline
    assert (SandTurned(Millis(300_000)),) == match.at(240_000).wait().last


def test_the_glass_is_turned_once() -> None:
    """RC17: not while it was asked for, while it runs, or where patience does it."""
    expected = "The hourglass needs no turning now."
    asked = bidding(settings=FOR_EVER).does(BOB, TurnGlass())
    running = bidding(settings=FOR_EVER).at(240_000).does(BOB, TurnGlass())

    for match in (asked, running, bidding(), bidding(settings=FOR_EVER).bid(ANN, 3), Tabletop()):
        assert expected == refusal(partial(match.does, CLEO, TurnGlass()))
        assert TurnGlass() not in GAME.legal(match.state, CLEO)


# RC23: players say that they are done


def test_when_everybody_is_done_the_sand_ends() -> None:
    """RC23: the lowest bidder proves at once."""
    match = bidding().bid(ANN, 3).at(10_000).does(BOB, SayDone()).does(CLEO, SayDone())
    before = match.phase
    match.does(ANN, SayDone())

    assert isinstance(before, Bidding)
    assert (DoneSaid(ANN), ProofBegan(ANN, 3, Millis(70_000))) == match.last


def test_one_who_thinks_on_keeps_the_sand() -> None:
    """RC23: everybody, or nobody."""
    match = bidding().bid(ANN, 3).does(BOB, SayDone()).does(ANN, SayDone())

    assert (BOB, ANN) == done(match)
    assert (ProofBegan(ANN, 3, Millis(120_000)),) == match.at(60_000).wait().last


def test_a_bid_below_all_others_asks_everybody_again() -> None:
    """RC23: they were done in view of a higher one."""
    match = bidding().bid(ANN, 5).does(ANN, SayDone()).does(BOB, SayDone()).bid(CLEO, 4)

    assert () == done(match)
    assert SayDone() in GAME.legal(match.state, ANN)


def test_another_bid_only_takes_back_the_bidders_own_word() -> None:
    """RC23: an equal or higher number changes nothing for the others."""
    match = bidding().bid(ANN, 5).does(ANN, SayDone()).does(BOB, SayDone()).bid(BOB, 5)

    assert (ANN,) == done(match)


def test_a_withdrawn_bid_asks_everybody_again() -> None:
    """RC18, RC23: it was the one to beat; and nobody waits for the word of who is out."""
    match = bidding().bid(ANN, 3).bid(BOB, 5).does(BOB, SayDone()).does(CLEO, SayDone())
    leaves(match, ANN)

    assert () == done(match)
    assert () == offers(GAME, match.state, ANN)
    match.does(BOB, SayDone()).does(CLEO, SayDone())
    assert ProofBegan(BOB, 5, Millis(60_000)) == match.last[-1]


def test_one_says_done_once_and_only_while_bids_are_made() -> None:
    """RC23."""
    match = bidding().bid(ANN, 3).does(BOB, SayDone())

    assert "You have already said so." == refusal(lambda: match.does(BOB, SayDone()))
    for other in (Tabletop(), bidding(), proof_of_three()):
        expected = "There is no bidding to be done with."
        assert expected == refusal(partial(other.does, BOB, SayDone()))
        assert SayDone() not in GAME.legal(other.state, BOB)


# RC24: a token is skipped


@pytest.mark.parametrize("now", [10_000, 310_000])
def test_a_token_is_skipped_when_everybody_agrees(now: int) -> None:
    """RC17, RC24: while all think, or while the sand runs without a bid; another is drawn."""
    match = bidding().at(now).wait()
    for seat in (ANN, BOB, CLEO):
        match.does(seat, SkipToken())

    assert (SkipAgreed(CLEO), TokenReturned(RED, "skipped", Millis(now))) == match.last
    assert Pause(RED, Millis(now)) == match.phase
    (turned,) = match.turn().last
    assert isinstance(turned, TokenTurned)
    assert RED is not turned.target


def test_a_bid_ends_all_talk_of_skipping() -> None:
    """RC24: somebody has a route."""
    match = bidding().does(ANN, SkipToken()).does(BOB, SkipToken()).bid(CLEO, 9)

    expected = "A token can be skipped only while nobody has bid on it."
    assert expected == refusal(lambda: match.does(CLEO, SkipToken()))
    assert SkipToken() not in GAME.legal(match.state, CLEO)


def test_whoever_would_skip_may_still_bid() -> None:
    """RC24: a route can be found in the meantime."""
    match = bidding().does(ANN, SkipToken())

    assert "You have already said so." == refusal(lambda: match.does(ANN, SkipToken()))
    assert Bid(9) in GAME.legal(match.state, ANN)


def test_solo_skips_nothing() -> None:
    """RC21, RC24: all 17 are played."""
    match = bidding(seats=1, settings=Settings(solo=True))

    expected = "Solo plays every token; none is skipped."
    assert expected == refusal(lambda: match.does(ANN, SkipToken()))


def test_the_turning_of_the_glass_keeps_what_was_said() -> None:
    """RC17, RC24."""
    match = bidding().does(ANN, SkipToken()).at(300_000).wait()

    assert Thinking(RED, Millis(360_000), sand_runs=True, skips=(ANN,)) == match.phase


# RC25: a proof is doubted


def test_a_proof_that_nobody_believes_in_is_stopped() -> None:
    """RC25: when all others agree, it has 15 seconds to go on; the next bidder proves."""
    match = bidding().bid(ANN, 3).bid(BOB, 4).at(60_000).wait().at(70_000)
    match.does(BOB, DoubtProof()).does(CLEO, DoubtProof())

    assert (ProofDoubted(CLEO), MoveDemanded(Millis(85_000))) == match.last
    assert 85_000 == match.deadline
    stopped = ProofFailed(ANN, "was stopped by the others")
    assert (stopped, ProofBegan(BOB, 4, Millis(145_000))) == match.at(85_000).wait().last


def test_one_who_believes_is_enough() -> None:
    """RC25: all others, or nobody."""
    match = proof_of_three().at(70_000).does(BOB, DoubtProof())

    assert (ProofDoubted(BOB),) == match.last
    assert 120_000 == match.deadline


def test_a_proof_that_goes_on_answers_the_doubts() -> None:
    """RC25: nobody can be stopped while they show what they announced."""
    match = (
        proof_of_three().does(BOB, DoubtProof()).does(CLEO, DoubtProof()).at(74_000).move(ANN, "re")
    )

    assert isinstance(match.phase, Proving)
    assert ((), None) == (match.phase.doubts, match.phase.move_due)
    match.at(76_000).move(ANN, "rs rw")
    assert TokenWon(ANN, RED, 3, Millis(76_000)) == match.last[-1]


def test_trying_about_does_not_answer_them() -> None:
    """RC25: only a proof that gets further than before, so that it cannot be drawn out for ever."""
    match = proof_of_three(Settings(proof_seconds=0)).move(ANN, "re").does(BOB, DoubtProof())
    match.does(CLEO, DoubtProof()).take_back(ANN).move(ANN, "bn")

    assert 75_000 == match.deadline
    match.at(75_000).wait()
    assert ProofFailed(ANN, "was stopped by the others") == match.last[0]


def test_the_clock_of_the_proof_may_be_sooner() -> None:
    """RC18, RC25."""
    match = proof_of_three().at(110_000).does(BOB, DoubtProof()).does(CLEO, DoubtProof())

    assert 120_000 == match.deadline
    assert ProofFailed(ANN, "ran out of time") == match.at(120_000).wait().last[0]


def test_only_the_others_doubt_and_only_a_proof() -> None:
    """RC25."""
    expected = "There is no proof of another player to stop."
    match = proof_of_three()

    assert expected == refusal(lambda: match.does(ANN, DoubtProof()))
    assert expected == refusal(lambda: bidding().does(ANN, DoubtProof()))
    match.does(BOB, DoubtProof())
    assert "You have already said so." == refusal(lambda: match.does(BOB, DoubtProof()))
    assert () == offers(GAME, match.state, BOB)


def test_each_proof_is_doubted_anew() -> None:
    """RC14, RC25."""
    match = (
        bidding().bid(ANN, 3).bid(BOB, 4).at(60_000).wait().does(CLEO, DoubtProof()).give_up(ANN)
    )

    assert (DoubtProof(),) == offers(GAME, match.state, CLEO)


# RC26: players who are away


def test_nobody_waits_for_the_word_of_who_is_away() -> None:
    """RC23, RC26."""
    match = bidding().bid(ANN, 3).at(5_000).does(ANN, SayDone()).does(BOB, SayDone())

    assert GAME.is_awaited(match.state, CLEO)
    is_away(match, CLEO)
    assert (Abstained(CLEO), ProofBegan(ANN, 3, Millis(65_000))) == match.last


def test_nor_for_a_skip() -> None:
    """RC24, RC26."""
    match = is_away(bidding().does(ANN, SkipToken()).does(BOB, SkipToken()), CLEO)

    assert (Abstained(CLEO), TokenReturned(RED, "skipped")) == match.last


def test_nor_for_a_doubt() -> None:
    """RC25, RC26."""
    match = is_away(proof_of_three().does(BOB, DoubtProof()), CLEO)

    assert (Abstained(CLEO), MoveDemanded(Millis(75_000))) == match.last


def test_the_absent_agree_to_nothing_on_their_own() -> None:
    """RC26: only when somebody who is there has said so, and nobody asks who has spoken."""
    for match in (Tabletop(), bidding(), bidding().bid(ANN, 3), proof_of_three()):
        assert not GAME.is_awaited(match.state, CLEO)
        with pytest.raises(Malformed, match="nobody waits for the voice of seat 2"):
            GAME.abstain(match.state, CLEO, match.now)
    assert not GAME.is_awaited(proof_of_three().does(BOB, DoubtProof()).state, ANN)
    assert not GAME.is_awaited(bidding().does(BOB, SkipToken()).state, BOB)


def test_one_who_is_back_is_heard_again() -> None:
    """RC26: a bid is enough, and the others wait for them again; with the next token, too."""
    match = is_away(bidding().bid(ANN, 5).does(BOB, SayDone()), CLEO)
    assert (CLEO,) == match.state.abstaining

    assert () == match.bid(CLEO, 4).state.abstaining
    match = is_away(bidding().does(BOB, SkipToken()), CLEO).does(ANN, SkipToken())
    assert () == match.turn().state.abstaining


def test_the_last_voice_may_come_after_the_absence() -> None:
    """RC26: then it is the one that counts."""
    match = is_away(bidding().bid(ANN, 3).does(BOB, SayDone()), CLEO)
    assert isinstance(match.phase, Bidding)

    assert ProofBegan(ANN, 3, Millis(60_000)) == match.does(ANN, SayDone()).last[-1]


def test_a_log_cannot_agree_to_what_is_not_there() -> None:
    """RC23 to RC26."""
    pause = Tabletop().state
    for event in (DoneSaid(ANN), SkipAgreed(ANN), ProofDoubted(ANN), Abstained(ANN)):
        with pytest.raises(Malformed, match="cannot happen while Pause"):
            GAME.evolve(pause, event)


def test_it_is_told() -> None:
    """RC17, RC23 to RC26: a sentence for each."""
    said = [
        tell(event, ["Ann", "Bob"])
        for event in (
            GlassAsked(BOB, Millis(0)),
            SandTurned(Millis(0), BOB),
            DoneSaid(BOB),
            SkipAgreed(BOB),
            ProofDoubted(BOB),
            MoveDemanded(Millis(0)),
            Abstained(BOB),
        )
    ]

    assert [
        "Bob asks for the hourglass; it is turned after 4 minutes.",
        "Nobody has bid yet; Bob turns the hourglass.",
        "Bob has nothing better.",
        "Bob wants to skip this token.",
        "Bob wants to stop this proof.",
        "Everyone else wants to stop this proof: move within 15 seconds.",
        "Bob is away; the others go on without them.",
    ] == said
