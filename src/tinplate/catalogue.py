"""The one list of what the house has: games with their presets, and bots."""

from collections.abc import Mapping
from typing import Any

from tinplate.bots.random import RandomBot
from tinplate.game import Bot, Game
from tinplate.ricochet import settings as ricochet_settings
from tinplate.ricochet.rules import Ricochet

GAMES: Mapping[str, Game[Any, Any, Any, Any]] = {game.name: game for game in (Ricochet(),)}
PRESETS: Mapping[str, Mapping[str, Any]] = {Ricochet.name: ricochet_settings.PRESETS}
BOTS: Mapping[str, Bot[Any, Any]] = {bot.name: bot for bot in (RandomBot(),)}
