"""Rally keeps the laws: long walks by every setting, on the courses of the shelf."""

from typing import NamedTuple, get_args, get_type_hints

import pytest

from tests.laws.invariants import cards_and_robots_are_where_they_belong
from tests.laws.outlandish import OUTLANDISH_IN_RALLY
from tinplate.game import Seat
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.settings import PRESETS, Value
from tinplate.games.rally.values import Command, Event, Programming, Settings, State
from tinplate.testing import Walk, check_laws


def hidden_cards(state: State, eye: Seat | None) -> list[str]:
    """D44: what others hold; not right after a deal, for a card may come from an open register."""
    phase = state.phase
    if not isinstance(phase, Programming) or not _is_under_way(state, phase):
        return []
    return [
        f'"priority":{card.priority}'
        for seat, player in enumerate(state.players)
        if seat != eye and player.private is not None
        for card in (*player.private.hand, *player.private.draft)
        if card is not None
    ]


def _is_under_way(state: State, phase: Programming) -> bool:
    """Whether somebody has done something since the deal."""
    ready = sum(player.has_program for player in state.players) > len(phase.programs)
    return ready or any(
        player.private is not None and (any(player.private.draft) or player.private.power_down)
        for player in state.players
    )


def walk(
    agreement: Settings, seats: int, seed: int, steps: int, ending: float = 0.0
) -> Walk[Settings, State, Command, Event]:
    return check_laws(
        Rally(),
        agreement,
        seats,
        seed=seed,
        steps=steps,
        commands=OUTLANDISH_IN_RALLY,
        ending=ending,
        invariant=cards_and_robots_are_where_they_belong,
        secrets=hidden_cards,
    )


class Journey(NamedTuple):
    """Walks that are long enough to meet certain things, and what they must meet."""

    agreement: Settings
    seats: int
    seeds: tuple[int, ...]  # walks that meet it all; other rules may need other seeds
    steps: int
    meets: frozenset[str]
    ending: float = 0.0  # how often somebody speaks of ending the match


OFTEN = frozenset(
    {
        "TurnBegan", "ChoosingBegan", "FacingChosen", "Faced", "HandDealt", "ProgrammingBegan",
        "CardPlaced", "CardTakenBack", "PowerDownPlanned", "ProgramReady", "PowerDownAnnounced",
        "PoweredDown", "PoweredUp", "PowerChosen", "Returned", "RegisterRevealed", "TurnEnded",
        "MatchEnded", "CardPlayed", "Turned", "Moved", "Materialised",
    }
)  # fmt: skip
YARD = """\
rally 1
players: 1-8
board:
^>  >>/X3  >vv  +       P^1234
^   +      1    R       P>245
S   .      v<<  ++/l>w  .e
O   .      2    L       P<12345
"""
RARE = frozenset(
    {
        "TimeRanOut", "LastPlayerTimed", "Pushed", "Blocked", "Carried", "TurnedByBelt",
        "PushedByPusher", "TurnedByGear", "Burnt", "Shot", "Damaged", "FlagTouched", "Saved",
        "Repaired", "Died: pit", "Died: press", "Died: laser",
    }
)  # fmt: skip
JOURNEYS = {
    "two in a yard": Journey(
        Settings(
            YARD,
            {
                "turn_seconds": 60,
                "last_player_seconds": 4,
                "pd_after_death": "ask",
                "edge": "wall",
                "respawn_armour": 3,
            },
        ),
        seats=2,
        seeds=(2, 4),
        steps=200,
        meets=OFTEN | RARE | {"RegisterFilled"},
    ),
    "four in a yard": Journey(
        Settings(
            YARD, {"turn_seconds": 12, "last_player_seconds": 4, "pd_lock": "keep", "edge": "wall"}
        ),
        seats=4,
        seeds=(3,),
        steps=230,
        meets=OFTEN | RARE | {"BeltBlocked"},
    ),
    "a yard without a fence": Journey(
        Settings(YARD, {"turn_seconds": 6, "facing_after_deal": True}),
        seats=3,
        seeds=(0,),
        steps=100,
        meets=OFTEN | {"Died: edge", "TimeRanOut"},
    ),
    "a match that is ended": Journey(
        Settings(YARD),
        seats=3,
        seeds=(1, 2, 3),
        steps=100,
        meets=frozenset(
            {"EndAgreed", "AbortAgreed", "PlayOnSaid", "OfferDeclined", "Resigned", "MatchEnded"}
        ),
        ending=0.2,
    ),
}


@pytest.mark.parametrize("name", JOURNEYS)
def test_long_walks_keep_the_laws_and_meet_everything(name: str) -> None:
    """R17 to R47: the laws hold where robots shoot, push, die, return, go off and win."""
    journey = JOURNEYS[name]
    met = set[str]()
    for seed in journey.seeds:
        walked = walk(journey.agreement, journey.seats, seed, journey.steps, journey.ending)
        met |= {described(event) for entry in walked.match.log for event in entry.events}

    assert journey.meets <= met, f"no walk meets {', '.join(sorted(journey.meets - met))}"


def described(event: Event) -> str:
    """What happened and, where that can have several reasons, why."""
    name = type(event).__name__
    return f"{name}: {getattr(event, 'because', '')}" if name == "Died" else name


def test_the_long_walks_leave_nothing_out() -> None:
    """Every event, and every way to die, is met on one of the journeys.

    But for two that come of no command and no clock: test_rules_ending.py (D47) and
    test_rules_clocks.py (D31) have them.
    """
    everything = set[str]()
    for event in get_args(Event):
        reasons = get_args(get_type_hints(event).get("because"))
        everything |= {f"{event.__name__}: {reason}" for reason in reasons} or {event.__name__}

    assert everything - {"Abstained", "StallTimed"} == set().union(
        *(journey.meets for journey in JOURNEYS.values())
    )


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("seats", "steps"), [(1, 40), (8, 14)])
def test_every_preset_for_any_number_of_players(preset: str, seats: int, steps: int) -> None:
    """D41: one to eight; a short clock, so that turns go by."""
    walk(Settings("stamping-mill", {**PRESETS[preset], "turn_seconds": 2}), seats, seats, steps)


@pytest.mark.parametrize(
    ("choices", "seed", "because"),
    [
        ({"max_turns": 2}, 3, "nobody touched the last flag in 2 turns"),
        ({"last_standing_wins": True}, 0, "the only robot with a life left"),
        ({}, 1, "no robot has a life left"),
        ({"edge": "wall"}, 0, "touched the last flag"),
    ],
)
def test_every_end_is_met(choices: dict[str, Value], seed: int, because: str) -> None:
    """R46, D33, D34, D45: by the last flag, the last but one robot, the last life or turn."""
    ended = walk(Settings(YARD, {"turn_seconds": 6, **choices}), 3, seed, steps=120).match

    assert because == getattr(ended.state.phase, "because", None)
