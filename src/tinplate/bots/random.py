"""The simplest bot: any legal command, each equally likely. Copy this file to write another."""

from collections.abc import Sequence
from random import Random
from typing import Any

from tinplate.game import CommandT, Millis, Seat


class RandomBot:
    """Plays every game, none of them well."""

    name = "random"

    def choose(
        self,
        view: Any,  # noqa: ANN401, ARG002 - it takes what comes
        seat: Seat,  # noqa: ARG002
        legal: Sequence[CommandT],
        now: Millis,  # noqa: ARG002
        dice: Random,
    ) -> CommandT:
        return dice.choice(legal)
