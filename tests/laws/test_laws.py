"""Every game in the house keeps the laws."""

from typing import Any

import pytest

from tests.laws.invariants import pieces_are_where_they_belong
from tinplate.bots.random import RandomBot
from tinplate.catalogue import BOTS, GAMES, PRESETS
from tinplate.game import Bot, Seat
from tinplate.ricochet.proof import READINGS
from tinplate.ricochet.rules import Ricochet
from tinplate.ricochet.settings import Settings
from tinplate.testing import Walk, check_laws, random_play

CATALOGUED = [(game, preset) for game in GAMES for preset in PRESETS[game]]
INVARIANTS = {Ricochet.name: pieces_are_where_they_belong}


@pytest.mark.parametrize(("game", "preset"), CATALOGUED)
@pytest.mark.parametrize("seed", range(3))
def test_presets_keep_the_laws(game: str, preset: str, seed: int) -> None:
    """Whatever the preset and however it is played, every law holds after every step."""
    settings = PRESETS[game][preset]
    seats = 1 if preset == "solo" else 2 + seed

    check_laws(GAMES[game], settings, seats, seed=seed, invariant=INVARIANTS[game])


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("seats", [1, 5, 12])
def test_ricochet_keeps_the_laws_for_any_number_of_players(reading: str, seats: int) -> None:
    """RC22: also with many players, the silver robot and every reading of RC10."""
    settings = Settings(silver=True, rule=READINGS[reading])

    check_laws(
        Ricochet(), settings, seats, seed=seats, steps=60, invariant=pieces_are_where_they_belong
    )


@pytest.mark.parametrize("seed", range(4))
def test_ricochet_keeps_the_laws_without_clocks_and_to_the_end(seed: int) -> None:
    """RC17, RC18, RC19: no patience, no proof clock, and short matches that reach their end."""
    settings = Settings(
        goal=1, patience_seconds=0, proof_seconds=0, hourglass_seconds=1, rule=READINGS["free"]
    )
    walk = Walk(Ricochet(), settings, 2, seed)
    for _ in random_play(walk, steps=4_000):
        pass

    assert Ricochet().outcome(walk.table.state) is not None
    check_laws(Ricochet(), settings, 2, seed=seed, invariant=pieces_are_where_they_belong)


@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS.keys())
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_bots_choose_what_is_legal(bot: Bot[Any, Any], game: Any) -> None:  # noqa: ANN401
    """A bot sees a view and picks one of the commands it is offered; same dice, same choice."""
    walk: Walk[Any, Any, Any, Any] = Walk(game, next(iter(PRESETS[game.name].values())), 2, seed=1)
    for step in random_play(walk, steps=60):
        for seat in (Seat(0), Seat(1)):
            legal = game.legal(step.table.state, seat)
            if not legal:
                continue
            view = step.table.view(seat)
            choice = bot.choose(view, seat, legal, step.choices.__class__(7))

            assert choice is None or choice in legal
            assert choice == bot.choose(view, seat, legal, step.choices.__class__(7))


def test_the_random_bot_spreads_its_choices() -> None:
    """The simplest bot tries everything sooner or later."""
    walk = Walk(Ricochet(), Settings(), 1, seed=0)
    chosen = {RandomBot().choose(None, Seat(0), ("a", "b", "c"), walk.choices) for _ in range(99)}

    assert {"a", "b", "c"} == chosen
