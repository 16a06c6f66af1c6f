"""Proofs, their order and their clock: RC13 to RC16 and RC18."""

from msgspec.structs import replace

from tests.games.ricochet.tabletop import ANN, BOB, CLEO, DAN, Tabletop, bidding, proof_of_three
from tests.tabletop import offers, refusal
from tinplate.game import Millis
from tinplate.games.ricochet.notation import format_moves, parse_moves
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import PRESETS, Settings
from tinplate.games.ricochet.values import (
    DoubtProof,
    GiveUp,
    MakeMove,
    MoveTakenBack,
    Pause,
    ProofBegan,
    ProofFailed,
    Proving,
    RobotSlid,
    TakeBack,
    TokenReturned,
    TokenTurned,
    TokenWon,
)

START = "ro5,ga14,bl14,yj16"  # where the robots of PUZZLE stand
FIRST_ANNOUNCED = Settings(ties="first announced", goal=17)
FEWER_TOKENS = Settings(ties="fewer tokens", goal=17)


def moves_made(match: Tabletop) -> str:
    assert isinstance(match.phase, Proving)
    return format_moves(slid.move for slid in match.phase.slides)


def provers_if_all_give_up(match: Tabletop) -> list[int]:
    """The order in which the bids are proved, as RC14 has it."""
    match.at(60_000).wait()
    while isinstance(match.phase, Proving):
        match.give_up(match.phase.prover.seat)
    return [int(seat) for seat in match.provers]


# RC13: the proof


def test_the_lowest_bidder_proves() -> None:
    """RC13: when the sand has run, the lowest bidder proves, whoever bid first."""
    match = bidding().bid(ANN, 5).bid(BOB, 3).bid(CLEO, 4).at(60_000).wait()

    assert (ProofBegan(BOB, 3, Millis(120_000)),) == match.last


def test_a_proof_in_the_number_announced_wins_the_token() -> None:
    """RC13: reaching the target in the number announced wins the token."""
    match = proof_of_three().move(ANN, "re rs rw")

    assert TokenWon(ANN, Target.RED_SQUARE, 3, Millis(60_000)) == match.last[-1]
    assert ((Target.RED_SQUARE,), (), ()) == match.state.won
    assert Target.RED_SQUARE not in match.state.face_down
    assert 16 == len(match.state.face_down)
    assert Pause(since=Millis(60_000)) == match.phase


def test_a_proof_in_fewer_moves_wins_the_token() -> None:
    """RC13: ... or fewer."""
    match = bidding().bid(ANN, 7).at(60_000).move(ANN, "re rs rw")

    assert TokenWon(ANN, Target.RED_SQUARE, 3, Millis(60_000)) == match.last[-1]


def test_other_robots_may_move_and_count() -> None:
    """RC6, RC13: every robot's moves count towards the number announced."""
    match = bidding().bid(ANN, 4).at(60_000).move(ANN, "bn re rs rw")

    assert TokenWon(ANN, Target.RED_SQUARE, 4, Millis(60_000)) == match.last[-1]


def test_a_robot_of_another_colour_does_not_arrive() -> None:
    """RC9, RC13: yellow on the yellow square proves nothing when the red square is asked for."""
    match = proof_of_three().move(ANN, "ye yn")

    assert "ro5,ga14,bl14,yk8" == match.robots
    assert isinstance(match.phase, Proving)


def test_only_the_prover_moves() -> None:
    """RC13: it is the prover who moves the robots, takes back or gives up."""
    match = bidding().bid(ANN, 3).bid(BOB, 4).at(60_000).wait()
    sentence = "This is another player's proof; only the prover moves the robots."

    assert sentence == refusal(lambda: match.move(BOB, "re"))
    assert sentence == refusal(lambda: match.take_back(CLEO))
    assert sentence == refusal(lambda: match.give_up(BOB))
    assert (DoubtProof(),) == offers(Ricochet(), match.state, BOB)


def test_what_cannot_move_is_refused_with_the_reason() -> None:
    """RC5, RC13: a move that would not leave its cell is not a move and costs nothing."""
    match = proof_of_three().move(ANN, "re")

    assert "Red cannot move right: a wall is in the way." == refusal(lambda: match.move(ANN, "re"))
    expected = "The silver robot is not on the board."
    assert expected == refusal(lambda: match.move(ANN, "sn"))
    assert "re" == moves_made(match)


def test_a_robot_in_the_way_is_named() -> None:
    """RC5, RC13: another robot is an obstacle."""
    match = Tabletop("G1R2B2Y2 ro5,go6,bl14,yj16 red-square").turn().bid(ANN, 3).at(60_000)

    assert "Red cannot move down: green is in the way." == refusal(lambda: match.move(ANN, "rs"))


def test_going_straight_to_the_target_is_refused() -> None:
    """RC10, RC13: a robot that could go straight to its target must find another route."""
    match = Tabletop("G1R2B2Y2 ro5,ga14,bl14,yk16 yellow-square").turn().bid(ANN, 3).at(60_000)

    expected = (
        "Yellow may not stop on its target before it has turned a corner; find another route."
    )
    assert expected == refusal(lambda: match.move(ANN, "yn"))
    assert MakeMove(*parse_moves("yn")) not in Ricochet().legal(match.state, ANN)
    assert (
        TokenWon(ANN, Target.YELLOW_SQUARE, 3, Millis(60_000))
        == match.move(ANN, "yw ye yn").last[-1]
    )


def test_a_match_without_the_ricochet_rule() -> None:
    """RC10: `ricochet = off` is obeyed in a proof."""
    settings = Settings(rule=replace(Settings().rule, ricochet="off"))
    match = Tabletop("G1R2B2Y2 ro5,ga14,bl14,yk16 yellow-square", settings=settings)

    won = match.turn().bid(ANN, 1).at(60_000).move(ANN, "yn").last[-1]
    assert TokenWon(ANN, Target.YELLOW_SQUARE, 1, Millis(60_000)) == won


# RC14: the next bid


def test_after_a_failure_the_robots_go_back_and_the_next_bid_proves() -> None:
    """RC14: robots back on their markers; then the next higher bid, with a clock of its own."""
    match = bidding().bid(BOB, 5).bid(ANN, 3).at(60_000).move(ANN, "re rs").at(70_000).give_up(ANN)

    assert (ProofFailed(ANN, "gave up"), ProofBegan(BOB, 5, Millis(130_000))) == match.last
    assert START == match.robots == match.markers
    assert "" == moves_made(match)


def test_the_next_bid_can_win() -> None:
    """RC14: until somebody succeeds."""
    match = bidding().bid(BOB, 5).bid(ANN, 3).at(60_000).give_up(ANN).move(BOB, "re rs rw")

    assert ((), (Target.RED_SQUARE,), ()) == match.state.won
    assert [ANN, BOB] == match.provers


def test_whoever_won_ends_the_round_for_those_behind() -> None:
    """RC14: whoever bid higher than the winner does not prove."""
    match = bidding().bid(BOB, 5).bid(ANN, 3).at(60_000).move(ANN, "re rs rw").at(900_000).wait()

    assert [ANN] == match.provers


def test_equal_bids_prove_in_turn_then_the_next_higher() -> None:
    """RC14: equal bids in turn, then the next higher, until nobody is left."""
    match = bidding(seats=4).bid(DAN, 6).bid(CLEO, 4).bid(ANN, 4).bid(BOB, 5)

    assert [CLEO, ANN, BOB, DAN] == provers_if_all_give_up(match)


def test_whoever_announced_the_number_first_proves_first() -> None:
    """RC14 (2013): whoever lowers onto a number comes after those who announced that one before."""
    match = bidding().bid(ANN, 6).bid(BOB, 4).bid(CLEO, 5).bid(ANN, 4)

    assert [BOB, ANN, CLEO] == provers_if_all_give_up(match)


def test_lowering_first_keeps_the_number() -> None:
    """RC14 (2013): who is the first on a number by lowering proves it first."""
    match = bidding().bid(BOB, 6).bid(ANN, 5).bid(ANN, 4).bid(BOB, 4)

    assert [ANN, BOB] == provers_if_all_give_up(match)


def test_2013_takes_no_notice_of_tokens() -> None:
    """RC14 (2013): who announced first, even with more tokens."""
    match = Tabletop(won=(3, 0, 1), settings=FIRST_ANNOUNCED).turn()

    assert [ANN, BOB] == provers_if_all_give_up(match.bid(ANN, 4).bid(BOB, 4))


def test_classic_prefers_who_has_fewer_tokens() -> None:
    """RC14 (classic): of equal bids the one with fewer tokens proves first."""
    match = Tabletop(won=(3, 0, 1), settings=FEWER_TOKENS).turn()

    order = provers_if_all_give_up(match.bid(ANN, 4).bid(CLEO, 4).bid(BOB, 4))
    assert [BOB, CLEO, ANN] == order


def test_classic_prefers_a_lower_bid_to_fewer_tokens() -> None:
    """RC14 (classic): tokens only decide between equal bids."""
    match = Tabletop(won=(3, 0), settings=FEWER_TOKENS).turn()

    assert [ANN, BOB] == provers_if_all_give_up(match.bid(BOB, 5).bid(ANN, 4))


def test_classic_then_prefers_who_announced_first() -> None:
    """RC14 (classic): the same number of tokens, so who announced that number first."""
    match = Tabletop(won=(2, 2, 2), settings=FEWER_TOKENS).turn()

    order = provers_if_all_give_up(match.bid(ANN, 6).bid(CLEO, 4).bid(BOB, 4).bid(ANN, 4))
    assert [CLEO, BOB, ANN] == order


def test_presets_break_ties_as_their_sheets_say() -> None:
    """RC14: 2013 and the classic tournament go by announcing, classic by fewer tokens."""
    first_prover = {
        name: provers_if_all_give_up(
            Tabletop(won=(1, 0), settings=PRESETS[name]).turn().bid(ANN, 4).bid(BOB, 4)
        )[0]
        for name in ("2013", "classic", "classic-tournament")
    }

    assert {"2013": ANN, "classic": BOB, "classic-tournament": ANN} == first_prover


# RC15 and RC16: the end of the round


def test_when_nobody_succeeds_the_token_goes_back() -> None:
    """RC15: the token goes back among the others and the robots stand on their markers."""
    match = bidding().bid(ANN, 3).bid(BOB, 3).at(60_000).give_up(ANN).move(BOB, "bn").give_up(BOB)

    expected = (
        ProofFailed(BOB, "gave up"),
        TokenReturned(Target.RED_SQUARE, "every proof failed", Millis(60_000)),
    )
    assert expected == match.last
    assert set(Target) == set(match.state.face_down)
    assert ((), (), ()) == match.state.won
    assert START == match.robots == match.markers


def test_a_token_that_could_not_be_proved_can_be_drawn_again_at_once() -> None:
    """RC15: it is shuffled with the remaining ones, so it may come again (unlike in RC17)."""
    match = proof_of_three().give_up(ANN).at(70_000).turn()

    assert (TokenTurned(Target.RED_SQUARE, Millis(370_000), Millis(70_000)),) == match.last
    assert 2 == match.state.round


def test_after_a_success_the_markers_move() -> None:
    """RC16: the markers move under the robots where they now stand."""
    match = bidding().bid(ANN, 4).at(60_000).move(ANN, "bn re rs rw")

    assert "rl11,ga14,bl12,yj16" == match.robots == match.markers


def test_the_next_round_begins_where_the_robots_stand() -> None:
    """RC14, RC16: a failure in the next round puts the robots back on the new markers."""
    match = proof_of_three().move(ANN, "re rs rw").turn(BOB).bid(BOB, 9).at(120_000)
    match.move(BOB, "rn ge").give_up(BOB)

    assert "rl11,ga14,bl14,yj16" == match.robots


# RC18: the clock and the hands of the prover


def test_a_prover_has_a_minute() -> None:
    """RC18: `proof_seconds`, 60 by default, from the moment the proof begins."""
    assert 120_000 == proof_of_three().deadline
    assert 75_000 == proof_of_three(Settings(proof_seconds=15)).deadline


def test_running_out_of_time_is_a_failure() -> None:
    """RC18: the clock runs out, the robots go back, and the next bid gets a full clock."""
    match = bidding().bid(ANN, 3).bid(BOB, 4).at(119_000).move(ANN, "re rs").at(120_000).wait()

    assert (ProofFailed(ANN, "ran out of time"), ProofBegan(BOB, 4, Millis(180_000))) == match.last
    assert START == match.robots


def test_the_last_move_must_be_made_before_the_deadline() -> None:
    """RC18: one millisecond before it wins the token."""
    match = proof_of_three().move(ANN, "re rs").at(119_999).move(ANN, "rw")

    assert TokenWon(ANN, Target.RED_SQUARE, 3, Millis(119_999)) == match.last[-1]


def test_a_move_at_the_deadline_is_too_late() -> None:
    """RC18: at the deadline itself the time has run out."""
    match = proof_of_three().move(ANN, "re rs").at(120_000)

    expected = "Nobody is proving; robots move only in a proof."
    assert expected == refusal(lambda: match.move(ANN, "rw"))
    assert ProofFailed(ANN, "ran out of time") == match.last[0]


def test_moves_do_not_lengthen_the_proof() -> None:
    """RC18: every try must end within the one clock."""
    match = proof_of_three().at(90_000).move(ANN, "re rs").take_back(ANN).take_back(ANN)

    assert 120_000 == match.deadline


def test_a_proof_without_a_clock() -> None:
    """RC18: `proof_seconds` 0 is no limit."""
    match = proof_of_three(Settings(proof_seconds=0))
    assert match.deadline is None

    match.at(99_000_000).wait().move(ANN, "re rs rw")

    assert TokenWon(ANN, Target.RED_SQUARE, 3, Millis(99_000_000)) == match.last[-1]


def test_one_move_too_many_is_a_failure() -> None:
    """RC18: the move beyond the number announced fails, even one that reaches the target."""
    match = bidding().bid(ANN, 2).bid(BOB, 4).at(60_000).move(ANN, "re rs").at(61_000)
    match.move(ANN, "rw")

    slid, *failure = match.last
    assert isinstance(slid, RobotSlid)
    expected = [
        ProofFailed(ANN, "made more moves than announced"),
        ProofBegan(BOB, 4, Millis(121_000)),
    ]
    assert expected == failure
    assert START == match.robots


def test_a_move_too_many_that_is_no_move_is_only_refused() -> None:
    """RC5, RC18: a robot against a wall has not moved, so nothing has failed."""
    match = bidding().bid(ANN, 1).at(60_000).move(ANN, "re")

    assert "Red cannot move right: a wall is in the way." == refusal(lambda: match.move(ANN, "re"))
    assert "re" == moves_made(match)


def test_all_moves_made_is_not_yet_a_failure() -> None:
    """RC18: with no move left the prover may still take back."""
    match = proof_of_three().move(ANN, "re rs rn").take_back(ANN).move(ANN, "rw")

    assert TokenWon(ANN, Target.RED_SQUARE, 3, Millis(60_000)) == match.last[-1]


def test_giving_up_is_a_failure() -> None:
    """RC18: leaving is a failure, before the first move too."""
    match = proof_of_three().give_up(ANN)

    assert ProofFailed(ANN, "gave up") == match.last[0]
    assert Pause(since=Millis(60_000)) == match.phase


def test_moves_can_be_taken_back() -> None:
    """RC18: the robot returns and the move no longer counts, several times over."""
    match = proof_of_three().move(ANN, "bn re rs")

    match.take_back(ANN)
    assert ("rp5,ga14,bl12,yj16", "bn re") == (match.robots, moves_made(match))
    match.take_back(ANN)
    assert ("ro5,ga14,bl12,yj16", "bn") == (match.robots, moves_made(match))
    match.take_back(ANN)
    assert (START, "") == (match.robots, moves_made(match))


def test_what_is_taken_back_is_named() -> None:
    """RC18: everybody sees which move was taken back."""
    match = proof_of_three().move(ANN, "re rs")
    (slid,) = match.last
    assert isinstance(slid, RobotSlid)

    assert (MoveTakenBack(slid.slide),) == match.take_back(ANN).last


def test_a_move_taken_back_does_not_count() -> None:
    """RC13, RC18: three moves after two taken back are three moves."""
    match = proof_of_three().move(ANN, "bn ge").take_back(ANN).take_back(ANN)

    assert (
        TokenWon(ANN, Target.RED_SQUARE, 3, Millis(60_000)) == match.move(ANN, "re rs rw").last[-1]
    )


def test_nothing_to_take_back() -> None:
    """RC18: no move made, or all taken back."""
    match = proof_of_three()
    sentence = "There is no move to take back."

    assert sentence == refusal(lambda: match.take_back(ANN))
    match.move(ANN, "re").take_back(ANN)
    assert sentence == refusal(lambda: match.take_back(ANN))


def test_moves_of_a_failed_proof_cannot_be_taken_back_by_the_next() -> None:
    """RC14, RC18: the next prover begins afresh."""
    match = bidding().bid(ANN, 3).bid(BOB, 4).at(60_000).move(ANN, "re").give_up(ANN)

    assert "There is no move to take back." == refusal(lambda: match.take_back(BOB))


def test_what_a_prover_is_offered() -> None:
    """RC18: the moves there are, giving up, and taking back once there is something."""
    match = proof_of_three()
    game = Ricochet()
    moves = [command for command in game.legal(match.state, ANN) if isinstance(command, MakeMove)]

    assert "rn re rs rw gn ge gs bn be bs bw yn ye yw" == format_moves(
        command.move for command in moves
    )
    assert (*moves, GiveUp()) == offers(game, match.state, ANN)
    assert {TakeBack(), GiveUp()} <= set(game.legal(match.move(ANN, "re").state, ANN))
