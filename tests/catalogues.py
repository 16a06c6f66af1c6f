"""The installed games and bots, for tests that go through all of them."""

import pytest

from tinplate.game import AnyBot
from tinplate.games import installed, packs

CATALOGUE = installed()
GAMES = CATALOGUE.games
BOTS = CATALOGUE.bots
PRESETS = {name: pack.presets for name, pack in CATALOGUE.packs.items()}
bots_for = CATALOGUE.bots_for
stand_in = CATALOGUE.stand_in


def hire(monkeypatch: pytest.MonkeyPatch, bot: AnyBot) -> None:
    """Let a bot come with one of the packs, until the test is over."""
    pack = packs()[min(bot.games)]
    monkeypatch.setattr(pack, "bots", (*pack.bots, bot))
