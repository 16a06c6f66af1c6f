"""What is played for a Ricochet bot that failed, was late or broke a rule."""

from collections.abc import Sequence

from tinplate.game import Plan
from tinplate.games.ricochet.values import Command, GiveUp, SayDone


def wait_or_give_up(legal: Sequence[Command]) -> Plan[Command]:
    """Do not bid, which loses nothing; keep nobody waiting for a better bid, or for a proof."""
    return Plan(tuple(command for command in (GiveUp(), SayDone()) if command in legal))
