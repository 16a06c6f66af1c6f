"""Whatever happens in a match can be told, and has a reason."""

import re

import pytest

from tests.games.rally.tabletop import ANN, BOB
from tests.games.rally.test_laws import JOURNEYS
from tinplate.cli.words import listed
from tinplate.game import Seat
from tinplate.games.rally.cards import Card, Kind
from tinplate.games.rally.cli.narrate import tell, why
from tinplate.games.rally.happenings import Blocked, Died, Moved, Pushed
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.values import (
    ChoosingBegan,
    Event,
    HandDealt,
    MatchEnded,
    ProgrammingBegan,
    RegisterFilled,
    RegisterRevealed,
    Returned,
)
from tinplate.grid import Cell, Heading
from tinplate.testing import Walk, random_play

NAMES = ("ann", "bob", "cleo", "dan")
A1 = Cell(0, 0)


@pytest.mark.parametrize("name", JOURNEYS)
def test_every_event_is_a_sentence_with_a_rule(name: str) -> None:
    """R33: the journeys meet every event; each is told, but for questions nobody is asked."""
    journey = JOURNEYS[name]
    walk = Walk(Rally(), journey.agreement, journey.seats, journey.seeds[0])
    for _ in random_play(walk, journey.steps):
        pass
    events = [event for entry in walk.match.log for event in entry.events]
    untold = [event for event in events if not tell(event, NAMES)]

    assert {type(event) for event in untold} <= {ChoosingBegan, ProgrammingBegan}
    assert all(not event.facing for event in untold if isinstance(event, ChoosingBegan))
    assert all(re.fullmatch(r"[RD]\d+", why(event)) for event in events)
    sentences = {tell(event, NAMES) for event in events} - {""}
    assert all(re.fullmatch(r"(Register \d|[A-Za-z]).*\.", sentence) for sentence in sentences)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Moved(1, ANN, A1, None, Heading.NORTH), "ann moves up from A1, over the edge."),
        (
            Pushed(1, BOB, A1, Cell(0, 1), Heading.SOUTH, ANN),
            "bob is pushed down from A1 to A2 by ann.",
        ),
        (
            Blocked(1, ANN, A1, Heading.EAST, None),
            "ann cannot move right from A1: a wall.",
        ),
        (
            Blocked(1, ANN, A1, Heading.EAST, BOB),
            "ann cannot move right from A1: bob cannot be pushed against a wall.",
        ),
        (Died(1, ANN, A1, "laser", 2), "ann has no armour left on A1; 2 lives left."),
        (Died(1, ANN, A1, "press", 1), "ann is crushed by the press on A1; 1 life left."),
        (
            Died(1, ANN, A1, "pit", 0),
            "ann falls into the pit on A1; no lives left, out of the game.",
        ),
        (Returned(ANN, A1, 7, virtual=False), "ann comes back on A1, with 7 armour."),
        (
            ChoosingBegan((ANN,), (BOB, Seat(2)), None),
            "ann to choose a facing. bob and cleo to choose: on again, or off.",
        ),
        (HandDealt(ANN, None), "ann is dealt cards."),
        (
            ProgrammingBegan((ANN,), (ANN, BOB), None),
            "ann and bob to program. ann to choose a facing, too.",
        ),
        (ProgrammingBegan((ANN,), (), None), "ann to choose a facing, too."),
        (
            RegisterFilled(ANN, 5, Card(Kind.BACK, 450)),
            "Chance puts back (450) into ann's locked register 5.",
        ),
        (
            RegisterRevealed(2, (Card(Kind.BACK, 450), None, Card(Kind.MOVE3, 800))),
            "Register 2: ann back (450), cleo move3 (800).",
        ),
        (RegisterRevealed(2, (None, None)), "Register 2: nobody has a card."),
    ],
)
def test_sentences(event: Event, sentence: str) -> None:
    """R33: as a friend at the table would say it."""
    assert sentence == tell(event, NAMES)


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (MatchEnded((ANN,), "touched the last flag"), "R46"),
        (MatchEnded((ANN, BOB), "touched the last flag"), "R47"),
        (MatchEnded((ANN,), "the only robot with a life left"), "D33"),
        (MatchEnded((), "no robot has a life left"), "D34"),
        (MatchEnded((), "nobody touched the last flag in 200 turns"), "D45"),
        (ChoosingBegan((ANN,), (BOB,), None), "R34"),
        (ChoosingBegan((), (BOB,), None), "R25"),
    ],
)
def test_reasons(event: Event, rule: str) -> None:
    """R25, R34, R46, R47, D33, D34, D45: where one kind of event has several reasons."""
    assert rule == why(event)


@pytest.mark.parametrize(
    ("names", "text"),
    [(["ann"], "ann"), (NAMES[:2], "ann and bob"), (NAMES[:3], "ann, bob and cleo")],
)
def test_lists_of_names(names: list[str], text: str) -> None:
    """One, two, many."""
    assert text == listed(names)
