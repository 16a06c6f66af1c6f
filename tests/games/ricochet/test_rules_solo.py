"""One player alone: RC21."""

from random import Random

from tests.games.ricochet.tabletop import ANN, Tabletop
from tests.tabletop import offers, refusal
from tinplate.game import Millis, Outcome
from tinplate.games.ricochet.cli.narrate import tell
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import PRESETS, Settings
from tinplate.games.ricochet.values import (
    Announced,
    BidPlaced,
    ClaimRoute,
    Pause,
    ProofBegan,
    ProofFailed,
    Proving,
    SolutionClaimed,
    Thinking,
    TokenMissed,
    TokenTurned,
    TokenWon,
)

SOLO = Settings(solo=True)  # as in logs that are older than the other way
CLAIMS = PRESETS["solo"]


def solo(settings: Settings = SOLO) -> Tabletop:
    """PUZZLE is turned up at 0 ms."""
    return Tabletop(seats=1, settings=settings).turn()


def test_solo_is_for_one() -> None:
    """RC21, RC22: two cannot play solo."""
    expected = "Solo is for one player, not for 2."

    assert expected == refusal(lambda: Ricochet().setup(SOLO, 2, Random(1)))
    assert 1 == Ricochet().setup(PRESETS["solo"], 1, Random(1)).seats


def test_the_hourglass_is_turned_with_the_token() -> None:
    """RC21: each round turns token and hourglass together; there is no patience."""
    match = Tabletop(seats=1, settings=SOLO).at(5_000).turn()

    assert (TokenTurned(Target.RED_SQUARE, Millis(65_000), Millis(5_000)),) == match.last
    assert Thinking(Target.RED_SQUARE, Millis(65_000), sand_runs=True) == match.phase


def test_the_sand_may_run_twice() -> None:
    """RC21: `hourglass_turns = 2` gives two minutes."""
    assert 120_000 == solo(Settings(solo=True, hourglass_turns=2)).deadline


def test_patience_has_no_part_in_solo() -> None:
    """RC21: without patience the hourglass is turned all the same."""
    assert 60_000 == solo(Settings(solo=True, patience_seconds=0)).deadline


def test_a_bid_is_proved_at_once() -> None:
    """RC21: nobody else can bid, so the proof begins at once, and has to end with the sand."""
    match = solo().at(20_000).bid(ANN, 3)

    assert (
        BidPlaced(ANN, 3, Millis(60_000)),
        ProofBegan(ANN, 3, Millis(60_000)),
    ) == match.last


def test_a_solution_announced_but_not_proved_in_time_is_missed() -> None:
    """RC21: it has to be proved before time is up, however late it was announced."""
    match = solo().at(59_000).bid(ANN, 3).move(ANN, "re rs").at(60_000).wait()

    assert TokenMissed(Target.RED_SQUARE, "the proof failed", Millis(60_000)) == match.last[-1]
    assert match.state.markers == match.state.robots


def test_a_proved_solution_takes_the_token_face_up() -> None:
    """RC21: a proved solution in time takes the token face up."""
    match = solo().at(59_999).bid(ANN, 3).move(ANN, "re rs rw")

    assert TokenWon(ANN, Target.RED_SQUARE, 3, Millis(59_999)) == match.last[-1]
    assert ((Target.RED_SQUARE,),) == match.state.won
    assert () == match.state.missed
    assert "rl11,ga14,bl14,yj16" == match.markers


def test_no_solution_in_time_takes_it_face_down() -> None:
    """RC21: else it is taken face down, and is gone."""
    match = solo().at(60_000).wait()

    assert (TokenMissed(Target.RED_SQUARE, "no solution in time", Millis(60_000)),) == match.last
    assert (Target.RED_SQUARE,) == match.state.missed
    assert Target.RED_SQUARE not in match.state.face_down
    assert ((),) == match.state.won
    assert Pause(since=Millis(60_000)) == match.phase


def test_a_bid_at_the_deadline_is_too_late() -> None:
    """RC21: when the sand has run the round is over."""
    match = solo().at(60_000)

    assert "No token is turned up yet." == refusal(lambda: match.bid(ANN, 3))
    assert (Target.RED_SQUARE,) == match.state.missed


def test_a_failed_proof_takes_it_face_down() -> None:
    """RC21: a solution that cannot be proved is none; the robots go back to their markers."""
    match = solo().bid(ANN, 3).move(ANN, "re rs").give_up(ANN)

    expected = (ProofFailed(ANN, "gave up"), TokenMissed(Target.RED_SQUARE, "the proof failed"))
    assert expected == match.last
    assert (Target.RED_SQUARE,) == match.state.missed
    assert "ro5,ga14,bl14,yj16" == match.robots == match.markers


def test_the_proof_has_its_clock_in_solo_too() -> None:
    """RC18, RC21: running out of time in the proof takes the token face down."""
    match = solo().at(20_000).bid(ANN, 3).at(80_000).wait()

    expected = (
        ProofFailed(ANN, "ran out of time"),
        TokenMissed(Target.RED_SQUARE, "the proof failed", Millis(60_000)),
    )
    assert expected == match.last


def test_a_token_taken_face_down_does_not_come_back() -> None:
    """RC21: every token is used once."""
    match = solo().at(60_000).turn()

    (turned,) = match.last
    assert isinstance(turned, TokenTurned)
    assert Target.RED_SQUARE is not turned.target


def end_of_solo(face_up: int, face_down: int) -> Outcome | None:
    """The outcome when the 17th token is won after so many face up and face down."""
    match = Tabletop(settings=SOLO, won=(face_up,), missed=face_down).turn()
    return match.bid(ANN, 3).move(ANN, "re rs rw").outcome


def test_more_face_up_than_down_wins() -> None:
    """RC21: after all 17, more face up than down wins."""
    assert Outcome((ANN,), "9 tokens face up, 8 face down") == end_of_solo(8, 8)
    assert Outcome((), "8 tokens face up, 9 face down") == end_of_solo(7, 9)


def test_the_last_token_missed_can_lose_the_match() -> None:
    """RC21: 8 face up and 8 face down, so the last token decides."""
    match = Tabletop(settings=SOLO, won=(8,), missed=8).turn().at(60_000).wait()

    assert Outcome((), "8 tokens face up, 9 face down") == match.outcome


def test_one_token_face_up() -> None:
    """RC21: the sentence counts properly."""
    assert Outcome((), "1 token face up, 16 face down") == end_of_solo(0, 16)


def test_solo_ends_only_when_all_tokens_are_used() -> None:
    """RC21: all 17 are played for, however early the match is decided; a goal has no part in it."""
    assert end_of_solo(14, 1) is None
    match = Tabletop(settings=Settings(solo=True, goal=1), seats=1).turn()
    assert match.bid(ANN, 3).move(ANN, "re rs rw").outcome is None


# Where no number is announced


def claiming(settings: Settings = CLAIMS) -> Tabletop:
    """PUZZLE is turned up at 0 ms, and the player has a route at 50 s."""
    return solo(settings).at(50_000).does(ANN, ClaimRoute())


def test_what_is_found_before_the_sand_has_run_counts() -> None:
    """RC21: the player says so, without a number; showing it has the clock of a proof (RC18)."""
    match = claiming()

    assert (SolutionClaimed(ANN, Millis(110_000)),) == match.last
    assert Proving(Target.RED_SQUARE, Millis(110_000), (Announced(ANN, 99),)) == match.phase
    won = match.at(109_999).move(ANN, "re rs rw").last[-1]
    assert TokenWon(ANN, Target.RED_SQUARE, 3, Millis(109_999)) == won


def test_any_number_of_moves_will_do() -> None:
    """RC21: the sheets ask for a solution, not for a short one."""
    match = claiming().move(ANN, "bn bs be re rs rw")

    assert TokenWon(ANN, Target.RED_SQUARE, 6, Millis(50_000)) == match.last[-1]


def test_alone_no_number_is_announced() -> None:
    """RC21: nor is "I have it" said where one is, or before, or twice."""
    match = solo(CLAIMS)

    assert (ClaimRoute(),) == offers(Ricochet(), match.state, ANN)
    expected = "Alone you need no number: just say that you have it."
    assert expected == refusal(lambda: match.bid(ANN, 3))
    expected = "Announce a number of moves."
    assert expected == refusal(lambda: solo().does(ANN, ClaimRoute()))
    unturned = Tabletop(seats=1, settings=CLAIMS)
    assert "No token is turned up yet." == refusal(lambda: unturned.does(ANN, ClaimRoute()))
    assert "You are already showing it." == refusal(lambda: claiming().does(ANN, ClaimRoute()))


def test_whoever_has_nothing_when_the_sand_has_run_has_missed_it() -> None:
    """RC21: at the deadline itself it is too late."""
    match = solo(CLAIMS).at(60_000)

    assert "No token is turned up yet." == refusal(lambda: match.does(ANN, ClaimRoute()))
    assert (Target.RED_SQUARE,) == match.state.missed


def test_what_cannot_be_shown_is_missed() -> None:
    """RC18, RC21: in the time of a proof; there is no second try."""
    match = claiming().at(110_000).wait()

    assert TokenMissed(Target.RED_SQUARE, "the proof failed", Millis(110_000)) == match.last[-1]


def test_showing_may_have_no_clock() -> None:
    """RC18, RC21: `proof_seconds` 0."""
    assert claiming(Settings(solo=True, solo_bids=False, proof_seconds=0)).deadline is None


def test_it_is_told_without_a_number() -> None:
    """RC21."""
    assert "Ann has a route and shows it." == tell(SolutionClaimed(ANN, None), ["Ann"])


def test_nothing_happens_after_solo_has_ended() -> None:
    """RC21: no token is left to turn up."""
    match = Tabletop(settings=SOLO, won=(8,), missed=8).turn().at(60_000).wait()

    assert "The match is over." == refusal(match.turn)
