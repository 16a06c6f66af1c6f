"""The simplest bot: any legal command, each equally likely. Copy this file to write another.

It leaves out commands by which players agree to something together (`VoiceValue`): agreeing at
random would only spoil the match for the others, or end rounds in no time at all.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from tinplate.game import CommandT, Millis, Plan, Seat


class RandomBot:
    """Plays any game, none of them well."""

    name = "random"
    title = "Wobble"  # what the page calls it
    strength = 1
    limit = 0.5

    def __init__(self, games: Iterable[str]) -> None:
        self.games = frozenset(games)

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"

    def choose(
        self,
        view: Any,  # noqa: ANN401, ARG002 - any legal command will do
        seat: Seat,  # noqa: ARG002
        legal: Sequence[CommandT],
        now: Millis,  # noqa: ARG002
        dice: Random,
    ) -> Plan[CommandT]:
        own = [command for command in legal if not getattr(command, "is_voice", False)]
        return Plan((dice.choice(own),)) if own else Plan()
