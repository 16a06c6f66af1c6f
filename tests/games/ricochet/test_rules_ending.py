"""A match that its players end, or give up: RC27 to RC29."""

from functools import partial

import pytest

from tests.games.ricochet.tabletop import ANN, BOB, CLEO, Tabletop, bidding, proof_of_three
from tests.tabletop import is_away, refusal
from tinplate.ending import (
    ABORTED,
    OTHERS_RESIGNED,
    SOMEBODY_AWAY,
    AbortAgreed,
    AbortMatch,
    Abstained,
    EndAgreed,
    Ending,
    EndMatch,
    OfferDeclined,
    PlayOn,
    PlayOnSaid,
    Resign,
    Resigned,
)
from tinplate.game import Millis, Outcome, bot_consent, bot_offers
from tinplate.games.ricochet.cli.narrate import tell
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.rounds import RoundFold
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import PRESETS
from tinplate.games.ricochet.values import (
    Bid,
    BidWithdrawn,
    DoubtProof,
    GiveUp,
    MatchAborted,
    MatchEnded,
    MoveDemanded,
    Pause,
    ProofBegan,
    ProofFailed,
    SayDone,
    SkipToken,
    State,
    Thinking,
    TokenReturned,
    TurnToken,
)

GAME = Ricochet()
RED = Target.RED_SQUARE
END = EndMatch()
NEVER_SAID = "Nobody has asked to end the match."


def outcome(match: Tabletop) -> Outcome | None:
    return GAME.outcome(match.state)


def test_when_everybody_would_end_the_match_it_is_over() -> None:
    """RC27: at once, and the most tokens win, as in RC19."""
    match = Tabletop(won=(2, 3, 1)).at(5_000).does(ANN, END).does(CLEO, END)
    before = outcome(match)
    match.does(BOB, END)

    assert before is None
    assert (EndAgreed(BOB), MatchEnded(Millis(5_000))) == match.last
    assert Outcome((BOB,), "ended by agreement") == outcome(match)
    assert "The match is over." == refusal(lambda: match.does(ANN, TurnToken()))
    assert () == GAME.legal(match.state, ANN)


def test_equally_many_tokens_share_the_win() -> None:
    """RC27, RC19."""
    match = Tabletop(won=(2, 0, 2)).does(ANN, END).does(BOB, END).does(CLEO, END)

    assert Outcome((ANN, CLEO), "ended by agreement") == outcome(match)


@pytest.mark.parametrize(
    "match",
    [Tabletop(), bidding(), bidding().bid(ANN, 3), proof_of_three()],
    ids=lambda match: type(match.phase).__name__,
)
def test_at_any_time(match: Tabletop) -> None:
    """RC27: between rounds and in each part of one; no clock runs after it."""
    for seat in (ANN, BOB, CLEO):
        assert END in GAME.legal(match.state, seat)
        match.does(seat, END)

    assert outcome(match) is not None
    assert match.deadline is None


def test_the_token_that_is_up_stays_unwon() -> None:
    """RC27: the robots go back to their markers, as after a round that nobody won."""
    match = proof_of_three()
    markers = match.markers
    match.move(ANN, "re")
    assert markers != match.robots
    for seat in (ANN, BOB, CLEO):
        match.does(seat, END)

    assert (markers, ((), (), ())) == (match.robots, match.state.won)
    assert RED in match.state.face_down
    assert Pause(since=match.now) == match.phase


def test_the_round_that_was_broken_off_can_be_looked_at() -> None:
    """RC27: it counts as finished, once."""
    match = bidding().bid(ANN, 3)
    for seat in (ANN, BOB, CLEO):
        match.does(seat, END)
    fold = RoundFold(match.match.opening)
    for entry in match.match.log:
        fold.add(entry.at, entry.events)

    assert [(1, None)] == [(each.number, each.winner) for each in fold.finished]


def test_a_round_that_was_over_before_the_end_is_not_counted_twice() -> None:
    """RC27: between rounds the end adds none."""
    match = proof_of_three().move(ANN, "re rs rw")
    for seat in (ANN, BOB, CLEO):
        match.does(seat, END)
    fold = RoundFold(match.match.opening)
    for entry in match.match.log:
        fold.add(entry.at, entry.events)

    assert [1] == [each.number for each in fold.finished]


def test_one_may_take_it_back() -> None:
    """RC27: until then the word stands, also in the next rounds."""
    match = Tabletop().does(ANN, END).does(BOB, END).turn(CLEO)
    assert (ANN, BOB) == match.state.enders
    assert (PlayOnSaid(ANN),) == match.does(ANN, PlayOn()).last
    match.does(CLEO, END)

    assert (BOB, CLEO) == match.state.enders
    assert outcome(match) is None
    assert (EndAgreed(ANN), MatchEnded(match.now)) == match.does(ANN, END).last


def test_one_says_it_once() -> None:
    """RC27: and takes back only what was said."""
    match = Tabletop().does(ANN, END)

    assert "You have already said so." == refusal(partial(match.does, ANN, END))
    assert PlayOn() in GAME.legal(match.state, ANN)
    match.does(ANN, PlayOn())
    assert PlayOn() not in GAME.legal(match.state, ANN)
    assert NEVER_SAID == refusal(partial(match.does, ANN, PlayOn()))


def test_whoever_declines_takes_an_offer_off_the_table() -> None:
    """RC27: for all who had agreed, and everybody reads who it was."""
    match = Tabletop().does(ANN, END).does(CLEO, END).does(BOB, PlayOn())

    assert (OfferDeclined(BOB),) == match.last
    assert OfferDeclined(BOB) == GAME.witness(OfferDeclined(BOB), ANN)
    assert () == match.state.enders
    assert NEVER_SAID == refusal(partial(match.does, BOB, PlayOn()))


def test_after_a_refusal_anybody_may_offer_anew() -> None:
    """RC27: all are asked again, also those who had agreed."""
    match = Tabletop().does(ANN, END).does(CLEO, END).does(BOB, PlayOn()).does(BOB, END)

    assert (BOB,) == match.state.enders
    assert outcome(match.does(ANN, END)) is None
    assert outcome(match.does(CLEO, END)) is not None


def test_alone_one_agrees_with_oneself() -> None:
    """RC27, RC21: nobody wins by stopping after the first token."""
    ahead = Tabletop(settings=PRESETS["solo"], won=(3,), missed=2).does(ANN, END)
    behind = Tabletop(settings=PRESETS["solo"], won=(1,), missed=2).does(ANN, END)

    assert Outcome((), "ended early with 3 tokens face up, 2 face down") == outcome(ahead)
    assert Outcome((), "ended early with 1 token face up, 2 face down") == outcome(behind)


# Who is away


def test_nobody_waits_for_who_is_away() -> None:
    """RC26, RC27: between rounds, too."""
    match = Tabletop().does(ANN, END).does(BOB, END)
    assert GAME.is_awaited(match.state, CLEO)
    is_away(match, CLEO)

    assert (Abstained(CLEO), MatchEnded(match.now)) == match.last


def test_being_away_ends_nothing_on_its_own() -> None:
    """RC26, RC27: somebody has to say so first."""
    match = Tabletop()

    assert not any(GAME.is_awaited(match.state, seat) for seat in (ANN, BOB, CLEO))
    assert {()} == {ready for _, ready in GAME.readiness(match.state)}


def test_whoever_was_away_before_is_asked_again() -> None:
    """RC27: an absence that was noticed for a smaller thing does not end a match."""
    match = is_away(bidding().does(ANN, SkipToken()), CLEO).does(ANN, END).does(BOB, END)

    assert () == match.state.abstaining
    assert outcome(match) is None
    assert GAME.is_awaited(match.state, CLEO)


def test_whoever_comes_back_may_object() -> None:
    """RC26, RC27: and has a voice again."""
    match = is_away(Tabletop().does(ANN, END), CLEO)
    assert {END, PlayOn()} <= {*GAME.legal(match.state, CLEO)}
    match.does(CLEO, PlayOn()).does(ANN, END).does(BOB, END)

    assert outcome(match) is None
    assert (END, (ANN, BOB)) == GAME.readiness(match.state)[0]


def test_an_absence_agrees_to_nothing_that_nobody_has_said() -> None:
    """RC24, RC27: those who want to end the match do not skip a token."""
    match = is_away(bidding(seats=2).does(ANN, END).does(ANN, PlayOn()).does(BOB, END), ANN)

    assert (Abstained(ANN), MatchEnded(match.now)) == match.last
    alone = is_away(bidding().does(ANN, END), CLEO)
    assert isinstance(alone.phase, Thinking)
    assert () == alone.phase.skips


# Resigning

RESIGN = Resign()


def test_whoever_resigns_is_out_and_the_others_play_on() -> None:
    """RC28: no bids, no voice, no offer; and nothing to be waited for."""
    match = bidding().does(CLEO, RESIGN)

    assert (Resigned(CLEO),) == match.last
    assert () == GAME.legal(match.state, CLEO)
    told = "You have resigned. You can watch the others."
    for command in (Bid(3), SkipToken(), END, RESIGN):
        assert told == refusal(partial(match.does, CLEO, command))
    assert not GAME.is_awaited(match.does(ANN, SkipToken()).state, CLEO)
    assert TokenReturned(RED, "skipped", match.now) == match.does(BOB, SkipToken()).last[-1]


def test_a_bid_is_given_up() -> None:
    """RC28, RC18: while the sand runs, waiting to prove, and in a proof."""
    sand = bidding().bid(ANN, 3).bid(BOB, 5).does(ANN, RESIGN)
    queued = proof_of_three().does(ANN, GiveUp())
    proving = proof_of_three().does(ANN, RESIGN)

    assert (Resigned(ANN), BidWithdrawn(ANN, 3)) == sand.last
    assert GAME.stake(queued.state, ANN) is None
    assert (Resigned(ANN), ProofFailed(ANN, "gave up")) == proving.last[:2]


def test_a_resignation_is_the_last_voice_that_was_missing() -> None:
    """RC23, RC25, RC28: the others had agreed, and waited only for that."""
    done = bidding().bid(ANN, 3).does(ANN, SayDone()).does(BOB, SayDone()).does(CLEO, RESIGN)
    doubted = proof_of_three().does(BOB, DoubtProof()).does(CLEO, RESIGN)

    assert [Resigned, ProofBegan] == [type(event) for event in done.last]
    assert [Resigned, MoveDemanded] == [type(event) for event in doubted.last]


def test_a_resignation_ends_no_match_that_its_player_has_not_agreed_to_end() -> None:
    """RC28: it declines the offer; the others have another match before them, and may ask anew."""
    match = Tabletop().does(ANN, END).does(BOB, END).does(CLEO, RESIGN)

    assert (OfferDeclined(CLEO), Resigned(CLEO)) == match.last
    assert () == match.state.enders
    assert Outcome((ANN, BOB), "ended by agreement") == outcome(match.does(BOB, END).does(ANN, END))


def test_whoever_resigns_after_agreeing_declines_nothing() -> None:
    """RC28: what the others have offered still stands."""
    match = Tabletop().does(ANN, END).does(CLEO, END).does(CLEO, RESIGN)

    assert (Resigned(CLEO),) == match.last
    assert (ANN,) == match.state.enders


def test_whoever_comes_back_and_resigns_keeps_nobody_waiting() -> None:
    """RC26, RC28: the others were asked to agree without them."""
    match = is_away(Tabletop().does(ANN, END), CLEO).does(CLEO, RESIGN)

    assert (Resigned(CLEO),) == match.last
    assert (ANN,) == match.state.enders


def test_a_resignation_gives_a_doubted_prover_no_more_time() -> None:
    """RC25, RC28: all doubt the proof already; its clock stands."""
    match = proof_of_three().does(BOB, DoubtProof()).does(CLEO, DoubtProof()).does(BOB, END)
    due = match.deadline
    match.at(match.now + 1_000).does(CLEO, RESIGN)

    assert due == match.deadline


def test_the_last_one_wins() -> None:
    """RC28: however many tokens the others have."""
    match = Tabletop(won=(3, 2, 0)).does(ANN, RESIGN)
    assert outcome(match) is None
    match.does(BOB, RESIGN)

    assert (Resigned(BOB), MatchEnded(match.now)) == match.last
    assert Outcome((CLEO,), OTHERS_RESIGNED) == outcome(match)


def test_whoever_has_resigned_does_not_win() -> None:
    """RC28, RC19, RC27: nor shares the win."""
    match = Tabletop(won=(3, 2, 1)).does(ANN, RESIGN).does(BOB, END).does(CLEO, END)

    assert Outcome((BOB,), "ended by agreement") == outcome(match)


def test_alone_resigning_ends_the_match() -> None:
    """RC28, RC21: without a win, whatever was face up."""
    match = Tabletop(settings=PRESETS["solo"], won=(3,), missed=2).does(ANN, RESIGN)

    assert Outcome((), "resigned") == outcome(match)


# Aborting

ABORT = AbortMatch()


def test_when_everybody_would_abort_the_match_nobody_wins() -> None:
    """RC29: it is over at once, and does not count."""
    match = Tabletop(won=(3, 2, 1)).does(ANN, ABORT).does(BOB, ABORT)
    before = outcome(match)
    match.does(CLEO, ABORT)

    assert before is None
    assert (AbortAgreed(CLEO), MatchAborted(match.now)) == match.last
    assert Outcome((), ABORTED) == outcome(match)


@pytest.mark.parametrize(("one", "other"), [(END, ABORT), (ABORT, END)])
def test_whoever_offers_the_other_thing_declines_the_first(one: Ending, other: Ending) -> None:
    """RC29: there is one offer at a time."""
    match = Tabletop(seats=2).does(ANN, one).does(BOB, other)

    assert OfferDeclined(BOB) == match.last[0]
    assert {(), (BOB,)} == {match.state.enders, match.state.aborters}
    assert outcome(match) is None
    assert outcome(match.does(ANN, other)) is not None


def test_the_later_word_of_a_player_replaces_the_earlier_one() -> None:
    """RC29: nobody else had agreed, so nothing is declined."""
    match = Tabletop(seats=2).does(ANN, END).does(ANN, ABORT)

    assert (AbortAgreed(ANN),) == match.last
    assert ((), (ANN,)) == (match.state.enders, match.state.aborters)


def test_aborting_can_be_taken_back_and_waits_for_nobody_who_is_away() -> None:
    """RC26, RC29."""
    match = Tabletop().does(ANN, ABORT).does(ANN, PlayOn())
    assert () == match.state.aborters
    match.does(ANN, ABORT).does(BOB, ABORT)
    assert GAME.is_awaited(match.state, CLEO)

    assert MatchAborted(match.now) == is_away(match, CLEO).last[-1]


def test_bots_abort_with_the_people() -> None:
    """RC29: and people who have resigned are not asked (RC28)."""
    match = Tabletop().does(ANN, ABORT)
    people = (ANN, BOB)

    assert bot_consent(GAME, match.state, CLEO, people) is None
    assert bot_consent(GAME, match.does(BOB, RESIGN).state, CLEO, people) is None
    assert ABORT == bot_consent(GAME, match.does(ANN, ABORT).state, CLEO, people)


# Bots


def test_bots_follow_the_people() -> None:
    """RC27: once all people want to end the match, not before, and never of their own accord."""
    match = Tabletop().does(ANN, END)
    both, all_bots = (ANN, BOB), ()

    assert bot_consent(GAME, match.state, CLEO, both) is None
    assert bot_consent(GAME, match.state, CLEO, all_bots) is None
    assert END == bot_consent(GAME, match.does(BOB, END).state, CLEO, both)
    assert (TurnToken(),) == bot_offers(GAME, match.state, CLEO)


def test_what_is_told() -> None:
    """RC27, in words."""
    names = ("ann", "bob", "cleo")
    told = (
        EndAgreed(ANN),
        PlayOnSaid(BOB),
        OfferDeclined(BOB),
        AbortAgreed(ANN),
        Resigned(BOB),
        MatchEnded(Millis(0)),
        MatchAborted(Millis(0)),
    )

    assert [
        "ann wants to end the match.",
        "bob would rather keep playing.",
        "bob declines the offer.",
        "ann wants to abort the match.",
        "bob resigns.",
        "The match ends here.",
        "The match is aborted; it does not count.",
    ] == [tell(event, names) for event in told]


def test_logs_from_before_mean_what_they_meant() -> None:
    """RC27: in earlier logs an offer stood for whoever had agreed, whoever would rather play on."""
    state = Tabletop(won=(3, 2, 1)).state
    for event in (EndAgreed(ANN), PlayOnSaid(BOB), Abstained(CLEO), EndAgreed(BOB)):
        state = GAME.evolve(state, event)

    assert (ANN, BOB) == state.enders
    over = GAME.evolve(state, MatchEnded(Millis(0)))
    assert Outcome((), SOMEBODY_AWAY) == GAME.outcome(over)


def test_logs_from_before_there_were_offers_can_be_read() -> None:
    """RC27: nobody had said so."""
    state = Tabletop().state

    assert State(**{name: getattr(state, name) for name in state.__struct_fields__[:10]}) == state
