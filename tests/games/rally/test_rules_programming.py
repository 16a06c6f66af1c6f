"""The deal and the program: R18, R24, R35 to R38."""

from functools import partial
from random import Random

import pytest

from tests.games.rally.tabletop import ANN, BOB, FLOOR, Tabletop, kinds
from tests.tabletop import offers, refusal
from tinplate.game import Millis
from tinplate.games.rally.cards import Card, DeckSize, Kind, deck
from tinplate.games.rally.opening import undealt
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.values import (
    CardPlaced,
    CardTakenBack,
    Choosing,
    Place,
    PowerDown,
    PowerDownAnnounced,
    PowerDownPlanned,
    Programming,
    ProgramReady,
    Ready,
    RegisterFilled,
    Settings,
    TakeBack,
    TurnBegan,
)

# The deal


@pytest.mark.parametrize("armour", range(1, 10))
def test_as_many_cards_as_armour(armour: int) -> None:
    """R18: and no card twice (R16)."""
    match = Tabletop(FLOOR, f"A1n armour={armour}", "C3n")

    assert armour == len(match.hand(ANN))
    assert armour + 9 == len({*match.hand(ANN), *match.hand(BOB)})


def test_a_hand_is_held_by_priority() -> None:
    """R16: the fastest card first, whatever order it was dealt in."""
    state = Rally().setup(Settings(choices={"facing_after_deal": True}), 2, Random(5))
    hand = state.players[0].private.hand if state.players[0].private else ()

    assert 9 == len(hand)
    assert sorted(hand, key=lambda card: -card.priority) == list(hand)


@pytest.mark.parametrize("size", [84, 126])
def test_cards_come_from_the_deck_that_was_agreed(size: DeckSize) -> None:
    """D1: the deck is all cards that nobody holds."""
    match = Tabletop(FLOOR, "A1n", "C3n", deck=size)

    assert size - 18 == len(undealt(match.state))
    assert set(deck(size)) == {*undealt(match.state), *match.hand(ANN), *match.hand(BOB)}


def test_locked_cards_are_not_dealt() -> None:
    """D28: they are out of the deck."""
    match = Tabletop(FLOOR, "A1n armour=3 locked=uturn,move3", "C3n")
    locked = set(match.state.players[ANN].registers) - {None}

    assert 2 == len(locked)
    assert not locked & {*undealt(match.state), *match.hand(ANN), *match.hand(BOB)}


def test_the_deal_is_fair() -> None:
    """R38: shuffled anew: every card can come to every seat."""
    dealt = [set[Card](), set[Card]()]
    for seed in range(120):
        state = Rally().setup(Settings(choices={"facing_after_deal": True}), 2, Random(seed))
        for cards, player in zip(dealt, state.players, strict=True):
            cards |= set(player.private.hand if player.private else ())

    assert [set(deck(84))] * 2 == dealt


# The draft


def test_a_card_is_placed() -> None:
    """R35: from the hand into a register, face down."""
    match = Tabletop(FLOOR, "A1n move3 left", "C3n")
    card = match.hand(ANN)[0]
    match.does(ANN, Place(4, card))

    assert Kind.MOVE3 is card.kind
    assert (CardPlaced(ANN, 4, card),) == match.last
    assert "- - - move3 -" == kinds(match.private(ANN).draft)
    assert card not in match.hand(ANN)
    assert "- - - - -" == kinds(match.state.players[ANN].registers)


def test_a_card_is_taken_back() -> None:
    """R35: a draft is only a draft; the hand is held by priority again."""
    match = Tabletop(FLOOR, "A1n move3 left", "C3n")
    hand = match.hand(ANN)
    match.does(ANN, Place(4, hand[0]), TakeBack(4))

    assert (CardTakenBack(ANN, 4),) == match.last
    assert hand == match.hand(ANN)
    assert "- - - - -" == kinds(match.private(ANN).draft)


def test_a_draft_survives_the_drafts_of_others() -> None:
    """D31, D32: it lies at the table, not in a browser."""
    match = Tabletop(FLOOR, "A1n move3", "C3n").places(ANN, 2).programs(BOB)

    assert "- move3 - - -" == kinds(match.private(ANN).draft)
    assert Programming((), (ANN,), None) == match.phase


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (Place(1, Card(Kind.MOVE3, 10)), "That card is not in your hand."),
        (Place(1, Card(Kind.MOVE1, 660)), "That card is not in your hand."),
        (Place(0, Card(Kind.MOVE1, 490)), "There is no register 0; they are numbered 1 to 5."),
        (Place(6, Card(Kind.MOVE1, 490)), "There is no register 6; they are numbered 1 to 5."),
        (Place(5, Card(Kind.MOVE1, 490)), "Register 5 is locked: it keeps its card."),
        (TakeBack(5), "Register 5 is locked: it keeps its card."),
        (TakeBack(-1), "There is no register -1; they are numbered 1 to 5."),
        (TakeBack(2), "There is no card in register 2."),
        (Ready(), "Register 2 is empty: every open register needs a card."),
        (PowerDown(announce=False), "You have not planned a power-down."),
    ],
)
def test_what_is_refused_of_a_draft(
    command: Place | TakeBack | Ready | PowerDown, expected: str
) -> None:
    """R36, R37: a card one does not hold, a locked register, an empty one; the state untouched."""
    match = Tabletop(FLOOR, "A1n armour=4 locked=right", "C3n").places(ANN, 1)
    state, version = match.state, match.match.version

    assert expected == refusal(lambda: match.does(ANN, command))
    assert (state, version) == (match.state, match.match.version)


def test_a_register_holds_one_card() -> None:
    """R35: whoever wants another one there takes the first one back."""
    match = Tabletop(FLOOR, "A1n", "C3n").places(ANN, 3)
    expected = "There is a card in register 3; take it back first."

    assert expected == refusal(lambda: match.places(ANN, 3))


def test_a_card_is_in_one_register() -> None:
    """R16: it exists once."""
    match = Tabletop(FLOOR, "A1n", "C3n")
    card = match.hand(ANN)[0]
    match.does(ANN, Place(1, card))

    assert "That card is not in your hand." == refusal(lambda: match.does(ANN, Place(2, card)))


def test_anothers_cards_are_not_ones_own() -> None:
    """D44: a card of somebody else's hand is refused like any that is not in one's own."""
    match = Tabletop(FLOOR, "A1n", "C3n")
    card = match.hand(BOB)[0]

    assert "That card is not in your hand." == refusal(lambda: match.does(ANN, Place(1, card)))


def test_ready_means_ready() -> None:
    """R36: from then on the program stands, and what comes later comes too late."""
    match = Tabletop(FLOOR, "A1n", "C3n").programs(ANN)
    state = match.state
    late = (
        Ready(),
        TakeBack(1),
        Place(1, match.hand(ANN)[0]),
        PowerDown(announce=True),
    )

    assert (ProgramReady(ANN),) == match.last
    assert {"You are ready: your program is locked in."} == {
        refusal(partial(match.does, ANN, command)) for command in late
    }
    assert () == offers(Rally(), match.state, ANN)
    assert state == match.state


def test_whoever_is_off_has_nothing_to_program() -> None:
    """R27: no cards."""
    match = Tabletop(FLOOR, "A1n scheduled", "C3n")
    expected = "Your robot is powered down this turn; it has no program."

    assert expected == refusal(lambda: match.does(ANN, Ready()))


def test_when_all_are_ready_the_turn_runs() -> None:
    """R35: and with the next deal the next turn has begun."""
    match = Tabletop(FLOOR, "A1n", "C3n").programs(ANN)
    first = match.state.turn
    match.programs(BOB)

    assert (1, 2) == (first, match.state.turn)
    assert [TurnBegan(2)] == match.told(TurnBegan)
    assert Programming((), (ANN, BOB), None) == match.phase


def test_what_is_offered_is_what_there_is_to_do() -> None:
    """R35 to R37: hand cards for empty open registers, cards to take back, a plan, ready."""
    match = Tabletop(FLOOR, "A1n armour=2 locked=uturn,left,right", "C3n")
    first, second = match.hand(ANN)
    match.does(ANN, Place(2, first))

    assert (Place(1, second), TakeBack(2), PowerDown(announce=True)) == offers(
        Rally(), match.state, ANN
    )
    match.does(ANN, Place(1, second), PowerDown(announce=True))
    assert (TakeBack(1), TakeBack(2), PowerDown(announce=False), Ready()) == offers(
        Rally(), match.state, ANN
    )


# Power-down


def test_a_power_down_is_secret_until_all_are_ready() -> None:
    """R24, D22: planned with the program, then public."""
    game, event = Rally(), PowerDownPlanned(ANN, announce=True)
    match = Tabletop(FLOOR, "A1n", "C3n").does(ANN, PowerDown(announce=True))

    assert (event,) == match.last
    assert event == game.witness(event, ANN)
    assert game.witness(event, BOB) is game.witness(event, None) is None
    assert not match.state.players[ANN].scheduled
    match.plays()
    assert [PowerDownAnnounced(ANN)] == match.told(PowerDownAnnounced)
    assert match.robot(ANN).off


def test_a_plan_may_be_dropped() -> None:
    """D22: binding is what was announced, and that is when all are ready."""
    match = Tabletop(FLOOR, "A1n", "C3n")
    match.does(ANN, PowerDown(announce=True))

    expected = "You have already planned a power-down."
    assert expected == refusal(lambda: match.does(ANN, PowerDown(announce=True)))
    match.does(ANN, PowerDown(announce=False)).plays()
    assert [] == match.told(PowerDownAnnounced)
    assert not match.robot(ANN).off


@pytest.mark.parametrize("armour", [1, 9])
def test_a_power_down_at_any_armour(armour: int) -> None:
    """D22: by the sheet also without damage."""
    match = Tabletop(FLOOR, f"A1n armour={armour} locked=left,right,uturn,back")

    assert PowerDown(announce=True) in Rally().legal(match.state, ANN)


def test_a_power_down_for_the_damaged_only() -> None:
    """D22, pd_damaged_only."""
    match = Tabletop(FLOOR, "A1n", "C3n armour=8", pd_damaged_only="on")
    expected = "Only a damaged robot may be powered down at this table."

    assert expected == refusal(lambda: match.does(ANN, PowerDown(announce=True)))
    assert PowerDown(announce=True) not in Rally().legal(match.state, ANN)
    assert PowerDown(announce=True) in Rally().legal(match.state, BOB)
    assert match.does(BOB, PowerDown(announce=True)).private(BOB).power_down


# Locked registers


def test_locked_registers_by_armour() -> None:
    """R37: 4 locks register 5, 3 locks 4 and 5, down to 1, which leaves only register 1 open."""
    opened = {
        armour: list(Tabletop(FLOOR, f"A1n armour={armour}").state.players[ANN].open_registers)
        for armour in range(1, 7)
    }

    assert {
        1: [1],
        2: [1, 2],
        3: [1, 2, 3],
        4: [1, 2, 3, 4],
        5: [1, 2, 3, 4, 5],
        6: [1, 2, 3, 4, 5],
    } == opened


def test_a_locked_register_without_a_card_is_filled() -> None:
    """D27: at random from the deck, face up, before the deal."""
    match = Tabletop(FLOOR, "A1n off armour=3")
    match.dice.favourites = (Card(Kind.BACK, 450), Card(Kind.MOVE2, 700))
    match.powers(ANN, on=True)

    assert [
        RegisterFilled(ANN, 4, Card(Kind.BACK, 450)),
        RegisterFilled(ANN, 5, Card(Kind.MOVE2, 700)),
    ] == match.told(RegisterFilled)
    assert "- - - back move2" == kinds(match.state.players[ANN].registers)
    assert 3 == len(match.hand(ANN))
    names = [type(event).__name__ for event in match.last]
    assert names.index("RegisterFilled") < names.index("HandDealt")


def test_going_off_gives_locked_cards_back() -> None:
    """R26, D27, Part 3: they go to the deck when the turn off begins."""
    match = Tabletop(FLOOR, "A1n armour=4 locked=move3 scheduled", "C3n")

    assert "- - - - -" == kinds(match.state.players[ANN].registers)
    assert 84 - 9 == len(undealt(match.state))


def test_keeping_the_last_program() -> None:
    """D27, pd_lock=keep: whoever goes off keeps the program; what is locked on return is of it."""
    match = Tabletop(FLOOR, "C3n move1 left right uturn uturn", "A6n", pd_lock="keep")
    match.programs(ANN, "move1 left right uturn uturn", power_down=True).programs(BOB)
    program = "move1 left right uturn uturn"

    assert match.robot(ANN).off
    assert program == kinds(match.state.players[ANN].registers)
    assert 84 - 5 - 9 == len(undealt(match.state))
    match.plays()
    assert isinstance(match.phase, Choosing)
    assert program == kinds(match.state.players[ANN].registers)
    match.powers(ANN, on=False)
    assert program == kinds(match.state.players[ANN].registers)


def test_what_is_kept_is_locked_or_given_back() -> None:
    """D27, pd_lock=keep: on return the open registers are emptied, the locked ones play."""
    match = Tabletop(FLOOR, "A1n off armour=3 locked=move1,back,left,right,uturn", pd_lock="keep")
    match.powers(ANN, on=True)

    assert "- - - right uturn" == kinds(match.state.players[ANN].registers)
    assert [] == match.told(RegisterFilled)


def test_a_destroyed_robot_keeps_nothing() -> None:
    """D20, D27: not even with pd_lock=keep."""
    match = Tabletop("S O\n1 .", "A1e move1", pd_lock="keep")
    match.programs(ANN, "move1", power_down=True)

    assert "- - - - -" == kinds(match.state.players[ANN].registers)
    assert 84 == len(undealt(match.state))


def test_a_match_is_the_same_with_the_same_dice() -> None:
    """R33: nothing but the dice decides what is dealt."""
    opened = [Rally().setup(Settings(), 3, Random(9)) for _ in range(2)]
    dealt = []
    for state in opened:
        dice = Random(3)
        for seat in (0, 1, 2):
            command = Rally().legal(state, seat)[1]  # type: ignore[arg-type]
            for event in Rally().decide(state, seat, command, Millis(0), dice):  # type: ignore[arg-type]
                state = Rally().evolve(state, event)  # noqa: PLW2901
        dealt.append(state)

    assert dealt[0] == dealt[1]
    assert isinstance(dealt[0].phase, Programming)


def test_without_armour_all_registers_are_locked() -> None:
    """D46, R18, R37: no cards are dealt, and the five kept ones are played again."""
    match = Tabletop(
        FLOOR, "A1e armour=0 locked=move1,right,move1,move1,left", "A6n", deadly_hit=10
    )

    assert () == match.hand(ANN)
    assert (PowerDown(announce=True), Ready()) == offers(Rally(), match.state, ANN)
    assert "B3e" == match.plays().robots.split()[0]
    assert "move1 right move1 move1 left" == kinds(match.state.players[ANN].registers)
