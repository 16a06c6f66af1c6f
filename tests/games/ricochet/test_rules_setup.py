"""Before the first round: RC2 to RC4, RC11 and RC22."""

from random import Random

import pytest

from tests.games.ricochet.tabletop import ANN, BOB, CLEO, Tabletop, bidding
from tests.tabletop import offers, refusal
from tinplate.game import Millis, Seat
from tinplate.games.ricochet.board import CENTRE, format_robots
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.values import Bid, Pause, SkipToken, State, Thinking, TokenTurned

SEEDS = range(60)


def opening(seed: int = 0, settings: Settings | None = None, seats: int = 2) -> State:
    return Ricochet().setup(settings or Settings(), seats, Random(seed))


def test_a_board_of_the_box_is_drawn() -> None:
    """RC2: the classic box has sides 1 and 2 only."""
    drawn = {opening(seed, Settings(box="classic")).board_name for seed in SEEDS}

    assert len(drawn) > 1
    assert set("12") == {number for name in drawn for number in name[1::2]}


def test_the_box_of_2013_draws_all_four_sides() -> None:
    """RC2: the 2013 box has sides 1 to 4."""
    drawn = {opening(seed).board_name for seed in SEEDS}

    assert set("1234") == {number for name in drawn for number in name[1::2]}


def test_without_diagonals_no_section_with_barriers_is_drawn() -> None:
    """RC2: without diagonals only sides 1 to 3 are drawn."""
    drawn = {opening(seed, Settings(diagonals=False)).board_name for seed in SEEDS}

    assert set("123") == {number for name in drawn for number in name[1::2]}


def test_a_chosen_board_is_the_one_that_is_played() -> None:
    """RC2: the players may lay the sections as they like."""
    assert "G1R2B2Y2" == opening(settings=Settings(board="G1R2B2Y2")).board_name


@pytest.mark.parametrize("seed", range(3))
def test_robots_placed_by_hand_begin_there(seed: int) -> None:
    """RC4: the players may put the robots where they like, each on its marker."""
    text = "ro5,ga14,bl14,yj16"
    state = opening(seed, Settings(board="G1R2B2Y2", robots=text))

    assert text == format_robots(state.robots) == format_robots(state.markers)


def test_all_tokens_begin_face_down() -> None:
    """RC3: 17 tokens, nobody has one, none is turned up."""
    state = opening(seats=3)

    assert set(Target) == set(state.face_down)
    assert 17 == len(state.face_down)
    assert ((), (), ()) == state.won
    assert Pause() == state.phase


@pytest.mark.parametrize("silver", [False, True])
def test_robots_start_on_cells_of_their_own(*, silver: bool) -> None:
    """RC4: no symbol, no diagonal, not in the centre, no other robot; with silver five of them."""
    for seed in range(300):
        state = opening(seed, Settings(silver=silver))
        board = state.board
        forbidden = {*board.targets.values(), *board.diagonals, *CENTRE}

        assert (5 if silver else 4) == len(set(state.robots))
        assert forbidden.isdisjoint(state.robots)


def test_robots_start_anywhere_else() -> None:
    """RC4: any cell without a symbol will do, so chance uses all of them."""
    settings = Settings(board="G1R2B2Y2")
    used = {cell for seed in range(2000) for cell in opening(seed, settings).robots}

    assert 16 * 16 - len(CENTRE) - len(Target) == len(used)


def test_markers_lie_under_the_robots() -> None:
    """RC4: each robot starts with its marker under it."""
    state = opening()

    assert state.robots == state.markers


@pytest.mark.parametrize("seat", [ANN, BOB, CLEO])
def test_anybody_may_turn_up_the_token(seat: Seat) -> None:
    """RC11: a round begins when a token is turned up, no matter by whom."""
    match = Tabletop(seats=3).at(4_000).turn(seat)

    assert (TokenTurned(Target.RED_SQUARE, Millis(304_000), Millis(4_000)),) == match.last
    assert 4_000 == match.state.began
    assert Thinking(Target.RED_SQUARE, Millis(304_000), sand_runs=False) == match.phase
    assert 1 == match.state.round


def test_every_token_can_be_the_first() -> None:
    """RC11: the token is drawn by chance from all that are face down."""
    game, state = Ricochet(), opening()
    drawn = set()
    for seed in range(400):
        (turned,) = game.decide(state, ANN, game.legal(state, ANN)[0], Millis(0), Random(seed))
        assert isinstance(turned, TokenTurned)
        drawn.add(turned.target)

    assert set(Target) == drawn


def test_a_token_stays_among_the_others_until_it_is_won() -> None:
    """RC11: the token in the centre is not yet anybody's."""
    assert Target.RED_SQUARE in bidding().state.face_down


def test_only_one_token_is_turned_up() -> None:
    """RC11: one token a round, through bidding and proof."""
    match = bidding()
    sentence = "A token is already turned up."

    assert sentence == refusal(lambda: match.turn(BOB))
    match.bid(ANN, 3)
    assert sentence == refusal(lambda: match.turn(BOB))
    match.at(60_000).wait()
    assert sentence == refusal(lambda: match.turn(BOB))


def test_no_bid_before_a_token_is_turned_up() -> None:
    """RC11, RC12: between rounds there is nothing to bid on."""
    assert "No token is turned up yet." == refusal(lambda: Tabletop().bid(ANN, 3))


def test_no_robot_moves_before_a_proof() -> None:
    """RC11: everybody looks for a solution in their head."""
    sentence = "Nobody is proving; robots move only in a proof."

    assert sentence == refusal(lambda: Tabletop().move(ANN, "re"))
    assert sentence == refusal(lambda: bidding().move(ANN, "re"))
    assert sentence == refusal(lambda: bidding().bid(ANN, 3).move(ANN, "re"))
    assert sentence == refusal(lambda: bidding().bid(ANN, 3).take_back(ANN))
    assert sentence == refusal(lambda: bidding().bid(ANN, 3).give_up(ANN))


@pytest.mark.parametrize("seats", [1, 2, 10, 12, 50])
def test_any_number_of_players(seats: int) -> None:
    """RC22: one and up, without an upper limit; the last seat plays like the first."""
    last = Seat(seats - 1)
    match = Tabletop(seats=seats).turn(last).bid(last, 3).at(60_000).move(last, "re rs rw")

    assert (Target.RED_SQUARE,) == match.state.won[last]
    assert seats == match.state.seats == opening(seats=seats).seats


@pytest.mark.parametrize("seats", [0, -1])
def test_somebody_has_to_play(seats: int) -> None:
    """RC22: at least one player."""
    expected = "A match needs at least one player."

    assert expected == refusal(lambda: opening(seats=seats))


@pytest.mark.parametrize("seat", [-1, 3])
def test_strangers_do_not_play(seat: int) -> None:
    """RC22: only who has a seat at the table plays."""
    stranger = Seat(seat)

    assert f"There is no seat {seat} at this table." == refusal(lambda: bidding().bid(stranger, 3))
    assert () == Ricochet().legal(bidding().state, stranger)


def test_bids_are_offered_to_everybody() -> None:
    """RC11, RC12: 1 to 99 moves can be announced, by anybody."""
    legal = offers(Ricochet(), bidding().state, CLEO)

    assert (SkipToken(), *(Bid(moves) for moves in range(1, 100))) == legal


@pytest.mark.parametrize(("seats", "goal"), [(1, None), (2, 8), (3, 6), (4, 5), (5, None)])
def test_the_goal_is_settled_at_the_deal(seats: int, goal: int | None) -> None:
    """RC19: where none was agreed it goes by the number of players, and everybody can see it."""
    assert goal == opening(seats=seats).settings.goal
