"""The simplest bot: any legal command, each equally likely. Copy this file to write another."""

from collections.abc import Sequence
from random import Random
from typing import Any

from tinplate.game import CommandT, Seat


class RandomBot:
    """Plays every game, none of them well."""

    name = "random"

    def choose(self, view: Any, seat: Seat, legal: Sequence[CommandT], dice: Random) -> CommandT:  # noqa: ANN401, ARG002
        return dice.choice(legal)
