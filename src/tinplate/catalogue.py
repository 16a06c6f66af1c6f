"""The one list of what the house has: games with their presets, and bots."""

from collections.abc import Mapping
from typing import Any

from tinplate.game import Bot, Game, Malformed
from tinplate.games.rally import settings as rally_settings
from tinplate.games.rally.bots.driver import Driver
from tinplate.games.rally.bots.planner import Planner
from tinplate.games.rally.bots.rival import Rival
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.values import Agreement
from tinplate.games.ricochet import settings as ricochet_settings
from tinplate.games.ricochet.bots.level import RicochetBot
from tinplate.games.ricochet.rules import Ricochet
from tinplate.random_bot import RandomBot

GAMES: Mapping[str, Game[Any, Any, Any, Any]] = {game.name: game for game in (Ricochet(), Rally())}
PRESETS: Mapping[str, Mapping[str, Any]] = {
    Ricochet.name: ricochet_settings.PRESETS,
    Rally.name: {
        name: Agreement(choices=dict(choices)) for name, choices in rally_settings.PRESETS.items()
    },
}
OURS: tuple[Bot[Any, Any], ...] = (
    RandomBot(),
    *(RicochetBot(level) for level in range(1, 11)),
    Driver("driver", sight=1, strength=3),
    Driver("driver-3", sight=3, strength=5),
    Planner(),
    Rival("rival-4", programs=12, samples=4, sight=1, strength=8),
    Rival("rival", programs=40, samples=180, sight=30, strength=10),
)
_known = {bot.name: bot for bot in OURS}
BOTS: Mapping[str, Bot[Any, Any]] = _known  # with those who were invited
_MIDDLE = 5  # of the ten strengths


def invite(bot: Bot[Any, Any]) -> None:
    """Put a bot of others on the list of this process; Malformed if it is called as one of ours."""
    if bot.name in BOTS:
        raise Malformed(f"there is a bot “{bot.name}” already: call yours by another name")
    _known[bot.name] = bot


def dismiss(bot: Bot[Any, Any]) -> None:
    """Take an invited bot off the list."""
    del _known[bot.name]


def bots_for(game: str) -> list[Bot[Any, Any]]:
    """Those who play it, the weakest first."""
    able = [bot for bot in BOTS.values() if game in bot.games]
    return sorted(able, key=lambda bot: bot.strength)


def stand_in(game: str) -> str:
    """The bot of the house that plays for those who are away: neither weak nor strong."""
    able = (bot for bot in OURS if game in bot.games)
    return min(able, key=lambda bot: abs(bot.strength - _MIDDLE)).name
