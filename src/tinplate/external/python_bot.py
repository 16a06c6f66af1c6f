"""Bots of others as Python classes, in this process: `python:MODULE:CLASS`."""

import re
import sys
from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any

import msgspec

from tinplate.external.messages import PROTOCOL, BotIntroduction
from tinplate.game import AnyBot, Malformed, Millis, Plan, Seat

ADDRESS = re.compile(r"python:([A-Za-z_][\w.]*):([A-Za-z_]\w*)")
_HERE = ""  # in Python's path: the directory one is in


class PythonBot:
    """Such a bot under the name it was given. It is trusted like our own: nothing is sealed off."""

    def __init__(self, name: str, address: str) -> None:
        self._bot = _load(address)
        self.name = name
        introduction = self.introduction
        self.games = introduction.games
        self.strength = introduction.strength
        self.limit = introduction.limit

    @property
    def introduction(self) -> BotIntroduction:
        """What a bot of another process would say of itself; Malformed if it is not right."""
        told = {
            name: getattr(self._bot, name)
            for name in ("games", "strength", "limit")
            if hasattr(self._bot, name)
        }
        try:
            return msgspec.convert({"protocol": PROTOCOL, **told}, BotIntroduction)
        except msgspec.ValidationError as error:
            raise Malformed(f"{type(self._bot).__name__}: {error}") from None

    def start(self) -> None:
        """It has started."""

    def close(self) -> None:
        """It ends with this process."""

    def choose(
        self,
        view: Any,  # noqa: ANN401 - of any game
        seat: Seat,
        legal: Sequence[Any],
        now: Millis,
        dice: Random,
    ) -> Plan[Any]:
        """Its plan."""
        return self._bot.choose(view, seat, legal, now, dice)


def _load(address: str) -> AnyBot:
    found = ADDRESS.fullmatch(address)
    if found is None:
        raise Malformed(f"“{address}”: expected python:MODULE:CLASS")
    module, name = found.groups()
    if _HERE not in sys.path:  # a script of ours does not look where people keep theirs
        sys.path.insert(0, _HERE)
    try:
        bot: AnyBot = getattr(import_module(module), name)()
    except Exception as error:  # whatever the code of a stranger raises
        raise Malformed(f"{address}: {type(error).__name__}: {error}") from error
    if not callable(getattr(bot, "choose", None)):
        raise Malformed(f"{address}: it has no method “choose”; see docs/bots.md")
    return bot
