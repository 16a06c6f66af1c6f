"""Hands, drafts and face-down cards are seen by their owner only (D22, D29, D44)."""

from random import Random

import msgspec
import pytest

from tests.games.rally.tabletop import ANN, BOB, FLOOR, Tabletop, kinds
from tinplate.game import Malformed, Seat
from tinplate.games.rally.cards import Card, Kind
from tinplate.games.rally.folding import evolve
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.values import (
    CardPlaced,
    CardTakenBack,
    Event,
    FacingChosen,
    HandDealt,
    PowerChosen,
    PowerDownPlanned,
    ProgramReady,
    RegisterFilled,
    RegisterRevealed,
    Settings,
    TurnEnded,
)
from tinplate.grid import Heading
from tinplate.testing import Walk, random_play
from tinplate.wire.codec import Codec

CARD = Card(Kind.MOVE1, 500)
OWN = [
    CardPlaced(ANN, 1, CARD),
    CardTakenBack(ANN, 1),
    PowerDownPlanned(ANN, announce=True),
]
BLANKED = [
    (HandDealt(ANN, (CARD,)), HandDealt(ANN, None)),
    (FacingChosen(ANN, Heading.EAST), FacingChosen(ANN, None)),
    (PowerChosen(ANN, on=False), PowerChosen(ANN, None)),
]
PUBLIC = [
    ProgramReady(ANN),
    RegisterFilled(ANN, 5, CARD),
    RegisterRevealed(1, (CARD, None)),
    TurnEnded(),
]


@pytest.mark.parametrize("event", OWN, ids=lambda event: type(event).__name__)
def test_a_draft_is_witnessed_by_its_owner(event: Event) -> None:
    """D44: others do not even learn that a card was placed."""
    game = Rally()

    assert event == game.witness(event, ANN)
    assert game.witness(event, BOB) is game.witness(event, None) is None


@pytest.mark.parametrize(("event", "seen"), BLANKED, ids=lambda event: type(event).__name__)
def test_others_see_that_it_happened(event: Event, seen: Event) -> None:
    """D29, D44: that cards were dealt or a choice was made, but not which."""
    game = Rally()

    assert event == game.witness(event, ANN)
    assert seen == game.witness(event, BOB) == game.witness(event, None)


@pytest.mark.parametrize("event", PUBLIC, ids=lambda event: type(event).__name__)
def test_what_lies_open_is_for_all(event: Event) -> None:
    """R39, D27: revealed cards and those drawn into locked registers are face up."""
    game = Rally()

    assert event == game.witness(event, BOB) == game.witness(event, None)


def test_a_view_has_ones_own_cards_only() -> None:
    """D44: what is private of others is blank; a spectator sees nobody's."""
    match = Tabletop(FLOOR, "A1n armour=4 locked=move2", "C3n").places(ANN, 1).places(BOB, 2)
    mine, theirs, nobodys = (Rally().view(match.state, viewer) for viewer in (ANN, BOB, None))

    assert (match.private(ANN), None) == tuple(player.private for player in mine.players)
    assert (None, match.private(BOB)) == tuple(player.private for player in theirs.players)
    assert (None, None) == tuple(player.private for player in nobodys.players)
    assert "- - - - move2" == kinds(nobodys.players[ANN].registers)


def test_no_state_tells_what_will_be_dealt() -> None:
    """R38: the deck has no order before the deal, so nobody can read one off a state."""
    state = Rally().setup(Settings(), 2, Random(1))

    assert b"priority" not in msgspec.json.encode(state)


def test_cards_that_were_never_revealed_stay_hidden() -> None:
    """D21, D44: not those of a destroyed robot either."""
    match = Tabletop("S O .\n. . 1", "A1e move1 move2 move3 back left", "A2n")
    hidden = [card for card in match.hand(ANN) if card.kind in (Kind.MOVE2, Kind.MOVE3)]
    match.plays("move1 move2 move3 back left")
    shown = b"".join(
        msgspec.json.encode(seen)
        for event in match.last
        if (seen := Rally().witness(event, BOB)) is not None
    )

    assert 2 == len(hidden)
    assert all(msgspec.json.encode(card) not in shown for card in hidden)


def test_what_is_not_seen_cannot_be_folded() -> None:
    """D44: a view takes no drafts; it says so instead of guessing."""
    match = Tabletop(FLOOR, "A1n", "C3n")
    view = Rally().view(match.state, BOB)

    with pytest.raises(Malformed, match="what seat 0 drafts cannot be seen from here"):
        evolve(view, CardPlaced(ANN, 1, CARD))


@pytest.mark.parametrize("seed", range(4))
def test_nobody_ever_sees_a_hidden_card(seed: int) -> None:
    """D22, D29, D44: card by card, in views, news and offers of whole matches."""
    agreement = Settings("stamping-mill", {"turn_seconds": 5})
    game = Rally()
    walk = Walk(game, agreement, 3, seed)
    codec = Codec(game)
    seen_hidden = 0
    for step in random_play(walk, 150):
        state = step.match.state
        for viewer in step.viewers:
            view = codec.encode(step.match.view(viewer)) + b"".join(
                codec.encode(command)
                for command in game.legal(state, Seat(-1) if viewer is None else viewer)
            )
            for seat, player in enumerate(state.players):
                if seat != viewer and player.private is not None:
                    hidden = [*player.private.hand, *filter(None, player.private.draft)]
                    seen_hidden += len(hidden)
                    assert all(msgspec.json.encode(card) not in view for card in hidden)
        for entry in step.match.log[step.judged :]:
            for event in entry.events:
                _shows_no_more_than_it_may(game, event)
    assert seen_hidden > 1_000


def _shows_no_more_than_it_may(game: Rally, event: Event) -> None:
    """To a spectator only cards that lie face up are shown."""
    shown = game.witness(event, None)
    if shown is not None and b'"priority"' in msgspec.json.encode(shown):
        assert type(shown).__name__ in {"RegisterRevealed", "RegisterFilled", "CardPlayed"}
