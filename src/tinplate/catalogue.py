"""The one list of what the house has: games with their presets, and bots."""

from collections.abc import Mapping
from typing import Any

from tinplate.bots.random import RandomBot
from tinplate.bots.ricochet import RicochetBot
from tinplate.game import Bot, Game
from tinplate.rally import settings as rally_settings
from tinplate.rally.rules import Rally
from tinplate.rally.values import Agreement
from tinplate.ricochet import settings as ricochet_settings
from tinplate.ricochet.rules import Ricochet

GAMES: Mapping[str, Game[Any, Any, Any, Any]] = {game.name: game for game in (Ricochet(), Rally())}
PRESETS: Mapping[str, Mapping[str, Any]] = {
    Ricochet.name: ricochet_settings.PRESETS,
    Rally.name: {
        name: Agreement(choices=dict(choices)) for name, choices in rally_settings.PRESETS.items()
    },
}
_BOTS: tuple[Bot[Any, Any], ...] = (
    RandomBot(),
    *(RicochetBot(level) for level in range(1, 11)),
)
BOTS: Mapping[str, Bot[Any, Any]] = {bot.name: bot for bot in _BOTS}
