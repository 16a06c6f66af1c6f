"""A match that its players end, or give up: D47 to D49."""

from functools import partial

from tests.games.rally.tabletop import ANN, BOB, CLEO, FLOOR, Tabletop
from tests.tabletop import is_away, refusal
from tinplate.ending import (
    ABORTED,
    OTHERS_RESIGNED,
    RESIGNED,
    SOMEBODY_AWAY,
    AbortAgreed,
    AbortMatch,
    Abstained,
    EndAgreed,
    EndMatch,
    OfferDeclined,
    PlayOn,
    PlayOnSaid,
    Resign,
    Resigned,
)
from tinplate.game import Outcome, bot_consent, bot_offers
from tinplate.games.rally.cli.narrate import tell, why
from tinplate.games.rally.opening import undealt
from tinplate.games.rally.rules import Rally, places, standings
from tinplate.games.rally.svg.end import line_of
from tinplate.games.rally.values import (
    Choosing,
    Finished,
    MatchEnded,
    Ready,
)

GAME = Rally()
END = EndMatch()
NEVER_SAID = "Nobody has asked to end the match."
AGREED = "ended by agreement"


def outcome(match: Tabletop) -> Outcome | None:
    return GAME.outcome(match.state)


def test_when_everybody_would_end_the_match_it_is_over() -> None:
    """D47, D35: the first of the standings wins: flags, then lives, then armour."""
    match = Tabletop(FLOOR, "A1n armour=9", "C3n armour=4 next_flag=2", "E5n armour=7")
    match.does(ANN, END).does(CLEO, END)
    before = outcome(match)
    match.does(BOB, END)

    assert before is None
    assert (EndAgreed(BOB), MatchEnded((BOB,), AGREED)) == match.last
    assert Outcome((BOB,), AGREED) == outcome(match)
    assert (BOB, ANN, CLEO) == standings(match.state)
    assert "The match is over." == refusal(lambda: match.does(ANN, Ready()))
    assert () == GAME.legal(match.state, ANN)


def test_those_whom_nothing_separates_share_the_win() -> None:
    """D47, D35."""
    match = Tabletop(FLOOR, "A1n armour=5", "C3n armour=5", "E5n armour=4")
    for seat in (ANN, BOB, CLEO):
        match.does(seat, END)

    assert Finished((ANN, BOB), AGREED) == match.phase


def test_also_before_the_deal_and_when_one_is_ready() -> None:
    """D47: whenever somebody has something to choose or to program."""
    choosing = Tabletop(FLOOR, "A1n fresh", "C3n")
    assert isinstance(choosing.phase, Choosing)
    ready = Tabletop(FLOOR, "A1n", "C3n").programs(ANN)

    for match in (choosing, ready):
        match.does(ANN, END).does(BOB, END)
        assert outcome(match) is not None
        assert match.deadline is None


def test_nothing_else_changes_until_all_agree() -> None:
    """D47: the others program on, and the word stands in the next turn."""
    match = Tabletop(FLOOR, "A1n", "C3n").does(ANN, END).plays()

    assert 2 == match.state.turn
    assert (ANN,) == match.state.enders


def test_one_may_take_it_back() -> None:
    """D47: and says it once."""
    match = Tabletop(FLOOR, "A1n", "C3n").does(ANN, END)

    assert "You have already said so." == refusal(partial(match.does, ANN, END))
    match.does(ANN, PlayOn())
    assert NEVER_SAID == refusal(partial(match.does, BOB, PlayOn()))
    match.does(BOB, END)
    assert (BOB,) == match.state.enders
    assert outcome(match) is None


def test_whoever_declines_takes_an_offer_off_the_table() -> None:
    """D47: for all who had agreed, and everybody reads who it was."""
    match = Tabletop(FLOOR, "A1n", "C3n", "E5n").does(ANN, END).does(CLEO, END).does(BOB, PlayOn())

    assert (OfferDeclined(BOB),) == match.last
    assert OfferDeclined(BOB) == GAME.witness(OfferDeclined(BOB), ANN)
    assert () == match.state.enders
    assert NEVER_SAID == refusal(partial(match.does, BOB, PlayOn()))
    assert outcome(match.does(BOB, END).does(ANN, END)) is None
    assert outcome(match.does(CLEO, END)) is not None


def test_a_resignation_declines_what_its_player_has_not_agreed_to() -> None:
    """D48: it does not end the match; the others may offer that anew."""
    match = Tabletop(FLOOR, "A1n", "C3n", "E5n").does(ANN, ABORT).does(CLEO, ABORT)
    match.does(BOB, RESIGN)

    assert (OfferDeclined(BOB), Resigned(BOB)) == match.last[:2]
    assert () == match.state.aborters
    assert outcome(match) is None


def test_whoever_offers_the_other_thing_declines_the_first() -> None:
    """D49: there is one offer at a time."""
    match = Tabletop(FLOOR, "A1n", "C3n").does(ANN, END).does(BOB, ABORT)

    assert (OfferDeclined(BOB), AbortAgreed(BOB)) == match.last
    assert ((), (BOB,)) == (match.state.enders, match.state.aborters)


def test_a_player_whose_robot_is_out_has_a_say_but_does_not_win() -> None:
    """D47: they are asked like everybody; of the robots in the game the best wins."""
    match = Tabletop(FLOOR, "A1n armour=3", "- lives=0 next_flag=2", "E5n")
    match.does(ANN, END).does(CLEO, END)

    assert outcome(match) is None
    assert (END, AbortMatch(), PlayOn()) == GAME.legal(match.state, BOB)
    assert Outcome((CLEO,), AGREED) == outcome(match.does(BOB, END))


def test_agreeing_is_public() -> None:
    """D47: and what one holds stays secret."""
    match = Tabletop(FLOOR, "A1n", "C3n").does(ANN, END)

    for eye in (ANN, BOB, None):
        assert EndAgreed(ANN) == GAME.witness(EndAgreed(ANN), eye)
        assert (ANN,) == GAME.view(match.state, eye).enders
    assert GAME.view(match.does(BOB, END).state, BOB).players[ANN].private is None


# Who is away


def test_nobody_waits_for_who_is_away() -> None:
    """D47: if somebody has said so, and only then."""
    match = Tabletop(FLOOR, "A1n", "C3n")
    assert not GAME.is_awaited(match.state, BOB)
    match.does(ANN, END)
    assert GAME.is_awaited(match.state, BOB)
    is_away(match, BOB)

    assert (Abstained(BOB), MatchEnded((), SOMEBODY_AWAY)) == match.last


def test_whoever_comes_back_may_object() -> None:
    """D47: in this turn by declining, and in the next the others wait again."""
    match = is_away(Tabletop(FLOOR, "A1n", "C3n", "E5n").does(ANN, END), CLEO)
    assert {END, PlayOn()} <= {*GAME.legal(match.state, CLEO)}
    match.does(CLEO, PlayOn())
    assert () == match.state.enders

    match.does(ANN, END)
    assert () == is_away(match, CLEO).plays().state.abstaining


# Resigning and aborting

RESIGN, ABORT = Resign(), AbortMatch()


def test_those_who_resigned_share_the_last_place() -> None:
    """D35, D48: behind whoever has lost all lives, whatever they had touched."""
    match = Tabletop(FLOOR, "A1n next_flag=2", "C3n", "E5n lives=0 dead", "A3n", "C5n")
    match.does(ANN, RESIGN).does(BOB, RESIGN)

    ranked = standings(match.state)
    assert (3, 4, CLEO, ANN, BOB) == ranked
    assert (1, 1, 3, 4, 4) == places(match.state, ranked)


def test_whoever_resigns_leaves_the_board() -> None:
    """D48: out as without lives, nothing is left behind, and nobody waits for them."""
    match = Tabletop(FLOOR, "A1n", "C3n", "E5n").programs(ANN).programs(CLEO).does(BOB, RESIGN)
    robot = match.state.players[BOB].robot

    assert Resigned(BOB) == match.last[0]
    assert (2, None, 0) == (match.state.turn, robot.cell, robot.lives)
    assert () == GAME.legal(match.state, BOB)
    told = "You have resigned. You can watch the others."
    for command in (Ready(), END, RESIGN):
        assert told == refusal(partial(match.does, BOB, command))


def test_the_cards_go_back_unseen() -> None:
    """D48: others learn nothing of the hand, and the deck is whole again."""
    match = Tabletop(FLOOR, "A1n", "C3n", "E5n")
    private = match.state.players[BOB].private
    assert private is not None
    hand = {*private.hand}
    match.does(BOB, RESIGN)

    assert {*undealt(match.state)} >= hand
    assert Resigned(BOB) == GAME.witness(match.last[0], ANN)
    assert len(match.last) == 1


def test_before_the_deal_too() -> None:
    """D48: a robot that has yet to choose its facing."""
    match = Tabletop(FLOOR, "A1n fresh", "C3n", "E5n").does(ANN, RESIGN)

    assert not isinstance(match.phase, Choosing)
    assert ANN not in match.state.waiting_for


def test_the_only_robot_that_is_left_wins() -> None:
    """D48: whatever was agreed in D33, and though a robot is out."""
    match = Tabletop(FLOOR, "A1n", "C3n", "- lives=0 next_flag=2").does(ANN, RESIGN)

    assert (Resigned(ANN), MatchEnded((BOB,), OTHERS_RESIGNED)) == match.last


def test_a_robot_that_is_out_has_nothing_to_give_up() -> None:
    """D48."""
    match = Tabletop(FLOOR, "A1n", "C3n", "- lives=0")
    out = "Your robot has no lives left; it is out of the game."

    assert out == refusal(partial(match.does, CLEO, RESIGN))


def test_alone_resigning_ends_the_match() -> None:
    """D48: without a win."""
    match = Tabletop(FLOOR, "A1n").does(ANN, RESIGN)

    assert Outcome((), RESIGNED) == outcome(match)


def test_when_everybody_would_abort_the_match_nobody_wins() -> None:
    """D49."""
    match = Tabletop(FLOOR, "A1n", "C3n armour=4").does(BOB, ABORT)
    assert outcome(match) is None
    match.does(ANN, ABORT)

    assert (AbortAgreed(ANN), MatchEnded((), ABORTED)) == match.last


# Bots


def test_bots_follow_the_people() -> None:
    """D47: once all people would end the match, not before, and never of their own accord."""
    match = Tabletop(FLOOR, "A1n", "C3n", "E5n").programs(CLEO).does(ANN, END)
    both, all_bots = (ANN, BOB), ()

    assert bot_consent(GAME, match.state, CLEO, both) is None
    assert bot_consent(GAME, match.state, CLEO, all_bots) is None
    assert END == bot_consent(GAME, match.does(BOB, END).state, CLEO, both)
    assert () == bot_offers(GAME, match.state, CLEO)


def test_what_is_told() -> None:
    """D47, in words and with its number."""
    names = ("ann", "bob")
    offered = (EndAgreed(ANN), PlayOnSaid(ANN), OfferDeclined(BOB))
    told = (*offered, Abstained(BOB), MatchEnded((ANN, BOB), AGREED))
    given_up = (Resigned(ANN), MatchEnded((BOB,), OTHERS_RESIGNED), AbortAgreed(ANN))

    assert [
        "ann wants to end the match.",
        "ann would rather keep playing.",
        "bob declines the offer.",
        "bob is away; the others go on without them.",
        "The match is over.",
    ] == [tell(event, names) for event in told]
    assert ["D47"] * 5 == [why(event) for event in told]
    assert ["ann resigns.", "The match is over.", "ann wants to abort the match."] == [
        tell(event, names) for event in given_up
    ]
    assert ["D48", "D48", "D49"] == [why(event) for event in given_up]


def test_the_picture_of_the_end_counts_the_turns_that_were_played() -> None:
    """D47: a match is ended while cards are programmed, before the turn is played."""
    at_once = Tabletop(FLOOR, "A1n", "C3n").does(ANN, END).does(BOB, END)
    later = Tabletop(FLOOR, "A1n", "C3n").plays().does(ANN, END).does(BOB, END)
    name = at_once.state.course.name

    assert f"flags on {name}" == line_of(at_once.state, "en")
    assert f"flags after 1 turn on {name}" == line_of(later.state, "en")
